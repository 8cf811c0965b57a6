//! What people call themselves and say: it can be read, and nobody passes for somebody else.

mod letters;

use std::sync::LazyLock;

use bobbin_bots::BOT_NAMES;
use letters::{Unfit, check_line, is_mark, is_of_a_word, is_solid};
use unicode_normalization::UnicodeNormalization as _;
use unicode_script::{Script, UnicodeScript as _};
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::error::Problem;
use crate::table::SOMEONE_WHO_LEFT;

/// The most characters of a name, as a reader counts them.
const MOST_OF_NAME: usize = 24;

/// The most bytes of a name.
const MOST_BYTES_OF_NAME: usize = 200;

/// The most characters of a message, as a reader counts them.
const MOST_OF_CHAT: usize = 300;

/// The most bytes of a message.
const MOST_BYTES_OF_CHAT: usize = 4_000;

/// A name as others see it: 1 to 24 characters that can be seen, on one line, in one spelling (NFC), and no name that
/// the table has for others.
pub(crate) fn checked_name(name: &str) -> Result<String, Problem> {
    let name: String = name.nfc().collect();
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    check_fit(&name, MOST_OF_NAME, MOST_BYTES_OF_NAME)
        // Sentences in which the name stands say less important things after such a dot.
        .and_then(|()| if name.contains(" · ") { Err(None) } else { Ok(()) })
        .map_err(|why| {
            let message = why
                .unwrap_or("A name has 1 to 24 characters, all of them visible, and no dot between spaces.");
            Problem::unacceptable("name", message)
        })?;
    if !name.chars().any(is_solid) {
        let message = "There is a letter, a digit or a picture in a name.";
        return Err(Problem::unacceptable("name", message));
    }
    if !name.split(|letter| !is_of_a_word(letter)).all(is_of_one_script) {
        let message = "The letters of one word of a name are of one script: some of these look like others.";
        return Err(Problem::unacceptable("name", message));
    }
    check_free(&name)?;
    Ok(name)
}

/// A message as others see it: 1 to 300 characters that can be seen, on any number of lines.
pub(crate) fn checked_chat(text: &str) -> Result<String, Problem> {
    let text: String = text.replace("\r\n", "\n").nfc().collect();
    let text = text.trim().to_owned();
    check_fit(&text, MOST_OF_CHAT, MOST_BYTES_OF_CHAT).map_err(|why| {
        let message = why.unwrap_or("A message has 1 to 300 characters, all of them visible.");
        Problem::unacceptable("text", message)
    })?;
    Ok(text)
}

/// Can this be shown on one line as it is?
pub(crate) fn is_readable(text: &str) -> bool {
    check_line(text).is_ok()
}

/// A name as a table has it: with a number where people would take it for one that is there, “Wren 2”.
pub(crate) fn told_apart<'a>(name: &str, taken: impl IntoIterator<Item = &'a str>) -> String {
    let taken: Vec<&str> = taken.into_iter().collect();
    let is_free = |name: &String| !taken.iter().any(|other| look_alike(name, other));
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(is_free).expect("there are more numbers than seats")
}

/// Would people take one name for the other? Capitals, spaces, punctuation and whatever is not seen count for nothing,
/// and letters that look the same are the same, of whatever script.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    Looks::of(one).are_like(&Looks::of(other))
}

/// What all names that people would take for this one have in common, but for their capitals.
pub(crate) fn look_key(name: &str) -> String {
    Looks::of(name).in_small
}

/// Why a text is not taken, if there is more to say than how long it may be and what may be in it.
type Why = Option<&'static str>;

fn check_fit(text: &str, most: usize, most_bytes: usize) -> Result<(), Why> {
    if text.is_empty() || text.len() > most_bytes || text.graphemes(true).count() > most {
        return Err(None);
    }
    text.split('\n')
        .try_for_each(check_line)
        .map_err(|why| match why {
            Unfit::Hidden => None,
            Unfit::Stacked => Some("There are too many marks on one letter."),
        })
}

/// Are the letters of a word of one script, or of one beside Latin that does not look like it? Japanese and Korean are
/// written in several that count as one.
fn is_of_one_script(word: &str) -> bool {
    let common_to = |letters: &mut dyn Iterator<Item = char>| {
        letters.fold(AugmentedScriptSet::default(), |mut all, letter| {
            all.intersect_with(letter.into());
            all
        })
    };
    if !common_to(&mut word.chars()).is_empty() {
        return true;
    }
    let others = common_to(&mut word.chars().filter(|letter| letter.script() != Script::Latin));
    let is_like_latin = [Script::Cyrillic, Script::Greek, Script::Cherokee, Script::Coptic]
        .iter()
        .any(|script| others.base.contains_script(*script));
    !others.is_empty() && !is_like_latin
}

/// How a name looks, whoever reads it. In capitals other letters look the same than in small ones, so there are two
/// looks.
#[derive(PartialEq, Eq, Debug)]
struct Looks {
    in_small: String,
    as_written: String,
}

impl Looks {
    fn of(name: &str) -> Self {
        let name: String = name.nfkc().collect();
        let looks = |name: &str| -> String {
            let skeleton: String = unicode_security::skeleton(name).collect();
            // What a mark stands on is solid, so marks are kept where they count.
            let is_kept = |letter: &char| is_solid(*letter) || is_mark(*letter);
            folded(&skeleton).chars().filter(is_kept).collect()
        };
        Looks {
            in_small: looks(&folded(&name)),
            as_written: looks(&name),
        }
    }

    /// The same without marks on letters.
    fn bare(name: &str) -> Self {
        let bare: String = name.nfkd().filter(|letter| !is_mark(*letter)).collect();
        Looks::of(&bare)
    }

    fn are_like(&self, other: &Looks) -> bool {
        let is_same = |one: &str, other: &str| !one.is_empty() && one == other;
        is_same(&self.in_small, &other.in_small) || is_same(&self.as_written, &other.as_written)
    }
}

/// Without a difference between capitals and small letters: what full case folding gives, but for a few letters of
/// Cherokee.
fn folded(text: &str) -> String {
    text.to_uppercase().to_lowercase()
}

/// Whom the page, the log or the records call so.
const TAKEN: [&str; 13] = [
    SOMEONE_WHO_LEFT,
    "You",
    "Someone",
    "Somebody",
    "Nobody",
    "Everybody",
    "Everyone",
    "Spectator",
    "Bot",
    "System",
    "Server",
    "Staff",
    "Support",
];

/// No word of a name is one of these: nobody here speaks for whoever runs the server.
const OFFICES: [&str; 5] = ["Bobbin", "Admin", "Administrator", "Moderator", "Operator"];

/// How seats without a name are called.
const MOST_SEATS: usize = BOT_NAMES.len();

/// Names that are not free, by how they look.
static NOT_FREE: LazyLock<Vec<(Looks, String)>> = LazyLock::new(|| {
    let seats = (1..=MOST_SEATS).map(|number| format!("Seat {number}"));
    let fixed = BOT_NAMES.iter().chain(&TAKEN).chain(&OFFICES);
    let names = fixed.map(|name| (*name).to_owned()).chain(seats);
    names.map(|name| (Looks::bare(&name), name)).collect()
});

/// The words of a name, whatever stands between them.
fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric())
}

fn check_free(name: &str) -> Result<(), Problem> {
    let taken = |looks: &Looks| NOT_FREE.iter().find(|(taken, _)| looks.are_like(taken));
    let is_office =
        |word: &&str| taken(&Looks::bare(word)).is_some_and(|(_, taken)| OFFICES.contains(&taken.as_str()));
    let found = taken(&Looks::bare(name)).or_else(|| taken(&Looks::bare(words(name).find(is_office)?)));
    let Some((_, taken)) = found else {
        return Ok(());
    };
    let message = if BOT_NAMES.contains(&taken.as_str()) {
        format!(
            "“{taken}” is what a bot is called here: add something to your name, so that the two can be told apart."
        )
    } else {
        format!("“{taken}” is nobody's name here: choose another one.")
    };
    Err(Problem::unacceptable("name", message))
}

#[cfg(test)]
mod tests;
