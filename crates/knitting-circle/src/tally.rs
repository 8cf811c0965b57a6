//! What a seat's completed garments come to: the base of requests, bonuses, scores and achievements.

use serde::Serialize;

use crate::button::{ButtonType, ColorSet};
use crate::condition::ScoreLine;
use crate::content::KnittingContent;
use crate::garment::{Garment, GarmentType};
use crate::pattern::Pattern;
use crate::yarn::Color;

/// Counts over the completed garments of one seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Completed garments.
    pub garments: u8,
    /// Of each type.
    pub types: [u8; GarmentType::COUNT],
    /// Of each pattern.
    pub patterns: [u8; Pattern::COUNT],
    /// Without a pattern.
    pub ugly: u8,
    /// With all spaces filled.
    pub full: u8,
    /// With a button of each type.
    pub with_three_buttons: u8,
    /// Tiles of each color.
    pub tiles: [u8; Color::COUNT],
    /// Buttons of each type.
    pub buttons: [u8; ButtonType::COUNT],
    /// 7.6: the most garments that have the same two colors in stripes.
    pub identical_stripes: u8,
    /// Their two colors, of the latest such garments if there are several; empty if nothing is striped.
    pub stripes: ColorSet,
    /// The most colors in one garment.
    pub most_colors: u8,
    /// 9.3: points of the buttons.
    pub button_points: i32,
    /// 9.4: points of the lowest filled spaces.
    pub garment_points: i32,
}

impl Tally {
    pub(crate) fn of<'a>(content: &KnittingContent, garments: impl Iterator<Item = &'a Garment>) -> Tally {
        let mut tally = Tally::default();
        let mut stripes = [0u8; 1 << Color::COUNT];
        for garment in garments {
            let ladder = content.garment(garment.card().garment());
            tally.garments += 1;
            tally.types[garment.card().garment().index()] += 1;
            tally.full += u8::from(garment.len() == ladder.spaces.len());
            tally.garment_points += i32::from(ladder.points_at(garment.len()));
            let colors = garment.colors();
            let set: ColorSet = colors.iter().copied().collect();
            for color in colors {
                tally.tiles[color.index()] += 1;
            }
            tally.most_colors = tally.most_colors.max(set.len() as u8);
            match garment.pattern() {
                Some(pattern) => {
                    tally.patterns[pattern.index()] += 1;
                    if pattern == Pattern::Striped {
                        let alike = &mut stripes[set.index()];
                        *alike += 1;
                        if *alike >= tally.identical_stripes {
                            tally.identical_stripes = *alike;
                            tally.stripes = set;
                        }
                    }
                }
                None => tally.ugly += 1,
            }
            let mut placed = 0;
            for button in garment.buttons() {
                placed += 1;
                tally.buttons[button.shape.index()] += 1;
                tally.button_points += i32::from(content.button(button).points);
            }
            tally.with_three_buttons += u8::from(placed == ButtonType::COUNT);
        }
        tally
    }
}

/// The five lines of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Score {
    /// 9.3
    pub buttons: i32,
    /// 9.4
    pub garments: i32,
    /// 9.5
    pub bonuses: i32,
    /// 9.7: zero or less.
    pub ugly: i32,
    /// 9.8
    pub requests: i32,
}

impl Score {
    /// All lines together.
    pub fn total(&self) -> i32 {
        ScoreLine::ALL.iter().map(|&line| self.line(line)).sum()
    }

    /// The points of a line.
    pub fn line(&self, line: ScoreLine) -> i32 {
        match line {
            ScoreLine::Buttons => self.buttons,
            ScoreLine::Garments => self.garments,
            ScoreLine::Bonuses => self.bonuses,
            ScoreLine::Ugly => self.ugly,
            ScoreLine::Requests => self.requests,
        }
    }
}

/// All that is known of a seat once the game is over.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// Its completed garments.
    pub tally: Tally,
    /// Its score.
    pub score: Score,
    /// How many requests it fulfilled.
    pub requests_met: u8,
    /// 9.10: its drafted tiles and those in the bowl.
    pub tiles_left: u32,
    /// Is it among the winners? A solo player is not: there is nobody to beat.
    pub won: bool,
}
