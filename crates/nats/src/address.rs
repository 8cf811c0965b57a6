//! Where NATS is, and who one is there.

use std::fmt;
use std::str::FromStr;

use async_nats::{ConnectOptions, ServerAddr};

/// Where NATS is: `nats://HOST:4222`, with `USER:PASSWORD@` or `TOKEN@` before the host where it asks for that. With
/// `tls://` nothing is sent but over TLS. Several servers of one cluster are separated by commas. Written, it has no
/// secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Address {
    servers: Vec<ServerAddr>,
    who: Who,
}

#[derive(Clone, PartialEq, Eq)]
enum Who {
    Anybody,
    Token(String),
    User { name: String, password: String },
}

/// What is wrong with an address.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AddressError {
    /// It is none.
    #[error(
        "an address of NATS is written nats://HOST:4222 or tls://HOST:4222, perhaps with USER:PASSWORD@ before the host"
    )]
    Malformed,
    /// Several servers, and they are told different things about who one is.
    #[error("all servers of NATS are given the same name and password, or token")]
    Differs,
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let mut servers = Vec::new();
        let mut known: Option<Who> = None;
        for part in text.split(',') {
            let (server, who) = one(part.trim())?;
            if known.as_ref().is_some_and(|known| *known != who) {
                return Err(AddressError::Differs);
            }
            known = Some(who);
            servers.push(server);
        }
        let who = known.ok_or(AddressError::Malformed)?;
        Ok(Address { servers, who })
    }
}

fn one(text: &str) -> Result<(ServerAddr, Who), AddressError> {
    let (scheme, rest) = text.split_once("://").ok_or(AddressError::Malformed)?;
    if !["nats", "tls"].contains(&scheme) {
        return Err(AddressError::Malformed);
    }
    // A password may hold anything, written with %xx where a URL could not have it.
    let (who, host) = match rest.rsplit_once('@') {
        None => (Who::Anybody, rest),
        Some((who, host)) => (named(who)?, host),
    };
    let server: ServerAddr = format!("{scheme}://{host}")
        .parse()
        .map_err(|_| AddressError::Malformed)?;
    let is_bare = !server.host().is_empty() && !host.trim_end_matches('/').contains(['/', '?', '#']);
    is_bare.then_some((server, who)).ok_or(AddressError::Malformed)
}

fn named(who: &str) -> Result<Who, AddressError> {
    match who.split_once(':') {
        None => Ok(Who::Token(decoded(who)?)),
        Some((name, password)) => Ok(Who::User {
            name: decoded(name)?,
            password: decoded(password)?,
        }),
    }
}

/// `%40` is `@`.
fn decoded(text: &str) -> Result<String, AddressError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = after.get(..2).and_then(|digits| str::from_utf8(digits).ok());
        let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.ok_or(AddressError::Malformed)?);
        rest = &after[2..];
    }
    let text = String::from_utf8(bytes).map_err(|_| AddressError::Malformed)?;
    (!text.is_empty()).then_some(text).ok_or(AddressError::Malformed)
}

impl Address {
    pub(crate) fn servers(&self) -> Vec<ServerAddr> {
        self.servers.clone()
    }

    pub(crate) fn identify(&self, options: ConnectOptions) -> ConnectOptions {
        let options = options.require_tls(self.servers.iter().any(ServerAddr::tls_required));
        match &self.who {
            Who::Anybody => options,
            Who::Token(token) => options.token(token.clone()),
            Who::User { name, password } => options.user_and_password(name.clone(), password.clone()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, server) in self.servers.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let host = server.host();
            let host = if host.contains(':') {
                format!("[{host}]")
            } else {
                host.to_owned()
            };
            write!(f, "{comma}{}://{host}:{}", server.scheme(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Address, AddressError> {
        text.parse()
    }

    #[test]
    fn an_address_is_told_without_its_secrets() {
        for (written, told) in [
            ("nats://127.0.0.1", "nats://127.0.0.1:4222"),
            ("tls://nats.example.org:4333", "tls://nats.example.org:4333"),
            ("nats://ann:p%40ss:word@[::1]:1", "nats://[::1]:1"),
            ("nats://s3cret@a,nats://s3cret@b:7", "nats://a:4222,nats://b:7"),
        ] {
            let address = read(written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(address.to_string(), told);
            assert_eq!(format!("{address:?}"), told);
        }
    }

    #[test]
    fn a_name_and_password_or_a_token_stand_before_the_host() {
        let who = |text: &str| read(text).map(|address| address.who);
        assert!(who("nats://a") == Ok(Who::Anybody));
        assert!(who("nats://to%20ken@a") == Ok(Who::Token("to ken".to_owned())));
        let ann = Who::User {
            name: "ann".to_owned(),
            password: "p@ss:word".to_owned(),
        };
        assert!(who("nats://ann:p%40ss:word@a") == Ok(ann));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for wrong in [
            "",
            "127.0.0.1:4222",
            "http://a",
            "ws://a",
            "nats://",
            "nats://a/b",
            "nats://a:b:c",
            "nats://:@a",
            "nats://%4@a",
            "nats://%ff@a",
            "nats://a,",
        ] {
            assert_eq!(read(wrong), Err(AddressError::Malformed), "{wrong}");
        }
        assert_eq!(read("nats://x@a,nats://y@b"), Err(AddressError::Differs));
    }
}
