//! What is chosen before a game, and the numbers that follow from it.

use std::sync::LazyLock;

use bobbin_game::setup::choice;
use bobbin_game::{Choice, Content as _, OptionSpec, Options, Setup, SetupError, Shelf};
use serde::Serialize;

use crate::content::{KnittingContent, Scenario};
use crate::state::NEEDLES;
use bobbin_game::named;

named! {
    /// 11.5 to 11.12: rule modifications.
    Modification, "a rule modification", {
        /// 11.5
        LongBowl = "long-bowl",
        /// 11.6
        StubbornYarn = "stubborn-yarn",
        /// 11.7
        ThirdNeedle = "third-needle",
        /// 11.8
        FullBasket = "full-basket",
        /// 11.9
        RoamingCats = "roaming-cats",
        /// 11.10
        SurpriseGarments = "surprise-garments",
        /// 11.11
        StrictTaste = "strict-taste",
        /// 11.12
        ShortEvening = "short-evening",
    }
}

/// 11.3: what a game can earn achievements in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// A normal game.
    Normal,
    /// A scenario, by its number from 1.
    Scenario(u8),
    /// A game with a rule modification.
    Modification(Modification),
}

/// The numbers that rule modifications change.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HouseRules {
    /// 8.1: tiles kept at the end of a round.
    pub bowl: u8,
    /// 5.12: may tiles be flipped?
    pub flips: bool,
    /// 5.3: needles of each player.
    pub needles: u8,
    /// 4.1: tiles drafted in a round.
    pub drafts: u8,
    /// 4.2: how many available spaces a cat can choose from.
    pub reach: u8,
    /// 5.5: cards drawn for a garment.
    pub offer: u8,
    /// 9.7: what an ugly button costs.
    pub ugly: u8,
    /// 3.1: rounds.
    pub rounds: u8,
}

impl HouseRules {
    const STANDARD: HouseRules = HouseRules {
        bowl: 2,
        flips: true,
        needles: 2,
        drafts: 4,
        reach: 2,
        offer: 2,
        ugly: 3,
        rounds: 6,
    };

    fn with(modification: Option<Modification>) -> HouseRules {
        let standard = HouseRules::STANDARD;
        match modification {
            None => standard,
            Some(Modification::LongBowl) => HouseRules { bowl: 4, ..standard },
            Some(Modification::StubbornYarn) => HouseRules {
                flips: false,
                ..standard
            },
            Some(Modification::ThirdNeedle) => HouseRules {
                needles: 3,
                ..standard
            },
            Some(Modification::FullBasket) => HouseRules {
                drafts: 5,
                ..standard
            },
            Some(Modification::RoamingCats) => HouseRules { reach: 3, ..standard },
            Some(Modification::SurpriseGarments) => HouseRules { offer: 1, ..standard },
            Some(Modification::StrictTaste) => HouseRules { ugly: 6, ..standard },
            Some(Modification::ShortEvening) => HouseRules {
                rounds: 4,
                ..standard
            },
        }
    }
}

/// Players, requests or not, scenario, rule modification and content, checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KnittingSetup {
    content: Shelf<KnittingContent>,
    players: u8,
    requests: bool,
    scenario: Option<u8>,
    modification: Option<Modification>,
    rules: HouseRules,
}

/// The scenarios are told as the house has them; a pack may bring others.
static OPTIONS: LazyLock<[OptionSpec; 4]> = LazyLock::new(|| {
    [
        OptionSpec {
            key: "players",
            label: "Players",
            help: "How many play; one plays against a cat.",
            choices: const {
                &[
                    choice("1", "Solo"),
                    choice("2", "Two"),
                    choice("3", "Three"),
                    choice("4", "Four"),
                ]
            },
            default: "2",
            seat: None,
        },
        OptionSpec {
            key: "requests",
            label: "Requests",
            help: "The advanced set-up: four request cards bring points and grabby paws.",
            choices: const { &[choice("yes", "With requests"), choice("no", "Without requests")] },
            default: "yes",
            seat: None,
        },
        OptionSpec {
            key: "scenario",
            label: "Scenario",
            help: "Fixed requests, a minimum score and objectives, told as the house has them: a pack may have others.",
            choices: scenario_choices(),
            default: "none",
            seat: None,
        },
        OptionSpec {
            key: "modification",
            label: "Rule modification",
            help: "A variant with achievements of its own.",
            choices: const {
                &[
                    choice("none", "None"),
                    choice("long-bowl", "Long bowl: keep four tiles at the end of a round"),
                    choice("stubborn-yarn", "Stubborn yarn: tiles cannot be flipped"),
                    choice(
                        "third-needle",
                        "Third needle: three garments at a time, for one or two",
                    ),
                    choice(
                        "full-basket",
                        "Full basket: five tiles drafted in a round, the fifth beside the slots",
                    ),
                    choice("roaming-cats", "Roaming cats: choose among the next three spaces"),
                    choice("surprise-garments", "Surprise garments: draw one card, not two"),
                    choice("strict-taste", "Strict taste: ugly buttons cost 6 points"),
                    choice("short-evening", "Short evening: four rounds"),
                ]
            },
            default: "none",
            seat: None,
        },
    ]
});

fn scenario_choices() -> &'static [Choice] {
    let content = KnittingContent::house().get();
    let scenarios = content.scenarios.iter().zip(1..).map(|(scenario, number)| {
        let label = scenario.label(number, &content.requests);
        choice(number.to_string().leak(), label.leak())
    });
    let none = choice("none", "None");
    Vec::leak(std::iter::once(none).chain(scenarios).collect())
}

/// 1.4, 11.7: there are no more needles than those of the box.
fn check_needles(players: u8, each: u8) -> Result<(), SetupError> {
    if players * each <= NEEDLES {
        return Ok(());
    }
    Err(SetupError::Conflict(format!(
        "the box has {NEEDLES} knitting needles, so with {each} for each player at most {} can play",
        NEEDLES / each
    )))
}

impl Setup for KnittingSetup {
    type Content = KnittingContent;

    fn options() -> &'static [OptionSpec] {
        &*OPTIONS
    }

    fn new(options: &Options, content: Shelf<KnittingContent>) -> Result<Self, SetupError> {
        let options = options.checked(&*OPTIONS)?;
        let chosen = |key: &str| options.get(key).filter(|&value| value != "none");
        let scenario: Option<u8> = chosen("scenario").map(|_| options.value("scenario"));
        let modification: Option<Modification> =
            chosen("modification").map(|_| options.value("modification"));
        let requests = options.get("requests") == Some("yes");
        if scenario.is_some() && modification.is_some() {
            return Err(SetupError::Conflict(
                "a game is a scenario or has a rule modification, not both: choose one".to_owned(),
            ));
        }
        if scenario.is_some() && !requests {
            return Err(SetupError::Conflict(
                "a scenario is played with its requests: leave requests at yes".to_owned(),
            ));
        }
        let (players, rules) = (options.value("players"), HouseRules::with(modification));
        check_needles(players, rules.needles)?;
        Ok(KnittingSetup {
            content,
            players,
            requests,
            scenario,
            modification,
            rules,
        })
    }

    fn to_options(&self) -> Options {
        let none = || "none".to_owned();
        Options::new()
            .with("players", self.players)
            .with("requests", if self.requests { "yes" } else { "no" })
            .with(
                "scenario",
                self.scenario.map_or_else(none, |number| number.to_string()),
            )
            .with(
                "modification",
                self.modification
                    .map_or_else(none, |modification| modification.to_string()),
            )
    }

    fn content(&self) -> Shelf<KnittingContent> {
        self.content
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }
}

impl KnittingSetup {
    /// Is it a solo game?
    #[inline]
    pub const fn is_solo(&self) -> bool {
        self.players == 1
    }

    /// Is it played with requests?
    pub const fn has_requests(&self) -> bool {
        self.requests
    }

    /// The numbers of this game.
    #[inline]
    pub const fn rules(&self) -> &HouseRules {
        &self.rules
    }

    /// 11.3: what it can earn achievements in.
    pub fn mode(&self) -> Mode {
        match (self.scenario, self.modification) {
            (Some(number), _) => Mode::Scenario(number),
            (None, Some(modification)) => Mode::Modification(modification),
            (None, None) => Mode::Normal,
        }
    }

    /// The place of the scenario in the content, if it is one.
    pub(crate) fn scenario_place(&self) -> Option<usize> {
        self.scenario.map(|number| usize::from(number) - 1)
    }

    /// 11.5: the rule modification, if there is one.
    pub(crate) fn modification(&self) -> Option<Modification> {
        self.modification
    }

    /// The scenario, if it is one.
    pub fn scenario(&self) -> Option<&'static Scenario> {
        self.scenario_place()
            .map(|place| &self.content.get().scenarios[place])
    }
}
