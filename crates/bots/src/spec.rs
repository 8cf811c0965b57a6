//! Which bot, and how long it may think, as text: `random`, `search:100ms`, `search:1000i`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use bobbin_game::Game;
use serde::{Deserialize, Serialize};

use crate::{Bot, Greedy, Ismcts, Limit, Manner, Mind, Random, Search};

/// The bots there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotKind {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// [`Ismcts`].
    Ismcts,
    /// [`Search`].
    Search,
    /// A level: sees what lies before it, and is very easily confused.
    Playful,
    /// A level: looks a little ahead and is easily confused.
    Gentle,
    /// A level: looks ahead, is sometimes confused.
    Steady,
    /// A level: looks further ahead.
    Keen,
    /// A level: looks far ahead and is seldom confused.
    Sharp,
    /// A level: the best there is.
    Expert,
}

impl BotKind {
    /// Every bot, the simplest first.
    pub const ALL: &'static [BotKind] = &[
        BotKind::Random,
        BotKind::Greedy,
        BotKind::Ismcts,
        BotKind::Search,
        BotKind::Playful,
        BotKind::Gentle,
        BotKind::Steady,
        BotKind::Keen,
        BotKind::Sharp,
        BotKind::Expert,
    ];

    /// The levels that people choose from, the weakest first.
    pub const LEVELS: &'static [BotKind] = &[
        BotKind::Playful,
        BotKind::Gentle,
        BotKind::Steady,
        BotKind::Keen,
        BotKind::Sharp,
        BotKind::Expert,
    ];

    /// Its name in specs.
    pub fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
            BotKind::Ismcts => "ismcts",
            BotKind::Search => "search",
            BotKind::Playful => "playful",
            BotKind::Gentle => "gentle",
            BotKind::Steady => "steady",
            BotKind::Keen => "keen",
            BotKind::Sharp => "sharp",
            BotKind::Expert => "expert",
        }
    }

    /// A sentence that says what it does.
    pub fn help(self) -> &'static str {
        match self {
            BotKind::Random => "Plays any legal action, all equally likely.",
            BotKind::Greedy => "Looks one step ahead.",
            BotKind::Ismcts => "The textbook search, kept as a yardstick.",
            BotKind::Search => "Our search, for as long as it is given.",
            BotKind::Playful => "For a first game, and for children: plays what looks nice.",
            BotKind::Gentle => "For a relaxed game: thinks a moment and lets good chances pass.",
            BotKind::Steady => "A fair opponent who knows the game.",
            BotKind::Keen => "Plans ahead and seldom lets a chance pass.",
            BotKind::Sharp => "Punishes mistakes and makes few.",
            BotKind::Expert => "The strongest: takes half a second for each action.",
        }
    }

    /// The longest that an answer of a level may take, if it has a bound: a little more than the time it thinks.
    pub fn allowed(self) -> Option<Duration> {
        match self {
            BotKind::Playful | BotKind::Gentle => Some(Duration::from_millis(20)),
            BotKind::Steady => Some(MOST_OF_STEADY * 11 / 10),
            BotKind::Keen => Some(MOST_OF_KEEN * 11 / 10),
            BotKind::Sharp => Some(MOST_OF_SHARP * 11 / 10),
            BotKind::Expert => BotSpec::of(self).limit().time.map(|time| time * 11 / 10),
            _ => None,
        }
    }

    /// Does it think, so that a budget makes sense?
    pub fn takes_budget(self) -> bool {
        matches!(self, BotKind::Ismcts | BotKind::Search | BotKind::Expert)
    }
}

/// How long a bot may think about one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So much time: stronger on a faster machine.
    Time(Duration),
    /// So many iterations: the same on every machine.
    Iterations(u64),
}

/// `100ms`, `2s` or `1000i`.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
            Budget::Iterations(count) => write!(f, "{count}i"),
        }
    }
}

/// The longest time a bot may be given: an hour. More is a slip of the keyboard.
const LONGEST: Duration = Duration::from_hours(1);

impl FromStr for Budget {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<Self, BotSpecError> {
        let wrong = || BotSpecError::Budget {
            found: text.to_owned(),
        };
        let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let number: u64 = text[..text.len() - unit.len()].parse().map_err(|_| wrong())?;
        let budget = match unit {
            "ms" => Budget::Time(Duration::from_millis(number)),
            "s" => Budget::Time(Duration::from_secs(number)),
            "i" => Budget::Iterations(number),
            _ => return Err(wrong()),
        };
        match budget {
            Budget::Time(time) if time > LONGEST => Err(wrong()),
            _ if number == 0 => Err(wrong()),
            budget => Ok(budget),
        }
    }
}

/// What a thinking bot takes if nobody says.
const DEFAULT: Budget = Budget::Time(Duration::from_millis(100));
const DEFAULT_OF_EXPERT: Budget = Budget::Time(Duration::from_millis(500));

/// The weaker levels take so long at most. That is a bound for slow machines; their iterations end it long before on
/// any other, so that a level plays alike everywhere.
const MOST_OF_GENTLE: Duration = Duration::from_millis(12);
const MOST_OF_STEADY: Duration = Duration::from_millis(60);
const MOST_OF_KEEN: Duration = Duration::from_millis(120);
const MOST_OF_SHARP: Duration = Duration::from_millis(200);

/// How many iterations the weaker levels make in a game, and how easily they are confused ([`Manner::temperature`]).
/// More iterations are worth more in one game than in another, so each has its own: a level shall be 120 to 200 Elo
/// above the one below (66 to 76 of a hundred games).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Levels {
    /// For a first game.
    pub playful: (u64, f32),
    /// For a relaxed game.
    pub gentle: (u64, f32),
    /// A fair opponent.
    pub steady: (u64, f32),
    /// One that plans ahead.
    pub keen: (u64, f32),
    /// One that makes few mistakes.
    pub sharp: (u64, f32),
    /// What was measured: the Elo of each of [`BotKind::LEVELS`] with two players, `steady` being 1500, where
    /// people begin.
    pub ratings: Option<[u16; 6]>,
}

impl Levels {
    /// Where nothing else was measured.
    pub const USUAL: Levels = Levels {
        playful: (6, 3.0),
        gentle: (12, 2.0),
        steady: (40, 0.4),
        keen: (90, 0.2),
        sharp: (200, 0.1),
        ratings: None,
    };

    /// The rating of a level, where it was measured.
    pub fn rating(&self, level: BotKind) -> Option<u16> {
        let place = BotKind::LEVELS.iter().position(|known| *known == level)?;
        self.ratings.map(|ratings| ratings[place])
    }
}

/// A bot and its budget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotSpec {
    kind: BotKind,
    budget: Option<Budget>,
}

impl BotSpec {
    /// The bot that plays any legal action.
    pub const RANDOM: BotSpec = BotSpec {
        kind: BotKind::Random,
        budget: None,
    };

    /// Who plays against someone that names nobody.
    pub const USUAL: BotSpec = BotSpec::of(BotKind::Steady);

    /// A bot with its own budget.
    pub const fn of(kind: BotKind) -> Self {
        BotSpec { kind, budget: None }
    }

    /// Our search with this budget.
    pub const fn search(budget: Budget) -> Self {
        BotSpec {
            kind: BotKind::Search,
            budget: Some(budget),
        }
    }

    /// A bot with a budget, or with its own if none is given.
    pub fn new(kind: BotKind, budget: Option<Budget>) -> Result<Self, BotSpecError> {
        match budget {
            Some(budget) if !kind.takes_budget() => Err(BotSpecError::NoBudget {
                name: kind.name(),
                budget,
            }),
            _ => Ok(BotSpec { kind, budget }),
        }
    }

    /// Which bot.
    pub fn kind(self) -> BotKind {
        self.kind
    }

    /// How long it may think, if that was said.
    pub fn budget(self) -> Option<Budget> {
        self.budget
    }

    /// A bot of this kind for one seat of one match. A yardstick knows of the game what was written by hand.
    pub fn build<G: Game, M: Mind<G>>(self) -> Box<dyn Bot<G>> {
        match self.kind {
            BotKind::Random => Box::new(Random),
            BotKind::Greedy => Box::new(Greedy(M::by_hand())),
            BotKind::Ismcts => Box::new(Ismcts::new(self.limit())),
            _ => Box::new(Search::new(M::default(), self.manner(&M::LEVELS))),
        }
    }

    /// How long it thinks.
    fn limit(self) -> Limit {
        let default = match self.kind {
            BotKind::Expert => DEFAULT_OF_EXPERT,
            _ => DEFAULT,
        };
        self.budget.unwrap_or(default).into()
    }

    /// How a search of this kind weighs and chooses, in a game with these levels.
    pub fn manner(self, levels: &Levels) -> Manner {
        let level = |(iterations, temperature), time| Manner {
            temperature,
            ..Manner::serious(Limit {
                time: Some(time),
                iterations: Some(iterations),
            })
        };
        match self.kind {
            BotKind::Playful => level(levels.playful, MOST_OF_GENTLE),
            BotKind::Gentle => level(levels.gentle, MOST_OF_GENTLE),
            BotKind::Steady => level(levels.steady, MOST_OF_STEADY),
            BotKind::Keen => level(levels.keen, MOST_OF_KEEN),
            BotKind::Sharp => level(levels.sharp, MOST_OF_SHARP),
            _ => Manner::serious(self.limit()),
        }
    }
}

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        self.budget.map_or(Ok(()), |budget| write!(f, ":{budget}"))
    }
}

impl FromStr for BotSpec {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<Self, BotSpecError> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let kind = BotKind::ALL.iter().copied().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| BotSpecError::UnknownBot {
            found: name.to_owned(),
        })?;
        BotSpec::new(kind, budget.map(Budget::from_str).transpose()?)
    }
}

impl Serialize for BotSpec {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for BotSpec {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// Why a text names no bot.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BotSpecError {
    /// There is none of this name.
    #[error("there is no bot \"{found}\": expected {}", all_names())]
    UnknownBot {
        /// What was written.
        found: String,
    },
    /// The budget is none.
    #[error(
        "\"{found}\" is no budget: expected a time up to an hour such as 100ms or 2s, or iterations such as 1000i"
    )]
    Budget {
        /// What was written.
        found: String,
    },
    /// This bot does not think.
    #[error("{name} does not think, so it takes no budget: write \"{name}\" instead of \"{name}:{budget}\"")]
    NoBudget {
        /// The bot.
        name: &'static str,
        /// What was written.
        budget: Budget,
    },
}

fn all_names() -> String {
    let names: Vec<&str> = BotKind::ALL.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spec_survives_its_text() {
        assert_eq!("random".parse::<BotSpec>(), Ok(BotSpec::RANDOM));
        assert_eq!(BotSpec::RANDOM.to_string(), "random");
        for text in ["100ms", "2s", "1000i", "1500ms"] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), text);
        }
        assert_eq!("2000ms".parse::<Budget>().unwrap().to_string(), "2s");
    }

    #[test]
    fn a_wrong_spec_is_told_with_what_was_expected() {
        let message = |text: &str| text.parse::<BotSpec>().unwrap_err().to_string();
        assert_eq!(
            message("rnadom"),
            "there is no bot \"rnadom\": expected random, greedy, ismcts, search, playful, gentle, steady, keen, sharp, expert"
        );
        assert_eq!(
            message("random:100ms"),
            "random does not think, so it takes no budget: write \"random\" instead of \"random:100ms\""
        );
        for budget in [
            "",
            "0ms",
            "5",
            "ms",
            "-1s",
            "3h",
            "3601s",
            "99999999999999999999i",
            "1 s",
        ] {
            let message = message(&format!("random:{budget}"));
            assert!(
                message.starts_with(&format!("\"{budget}\" is no budget")),
                "{message}"
            );
        }
    }
}
