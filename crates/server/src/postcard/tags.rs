//! What stands in the head of the page for those who show links: a title, a sentence and where the picture is.

use std::fmt::Write as _;
use std::time::Duration;

use axum::http::{HeaderMap, header};

use crate::App;
use crate::door::check_may_come;

/// The page does not wait longer for what only others read.
const PATIENCE: Duration = Duration::from_millis(500);

/// What a link leads to: a table as it stands, or a moment of a game that is over.
struct Link<'a> {
    table: &'a str,
    index: Option<u32>,
}

impl<'a> Link<'a> {
    /// An address without its first stroke.
    fn read(path: &'a str) -> Option<Self> {
        let mut parts = path.trim_end_matches('/').split('/');
        let (page, table, index) = (parts.next()?, parts.next()?, parts.next());
        let is_plain = |id: &str| {
            !id.is_empty()
                && id
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        if parts.next().is_some() || !is_plain(table) {
            return None;
        }
        match (page, index) {
            ("table", None) => Some(Link { table, index: None }),
            ("replay", None) => Some(Link {
                table,
                index: Some(0),
            }),
            ("replay", Some(index)) => Some(Link {
                table,
                index: Some(index.parse().ok()?),
            }),
            _ => None,
        }
    }
}

/// What is put into the head of the page at this address; nothing where there is no table that everybody may look at.
///
/// Who asks makes no difference: it is what a stranger would see. Of the deal of the day that is nothing.
pub(crate) async fn head(app: &App, headers: &HeaderMap, path: &str) -> Option<String> {
    let link = Link::read(path)?;
    let look = async {
        check_may_come(app, link.table, None).await.ok()?;
        app.live
            .look(link.table, |table| {
                let game = bobbin_catalog::find(&table.plan.game).ok();
                Ok(game.map(|game| (game.name(), super::lines(table))))
            })
            .await
            .ok()?
    };
    let (game, lines) = tokio::time::timeout(PATIENCE, look).await.ok()??;
    let site = site(app, headers)?;
    let picture = match link.index {
        Some(index) => format!("{site}/api/tables/{}/card.png?index={index}", link.table),
        None => format!("{site}/api/tables/{}/card.png", link.table),
    };
    Some(written(game, &lines, &format!("{site}/{path}"), &picture))
}

fn written(game: &str, lines: &[String], address: &str, picture: &str) -> String {
    let title = format!("{game} · Bobbin");
    let sentence = format!("{}.", lines.join(". "));
    let tags = [
        ("property", "og:title", title.as_str()),
        ("property", "og:description", &sentence),
        ("property", "og:url", address),
        ("property", "og:image", picture),
        ("property", "og:image:type", "image/png"),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
        ("property", "og:image:alt", "The table as everybody sees it"),
        ("name", "twitter:card", "summary_large_image"),
    ];
    let mut head = String::new();
    for (kind, name, content) in tags {
        let _ = writeln!(
            head,
            "<meta {kind}=\"{name}\" content=\"{}\" />",
            escaped(content)
        );
    }
    head
}

/// Where this server is, for somebody elsewhere: as whoever runs it says, or as it was called.
fn site(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(url) = &app.settings.public_url {
        return Some(url.trim_end_matches('/').to_owned());
    }
    let host = headers.get(header::HOST)?.to_str().ok()?;
    let is_plain = host
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || b".:-[]".contains(&byte));
    (is_plain && !host.is_empty()).then(|| format!("http://{host}"))
}

/// As it is written in HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_and_moments_of_replays_have_a_picture() {
        let read = |path| Link::read(path).map(|link| (link.table.to_owned(), link.index));
        assert_eq!(read("table/abc"), Some(("abc".to_owned(), None)));
        assert_eq!(read("table/abc/"), Some(("abc".to_owned(), None)));
        assert_eq!(read("replay/abc"), Some(("abc".to_owned(), Some(0))));
        assert_eq!(read("replay/abc/17"), Some(("abc".to_owned(), Some(17))));
        for path in [
            "",
            "table",
            "table/",
            "rules/abc",
            "table/abc/1",
            "replay/abc/x",
            "replay/abc/1/2",
            "table/a%22b",
        ] {
            assert_eq!(read(path), None, "{path}");
        }
    }

    #[test]
    fn nothing_in_a_tag_ends_it() {
        let head = written(
            "Knots & \"Loops\"",
            &["A <game>".to_owned()],
            "http://x/",
            "http://x/p.png",
        );
        assert!(head.contains("content=\"Knots &amp; &quot;Loops&quot; · Bobbin\""));
        assert!(head.contains("content=\"A &lt;game&gt;.\""));
        assert_eq!(head.matches("<meta ").count(), 9);
    }
}
