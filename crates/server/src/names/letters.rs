//! Which letters can be shown: those that are seen, and the few unseen ones where a script or an emoji needs them.

use icu_properties::props::{
    CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, EmojiModifier, ExtendedPictographic,
    GeneralCategory, JoiningType, UnifiedIdeograph,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_script::{Script, UnicodeScript as _};

/// Why a text cannot be shown as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unfit {
    /// Something in it is not seen, or changes how the rest is.
    Hidden,
    /// Too many marks on one letter.
    Stacked,
}

/// The most nonspacing marks on one letter. Thai, Tibetan, Burmese and pointed Hebrew need three.
const MOST_MARKS: usize = 3;

const ZWNJ: char = '\u{200c}';
const ZWJ: char = '\u{200d}';
const KEYCAP: char = '\u{20e3}';

/// What stands in a font for nothing, or for what is not there, though it counts as a letter or a symbol.
const BLANKS: [char; 5] = ['\u{2800}', '\u{fffc}', '\u{fffd}', '\u{16fe4}', '\u{1d159}'];

/// Is one line of text shown as it is?
pub(super) fn check_line(line: &str) -> Result<(), Unfit> {
    let letters: Vec<char> = line.chars().collect();
    let mut marks = 0;
    for (at, letter) in letters.iter().enumerate() {
        let kind = kind(*letter);
        if is_unseen(*letter, kind) && !is_in_place(*letter, &letters[..at], &letters[at + 1..]) {
            return Err(Unfit::Hidden);
        }
        match kind {
            GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark if !is_ignorable(*letter) => {
                marks += 1;
            }
            GeneralCategory::NonspacingMark | GeneralCategory::SpacingMark | GeneralCategory::Format => {}
            _ => marks = 0,
        }
        if marks > MOST_MARKS {
            return Err(Unfit::Stacked);
        }
    }
    Ok(())
}

/// Is it a letter, a digit or a picture, and not only what stands between or upon those?
pub(super) fn is_solid(letter: char) -> bool {
    use GeneralCategory as Kind;
    !matches!(
        kind(letter),
        Kind::NonspacingMark
            | Kind::EnclosingMark
            | Kind::SpacingMark
            | Kind::SpaceSeparator
            | Kind::ConnectorPunctuation
            | Kind::DashPunctuation
            | Kind::OpenPunctuation
            | Kind::ClosePunctuation
            | Kind::InitialPunctuation
            | Kind::FinalPunctuation
            | Kind::OtherPunctuation
            | Kind::Format
    ) && !is_ignorable(letter)
}

/// Is it a letter or belongs to one?
pub(super) fn is_of_a_word(letter: char) -> bool {
    use GeneralCategory as Kind;
    letter.is_alphabetic()
        || matches!(
            kind(letter),
            Kind::NonspacingMark | Kind::EnclosingMark | Kind::SpacingMark | Kind::Format
        )
}

/// Is it a mark on a letter?
pub(super) fn is_mark(letter: char) -> bool {
    matches!(
        kind(letter),
        GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark
    )
}

fn kind(letter: char) -> GeneralCategory {
    CodePointMapData::<GeneralCategory>::new().get(letter)
}

fn is_ignorable(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

fn is_unseen(letter: char, kind: GeneralCategory) -> bool {
    use GeneralCategory as Kind;
    let is_odd = matches!(
        kind,
        Kind::Control
            | Kind::Format
            | Kind::PrivateUse
            | Kind::Surrogate
            | Kind::Unassigned
            | Kind::LineSeparator
            | Kind::ParagraphSeparator
    );
    is_odd || is_ignorable(letter) || BLANKS.contains(&letter)
}

/// Does something unseen change what is seen, here between these letters?
fn is_in_place(letter: char, before: &[char], after: &[char]) -> bool {
    let last = before.last().copied();
    match letter {
        ZWJ => joins_emoji(before, after) || last.is_some_and(is_virama) || is_bengali_ya(last, after),
        ZWNJ => last.is_some_and(is_virama) || parts_joined_letters(before, after),
        // As a picture or as text.
        '\u{fe0e}' | '\u{fe0f}' => last.is_some_and(|last| {
            let is_emoji = CodePointSetData::new::<Emoji>().contains(last);
            is_emoji && (!last.is_ascii() || after.first() == Some(&KEYCAP))
        }),
        // Another form of the same character, as families write their names in Japan.
        '\u{e0100}'..='\u{e01ef}' => {
            last.is_some_and(|last| CodePointSetData::new::<UnifiedIdeograph>().contains(last))
        }
        '\u{180b}'..='\u{180d}' | '\u{180f}' => last.is_some_and(|last| last.script() == Script::Mongolian),
        _ => false,
    }
}

/// A family, a trade, a flag: several pictures that are one.
fn joins_emoji(before: &[char], after: &[char]) -> bool {
    let is_picture = |letter: &char| CodePointSetData::new::<ExtendedPictographic>().contains(*letter);
    let is_dress =
        |letter: &char| *letter == '\u{fe0f}' || CodePointSetData::new::<EmojiModifier>().contains(*letter);
    let joined = before.iter().rev().find(|letter| !is_dress(letter));
    joined.is_some_and(is_picture) && after.first().is_some_and(is_picture)
}

/// After the sign that takes a vowel away, scripts of India and around it are joined or not by what follows.
fn is_virama(letter: char) -> bool {
    CodePointMapData::<CanonicalCombiningClass>::new().get(letter) == CanonicalCombiningClass::Virama
}

/// RA, joined before the sign and not after it: র‍্য.
fn is_bengali_ya(last: Option<char>, after: &[char]) -> bool {
    last == Some('\u{9b0}') && after.starts_with(&['\u{9cd}', '\u{9af}'])
}

/// Between letters that would join, as in علی‌رضا: the rule of RFC 5892, A.1.
fn parts_joined_letters(before: &[char], after: &[char]) -> bool {
    let joining = |letter: &char| CodePointMapData::<JoiningType>::new().get(*letter);
    let is_through = |kind: &JoiningType| *kind == JoiningType::Transparent;
    let left = before.iter().rev().map(joining).find(|kind| !is_through(kind));
    let right = after.iter().map(joining).find(|kind| !is_through(kind));
    matches!(left, Some(JoiningType::LeftJoining | JoiningType::DualJoining))
        && matches!(right, Some(JoiningType::RightJoining | JoiningType::DualJoining))
}
