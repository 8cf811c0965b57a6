//! What alerts say. Nothing but the game, who sits there, and where it leads.

use std::fmt::Write as _;

use super::Kind;

/// What a sentence is made from.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) kind: Kind,
    /// The game's name.
    pub(crate) game: Option<String>,
    /// Who else sits there.
    pub(crate) names: Vec<String>,
    /// Who or what it is about.
    pub(crate) name: Option<String>,
}

impl Subject {
    /// A whole sentence.
    pub(crate) fn sentence(&self) -> String {
        let game = self.game.as_deref().unwrap_or("a game");
        let with = with(&self.names);
        let name = self.name.as_deref();
        match self.kind {
            Kind::Turn => format!("It is your turn in {game}{with}."),
            Kind::Started => format!("Your game of {game}{with} has begun."),
            Kind::Over => format!("Your game of {game}{with} is over."),
            Kind::Invitation => format!("{} invites you to {game}.", name.unwrap_or("Somebody")),
            Kind::Friend => format!("{} would like to be your friend.", name.unwrap_or("Somebody")),
            Kind::Tournament => format!("There is news in {}.", name.unwrap_or("your tournament")),
        }
    }

    /// A few words, for a line that is read at a glance.
    pub(crate) fn headline(&self) -> String {
        let what = match self.kind {
            Kind::Turn => "Your turn",
            Kind::Started => "Your game has begun",
            Kind::Over => "Your game is over",
            Kind::Invitation => "You are invited",
            Kind::Friend => "Somebody would like to be your friend",
            Kind::Tournament => "News of your tournament",
        };
        match &self.game {
            Some(game) => format!("{what} · {game}"),
            None => what.to_owned(),
        }
    }
}

fn with(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => format!(" with {one}"),
        [all @ .., last] => format!(" with {} and {last}", all.join(", ")),
    }
}

/// A sentence and where it leads.
pub(crate) struct Line {
    pub(crate) words: String,
    pub(crate) url: String,
    /// What stands on the button.
    pub(crate) button: &'static str,
}

/// A letter's subject.
pub(crate) fn subject(subjects: &[&Subject]) -> String {
    match subjects {
        [one] => one.headline(),
        several => format!("{} things at Bobbin for you", several.len()),
    }
}

/// A letter as plain text.
pub(crate) fn plain(lines: &[Line], foot: &Foot<'_>) -> String {
    let mut text = String::new();
    for Line { words, url, .. } in lines {
        let _ = write!(text, "{words}\n{url}\n\n");
    }
    let _ = write!(text, "-- \n{}\n", foot.words);
    for (words, url) in &foot.links {
        let _ = writeln!(text, "{words}: {url}");
    }
    text
}

/// What stands below a letter.
pub(crate) struct Foot<'a> {
    pub(crate) words: &'a str,
    pub(crate) links: Vec<(&'static str, String)>,
}

/// A letter as HTML: no script, no picture, nothing that is fetched.
pub(crate) fn html(lines: &[Line], foot: &Foot<'_>) -> String {
    let mut body = String::new();
    for Line { words, url, button } in lines {
        let _ = write!(
            body,
            r#"<p style="margin:0 0 12px;font-size:17px;line-height:1.45">{}</p>
<p style="margin:0 0 28px"><a href="{}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#2f5d50;color:#ffffff;font-weight:600;text-decoration:none">{button}</a></p>
"#,
            escaped(words),
            escaped(url),
        );
    }
    let below: Vec<String> = foot
        .links
        .iter()
        .map(|(words, url)| format!(r#"<a href="{}" style="color:#6b6358">{words}</a>"#, escaped(url)))
        .collect();
    format!(
        r#"<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"></head>
<body style="margin:0;padding:24px 12px;background:#f4efe6;color:#2b2620;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:28px 24px 12px;border-radius:16px;background:#fffdf9">
{body}</div>
<p style="max-width:480px;margin:16px auto 0;padding:0 24px;font-size:13px;line-height:1.5;color:#6b6358">{}<br>{}</p>
</body>
</html>
"#,
        escaped(foot.words),
        below.join(" · ")
    )
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    let mut html = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\'' => html.push_str("&#39;"),
            letter => html.push(letter),
        }
    }
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject_of(kind: Kind, names: &[&str]) -> Subject {
        Subject {
            kind,
            game: Some("Circuitous".to_owned()),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            name: Some("Ann".to_owned()),
        }
    }

    #[test]
    fn each_kind_has_a_sentence_and_a_line() {
        let turn = |names| subject_of(Kind::Turn, names).sentence();
        assert_eq!(turn(&[]), "It is your turn in Circuitous.");
        assert_eq!(turn(&["Ben"]), "It is your turn in Circuitous with Ben.");
        assert_eq!(
            turn(&["Ben", "Cleo", "Dan"]),
            "It is your turn in Circuitous with Ben, Cleo and Dan."
        );
        let said: Vec<(String, String)> = Kind::ALL
            .iter()
            .map(|kind| subject_of(*kind, &["Ben"]))
            .map(|subject| (subject.sentence(), subject.headline()))
            .collect();
        let sentences: std::collections::BTreeSet<_> = said.iter().map(|(sentence, _)| sentence).collect();
        assert_eq!(sentences.len(), Kind::ALL.len());
        assert!(
            said.iter()
                .all(|(sentence, line)| sentence.ends_with('.') && line.ends_with("Circuitous"))
        );
    }

    #[test]
    fn what_people_are_called_is_text_in_a_letter() {
        let line = Line {
            words: "It is your turn in Circuitous with <b>\"Ben\"</b> & 'Cleo'.".to_owned(),
            url: "https://example.org/table/x".to_owned(),
            button: "Play",
        };
        let foot = Foot {
            words: "",
            links: Vec::new(),
        };
        let html = html(&[line], &foot);
        assert!(html.contains("with &lt;b&gt;&quot;Ben&quot;&lt;/b&gt; &amp; &#39;Cleo&#39;."));
    }
}
