//! What a tournament is to be like, and whether it can be.

use bobbin_game::Options;
use bobbin_tournament::{Format, MOST_ENTRANTS, MOST_ROUNDS, Rules, TableSize, rounds_planned};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::error::Problem;
use crate::identity::Someone;
use crate::names::checked_name;
use crate::new_table::plan;
use crate::secrets;
use crate::table::{ClockPlan, Level, Manners};
use crate::tournaments::{Entrance, Stage, Tournament};

/// A wish for a tournament.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewTournament {
    /// What it is called: as the name of a person may be.
    #[schema(max_length = 200)]
    name: String,
    /// The game's id.
    #[schema(example = "circuitous")]
    game: String,
    /// The options; what is left out is as the game says. The number of players is that of a table.
    #[serde(default)]
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    options: Options,
    /// The hash of the content to play with; the house's if you do not say.
    #[serde(default)]
    #[schema(pattern = "^[0-9a-f]{64}$")]
    content: Option<String>,
    /// What decides who plays whom.
    format: FormatInfo,
    /// Who may enter.
    #[serde(default)]
    entrance: Entrance,
    /// How many may enter: at most 128, or 32 where all play all, 64 in a league.
    #[serde(default = "usual_most")]
    #[schema(minimum = 2, maximum = 128)]
    most: u16,
    /// Shown in the list of tournaments; otherwise only who has the link finds it.
    #[serde(default)]
    listed: bool,
    /// The clock of each game.
    #[serde(default = "no_clock")]
    clock: ClockPlan,
    /// How long a round may take, in seconds: then bots play all its games to their end. Without a clock it has to be
    /// said.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 2_592_000)]
    round_seconds: Option<u32>,
    /// When it begins by itself, in milliseconds since 1970; its director can begin it sooner. Too few then, and it is
    /// called off.
    #[serde(default)]
    starts_at: Option<i64>,
    /// How strong the bot is that plays for whoever is away.
    #[serde(default = "usual_level")]
    level: Level,
    /// Enter yourself at once.
    #[serde(default)]
    pub(super) enter: bool,
}

fn usual_most() -> u16 {
    16
}

fn no_clock() -> ClockPlan {
    ClockPlan::None
}

fn usual_level() -> Level {
    Level::Steady
}

/// What decides who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FormatInfo {
    /// In each round those play who have about as many points, and as few as possible meet again.
    Swiss {
        /// How many rounds; fewer where everybody has met everybody before.
        #[schema(minimum = 1, maximum = 30)]
        rounds: u8,
    },
    /// All play all; at tables of three and four about equally often.
    RoundRobin {
        /// How often.
        #[schema(minimum = 1, maximum = 4)]
        times: u8,
    },
    /// Divisions in which all play all; then the best of each go up and the last go down, and the next season begins.
    League {
        /// At most so many are in a division; divisions are as alike as can be.
        #[schema(minimum = 2, maximum = 16)]
        division: u8,
        /// So many go up, and as many down: less than half of a division.
        #[schema(maximum = 7)]
        moves: u8,
        /// How many seasons.
        #[schema(minimum = 1, maximum = 12)]
        seasons: u8,
    },
}

impl From<FormatInfo> for Format {
    fn from(format: FormatInfo) -> Self {
        match format {
            FormatInfo::Swiss { rounds } => Format::Swiss { rounds },
            FormatInfo::RoundRobin { times } => Format::RoundRobin { times },
            FormatInfo::League {
                division,
                moves,
                seasons,
            } => Format::League {
                division,
                moves,
                seasons,
            },
        }
    }
}

impl From<Format> for FormatInfo {
    fn from(format: Format) -> Self {
        match format {
            Format::Swiss { rounds } => FormatInfo::Swiss { rounds },
            Format::RoundRobin { times } => FormatInfo::RoundRobin { times },
            Format::League {
                division,
                moves,
                seasons,
            } => FormatInfo::League {
                division,
                moves,
                seasons,
            },
        }
    }
}

fn wrong(code: &'static str, message: impl Into<String>) -> Problem {
    Problem::unacceptable(code, message)
}

/// A wish that can be played, as a tournament that nobody is in yet.
pub(super) fn checked(app: &App, wish: &NewTournament, someone: &Someone) -> Result<Tournament, Problem> {
    let name = checked_name(&wish.name)?;
    let content = wish.content.as_deref().map(|hash| {
        let unknown = || wrong("content", "There is no such content here: see the game's packs.");
        hash.parse().map_err(|_| unknown())
    });
    let content = content.transpose()?;
    let manners = Manners {
        clock: wish.clock,
        ..Manners::default()
    };
    let full = plan(&wish.game, &wish.options, content, manners.clone(), someone)?;
    let most = full.seats.len() as u8;
    let is_playable = |players: &u8| {
        let options = full.options.clone().with("players", players);
        let smaller = plan(&full.game, &options, content, manners.clone(), someone);
        smaller.is_ok_and(|smaller| smaller.seats.len() == usize::from(*players))
    };
    // Without a gap: where two play and four do, but not three, nobody is seated at a table of two.
    let least = (2..most).rev().take_while(is_playable).last().unwrap_or(most);
    let rules = Rules {
        format: wish.format.into(),
        table: TableSize::new(most, least).map_err(|error| wrong("seats", sentence(&error)))?,
        seed: secrets::random_u64(),
    };
    check_format(&rules, wish.most)?;
    let now = app.clock.wall();
    check_time(wish, now)?;
    Ok(Tournament {
        name,
        game: full.game,
        options: full.options,
        content,
        rules,
        director: someone.person.id.clone(),
        director_name: someone.person.name.clone(),
        listed: wish.listed,
        entrance: wish.entrance,
        most: wish.most,
        clock: wish.clock,
        level: wish.level,
        round_seconds: wish.round_seconds,
        starts_at: wish.starts_at,
        created_at: now,
        entrants: Vec::new(),
        stage: Stage::Open,
        announced: 0,
    })
}

/// Can so many play it in so many rounds as there may be?
fn check_format(rules: &Rules, most: u16) -> Result<(), Problem> {
    let (format, table) = (rules.format, rules.table);
    format
        .check()
        .map_err(|error| wrong("format", sentence(&error)))?;
    let most_entrants = match format {
        Format::Swiss { .. } => MOST_ENTRANTS,
        Format::RoundRobin { .. } => 32,
        Format::League { .. } => 64,
    };
    if !(table.least()..=most_entrants).contains(&usize::from(most)) {
        let message = format!(
            "From {} to {most_entrants} may enter such a tournament.",
            table.least()
        );
        return Err(wrong("most", message));
    }
    let seasons = match format {
        Format::League { division, .. } if usize::from(division) < table.most() => {
            let message = "A division is as many as a table seats, at the least.";
            return Err(wrong("format", message));
        }
        Format::League { seasons, .. } => usize::from(seasons),
        Format::Swiss { .. } | Format::RoundRobin { .. } => 1,
    };
    if seasons * rounds_planned(rules, most.into()) > MOST_ROUNDS {
        let message =
            format!("That would be more than {MOST_ROUNDS} rounds: let fewer in, or play less often.");
        return Err(wrong("format", message));
    }
    Ok(())
}

/// Does every round end, and does it begin some day?
fn check_time(wish: &NewTournament, now: i64) -> Result<(), Problem> {
    if wish.clock == ClockPlan::None && wish.round_seconds.is_none() {
        let message = "Games of a tournament have to end: choose a clock, or say how long a round may take.";
        return Err(wrong("clock", message));
    }
    let is_round_fine = |seconds| (10..=2_592_000).contains(&seconds);
    if !wish.round_seconds.is_none_or(is_round_fine) {
        return Err(wrong("clock", "A round takes from ten seconds to thirty days."));
    }
    let is_start_fine = |at| (now - 60_000..=now + 366 * 86_400_000).contains(&at);
    if !wish.starts_at.is_none_or(is_start_fine) {
        return Err(wrong("starts_at", "A tournament begins within a year from now."));
    }
    Ok(())
}

/// An error as people read it.
fn sentence(error: &dyn std::fmt::Display) -> String {
    let text = error.to_string();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}
