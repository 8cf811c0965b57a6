//! Buttons: three types, each a pile of thirty.

use std::fmt;
use std::str::FromStr;

use bobbin_game::NotationError;
use serde::Serialize;

use crate::garment::GarmentType;
use crate::pattern::Pattern;
use crate::yarn::Color;
use bobbin_game::{named, text_serde};

named! {
    /// 1.3: the shape of a button. A garment gets at most one of each (5.20).
    ButtonType, "a type of button", {
        /// Asks for colors.
        Color = "color",
        /// Asks for a pattern.
        Pattern = "pattern",
        /// Asks for a type of garment.
        Garment = "garment",
    }
}

/// 1.3: buttons of each type.
pub const BUTTONS_PER_TYPE: usize = 30;

/// A kind of button: its type and its number in the content, `color-07`. Buttons of one kind are alike in all.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Button {
    /// Its type.
    pub shape: ButtonType,
    kind: u8,
}

impl Button {
    /// The kind with this number, below [`BUTTONS_PER_TYPE`].
    pub(crate) const fn new(shape: ButtonType, kind: u8) -> Button {
        Button { shape, kind }
    }

    /// Its number within its type.
    pub const fn kind(self) -> usize {
        self.kind as usize
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}", self.shape, self.kind + 1)
    }
}

impl FromStr for Button {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::new(text, "a button: color-07, pattern-02 or garment-11");
        let (shape, number) = text.split_once('-').ok_or_else(wrong)?;
        let shape = shape.parse().map_err(|_| wrong())?;
        let kind = crate::garment::two_digits(number)
            .filter(|&kind| usize::from(kind) < BUTTONS_PER_TYPE)
            .ok_or_else(wrong)?;
        Ok(Button { shape, kind })
    }
}

text_serde!(Button);

/// What is printed on a button. Its text is how people call it: `color-07` says nothing to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ButtonFace {
    /// What it asks for.
    pub wish: Wish,
    /// Its points.
    pub points: u8,
}

impl fmt::Display for ButtonFace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wish = match self.wish {
            Wish::Colors(colors) => colors.iter().map(Color::name).collect::<Vec<_>>().join("+"),
            Wish::Pattern(pattern) => pattern.to_string(),
            Wish::Garment(garment) => garment.words(),
        };
        write!(f, "the {wish} button ({})", self.points)
    }
}

/// What a button asks of a garment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Wish {
    /// All these colors are in the garment.
    Colors(ColorSet),
    /// It has this pattern.
    Pattern(Pattern),
    /// It is of this type.
    Garment(GarmentType),
}

bobbin_game::set_of! {
    /// A set of colors.
    #[derive(Debug)]
    #[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = Vec<Color>))]
    ColorSet(u8) of Color, |color| color as u8, |number| Color::ALL[number as usize]
}

impl ColorSet {
    /// All six.
    pub const ALL: ColorSet = ColorSet((1 << Color::COUNT) - 1);

    /// As a number below 64, for tables.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
}
