//! One program's matches.

use bobbin_bots::BotKind;
use bobbin_catalog::{AnyGame, Json, Replay};
use bobbin_game::{ContentHash, Options, Record, SearchChance, Seat, Seed};
use serde::Serialize;
use serde_json::{Value, json};

use super::answers;
use super::failure::{Failure, Fields, fields, render};
use super::matches::Matches;
use super::request::{Load, New, Request};
use crate::args;

/// The version of the protocol, raised when something that worked would not.
const PROTOCOL: u32 = 1;

/// The most requests of a batch: what they ask for is kept until all are answered.
const MAX_BATCH: usize = 10_000;

/// One program's matches.
pub(crate) struct Session {
    game: &'static dyn AnyGame,
    options: Options,
    content: Option<ContentHash>,
    pub(super) matches: Matches,
    /// The luck of bots and samples, where a request names none.
    random: SearchChance,
}

impl Session {
    /// A session in which no match has begun.
    pub(crate) fn new(
        game: &'static dyn AnyGame,
        options: Options,
        content: Option<ContentHash>,
    ) -> anyhow::Result<Self> {
        Ok(Session {
            game,
            options,
            content,
            matches: Matches::default(),
            random: args::search_luck(args::seed(None)?),
        })
    }

    /// The answer to a line.
    pub(crate) fn answer(&mut self, line: &str) -> Json {
        let (id, request) = match read(serde_json::from_str(line)) {
            (id, Ok(request)) => (id, request),
            (id, Err(failure)) => return render(id, Err(failure)),
        };
        match request {
            (Request::Batch { requests, stop }, _) => self.answer_batch(id, requests, stop),
            (request, of) => render(id, self.carry_out(request, &of)),
        }
    }

    /// The answers to several requests, each as it would be by itself.
    fn answer_batch(&mut self, id: Option<Value>, requests: Vec<Value>, stop: bool) -> Json {
        if requests.len() > MAX_BATCH {
            let message = format!("a batch has at most {MAX_BATCH} requests, not {}", requests.len());
            return render(id, Err(Failure::error("too_many_requests", message)));
        }
        let mut answers = Vec::with_capacity(requests.len());
        for request in requests {
            let (id, request) = read(serde_json::from_value(request));
            let answer = request.and_then(|(request, of)| self.carry_out(request, &of));
            let has_failed = answer.is_err();
            answers.push(render(id, answer));
            if stop && has_failed {
                break;
            }
        }
        Json::of(&BatchAnswer {
            id,
            ok: true,
            answers,
        })
    }

    /// Carries out a request about the match of this name, where it is about one.
    fn carry_out(&mut self, request: Request, of: &str) -> Result<Fields, Failure> {
        let matches = &mut self.matches;
        Ok(match request {
            Request::Game {} => self.describe(),
            Request::New(new) => self.begin(new)?,
            Request::Load(load) => self.load(load)?,
            Request::Clone { name } => {
                let playing = matches.get(of)?.boxed_clone();
                answers::standing(matches.put(name, playing)?)
            }
            Request::Sample { viewer, luck, name } => {
                let luck = luck.unwrap_or_else(|| self.random.bits());
                let playing = matches.get(of)?.imagine(viewer, luck)?;
                answers::standing(matches.put(name, playing)?)
            }
            Request::Drop {} => {
                matches.remove(of)?;
                Fields::new()
            }
            Request::Matches {} => self.list(),
            Request::Batch { .. } => {
                return Err(Failure::error("bad_request", "there is no batch within a batch"));
            }
            Request::View { viewer } => fields(json!({ "view": matches.get(of)?.view(viewer)? })),
            Request::Text { viewer } => fields(json!({ "text": matches.get(of)?.view_text(viewer)? })),
            Request::Svg { viewer } => fields(json!({ "svg": matches.get(of)?.svg(viewer)? })),
            Request::Prompt { viewer } => answers::prompt(matches.get(of)?, viewer)?,
            Request::Legal { seat } => answers::legal(matches.get(of)?, seat)?,
            Request::Numbers { seat } => {
                fields(json!({ "numbers": answers::numbers(matches.get(of)?, seat)? }))
            }
            Request::Observe { seat } => answers::observe(matches.get(of)?, seat)?,
            Request::Encoding {} => answers::encoding(matches.get(of)?)?,
            Request::Play(play) => answers::play(matches.get_mut(of)?, &play)?,
            Request::WhyNot { seat, picks } => {
                fields(json!({ "why_not": matches.get(of)?.why_not(seat, &picks)? }))
            }
            Request::Undo { seat } => {
                let playing = matches.get_mut(of)?;
                playing.undo(seat)?;
                answers::standing(playing)
            }
            Request::Log { viewer, from } => answers::log(matches.get(of)?, viewer, from)?,
            Request::Think(think) => {
                let luck = think.seed.unwrap_or_else(|| self.random.bits());
                answers::think(matches.get(of)?, &think, luck)?
            }
            Request::Outcome {} => fields(json!({ "outcome": matches.get(of)?.outcome() })),
            Request::Record {} => answers::record(matches.get(of)?),
            Request::Position {} => fields(json!({ "position": matches.get(of)?.position() })),
        })
    }

    fn describe(&self) -> Fields {
        let bots: Vec<&str> = BotKind::ALL.iter().map(|kind| kind.name()).collect();
        fields(json!({
            "protocol": PROTOCOL,
            "game": self.game.id(),
            "name": self.game.name(),
            "rules_version": self.game.rules_version(),
            "players": self.game.player_counts(),
            "options": self.game.options(),
            "setup": self.options,
            "bots": bots,
        }))
    }

    fn list(&self) -> Fields {
        let listed = self.matches.iter().map(|(name, playing)| {
            let mut listed = fields(json!({ "match": name }));
            listed.append(&mut answers::standing(playing));
            Value::Object(listed)
        });
        fields(json!({ "matches": listed.collect::<Vec<Value>>() }))
    }

    fn begin(&mut self, new: New) -> Result<Fields, Failure> {
        let options = self.options_with(new.setup);
        let seed = seed_named(new.seed.as_deref())?;
        let mut playing = self.game.start(&options, self.content, seed)?;
        if new.names.len() > playing.players() {
            let message = format!("{} names for {} seats", new.names.len(), playing.players());
            return Err(Failure::error("bad_name", message));
        }
        let names = new.names.iter().enumerate();
        for (index, name) in names.filter(|(_, name)| !name.is_empty()) {
            playing.set_name(Seat::new(index), name)?;
        }
        Ok(answers::opening(self.matches.put(new.name, playing)?))
    }

    fn load(&mut self, load: Load) -> Result<Fields, Failure> {
        let wrong = |message: &str| Err(Failure::error("bad_request", message));
        let seed = load.seed.as_deref();
        let playing = match (load.record, load.position) {
            (Some(_), _) if load.setup.is_some() => {
                return wrong("a record tells its setup itself: leave setup out");
            }
            (Some(record), position) => {
                let record: Record = record.parse()?;
                let replay = Replay {
                    seed: seed.map(Seed::named),
                    position: position.as_deref(),
                    entries: load.at,
                };
                self.game.replay(&record, replay)?
            }
            (None, Some(_)) if load.at.is_some() => {
                return wrong("at counts the entries of a record: there is none");
            }
            (None, Some(position)) => {
                let options = self.options_with(load.setup);
                self.game
                    .start_from(&position, &options, self.content, seed_named(seed)?)?
            }
            (None, None) => return wrong("missing field `record` or `position`"),
        };
        Ok(answers::opening(self.matches.put(load.name, playing)?))
    }

    /// The engine's own options with those of a request on top.
    fn options_with(&self, setup: Option<Options>) -> Options {
        let mut options = self.options.clone();
        for (key, value) in setup.unwrap_or_default().iter() {
            options.set(key, value);
        }
        options
    }
}

/// The answer to a batch.
#[derive(Serialize)]
struct BatchAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    ok: bool,
    answers: Vec<Json>,
}

/// A request's `id`, what it asks for, and the name of the match that it is about.
fn read(object: serde_json::Result<Fields>) -> (Option<Value>, Result<(Request, String), Failure>) {
    match object {
        Ok(mut request) => (request.shift_remove("id"), Request::read(request)),
        Err(error) => {
            let message = format!("expected one JSON object a line: {error}");
            (None, Err(Failure::error("bad_json", message)))
        }
    }
}

fn seed_named(seed: Option<&str>) -> Result<Seed, Failure> {
    args::seed(seed).map_err(|error| Failure::error("no_randomness", format!("{error:#}")))
}
