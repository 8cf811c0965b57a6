//! A match without its game's types: what is seen, what may be done and what was done, as text and JSON.

use std::any::Any;

use bobbin_game::{
    Commitment, ContentHash, Encoded, Game, Glance, Match, Names, Options, Outcome, Prompt, Record,
    RecordEntry, Seat, SeatSet, Seed, Sentence, Setup, Standing, Telling, Told, UndoRefusal, Viewer,
};
use serde::Serialize;
use serde_json::Value;

use crate::any_bot::Asked;
use crate::any_game::{AnyGame, Face};
use crate::error::{NameError, NoSuchSeat, PlayError, Refused};
use crate::json::Json;

/// A match without its game's types.
///
/// Whatever takes a [`Viewer`] gives only what that viewer may know. The rest ([`AnyMatch::record`],
/// [`AnyMatch::position`], [`AnyMatch::seed`]) is for whoever keeps the match.
pub trait AnyMatch: Send + Sync {
    /// The same match once more. What was played is shared by both, so that it costs little however long the match is.
    fn boxed_clone(&self) -> Box<dyn AnyMatch>;

    /// What is played.
    fn game(&self) -> &'static dyn AnyGame;

    /// The options it is played with, defaults included.
    fn options(&self) -> Options;

    /// The content it is played with.
    fn content(&self) -> ContentHash;

    /// How many seats there are.
    fn players(&self) -> usize;

    /// The names of the seats, empty where there is none.
    fn names(&self) -> Vec<String>;

    /// Names a seat in the log and the record.
    fn set_name(&mut self, seat: Seat, name: &str) -> Result<(), NameError>;

    /// The number of entries so far, undos included.
    fn version(&self) -> usize;

    /// Who may act now; nobody once the game is over.
    fn to_act(&self) -> SeatSet;

    /// What a viewer sees.
    fn view(&self, viewer: Viewer) -> Result<Value, NoSuchSeat> {
        Ok(self.view_json(viewer)?.value())
    }

    /// What a viewer sees, as text.
    fn view_json(&self, viewer: Viewer) -> Result<Json, NoSuchSeat>;

    /// What a viewer sees as the game's own type of views, for whoever draws this game.
    fn view_any(&self, viewer: Viewer) -> Result<Box<dyn Any + Send>, NoSuchSeat>;

    /// What a viewer sees, as plain text.
    fn view_text(&self, viewer: Viewer) -> Result<String, NoSuchSeat>;

    /// What a viewer sees, as a picture, where there is a drawing of the game.
    fn svg(&self, viewer: Viewer) -> Result<Option<String>, NoSuchSeat>;

    /// What a viewer has to do now.
    fn prompt(&self, viewer: Viewer) -> Result<Prompt, NoSuchSeat>;

    /// What a viewer sees, has to do and, `with_legal`, may do, of one view: quicker than one after the other.
    fn shown(&self, viewer: Viewer, with_legal: bool) -> Result<Shown, NoSuchSeat>;

    /// All that a seat may do now.
    fn legal(&self, seat: Seat) -> Result<Vec<Legal>, NoSuchSeat>;

    /// What a seat sees as a row of numbers: the columns of [`crate::Encoding`].
    fn observe(&self, seat: Seat) -> Result<Vec<u8>, NoSuchSeat>;

    /// The number of each action that a seat may do now, in their order, and its notation. Where a game has no numbers
    /// it is the action's place.
    fn numbered(&self, seat: Seat) -> Result<Vec<(usize, String)>, NoSuchSeat>;

    /// How many numbers there are for actions, legal or not.
    fn actions(&self) -> usize;

    /// What is written of each action that a seat may do now, where a game has no numbers: one row after the other.
    fn described(&self, seat: Seat) -> Result<Vec<u8>, NoSuchSeat>;

    /// A match that looks the same to a viewer: what is hidden from it is dealt anew, and what was played before is
    /// not in it.
    fn imagine(&self, viewer: Viewer, luck: u64) -> Result<Box<dyn AnyMatch>, NoSuchSeat>;

    /// Carries out an action and tells what happened, or says why not and changes nothing. Use [`heard`] for what a
    /// viewer may know of it.
    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<Told<Happening>>, PlayError>;

    /// What the rules say to someone who touches these pieces one after the other. Changes nothing.
    fn why_not(&self, seat: Seat, picks: &[String]) -> Result<WhyNot, NoSuchSeat>;

    /// How an action, or [several](each_of) together, is said to this seat, whether it can be done now or not.
    fn said(&self, seat: Seat, action: &str) -> Result<Vec<Sentence>, PlayError>;

    /// What an action, or [several](each_of) together, would come to, from what the seat itself knows, or why it cannot
    /// be. Changes nothing.
    fn preview(&self, seat: Seat, action: &str) -> Result<Preview, PlayError>;

    /// May this seat take back its latest action?
    fn check_undo(&self, seat: Seat) -> Result<(), UndoRefusal>;

    /// Takes back a seat's latest action, or says why not and changes nothing. Tells its number among those that stood.
    fn undo(&mut self, seat: Seat) -> Result<usize, UndoRefusal>;

    /// How many actions stand: those that were taken back do not count.
    fn standing(&self) -> usize;

    /// The entry of this number in the record, counted from 0. It may be secret, as [`AnyMatch::record`] is.
    fn entry(&self, index: usize) -> Option<RecordEntry>;

    /// The match as it was after so many entries of its record, undos included; none if there are not so many. It is
    /// played on from the nearest checkpoint, never from its opening. The names are those of now.
    fn at(&self, entries: usize) -> Option<Box<dyn AnyMatch>>;

    /// What a viewer may know of the actions that stand, beginning with that of this number. Actions of which the
    /// viewer may know nothing are left out.
    fn log(&self, viewer: Viewer, from: usize) -> Result<Vec<LogLine>, NoSuchSeat>;

    /// How the game ended, once it has.
    fn outcome(&self) -> Option<Outcome>;

    /// A question for a bot: what should this seat do? None if it may do nothing.
    fn ask(&self, seat: Seat) -> Result<Option<Asked>, NoSuchSeat>;

    /// The record. It names every action, secret ones too; the seed is in it only once the game is over.
    fn record(&self) -> Record;

    /// The position the match began from, if it was not the start of a game: its record tells only what came after.
    fn began_from(&self) -> Option<&str>;

    /// The full state in the game's notation, hidden things included.
    fn position(&self) -> String;

    /// The position of another world that looks the same to a viewer: what a bot in its place would have to reckon
    /// with. Nothing in it tells more than the view does.
    fn imagined(&self, viewer: Viewer, luck: u64) -> Result<String, NoSuchSeat>;

    /// The seed: a secret until the match is over.
    fn seed(&self) -> Seed;

    /// The hash of the seed, which everybody may know.
    fn commitment(&self) -> Commitment {
        self.seed().commitment()
    }
}

impl Clone for Box<dyn AnyMatch> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// The actions of a text that names one or several, to be done together: `play tee; at 0,12,1`. No notation of an
/// action has a semicolon.
pub fn each_of(actions: &str) -> impl Iterator<Item = &str> {
    actions.split("; ")
}

/// What a viewer sees and what there is to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What the viewer sees.
    pub view: Json,
    /// What the viewer has to do now.
    pub prompt: Prompt,
    /// All that the viewer may do now, if that was asked for.
    pub legal: Vec<Legal>,
}

/// An action and how it is played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Legal {
    /// The action in the game's notation.
    pub action: String,
    /// The pieces to touch, the verb and the whole in plain words.
    #[serde(flatten)]
    pub telling: Telling,
}

impl Legal {
    pub(crate) fn new<G: Game>(view: &G::View, action: G::Action) -> Self {
        Legal {
            action: action.to_string(),
            telling: G::tell(view, action),
        }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Happening {
    /// The whole sentence, for those who listen and for a replay.
    pub words: Sentence,
    /// The same for a log that draws pieces and puts a turn together; nothing for bookkeeping.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glance: Option<Glance>,
    /// What a page animates, as the game's own type says it.
    #[cfg_attr(feature = "schema", schema(value_type = Value))]
    pub event: Json,
}

/// What a viewer may know of what happened.
pub fn heard(told: &[Told<Happening>], viewer: Viewer) -> Vec<Happening> {
    let told = told.iter().filter(|told| told.audience.includes(viewer));
    told.map(|told| told.event.clone()).collect()
}

/// An action that stands, as far as a viewer may know of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LogLine {
    /// Its number among the actions that stand.
    pub index: usize,
    /// Who acted.
    pub seat: Seat,
    /// What happened; never empty.
    pub happenings: Vec<Happening>,
}

/// What an action would come to, as far as the seat that thinks about it can know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Preview {
    /// What the seat would see afterwards, if neither luck nor hidden things have a say in it.
    pub view: Option<Json>,
    /// What would happen, up to where luck is asked or something hidden is shown.
    pub happenings: Vec<Happening>,
    /// What the seat could do next, if there is a view.
    pub next: Vec<Legal>,
    /// Could it be taken back? It cannot once luck was asked, something was shown or the turn has passed on.
    pub can_undo: bool,
}

/// What the rules say to someone who touches some pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum WhyNot {
    /// These pieces, touched in this order, say nothing.
    NothingMeant,
    /// It can be done.
    Legal {
        /// What is meant.
        action: String,
    },
    /// It cannot be done.
    Refused {
        /// What is meant.
        action: String,
        /// Why not.
        refusal: Box<Refused>,
    },
}

/// The longest name of a seat, in characters.
const MAX_NAME: usize = 64;

/// A match of a game behind the common face.
#[derive(Clone)]
pub(crate) struct Erased<G: Game> {
    game: &'static dyn Face<G>,
    pub(crate) playing: Match<G>,
    began_from: Option<String>,
}

impl<G: Game> Erased<G> {
    pub(crate) fn new(playing: Match<G>, game: &'static dyn Face<G>) -> Self {
        Erased::replayed(playing, None, game)
    }

    /// For a match that has just begun from a position.
    pub(crate) fn from_position(playing: Match<G>, game: &'static dyn Face<G>) -> Self {
        let began_from = Some(playing.state().to_position());
        Erased::replayed(playing, began_from, game)
    }

    pub(crate) fn replayed(
        playing: Match<G>,
        began_from: Option<String>,
        game: &'static dyn Face<G>,
    ) -> Self {
        Erased {
            game,
            playing,
            began_from,
        }
    }

    fn check_seat(&self, seat: Seat) -> Result<(), NoSuchSeat> {
        let players = self.playing.setup().players();
        if seat.index() < players {
            Ok(())
        } else {
            Err(NoSuchSeat { seat, players })
        }
    }

    fn view_of(&self, viewer: Viewer) -> Result<G::View, NoSuchSeat> {
        viewer.seat().map_or(Ok(()), |seat| self.check_seat(seat))?;
        Ok(self.playing.state().view(viewer))
    }

    /// All that a seat may do now; the view is its own.
    fn legal_in(&self, view: &G::View, seat: Seat) -> Vec<Legal> {
        let mut actions = Vec::new();
        self.playing.state().legal_actions(seat, &mut actions);
        let actions = actions.into_iter();
        actions.map(|action| Legal::new::<G>(view, action)).collect()
    }

    /// A refusal with the names of this match's players.
    fn refused(&self, refusal: &G::Refusal) -> Refused {
        Refused::new(refusal, &Names(&self.playing.names()))
    }

    fn happening(event: &G::Event) -> Happening {
        use bobbin_game::Event as _;
        Happening {
            words: event.words(),
            glance: event.glance(),
            event: Json::of(event),
        }
    }

    fn log_line(index: usize, standing: &Standing<G>, viewer: Viewer) -> Option<LogLine> {
        let events = Match::events_for(standing, viewer);
        let happenings: Vec<Happening> = events.iter().map(Self::happening).collect();
        (!happenings.is_empty()).then_some(LogLine {
            index,
            seat: standing.seat,
            happenings,
        })
    }
}

impl<G: Encoded> AnyMatch for Erased<G> {
    fn boxed_clone(&self) -> Box<dyn AnyMatch> {
        Box::new(self.clone())
    }

    fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    fn options(&self) -> Options {
        self.playing.setup().to_options()
    }

    fn content(&self) -> ContentHash {
        self.playing.setup().content().hash()
    }

    fn players(&self) -> usize {
        self.playing.setup().players()
    }

    fn names(&self) -> Vec<String> {
        self.playing.names()
    }

    fn set_name(&mut self, seat: Seat, name: &str) -> Result<(), NameError> {
        self.check_seat(seat)?;
        let is_malformed = name.is_empty()
            || name.trim() != name
            || name.chars().any(char::is_control)
            || name.chars().count() > MAX_NAME;
        if is_malformed {
            return Err(NameError::Malformed {
                name: name.to_owned(),
                max: MAX_NAME,
            });
        }
        self.playing.set_name(seat, name);
        Ok(())
    }

    fn version(&self) -> usize {
        self.playing.version()
    }

    fn to_act(&self) -> SeatSet {
        self.playing.state().to_act()
    }

    fn view_json(&self, viewer: Viewer) -> Result<Json, NoSuchSeat> {
        Ok(Json::of(&self.view_of(viewer)?))
    }

    fn view_any(&self, viewer: Viewer) -> Result<Box<dyn Any + Send>, NoSuchSeat> {
        Ok(Box::new(self.view_of(viewer)?))
    }

    fn view_text(&self, viewer: Viewer) -> Result<String, NoSuchSeat> {
        Ok(self.view_of(viewer)?.to_string())
    }

    fn svg(&self, viewer: Viewer) -> Result<Option<String>, NoSuchSeat> {
        Ok(self.game.draw(&self.view_of(viewer)?))
    }

    fn prompt(&self, viewer: Viewer) -> Result<Prompt, NoSuchSeat> {
        Ok(G::prompt(&self.view_of(viewer)?))
    }

    fn shown(&self, viewer: Viewer, with_legal: bool) -> Result<Shown, NoSuchSeat> {
        let view = self.view_of(viewer)?;
        let seat = viewer.seat().filter(|_| with_legal);
        Ok(Shown {
            legal: seat.map_or_else(Vec::new, |seat| self.legal_in(&view, seat)),
            prompt: G::prompt(&view),
            view: Json::of(&view),
        })
    }

    fn legal(&self, seat: Seat) -> Result<Vec<Legal>, NoSuchSeat> {
        let view = self.view_of(Viewer::Seat(seat))?;
        Ok(self.legal_in(&view, seat))
    }

    fn observe(&self, seat: Seat) -> Result<Vec<u8>, NoSuchSeat> {
        let mut row = Vec::new();
        G::observe(&self.view_of(Viewer::Seat(seat))?, &mut row);
        Ok(row)
    }

    fn numbered(&self, seat: Seat) -> Result<Vec<(usize, String)>, NoSuchSeat> {
        self.check_seat(seat)?;
        let legal = bobbin_envs::numbered(self.playing.state(), seat).into_iter();
        Ok(legal
            .map(|(number, action)| (number, action.to_string()))
            .collect())
    }

    fn actions(&self) -> usize {
        let numbers = G::numbers(self.playing.setup());
        numbers.map_or(bobbin_envs::MOST_LEGAL, |numbers| numbers.count())
    }

    fn described(&self, seat: Seat) -> Result<Vec<u8>, NoSuchSeat> {
        let view = self.view_of(Viewer::Seat(seat))?;
        let (mut legal, mut rows) = (Vec::new(), Vec::new());
        self.playing.state().legal_actions(seat, &mut legal);
        for action in legal {
            G::describe(&view, action, &mut rows);
        }
        Ok(rows)
    }

    fn imagine(&self, viewer: Viewer, luck: u64) -> Result<Box<dyn AnyMatch>, NoSuchSeat> {
        let mut luck = bobbin_game::SearchChance::new(luck);
        let world = G::sample(&self.view_of(viewer)?, &mut luck);
        let mut seed = Seed([0; 32]);
        let words = seed.0.chunks_exact_mut(8);
        words.for_each(|word| word.copy_from_slice(&luck.bits().to_le_bytes()));
        let mut playing = Match::from_position(self.playing.setup().clone(), seed, world);
        for (seat, name) in Seat::all(self.players()).zip(self.names()) {
            playing.set_name(seat, &name);
        }
        Ok(Box::new(Erased::from_position(playing, self.game)))
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<Vec<Told<Happening>>, PlayError> {
        self.check_seat(seat)?;
        let action: G::Action = action.parse()?;
        let told = self.playing.play(seat, action);
        let told = match told {
            Ok(told) => told.to_vec(),
            Err(refusal) => return Err(Box::new(self.refused(&refusal)).into()),
        };
        Ok(told
            .iter()
            .map(|told| Told {
                audience: told.audience,
                event: Self::happening(&told.event),
            })
            .collect())
    }

    fn why_not(&self, seat: Seat, picks: &[String]) -> Result<WhyNot, NoSuchSeat> {
        let view = self.view_of(Viewer::Seat(seat))?;
        let Some(meant) = G::meant(&view, picks) else {
            return Ok(WhyNot::NothingMeant);
        };
        let action = meant.to_string();
        // The luck of the search: what the match's own would answer is nobody's business.
        let mut luck = bobbin_game::SearchChance::new(0);
        let tried = self
            .playing
            .state()
            .clone()
            .apply(seat, meant, &mut luck, &mut ());
        Ok(match tried {
            Ok(()) => WhyNot::Legal { action },
            Err(refusal) => WhyNot::Refused {
                action,
                refusal: Box::new(self.refused(&refusal)),
            },
        })
    }

    fn said(&self, seat: Seat, action: &str) -> Result<Vec<Sentence>, PlayError> {
        let view = self.view_of(Viewer::Seat(seat))?;
        let actions: Vec<G::Action> = each_of(action).map(str::parse).collect::<Result<_, _>>()?;
        Ok(actions
            .into_iter()
            .map(|action| G::tell(&view, action).label)
            .collect())
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<Preview, PlayError> {
        let view = self.view_of(Viewer::Seat(seat))?;
        let actions: Vec<G::Action> = each_of(action).map(str::parse).collect::<Result<_, _>>()?;
        let tried = crate::preview::try_all::<G>(&view, seat, &actions);
        let tried = tried.map_err(|refusal| Box::new(self.refused(&refusal)))?;
        let told = |after| {
            let next = tried.next.iter();
            next.map(|&action| Legal::new::<G>(after, action)).collect()
        };
        Ok(Preview {
            next: tried.view.as_ref().map_or(Vec::new(), told),
            view: tried.view.as_ref().map(Json::of),
            happenings: tried.events.iter().map(Self::happening).collect(),
            can_undo: tried.can_undo,
        })
    }

    fn check_undo(&self, seat: Seat) -> Result<(), UndoRefusal> {
        self.playing.check_undo(seat)
    }

    fn undo(&mut self, seat: Seat) -> Result<usize, UndoRefusal> {
        self.playing.undo(seat)
    }

    fn standing(&self) -> usize {
        self.playing.standing().len()
    }

    fn entry(&self, index: usize) -> Option<RecordEntry> {
        self.playing.entry(index)
    }

    fn at(&self, entries: usize) -> Option<Box<dyn AnyMatch>> {
        let playing = self.playing.at(entries)?;
        let began_from = self.began_from.clone();
        Some(Box::new(Erased::replayed(playing, began_from, self.game)))
    }

    fn log(&self, viewer: Viewer, from: usize) -> Result<Vec<LogLine>, NoSuchSeat> {
        viewer.seat().map_or(Ok(()), |seat| self.check_seat(seat))?;
        let standing = (from..).zip(self.playing.standing().iter_from(from));
        Ok(standing
            .filter_map(|(index, standing)| Self::log_line(index, standing, viewer))
            .collect())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.playing.state().outcome()
    }

    fn ask(&self, seat: Seat) -> Result<Option<Asked>, NoSuchSeat> {
        self.check_seat(seat)?;
        Ok(Asked::of(self.playing.state(), seat))
    }

    fn record(&self) -> Record {
        self.playing.record()
    }

    fn began_from(&self) -> Option<&str> {
        self.began_from.as_deref()
    }

    fn position(&self) -> String {
        self.playing.state().to_position()
    }

    fn imagined(&self, viewer: Viewer, luck: u64) -> Result<String, NoSuchSeat> {
        let world = G::sample(&self.view_of(viewer)?, &mut bobbin_game::SearchChance::new(luck));
        Ok(world.to_position())
    }

    fn seed(&self) -> Seed {
        self.playing.seed()
    }
}
