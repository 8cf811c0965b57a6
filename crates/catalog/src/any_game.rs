//! A game without its types: what there is, and how a match begins.

use std::any::TypeId;
use std::marker::PhantomData;
use std::time::Duration;

use bobbin_bots::{BotKind, BotSpec, Costs, Mind, Plain};
use bobbin_drawing::{Drawing, NoDrawing};
use bobbin_envs::{AnyUnfolded, AnyVector, Reward, Unfolded, Vector};
use bobbin_game::{
    Content, ContentError, ContentHash, Encoded, Game, Match, NoContent, OptionSpec, Options, Record,
    RecordError, Rulebook, Seed, Setup, Shelf, Source,
};
use bobbin_insight::{Inquiry, Insight};
use bobbin_minds::Study;
use serde::Serialize;

use crate::answers::AnswerTimes;
use crate::any_bot::{self, AnyBot, Asked, WrittenQuestion};
use crate::any_match::{self, AnyMatch};
use crate::contest::{self, Contest, Played};
use crate::encoding::Encoding;
use crate::error::{AnalyzeError, PositionLoadError, StartError};
use crate::playouts::{self, Playouts};
use crate::replay::{self, Replay};

/// A game without its types.
pub trait AnyGame: Sync {
    /// The name in records, addresses and on the command line.
    fn id(&self) -> &'static str;

    /// The name people see.
    fn name(&self) -> &'static str;

    /// The version of its rules.
    fn rules_version(&self) -> u32;

    /// The rules in our own words, as Markdown.
    fn rules(&self) -> &'static str;

    /// The rules by clause.
    fn rulebook(&self) -> Rulebook;

    /// No match takes more actions than this.
    fn max_actions(&self) -> usize;

    /// What views and events look like in JSON: an OpenAPI document without paths, whose components are `View`,
    /// `Event` and what these refer to.
    #[cfg(feature = "schema")]
    fn schema(&self) -> serde_json::Value;

    /// What can be chosen before a match.
    fn options(&self) -> &'static [OptionSpec];

    /// How many can play, in order.
    fn player_counts(&self) -> Vec<usize>;

    /// The content that comes with the program, if the game has any.
    fn house_content(&self) -> Option<ContentInfo>;

    /// Content that was loaded, as JSON: the very text whose SHA-256 is the hash. None if it was not.
    fn content_json(&self, hash: ContentHash) -> Option<String>;

    /// Reads a content pack. From then on matches can be played with it, by its hash.
    fn load_content(&self, pack: &Source) -> Result<ContentInfo, ContentError>;

    /// Checks options together with content (the house's if none is named) and fills in the defaults.
    fn check_options(&self, options: &Options, content: Option<ContentHash>) -> Result<Options, StartError>;

    /// Begins a match.
    fn start(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, StartError>;

    /// Begins a match from a position in the game's notation.
    fn start_from(
        &self,
        position: &str,
        options: &Options,
        content: Option<ContentHash>,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, PositionLoadError>;

    /// Plays a record again and checks all that it says. Its content must have been loaded.
    fn replay(&self, record: &Record, replay: Replay<'_>) -> Result<Box<dyn AnyMatch>, RecordError>;

    /// Plays the record of a finished match again and looks into it: luck told apart from choices, and the moments
    /// that mattered.
    fn analyze(
        &self,
        record: &Record,
        replay: Replay<'_>,
        inquiry: &Inquiry<'_>,
    ) -> Result<Insight, AnalyzeError>;

    /// Works out what bots need to know once in a program. Else the first bot that is made waits for it.
    fn prepare(&self);

    /// A bot for one seat of one match.
    fn bot(&self, spec: BotSpec) -> Box<dyn AnyBot>;

    /// The rating of a level with two players, where it was measured ([`bobbin_bots::Levels::ratings`]).
    fn rating(&self, level: BotKind) -> Option<u16>;

    /// A question that was [written down](Asked::written). None if the seat has nothing to do there.
    fn read_question(&self, written: &WrittenQuestion) -> Result<Option<Asked>, PositionLoadError>;

    /// How views and actions are written as numbers.
    fn encoding(&self, options: &Options, content: Option<ContentHash>) -> Result<Encoding, StartError>;

    /// So many matches that are stepped together, on so many threads.
    fn vector(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        matches: usize,
        reward: Reward,
        threads: usize,
    ) -> Result<Box<dyn AnyVector>, StartError>;

    /// A match in which every draw is a step, from its deal on or from a position.
    fn unfolded(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        position: Option<&str>,
    ) -> Result<Box<dyn AnyUnfolded>, PositionLoadError>;

    /// Random games, one after the other, for measuring.
    fn playouts(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: u64,
    ) -> Result<Box<dyn Playouts>, StartError>;

    /// What a search's iterations cost on one core, for about so long, on questions of games that are played by quick
    /// choices.
    fn search_costs(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: u64,
        time: Duration,
    ) -> Result<Costs, StartError>;

    /// How long a bot of this kind takes for its answers, measured for about so long.
    fn answer_times(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        kind: BotKind,
        time: Duration,
    ) -> Result<AnswerTimes, StartError>;

    /// A whole game between bots.
    ///
    /// # Panics
    /// If there is not one contestant a seat, if one plays what is not legal, or if an audit fails.
    fn contest(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        how: &Contest,
    ) -> Result<Played, StartError>;
}

/// What is known of some content.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ContentInfo {
    /// Its hash: how records name it.
    pub hash: ContentHash,
    /// One line that says what is there.
    pub summary: String,
}

/// A game that has a face: with the feature `schema` its views and events are described.
#[cfg(feature = "schema")]
pub trait Described: Encoded<View: utoipa::ToSchema, Event: utoipa::ToSchema> {}
#[cfg(feature = "schema")]
impl<G: Encoded<View: utoipa::ToSchema, Event: utoipa::ToSchema>> Described for G {}

/// A game that has a face.
#[cfg(not(feature = "schema"))]
pub trait Described: Encoded {}
#[cfg(not(feature = "schema"))]
impl<G: Encoded> Described for G {}

/// The face of a game of which nothing is known beyond its rules.
pub const fn face<G: Described>() -> &'static dyn AnyGame {
    Erased::<G, Plain, NoDrawing>::FACE
}

/// The face of a game together with what bots and reports know of it.
pub const fn face_with_mind<G: Described, M: Mind<G> + Study<G>>() -> &'static dyn AnyGame {
    Erased::<G, M, NoDrawing>::FACE
}

/// The face of a game together with what bots and reports know of it, and how its table is drawn.
pub const fn face_with_drawing<G: Described, M: Mind<G> + Study<G>, D: Drawing<G>>() -> &'static dyn AnyGame {
    Erased::<G, M, D>::FACE
}

/// What a match asks of its game's face.
pub(crate) trait Face<G: Game>: AnyGame {
    /// The table of a view as a picture, where there is a drawing of the game.
    fn draw(&self, view: &G::View) -> Option<String>;
}

/// A game behind the common face.
pub(crate) struct Erased<G, M, D>(PhantomData<fn() -> G>, PhantomData<fn() -> (M, D)>);

impl<G: Described, M: Mind<G> + Study<G>, D: Drawing<G>> Erased<G, M, D> {
    const FACE: &'static dyn Face<G> = &Erased::<G, M, D>(PhantomData, PhantomData);
}

impl<G: Described, M: Mind<G> + Study<G>, D: Drawing<G>> Face<G> for Erased<G, M, D> {
    fn draw(&self, view: &G::View) -> Option<String> {
        D::svg(view)
    }
}

type ContentOf<G> = <<G as Game>::Setup as Setup>::Content;

/// The checked setup of options and content.
pub(crate) fn setup<G: Game>(
    options: &Options,
    content: Option<ContentHash>,
) -> Result<G::Setup, StartError> {
    let content = match content {
        Some(hash) => Shelf::<ContentOf<G>>::find(&hash).ok_or(StartError::ContentNotLoaded(hash))?,
        None => ContentOf::<G>::house(),
    };
    Ok(G::Setup::new(options, content)?)
}

fn info<C: Content>(content: Shelf<C>) -> ContentInfo {
    ContentInfo {
        hash: content.hash(),
        summary: content.summary(),
    }
}

impl<G: Described, M: Mind<G> + Study<G>, D: Drawing<G>> AnyGame for Erased<G, M, D> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn rules(&self) -> &'static str {
        G::RULES
    }

    fn rulebook(&self) -> Rulebook {
        Rulebook::parse(G::RULES).expect("the test kit has read the rules before")
    }

    fn max_actions(&self) -> usize {
        G::MAX_ACTIONS
    }

    #[cfg(feature = "schema")]
    fn schema(&self) -> serde_json::Value {
        crate::schema::document::<G>()
    }

    fn options(&self) -> &'static [OptionSpec] {
        G::Setup::options()
    }

    fn player_counts(&self) -> Vec<usize> {
        let mut counts: Vec<usize> = G::setups().iter().map(Setup::players).collect();
        counts.sort_unstable();
        counts.dedup();
        counts
    }

    fn house_content(&self) -> Option<ContentInfo> {
        let has_content = TypeId::of::<ContentOf<G>>() != TypeId::of::<NoContent>();
        has_content.then(|| info(ContentOf::<G>::house()))
    }

    fn content_json(&self, hash: ContentHash) -> Option<String> {
        let content = Shelf::<ContentOf<G>>::find(&hash)?;
        serde_json::to_string(content.get()).ok()
    }

    fn load_content(&self, pack: &Source) -> Result<ContentInfo, ContentError> {
        Ok(info(Shelf::put(ContentOf::<G>::from_pack(pack)?)))
    }

    fn check_options(&self, options: &Options, content: Option<ContentHash>) -> Result<Options, StartError> {
        Ok(setup::<G>(options, content)?.to_options())
    }

    fn start(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, StartError> {
        let playing = Match::<G>::start(setup::<G>(options, content)?, seed);
        Ok(Box::new(any_match::Erased::new(playing, Self::FACE)))
    }

    fn start_from(
        &self,
        position: &str,
        options: &Options,
        content: Option<ContentHash>,
        seed: Seed,
    ) -> Result<Box<dyn AnyMatch>, PositionLoadError> {
        let setup = setup::<G>(options, content)?;
        let state = bobbin_game::position::load::<G>(&setup, position)?;
        let playing = Match::from_position(setup, seed, state);
        Ok(Box::new(any_match::Erased::from_position(playing, Self::FACE)))
    }

    fn replay(&self, record: &Record, replay: Replay<'_>) -> Result<Box<dyn AnyMatch>, RecordError> {
        Ok(Box::new(replay::replay::<G>(record, replay, Self::FACE)?))
    }

    fn analyze(
        &self,
        record: &Record,
        replay: Replay<'_>,
        inquiry: &Inquiry<'_>,
    ) -> Result<Insight, AnalyzeError> {
        if replay.position.is_some() {
            return Err(AnalyzeError::FromPosition);
        }
        let played = replay::replay::<G>(record, replay, Self::FACE)?;
        if played.playing.state().outcome().is_none() {
            return Err(AnalyzeError::NotOver);
        }
        Ok(bobbin_insight::analyze::<G, M>(&played.playing, inquiry)?)
    }

    fn prepare(&self) {
        M::prepare();
    }

    fn bot(&self, spec: BotSpec) -> Box<dyn AnyBot> {
        M::prepare();
        Box::new(any_bot::Erased::<G>(spec.build::<G, M>()))
    }

    fn rating(&self, level: BotKind) -> Option<u16> {
        M::LEVELS.rating(level)
    }

    fn read_question(&self, written: &WrittenQuestion) -> Result<Option<Asked>, PositionLoadError> {
        let setup = setup::<G>(&written.options, Some(written.content))?;
        let state = bobbin_game::position::load::<G>(&setup, &written.position)?;
        let sits = written.seat.index() < setup.players();
        Ok(sits.then(|| Asked::of(&state, written.seat)).flatten())
    }

    fn encoding(&self, options: &Options, content: Option<ContentHash>) -> Result<Encoding, StartError> {
        Ok(Encoding::of::<G>(&setup::<G>(options, content)?))
    }

    fn vector(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        matches: usize,
        reward: Reward,
        threads: usize,
    ) -> Result<Box<dyn AnyVector>, StartError> {
        let setup = setup::<G>(options, content)?;
        Ok(Box::new(Vector::<G>::new(setup, matches, reward, threads)))
    }

    fn unfolded(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        position: Option<&str>,
    ) -> Result<Box<dyn AnyUnfolded>, PositionLoadError> {
        let setup = setup::<G>(options, content)?;
        let Some(position) = position else {
            return Ok(Box::new(Unfolded::<G>::new(setup)));
        };
        let state = bobbin_game::position::load::<G>(&setup, position)?;
        Ok(Box::new(Unfolded::from_state(state)))
    }

    fn playouts(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: u64,
    ) -> Result<Box<dyn Playouts>, StartError> {
        let setup = setup::<G>(options, content)?;
        Ok(Box::new(playouts::Erased::<G>::new(setup, seed)))
    }

    fn search_costs(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        seed: u64,
        time: Duration,
    ) -> Result<Costs, StartError> {
        let setup = setup::<G>(options, content)?;
        Ok(playouts::search_costs::<G, M>(&setup, seed, time))
    }

    fn answer_times(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        kind: BotKind,
        time: Duration,
    ) -> Result<AnswerTimes, StartError> {
        let setup = setup::<G>(options, content)?;
        Ok(AnswerTimes::measure::<G, M>(&setup, kind, time))
    }

    fn contest(
        &self,
        options: &Options,
        content: Option<ContentHash>,
        how: &Contest,
    ) -> Result<Played, StartError> {
        let setup = setup::<G>(options, content)?;
        assert_eq!(how.contestants.len(), setup.players(), "one contestant a seat");
        Ok(contest::play::<G, M>(&setup, how))
    }
}
