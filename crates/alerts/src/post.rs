//! Posting to addresses that strangers give. Nothing of this machine's own net can be reached by them.

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs as _};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Request, StatusCode, Uri, header};
use http_body_util::Full;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::client::legacy::connect::dns::Name;
use hyper_util::rt::TokioExecutor;
use tower::Service;

use crate::Sent;

/// Where one may post to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reach {
    /// Public addresses, over https.
    #[default]
    Public,
    /// Any: for tests, and for hosts whose receivers stand in their own net.
    Anywhere,
}

/// Why an address is not taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// It cannot be read.
    #[error("this is no address: expected https://HOST/PATH")]
    Unreadable,
    /// It is too long.
    #[error("an address has at most 1000 characters")]
    Long,
    /// It would not be secret.
    #[error("only https is secret: the address begins with https://")]
    NotSecret,
    /// A password in an address would be shown.
    #[error("an address has no name or password before its host")]
    Password,
    /// It is in nobody's public net.
    #[error("this address is not public: only machines on the Internet are called")]
    NotPublic,
}

/// Reads an address that somebody gives. What its name resolves to is checked each time it is called.
pub fn check_address(text: &str, reach: Reach) -> Result<Uri, AddressError> {
    if text.len() > 1000 {
        return Err(AddressError::Long);
    }
    let uri: Uri = text.parse().map_err(|_| AddressError::Unreadable)?;
    let (authority, host) = match (uri.authority(), uri.host()) {
        (Some(authority), Some(host)) if !host.is_empty() => (authority, host),
        _ => return Err(AddressError::Unreadable),
    };
    if authority.as_str().contains('@') {
        return Err(AddressError::Password);
    }
    match (uri.scheme_str(), reach) {
        (Some("https"), _) | (Some("http"), Reach::Anywhere) => {}
        (Some("http"), Reach::Public) => return Err(AddressError::NotSecret),
        _ => return Err(AddressError::Unreadable),
    }
    if reach == Reach::Public {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        let is_local =
            bare.eq_ignore_ascii_case("localhost") || bare.ends_with('.') || !bare.contains(['.', ':']);
        // Some write an address of four numbers in other ways: as one number, or in hexadecimal.
        let last = bare.rsplit('.').next().unwrap_or_default();
        let is_number = !bare.contains(':') && last.starts_with(|letter: char| letter.is_ascii_digit());
        let is_public = match bare.parse::<IpAddr>() {
            Ok(address) => is_public(address),
            Err(_) => !is_local && !is_number,
        };
        if !is_public {
            return Err(AddressError::NotPublic);
        }
    }
    Ok(uri)
}

/// Does an address belong to the public Internet?
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224.., ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let parts = address.segments();
    let v4 = |high: u16, low: u16| is_public_v4(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low)));
    match parts {
        // What leads to an address of four numbers is as public as that.
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => v4(high, low),
        // Teredo and other special ones, examples.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// Finds what a name resolves to, and leaves out what may not be called.
#[derive(Clone, Copy)]
struct Resolver(Reach);

type Found = Pin<Box<dyn Future<Output = Result<std::vec::IntoIter<SocketAddr>, std::io::Error>> + Send>>;

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = std::io::Error;
    type Future = Found;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), std::io::Error>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Found {
        let reach = self.0;
        Box::pin(async move {
            let found = tokio::task::spawn_blocking(move || (name.as_str(), 0).to_socket_addrs());
            let found = found.await.map_err(std::io::Error::other)??;
            let may_be_called = |address: &SocketAddr| reach == Reach::Anywhere || is_public(address.ip());
            let allowed: Vec<SocketAddr> = found.filter(may_be_called).collect();
            if allowed.is_empty() {
                return Err(std::io::Error::other(AddressError::NotPublic));
            }
            Ok(allowed.into_iter())
        })
    }
}

/// Who posts.
#[derive(Clone)]
pub struct Poster {
    http: Client<HttpsConnector<HttpConnector<Resolver>>, Full<Bytes>>,
    reach: Reach,
}

/// How long a receiver may take.
const PATIENCE: Duration = Duration::from_secs(10);

impl Poster {
    /// Posts as far as this. An error if the certificates of this machine cannot be read.
    pub fn new(reach: Reach) -> Result<Self, std::io::Error> {
        let mut connector = HttpConnector::new_with_resolver(Resolver(reach));
        connector.enforce_http(false);
        connector.set_connect_timeout(Some(PATIENCE / 2));
        let builder = HttpsConnectorBuilder::new().with_native_roots()?;
        let builder = match reach {
            Reach::Public => builder.https_only(),
            Reach::Anywhere => builder.https_or_http(),
        };
        let mut client = Client::builder(TokioExecutor::new());
        client.pool_max_idle_per_host(2);
        client.pool_idle_timeout(Duration::from_secs(30));
        Ok(Poster {
            http: client.build(builder.enable_http1().wrap_connector(connector)),
            reach,
        })
    }

    /// How far it posts.
    pub fn reach(&self) -> Reach {
        self.reach
    }

    /// Posts something. What is answered counts by its status alone and is not read; no redirect is followed.
    pub async fn post(&self, address: &str, headers: Vec<(HeaderName, HeaderValue)>, body: String) -> Sent {
        let uri = match check_address(address, self.reach) {
            Ok(uri) => uri,
            Err(error) => return Sent::Not(error.to_string()),
        };
        let mut request = Request::new(Full::new(Bytes::from(body)));
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = uri;
        let agent = HeaderValue::from_static("Bobbin");
        request.headers_mut().insert(header::USER_AGENT, agent);
        request.headers_mut().extend(headers);
        match tokio::time::timeout(PATIENCE, self.http.request(request)).await {
            Err(_) => Sent::Not("it took too long".to_owned()),
            // What exactly failed may tell of the net that this machine is in.
            Ok(Err(_)) => Sent::Not("it could not be reached".to_owned()),
            Ok(Ok(answer)) => match answer.status() {
                status if status.is_success() => Sent::Taken,
                StatusCode::NOT_FOUND | StatusCode::GONE => Sent::Gone,
                status => Sent::Not(format!("it answered {}", status.as_u16())),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_over_https_are_taken() {
        for address in [
            "https://example.org/hook?key=1",
            "https://example.org:8443/",
            "https://93.184.215.14/x",
            "https://[2606:2800:21f:cb07:6820:80da:af6b:8b2c]/",
            "https://8.8.example.com/",
        ] {
            assert!(check_address(address, Reach::Public).is_ok(), "{address}");
        }
        for (address, error) in [
            ("", AddressError::Unreadable),
            ("/x", AddressError::Unreadable),
            ("example.org", AddressError::Unreadable),
            ("ftp://example.org/", AddressError::Unreadable),
            ("file:///etc/passwd", AddressError::Unreadable),
            ("http://example.org/", AddressError::NotSecret),
            ("https://me:secret@example.org/", AddressError::Password),
            ("https://example.org@127.0.0.1/", AddressError::Password),
        ] {
            assert_eq!(check_address(address, Reach::Public), Err(error), "{address}");
        }
        for host in [
            "localhost",
            "LOCALHOST",
            "localhost.",
            "router",
            "example.org.",
            "127.0.0.1",
            "127.1",
            "2130706433",
            "0x7f.0.0.1",
            "0177.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.0.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "255.255.255.255",
            "224.0.0.1",
            "198.18.0.1",
            "192.0.2.1",
            "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]",
            "[::ffff:10.0.0.1]",
            "[64:ff9b::7f00:1]",
            "[64:ff9b::a00:1]",
            "[2002:7f00:1::]",
            "[2002:a00:1::1]",
            "[fe80::1]",
            "[fc00::1]",
            "[fd12:3456::1]",
            "[ff02::1]",
            "[2001:db8::1]",
            "[2001::1]",
            "[::127.0.0.1]",
            "[fec0::1]",
        ] {
            let address = format!("https://{host}/");
            let taken = check_address(&address, Reach::Public);
            assert_eq!(taken, Err(AddressError::NotPublic), "{address}");
        }
        assert!(check_address("http://127.0.0.1:80/x", Reach::Anywhere).is_ok());
        let long = format!("https://example.org/{}", "x".repeat(1000));
        assert_eq!(check_address(&long, Reach::Public), Err(AddressError::Long));
    }

    #[tokio::test]
    async fn a_name_that_resolves_to_this_machine_is_not_called() {
        let name: Name = "localhost".parse().expect("a name");
        let refused = Resolver(Reach::Public).call(name.clone()).await;
        assert!(refused.is_err());
        let mut found = Resolver(Reach::Anywhere).call(name).await.expect("it resolves");
        assert!(found.all(|address| address.ip().is_loopback()));
        let poster = Poster::new(Reach::Public).expect("there are certificates");
        let sent = poster
            .post("https://127.0.0.1:9/", Vec::new(), String::new())
            .await;
        assert_eq!(sent, Sent::Not(AddressError::NotPublic.to_string()));
    }
}
