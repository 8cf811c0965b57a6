//! The tables as they are written, not yet checked. Each value knows its place.

use bobbin_game::pack::Text;
use serde::Deserialize;
use toml::Spanned;

/// The tables of a pack; what is left out is the house's.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pack {
    pub(super) garment: Option<Spanned<Vec<Spanned<RawGarment>>>>,
    pub(super) buttons: Option<Spanned<RawButtons>>,
    pub(super) request: Option<Spanned<Vec<RawRequest>>>,
    pub(super) board: Option<Spanned<Vec<Spanned<RawBoard>>>>,
    pub(super) cat: Option<Spanned<Vec<RawCat>>>,
    pub(super) tier: Option<Spanned<Vec<Spanned<RawTier>>>>,
    pub(super) scenario: Option<Spanned<Vec<Spanned<RawScenario>>>>,
    pub(super) achievement: Option<Spanned<Vec<RawAchievement>>>,
}

/// A type of garment.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGarment {
    #[serde(rename = "type")]
    pub(super) garment: Text,
    pub(super) color: Text,
    pub(super) spaces: Spanned<Vec<Text>>,
    pub(super) cards: Spanned<Vec<Spanned<Vec<Text>>>>,
}

/// The three piles of buttons.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawButtons {
    pub(super) color: Spanned<Vec<RawButton>>,
    pub(super) pattern: Spanned<Vec<RawButton>>,
    pub(super) garment: Spanned<Vec<RawButton>>,
}

/// A kind of button.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawButton {
    pub(super) wants: Text,
    pub(super) points: Spanned<i64>,
    pub(super) count: Spanned<i64>,
}

/// A request card.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRequest {
    pub(super) id: Text,
    pub(super) wants: Text,
    pub(super) points: Spanned<i64>,
}

/// A central board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBoard {
    pub(super) cats: Spanned<i64>,
    pub(super) spaces: Spanned<Vec<Text>>,
    pub(super) starts: Spanned<Vec<Spanned<i64>>>,
}

/// A cat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCat {
    pub(super) name: Text,
    pub(super) looks: String,
}

/// A solo title.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTier {
    pub(super) from: Spanned<i64>,
    pub(super) title: Text,
}

/// A scenario.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawScenario {
    pub(super) name: Text,
    pub(super) requests: Spanned<Vec<Text>>,
    pub(super) minimum: Spanned<i64>,
    pub(super) objectives: Vec<Text>,
}

/// An achievement.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAchievement {
    pub(super) id: Text,
    pub(super) name: Text,
    pub(super) modification: Option<Text>,
    pub(super) players: Option<Spanned<i64>>,
    pub(super) wants: Spanned<Vec<Text>>,
}
