//! Names and sentences as the person at the terminal reads them, by the rule of the page.

use bobbin_game::{Names, Seat, Sentence};
use unicode_width::UnicodeWidthStr as _;

/// How much of a sentence is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// For someone who sees the table.
    Brief,
    /// With what stands aside.
    Full,
}

/// Who is who, for the person at this seat: a label is a name, and one's own has a tag.
#[derive(Clone, Debug)]
pub struct Company {
    names: Vec<String>,
    me: Seat,
}

impl Company {
    /// The players by these names, one of whom reads.
    pub fn new(names: Vec<String>, me: Seat) -> Company {
        Company { names, me }
    }

    pub(crate) fn me(&self) -> Seat {
        self.me
    }

    /// The name of a seat.
    pub(crate) fn name(&self, seat: Seat) -> String {
        Names(&self.names).of(seat)
    }

    /// The name of a seat as a label: one's own is "Wren (you)".
    pub(crate) fn label(&self, seat: Seat) -> String {
        let tag = if seat == self.me { " (you)" } else { "" };
        self.name(seat) + tag
    }

    /// The labels of all seats.
    pub(crate) fn labels(&self) -> Vec<String> {
        Seat::all(self.names.len()).map(|seat| self.label(seat)).collect()
    }

    /// The names of all seats in a sentence to this person, who is "You".
    pub(crate) fn spoken(&self) -> Vec<String> {
        let name = |seat| {
            if seat == self.me {
                "You".to_owned()
            } else {
                self.name(seat)
            }
        };
        Seat::all(self.names.len()).map(name).collect()
    }

    /// The names of the others.
    pub(crate) fn others(&self) -> Vec<String> {
        let others = Seat::all(self.names.len()).filter(|seat| *seat != self.me);
        others.map(|seat| self.name(seat)).collect()
    }

    /// A sentence with names.
    pub(crate) fn say(&self, sentence: &Sentence, length: Length) -> String {
        match length {
            Length::Brief => sentence.in_brief(&Names(&self.names)),
            Length::Full => sentence.in_full(&Names(&self.names)),
        }
    }

    /// A text of a game that knows seats by number only, with names in it.
    pub fn name_seats(&self, text: &str) -> String {
        let mut named = text.to_owned();
        for seat in Seat::all(self.names.len()) {
            let name = self.name(seat);
            for word in ["Seat", "seat"] {
                let own = format!("{word} {seat} (you)");
                named = replaced(&named, &own, &format!("{name} (you)"));
                named = replaced(&named, &format!("{word} {seat}"), &name);
            }
        }
        named
    }
}

/// A text with another word in the place of one; columns stay where they are.
fn replaced(text: &str, word: &str, with: &str) -> String {
    let mut parts = text.split(word);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += with;
        let (old, new) = (word.width(), with.width());
        let spaces = part.len() - part.trim_start_matches(' ').len();
        match spaces {
            2.. if new <= old => {
                out.extend(std::iter::repeat_n(' ', old - new));
                out += part;
            }
            2.. => out += &part[(new - old).min(spaces - 1)..],
            _ => out += part,
        }
    }
    out
}

/// A text in lines of at most so many columns.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = line.width() + word.width() + usize::from(!line.is_empty());
            if longer > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

/// "1 card", "2 cards".
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// "a", "a or b", "a, b or c".
pub(crate) fn one_of(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use bobbin_game::say;

    use super::*;

    #[test]
    fn lines_are_as_wide_as_they_look() {
        let lines = wrapped("山田太郎 takes a tile", 12);
        assert_eq!(lines, ["山田太郎", "takes a tile"]);
        assert_eq!(crate::canvas::shortened("山田太郎", 6), "山田…");
        assert_eq!(crate::canvas::shortened("山田太郎", 5), "山田…");
        assert_eq!(crate::canvas::shortened("山田太郎", 8), "山田太郎");
    }

    #[test]
    fn a_label_is_a_name_with_a_tag_and_only_a_sentence_to_you_says_you() {
        let company = Company::new(vec!["Wren".to_owned(), "Basil".to_owned()], Seat::new(0));
        let took = say!("{} takes a teal tile · space 3", Seat::new(0).said());
        assert_eq!(
            company.say(&took, Length::Full),
            "Wren takes a teal tile · space 3"
        );
        assert_eq!(company.say(&took, Length::Brief), "Wren takes a teal tile");
        assert_eq!(company.labels(), ["Wren (you)", "Basil"]);
        assert_eq!(company.spoken(), ["You", "Basil"]);
        assert_eq!(company.others(), ["Basil"]);
    }

    #[test]
    fn seats_get_names_and_columns_stay() {
        let names = vec!["Ann".to_owned(), "Clementine".to_owned()];
        let company = Company::new(names, Seat::new(0));
        let text = "▸ seat 0 (you)  waits\n  seat 1        waits for seat 0.";
        assert_eq!(
            company.name_seats(text),
            "▸ Ann (you)     waits\n  Clementine    waits for Ann."
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three\nfour", 7), ["one two", "three", "four"]);
    }
}
