//! Sentences as the person at the terminal reads them: whoever plays there is "You".

use bobbin_game::sentence::Part;
use bobbin_game::{Names, Seat, Sentence};

/// How much of a sentence is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    /// For someone who sees the table.
    Brief,
    /// With what stands aside.
    Full,
}

/// Who is who, for the person at this seat.
#[derive(Clone, Debug)]
pub struct Company {
    names: Vec<String>,
    me: Seat,
}

impl Company {
    /// The players by these names, one of whom reads.
    pub fn new(mut names: Vec<String>, me: Seat) -> Company {
        if let Some(name) = names.get_mut(me.index()) {
            "You".clone_into(name);
        }
        Company { names, me }
    }

    pub(crate) fn me(&self) -> Seat {
        self.me
    }

    /// The name of a seat: "You" for one's own.
    pub(crate) fn name(&self, seat: Seat) -> String {
        Names(&self.names).of(seat)
    }

    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    /// A sentence, spoken to the person.
    pub(crate) fn say(&self, sentence: &Sentence, length: Length) -> String {
        let mut text = String::new();
        // What was said last was this person: the verb that follows is of the second person.
        let mut is_you = false;
        let mut is_subject = false;
        for part in sentence.parts() {
            match part {
                Part::Player { seat } if *seat == self.me => {
                    is_you = true;
                    is_subject |= text.is_empty();
                    text += if text.is_empty() { "You" } else { "you" };
                    continue;
                }
                Part::Player { seat } => text += &self.name(*seat),
                Part::Text(words) if is_you => text = second_person(text, words),
                Part::Text(words) | Part::Piece { words, .. } => text += words,
                Part::Aside { aside } if length == Length::Full => {
                    text += " · ";
                    text += aside;
                }
                Part::Aside { .. } => {}
            }
            is_you = false;
        }
        let text = text
            .replace("the turn of you", "your turn")
            .replace("the yarn of you", "your yarn");
        if is_subject {
            return text.replace(" their own ", " your own ");
        }
        capital(text)
    }

    /// A text of a game that knows seats by number only, with names in it.
    pub(crate) fn name_seats(&self, text: &str) -> String {
        let mut named = text.to_owned();
        for seat in Seat::all(self.names.len()) {
            let name = self.name(seat);
            for word in ["Seat", "seat"] {
                named = replaced(&named, &format!("{word} {seat} (you)"), "You");
                named = replaced(&named, &format!("{word} {seat}"), &name);
            }
        }
        named
    }
}

fn capital(text: String) -> String {
    match text.strip_prefix("seat ") {
        Some(rest) => format!("Seat {rest}"),
        None => text,
    }
}

/// A text with another word in the place of one; columns stay where they are.
fn replaced(text: &str, word: &str, with: &str) -> String {
    let mut parts = text.split(word);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += with;
        let (old, new) = (word.chars().count(), with.chars().count());
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

/// The text so far, which ends with "You", and what follows it: "takes a tile and lays it" becomes "take a tile and
/// lay it".
fn second_person(mut before: String, after: &str) -> String {
    if let Some(rest) = after.strip_prefix("'s") {
        before += "r";
        return before + rest;
    }
    let Some(rest) = after.strip_prefix(' ') else {
        return before + after;
    };
    let (verb, rest) = rest.split_at(rest.find([' ', '.', ':']).unwrap_or(rest.len()));
    before += " ";
    before += &of_second_person(verb);
    // A second verb stands after an "and" at once: "discards a tile and turns another over".
    for (place, part) in rest.split(" and ").enumerate() {
        if place > 0 {
            let (word, rest) = part.split_at(part.find(' ').unwrap_or(part.len()));
            before += " and ";
            before += &match word {
                "lays" | "passes" | "takes" | "turns" => of_second_person(word),
                _ => word.to_owned(),
            };
            before += rest;
        } else {
            before += part;
        }
    }
    before
}

/// "take" of "takes".
fn of_second_person(verb: &str) -> String {
    match verb {
        "is" => "are".to_owned(),
        "has" => "have".to_owned(),
        _ => {
            let hisses = ["sses", "shes", "ches", "xes"]
                .iter()
                .any(|end| verb.ends_with(end));
            let end = if hisses { "es" } else { "s" };
            verb.strip_suffix(end).unwrap_or(verb).to_owned()
        }
    }
}

/// A text in lines of at most so many characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = line.chars().count() + word.chars().count() + usize::from(!line.is_empty());
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

    fn told(sentence: &Sentence) -> String {
        let names = ["Ann".to_owned(), "Hazel".to_owned()];
        Company::new(names.to_vec(), Seat::new(0)).say(sentence, Length::Full)
    }

    #[test]
    fn who_plays_is_spoken_to() {
        let (me, other) = (Seat::new(0).said(), Seat::new(1).said());
        for (sentence, spoken) in [
            (
                say!("{me} takes a teal knit tile · space 3"),
                "You take a teal knit tile · space 3",
            ),
            (say!("{other} takes a teal tile"), "Hazel takes a teal tile"),
            (say!("{me} is done"), "You are done"),
            (
                say!("{me} discards a tile and turns a teal one over"),
                "You discard a tile and turn a teal one over",
            ),
            (say!("{me} keeps pink and yellow"), "You keep pink and yellow"),
            (
                say!("{me} finds no space and passes"),
                "You find no space and pass",
            ),
            (say!("{me} finishes the list"), "You finish the list"),
            (say!("{me} passes"), "You pass"),
            (
                say!("{me} replaces their own card 3"),
                "You replace your own card 3",
            ),
            (
                say!("{other} replaces {me}'s card 3"),
                "Hazel replaces your card 3",
            ),
            (
                say!("Round 2: {me} is first player"),
                "Round 2: you are first player",
            ),
            (
                say!("Round 2: it is the turn of {me}"),
                "Round 2: it is your turn",
            ),
            (say!("Waiting for {other}."), "Waiting for Hazel."),
            (
                say!("The bag is empty: {me} draws nothing"),
                "The bag is empty: you draw nothing",
            ),
            (
                say!("{me} can keep one of them · hats 3"),
                "You can keep one of them · hats 3",
            ),
        ] {
            assert_eq!(told(&sentence), spoken);
        }
    }

    #[test]
    fn seats_get_names_and_columns_stay() {
        let names = vec!["Ann".to_owned(), "Clementine".to_owned()];
        let company = Company::new(names, Seat::new(0));
        let text = "▸ seat 0 (you)  waits\n  seat 1        waits for seat 0.";
        assert_eq!(
            company.name_seats(text),
            "▸ You           waits\n  Clementine    waits for You."
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("one two three\nfour", 7), ["one two", "three", "four"]);
    }
}
