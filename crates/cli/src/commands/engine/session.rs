//! One program's match.

use bobbin_bots::{BotKind, BotSpec, BotSpecError, Budget, Candidate};
use bobbin_catalog::{
    AnyGame, AnyMatch, Happening, Legal, NameError, NoSuchSeat, PlayError, PositionLoadError, Refused,
    Replay, StartError, Stopwatch,
};
use bobbin_game::{
    ContentHash, Names, Options, Record, RecordError, SearchChance, Seat, Seed, Told, UndoRefusal,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::lines::LineError;
use super::request::Request;
use crate::{args, plain};

/// The version of the protocol, raised when something that worked would not.
const PROTOCOL: u32 = 1;

/// One program's match.
pub(crate) struct Session {
    game: &'static dyn AnyGame,
    options: Options,
    content: Option<ContentHash>,
    playing: Option<Box<dyn AnyMatch>>,
    /// The luck of bots, where a request names none.
    random: SearchChance,
}

/// A good answer's fields.
type Fields = Map<String, Value>;

/// Why there is none.
enum Failure {
    /// The request makes no sense here.
    Error {
        code: &'static str,
        message: String,
        place: Option<(usize, usize)>,
    },
    /// The rules say no.
    Refusal(Value),
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
            playing: None,
            random: args::search_luck(args::seed(None)?),
        })
    }

    /// The answer to a line.
    pub(crate) fn answer(&mut self, line: &str) -> Value {
        let mut request: Fields = match serde_json::from_str(line) {
            Ok(request) => request,
            Err(error) => {
                let message = format!("expected one JSON object a line: {error}");
                return render(None, Err(Failure::error("bad_json", message)));
            }
        };
        let id = request.shift_remove("id");
        let answer = serde_json::from_value(Value::Object(request))
            .map_err(|error| Failure::error("bad_request", error.to_string()))
            .and_then(|request| self.carry_out(request));
        render(id, answer)
    }

    fn carry_out(&mut self, request: Request) -> Result<Fields, Failure> {
        match request {
            Request::Game {} => Ok(self.describe()),
            Request::New { setup, seed, names } => self.begin(setup, seed.as_deref(), &names),
            Request::Load {
                record,
                position,
                setup,
                seed,
                at,
            } => {
                let (record, position) = (record.as_deref(), position.as_deref());
                self.load(record, position, setup, seed.as_deref(), at)
            }
            Request::View { viewer } => Ok(fields(json!({ "view": self.playing()?.view(viewer)? }))),
            Request::Text { viewer } => Ok(fields(json!({ "text": self.playing()?.view_text(viewer)? }))),
            Request::Svg { viewer } => Ok(fields(json!({ "svg": self.playing()?.svg(viewer)? }))),
            Request::Prompt { viewer } => {
                let prompt = self.playing()?.prompt(viewer)?;
                Ok(fields(
                    json!({ "prompt": plain::prompt(&prompt, &Names(&self.names())) }),
                ))
            }
            Request::Legal { seat } => {
                let (legal, names) = (self.playing()?.legal(seat)?, self.names());
                let legal: Vec<Value> = legal
                    .iter()
                    .map(|legal| plain::legal(legal, &Names(&names)))
                    .collect();
                Ok(fields(json!({ "legal": legal })))
            }
            Request::Play { seat, action } => self.play(seat, &action),
            Request::WhyNot { seat, picks } => Ok(fields(
                json!({ "why_not": self.playing()?.why_not(seat, &picks)? }),
            )),
            Request::Undo { seat } => {
                self.playing_mut()?.undo(seat)?;
                self.standing()
            }
            Request::Log { viewer, from } => {
                let lines = self.playing()?.log(viewer, from)?;
                Ok(fields(
                    json!({ "log": plain::log(&lines, &Names(&self.names())) }),
                ))
            }
            Request::Think {
                seat,
                bot,
                budget,
                seed,
            } => self.think(seat, &bot, budget.as_deref(), seed),
            Request::Outcome {} => Ok(fields(json!({ "outcome": self.playing()?.outcome() }))),
            Request::Record {} => {
                let playing = self.playing()?;
                let (record, seed) = (playing.record().to_string(), playing.seed());
                let position = playing.began_from();
                Ok(fields(
                    json!({ "record": record, "seed": seed, "position": position }),
                ))
            }
            Request::Position {} => Ok(fields(json!({ "position": self.playing()?.position() }))),
        }
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

    fn begin(
        &mut self,
        setup: Option<Options>,
        seed: Option<&str>,
        names: &[String],
    ) -> Result<Fields, Failure> {
        let options = self.options_with(setup);
        let mut playing = self.game.start(&options, self.content, seed_named(seed)?)?;
        if names.len() > playing.players() {
            let message = format!("{} names for {} seats", names.len(), playing.players());
            return Err(Failure::error("bad_name", message));
        }
        for (index, name) in names.iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            playing.set_name(Seat::new(index), name)?;
        }
        self.playing = Some(playing);
        self.opening()
    }

    fn load(
        &mut self,
        record: Option<&str>,
        position: Option<&str>,
        setup: Option<Options>,
        seed: Option<&str>,
        at: Option<usize>,
    ) -> Result<Fields, Failure> {
        let playing = match (record, position) {
            (Some(_), _) if setup.is_some() => {
                return Err(Failure::error(
                    "bad_request",
                    "a record tells its setup itself: leave setup out",
                ));
            }
            (Some(record), position) => {
                let record: Record = record.parse()?;
                let seed = seed.map(Seed::named);
                let replay = Replay {
                    seed,
                    position,
                    entries: at,
                };
                self.game.replay(&record, replay)?
            }
            (None, Some(_)) if at.is_some() => {
                return Err(Failure::error(
                    "bad_request",
                    "at counts the entries of a record: there is none",
                ));
            }
            (None, Some(position)) => {
                let options = self.options_with(setup);
                self.game
                    .start_from(position, &options, self.content, seed_named(seed)?)?
            }
            (None, None) => {
                return Err(Failure::error(
                    "bad_request",
                    "missing field `record` or `position`",
                ));
            }
        };
        self.playing = Some(playing);
        self.opening()
    }

    /// The engine's own options with those of a request on top.
    fn options_with(&self, setup: Option<Options>) -> Options {
        let mut options = self.options.clone();
        for (key, value) in setup.unwrap_or_default().iter() {
            options.set(key, value);
        }
        options
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<Fields, Failure> {
        let told = self.playing_mut()?.play(seat, action)?;
        let names = self.names();
        let event = |told: &Told<Happening>| {
            let mut event = fields(json!({ "audience": told.audience }));
            event.append(&mut fields(plain::happening(&told.event, &Names(&names))));
            Value::Object(event)
        };
        let events: Vec<Value> = told.iter().map(event).collect();
        let mut answer = self.standing()?;
        answer.insert("events".to_owned(), Value::Array(events));
        Ok(answer)
    }

    fn think(
        &mut self,
        seat: Seat,
        bot: &str,
        budget: Option<&str>,
        seed: Option<u64>,
    ) -> Result<Fields, Failure> {
        let spec = match budget {
            None => bot.parse::<BotSpec>()?,
            Some(budget) => BotSpec::new(bot.parse::<BotSpec>()?.kind(), Some(budget.parse::<Budget>()?))?,
        };
        let Some(asked) = self.playing()?.ask(seat)? else {
            return Err(Failure::error(
                "not_to_act",
                format!("seat {seat} has nothing to do now"),
            ));
        };
        let mut random = SearchChance::new(seed.unwrap_or_else(|| self.random.bits()));
        let thought = self
            .game
            .bot(spec)
            .think(&asked, &mut random, &Stopwatch::start());
        let names = self.names();
        let considered = |candidate: Candidate<Legal>| Considered {
            legal: plain::legal(&candidate.action, &Names(&names)),
            value: candidate.value,
            visits: candidate.visits,
            expected_score: candidate.expected_score,
        };
        let best: Vec<Considered> = thought.best.into_iter().map(considered).collect();
        Ok(fields(
            json!({ "bot": spec, "best": best, "iterations": thought.iterations }),
        ))
    }

    /// Where the match stands.
    fn standing(&self) -> Result<Fields, Failure> {
        let playing = self.playing()?;
        let to_act = playing.to_act();
        Ok(fields(
            json!({ "version": playing.version(), "to_act": to_act, "over": to_act.is_empty() }),
        ))
    }

    /// Where the match stands, and what it was begun from.
    fn opening(&self) -> Result<Fields, Failure> {
        let playing = self.playing()?;
        let mut answer = self.standing()?;
        answer.append(&mut fields(json!({
            "players": playing.players(),
            "setup": playing.options(),
            "content": playing.content(),
            "commitment": playing.commitment(),
        })));
        Ok(answer)
    }

    /// The names of the players, where there is a match.
    fn names(&self) -> Vec<String> {
        self.playing
            .as_ref()
            .map_or(Vec::new(), |playing| playing.names())
    }

    fn playing(&self) -> Result<&dyn AnyMatch, Failure> {
        self.playing.as_deref().ok_or_else(no_match)
    }

    fn playing_mut(&mut self) -> Result<&mut dyn AnyMatch, Failure> {
        match &mut self.playing {
            Some(playing) => Ok(&mut **playing),
            None => Err(no_match()),
        }
    }
}

/// One action of a thought, flat.
#[derive(Serialize)]
struct Considered {
    #[serde(flatten)]
    legal: Value,
    value: Option<f64>,
    visits: Option<u64>,
    expected_score: Option<f64>,
}

/// The answer to a line that could not be read.
pub(crate) fn refuse_line(error: &LineError) -> Value {
    let code = match error {
        LineError::TooLong => "line_too_long",
        LineError::NotText => "not_utf8",
    };
    render(None, Err(Failure::error(code, error.to_string())))
}

fn render(id: Option<Value>, answer: Result<Fields, Failure>) -> Value {
    let mut rendered = Map::new();
    if let Some(id) = id {
        rendered.insert("id".to_owned(), id);
    }
    rendered.insert("ok".to_owned(), Value::Bool(answer.is_ok()));
    match answer {
        Ok(fields) => rendered.extend(fields),
        Err(Failure::Refusal(refusal)) => {
            rendered.insert("refusal".to_owned(), refusal);
        }
        Err(Failure::Error { code, message, place }) => {
            let mut error = fields(json!({ "code": code, "message": message }));
            if let Some((line, column)) = place {
                error.append(&mut fields(json!({ "line": line, "column": column })));
            }
            rendered.insert("error".to_owned(), Value::Object(error));
        }
    }
    Value::Object(rendered)
}

fn fields(object: Value) -> Fields {
    match object {
        Value::Object(fields) => fields,
        other => unreachable!("{other} is no object"),
    }
}

fn no_match() -> Failure {
    Failure::error("no_match", "no match has begun: send new or load first")
}

fn seed_named(seed: Option<&str>) -> Result<Seed, Failure> {
    args::seed(seed).map_err(|error| Failure::error("no_randomness", format!("{error:#}")))
}

impl Failure {
    fn error(code: &'static str, message: impl Into<String>) -> Self {
        Failure::Error {
            code,
            message: message.into(),
            place: None,
        }
    }
}

impl From<NoSuchSeat> for Failure {
    fn from(error: NoSuchSeat) -> Self {
        Failure::error("no_such_seat", error.to_string())
    }
}

impl From<NameError> for Failure {
    fn from(error: NameError) -> Self {
        Failure::error("bad_name", error.to_string())
    }
}

impl From<StartError> for Failure {
    fn from(error: StartError) -> Self {
        Failure::error("bad_setup", error.to_string())
    }
}

impl From<BotSpecError> for Failure {
    fn from(error: BotSpecError) -> Self {
        Failure::error("bad_bot", error.to_string())
    }
}

impl From<PositionLoadError> for Failure {
    fn from(error: PositionLoadError) -> Self {
        match error {
            PositionLoadError::Start(error) => error.into(),
            PositionLoadError::Position(error) => Failure::Error {
                code: "bad_position",
                message: error.message,
                place: Some((error.line, error.column)),
            },
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Failure::Error {
            code: "bad_record",
            message: error.message,
            place: Some((error.line, error.column)),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::NoSuchSeat(error) => error.into(),
            PlayError::Notation(error) => Failure::error("bad_notation", error.to_string()),
            PlayError::Refused(refused) => {
                let Refused {
                    code,
                    clause,
                    message,
                    detail,
                } = *refused;
                Failure::Refusal(
                    json!({ "code": code, "clause": clause, "message": message, "detail": detail }),
                )
            }
        }
    }
}

impl From<UndoRefusal> for Failure {
    fn from(refusal: UndoRefusal) -> Self {
        let mut told = json!({ "code": refusal.code(), "message": refusal.to_string() });
        if let Some(clause) = refusal.clause() {
            told["clause"] = clause.into();
        }
        Failure::Refusal(told)
    }
}
