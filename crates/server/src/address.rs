//! Where a request comes from, directly or through proxies.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};

use crate::App;
use crate::error::Problem;
use crate::work::Owner;

/// Where proxies write down whom they saw.
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// Whom limits count: one IPv4 address, or the /64 of an IPv6 address, since one customer has a whole /64.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ClientAddress(IpAddr);

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> Self {
        ClientAddress(match address.to_canonical() {
            IpAddr::V6(address) => {
                let [a, b, c, d, ..] = address.segments();
                IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

/// Who sends a request, before they say who they are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller {
    /// Whom limits count.
    pub(crate) address: ClientAddress,
    /// Is it a program on this machine that came through no proxy?
    pub(crate) is_here: bool,
}

impl Caller {
    /// With this many proxies that are believed between the client and us.
    pub(crate) fn new(trusted: u8, peer: SocketAddr, headers: &HeaderMap) -> Self {
        let peer = peer.ip();
        // A proxy of which nobody told us is still one.
        let is_direct = trusted == 0
            && ![FORWARDED_FOR, header::FORWARDED, header::VIA]
                .iter()
                .any(|name| headers.contains_key(name));
        Caller {
            address: client(trusted, headers).unwrap_or(peer).into(),
            is_here: is_direct && peer.to_canonical().is_loopback(),
        }
    }
}

impl From<Caller> for Owner {
    fn from(caller: Caller) -> Self {
        Owner::Client(caller.address.to_string())
    }
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let caller = parts.extensions.get::<Caller>().copied();
        caller.ok_or_else(Problem::unavailable)
    }
}

/// The address that the outermost trusted proxy saw. Each proxy adds one at the end, to the last line or as a line of
/// its own; whatever stands before those of our proxies anybody can write.
fn client(trusted: u8, headers: &HeaderMap) -> Option<IpAddr> {
    let lines = headers.get_all(FORWARDED_FOR).iter().rev();
    let mut from_the_right = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
    let written = from_the_right.nth(usize::from(trusted).checked_sub(1)?)?;
    parsed(std::str::from_utf8(written).ok()?.trim())
}

/// An address, with or without a port; one of IPv6 may stand in brackets.
fn parsed(text: &str) -> Option<IpAddr> {
    let in_brackets = || {
        text.strip_prefix('[')?
            .strip_suffix(']')?
            .parse()
            .ok()
            .map(IpAddr::V6)
    };
    let address = text.parse().ok().or_else(in_brackets);
    address.or_else(|| text.parse().ok().map(|with_port: SocketAddr| with_port.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_understood_with_and_without_port_and_brackets() {
        for text in [
            "203.0.113.5",
            "203.0.113.5:4711",
            "2001:db8::5",
            "[2001:db8::5]",
            "[2001:db8::5]:443",
        ] {
            let expected = if text.contains("2001") {
                "2001:db8::5"
            } else {
                "203.0.113.5"
            };
            assert_eq!(parsed(text), expected.parse().ok(), "{text}");
        }
        for text in [
            "",
            "unknown",
            "_hidden",
            "203.0.113",
            "[203.0.113.5]",
            "2001:db8::5]",
            "203.0.113.5:x",
            "1.2.3.4 5",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn a_client_is_an_address_of_ipv4_or_a_64_of_ipv6() {
        let client = |text: &str| ClientAddress::from(text.parse::<IpAddr>().unwrap()).to_string();
        assert_eq!(client("203.0.113.5"), "203.0.113.5");
        assert_eq!(client("::ffff:203.0.113.5"), "203.0.113.5");
        assert_eq!(client("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
    }
}
