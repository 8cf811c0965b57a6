//! Letters: plain and HTML, with one click to hear no more.

use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};

use crate::Sent;

/// Who sends letters.
#[derive(Clone)]
pub struct Mailer {
    smtp: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

/// What mail cannot be set to.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server's address.
    #[error("{0}: expected smtp://USER:PASSWORD@HOST:587 or smtps://USER:PASSWORD@HOST")]
    Server(lettre::transport::smtp::Error),
    /// Whose letters they are.
    #[error("letters are from an address like `Bobbin <bobbin@example.org>`")]
    From,
}

/// A letter.
#[derive(Clone, Debug)]
pub struct Letter<'a> {
    /// To whom: an address that [`address`] has read.
    pub to: &'a str,
    /// What it is about.
    pub subject: &'a str,
    /// What it says.
    pub plain: String,
    /// The same as HTML.
    pub html: String,
    /// What it is known by, the same at each try: mailboxes show the same letter once.
    pub id: &'a str,
    /// Where one click, by hand or by the mailbox, ends letters like this.
    pub unsubscribe: Option<&'a str>,
}

/// Reads an address for letters. None if it is none, or longer than any.
pub fn address(text: &str) -> Option<String> {
    let read: Address = text.trim().parse().ok()?;
    let text: &str = read.as_ref();
    (text.len() <= 254 && text.is_ascii()).then(|| text.to_owned())
}

/// Headers that mailboxes read.
macro_rules! text_header {
    ($type:ident, $name:literal) => {
        #[derive(Clone)]
        struct $type(String);

        impl Header for $type {
            fn name() -> HeaderName {
                HeaderName::new_from_ascii_str($name)
            }

            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($type(text.to_owned()))
            }

            fn display(&self) -> HeaderValue {
                // Never folded or encoded: what reads it takes it as it is.
                HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
            }
        }
    };
}
text_header!(Unsubscribe, "List-Unsubscribe");
text_header!(UnsubscribePost, "List-Unsubscribe-Post");
text_header!(AutoSubmitted, "Auto-Submitted");

impl Mailer {
    /// Letters by this server, from this address. A password goes over a line that nobody else reads, or to this
    /// machine itself.
    pub fn new(server: &str, from: &str) -> Result<Self, MailError> {
        let from: Mailbox = from.parse().map_err(|_| MailError::From)?;
        let smtp =
            AsyncSmtpTransport::<Tokio1Executor>::from_url(&secret(server)).map_err(MailError::Server)?;
        let smtp = smtp.timeout(Some(std::time::Duration::from_secs(20))).build();
        Ok(Mailer { smtp, from })
    }

    /// From whom letters are, without a name.
    pub fn from(&self) -> &str {
        self.from.email.as_ref()
    }

    /// Sends a letter.
    pub async fn send(&self, letter: &Letter<'_>) -> Sent {
        let Ok(to) = letter.to.parse::<Address>() else {
            return Sent::Gone;
        };
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(to.into())
            .subject(letter.subject)
            .message_id(Some(format!("<{}@{}>", letter.id, self.from.email.domain())))
            .header(AutoSubmitted("auto-generated".to_owned()));
        if let Some(address) = letter.unsubscribe {
            message = message
                .header(Unsubscribe(format!("<{address}>")))
                .header(UnsubscribePost("List-Unsubscribe=One-Click".to_owned()));
        }
        let parts = MultiPart::alternative_plain_html(letter.plain.clone(), letter.html.clone());
        let message = match message.multipart(parts) {
            Ok(message) => message,
            Err(error) => return Sent::Not(error.to_string()),
        };
        match self.smtp.send(message).await {
            Ok(_) => Sent::Taken,
            // No such mailbox, by the codes of RFC 5321; others say something of this server.
            Err(error)
                if error
                    .status()
                    .is_some_and(|code| [550, 551, 553].contains(&u16::from(code))) =>
            {
                Sent::Gone
            }
            // What it says may name people.
            Err(error) => Sent::Not(error.status().map_or_else(
                || error.to_string(),
                |code| format!("the mail server answered {code}"),
            )),
        }
    }
}

/// An address of a server over which nobody reads along: where it does not say how, by STARTTLS.
fn secret(server: &str) -> String {
    let host = server
        .strip_prefix("smtp://")
        .map(|rest| rest.rsplit('@').next().unwrap_or(rest));
    let is_here = host.is_some_and(|host| {
        ["localhost", "127.", "[::1]"]
            .iter()
            .any(|here| host.starts_with(here))
    });
    match host {
        Some(host) if !is_here && !host.contains("tls=") => {
            let joint = if server.contains('?') { '&' } else { '?' };
            format!("{server}{joint}tls=required")
        }
        _ => server.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_sent_where_others_can_read_along() {
        assert_eq!(
            secret("smtp://u:p@mail.example.org:587"),
            "smtp://u:p@mail.example.org:587?tls=required"
        );
        for as_it_is in [
            "smtps://u:p@mail.example.org",
            "smtp://localhost:25",
            "smtp://127.0.0.1:1025",
            "smtp://mail.example.org?tls=opportunistic",
        ] {
            assert_eq!(secret(as_it_is), as_it_is);
        }
    }

    #[test]
    fn an_address_is_one_and_no_more() {
        assert_eq!(address(" ann@example.org "), Some("ann@example.org".to_owned()));
        for none in [
            "",
            "ann",
            "ann@",
            "a@b, c@d",
            "ann@example.org\r\nBcc: x@y.z",
            "Ann <a@example.org>",
        ] {
            assert_eq!(address(none), None, "{none}");
        }
    }

    #[test]
    fn what_cannot_be_a_server_or_a_sender_is_told_at_the_start() {
        assert!(matches!(
            Mailer::new("mail.example.org", "a@example.org"),
            Err(MailError::Server(_))
        ));
        assert!(matches!(
            Mailer::new("smtp://localhost", "nobody"),
            Err(MailError::From)
        ));
        let mailer = Mailer::new("smtp://localhost", "Bobbin <bobbin@example.org>").expect("both are right");
        assert_eq!(mailer.from(), "bobbin@example.org");
    }
}
