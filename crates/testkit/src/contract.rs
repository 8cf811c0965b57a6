//! The driver: plays games and holds every state against the laws.

use std::fmt;

use bobbin_game::glance::Doer;
use bobbin_game::{
    Aim, Event, Game, Glance, Match, Outcome, Part, Record, Rulebook, SearchChance, Seat, SeatSet, Seed,
    Sentence, Setup, Viewer, random_seat,
};

use crate::hidden::check_hidden;
use crate::json::Written;
use crate::legality::{Tried, check_legality, check_picks, check_random_action};
use crate::{Broken, Checked, Law, Violation};

/// How much the kit does.
#[derive(Clone, Copy, Debug)]
pub struct Thoroughness {
    /// Random games of each setup.
    pub games: usize,
    /// One state in so many gets the slow checks (samples of every view, other worlds, JSON).
    pub deep_every: u32,
}

impl Thoroughness {
    /// Enough to find what is wrong while one waits; `BOBBIN_KIT_GAMES` asks for more.
    pub fn from_env() -> Self {
        let games = std::env::var("BOBBIN_KIT_GAMES")
            .ok()
            .and_then(|games| games.parse().ok());
        Thoroughness {
            games: games.unwrap_or(6),
            deep_every: 4,
        }
    }
}

/// What was checked.
#[derive(Clone, Copy, Default, Debug)]
pub struct ContractReport {
    /// Games played to the end.
    pub games: usize,
    /// States looked at.
    pub states: usize,
    /// The most legal actions that a seat ever had.
    pub most_legal: usize,
    /// The longest game, in actions.
    pub longest: usize,
    /// Actions that were taken back.
    pub undos: usize,
}

impl fmt::Display for ContractReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ContractReport {
            games,
            states,
            most_legal,
            longest,
            undos,
        } = self;
        write!(
            f,
            "{games} games, {states} states, {undos} undos; at most {most_legal} legal actions and {longest} actions a game"
        )
    }
}

/// Who plays: answers a legal action of a seat that is to act.
pub type Player<'a, G> = &'a dyn Fn(&G, Seat, &mut SearchChance) -> <G as Game>::Action;

/// Checks every law on random games of every setup in `G::setups()`.
pub fn check_game_contract<G: Game>(effort: &Thoroughness) -> Result<ContractReport, Violation> {
    check_games_played_by::<G>(effort, &|state, seat, random| {
        state.random_action(seat, random, &mut Vec::new())
    })
}

/// Checks every law on games that this player plays, of every setup in `G::setups()`: for games whose random games
/// never come to what matters, such as an end by their own rules.
pub fn check_games_played_by<G: Game>(
    effort: &Thoroughness,
    player: Player<'_, G>,
) -> Result<ContractReport, Violation> {
    let violation = |broken: Broken, setup: String, seed: &str, record: String| Violation {
        law: broken.law,
        message: broken.message,
        game: G::ID,
        setup,
        seed: seed.to_owned(),
        record,
    };
    let rulebook = Rulebook::parse(G::RULES)
        .map_err(|error| Law::Clauses.broken(error.to_string()))
        .and_then(|rulebook| {
            let found = !rulebook.clauses.is_empty();
            Law::Clauses
                .check(found, || "the rules have no clause".to_owned())
                .map(|()| rulebook)
        })
        .map_err(|broken| violation(broken, String::new(), "", String::new()))?;
    let mut report = ContractReport::default();
    for setup in G::setups() {
        let options = setup.to_options().to_string();
        check_setup::<G>(&setup).map_err(|broken| violation(broken, options.clone(), "", String::new()))?;
        let (mut tried, mut written) = (Tried::default(), Written::default());
        for number in 0..effort.games {
            let seed = format!("kit {number}");
            let start: Match<G> = Match::start(setup.clone(), Seed::named(&seed));
            let mut game = Watch {
                census: start.state().census(),
                game: start,
                random: SearchChance::new(number_of(&Seed::named(&format!("{seed} random")))),
                rulebook: &rulebook,
                effort: *effort,
                tried: &mut tried,
                written: &mut written,
                report: &mut report,
            };
            let result = game.run(player);
            let record = game.game.record().to_string();
            result.map_err(|broken| violation(broken, options.clone(), &seed, record))?;
        }
    }
    Ok(report)
}

fn check_setup<G: Game>(setup: &G::Setup) -> Checked {
    let again = G::Setup::new(&setup.to_options(), setup.content());
    let same = again.as_ref() == Ok(setup);
    Law::SetupRoundTrip.check(same, || format!("{setup:?} came back as {again:?}"))
}

/// One game under watch.
struct Watch<'a, G: Game> {
    game: Match<G>,
    census: Vec<(&'static str, i64)>,
    random: SearchChance,
    rulebook: &'a Rulebook,
    effort: Thoroughness,
    tried: &'a mut Tried<G>,
    written: &'a mut Written<G>,
    report: &'a mut ContractReport,
}

/// The first eight bytes of a seed.
fn number_of(seed: &Seed) -> u64 {
    u64::from_le_bytes(seed.0[..8].try_into().expect("eight bytes"))
}

impl<G: Game> Watch<'_, G> {
    fn run(&mut self, player: Player<'_, G>) -> Checked {
        loop {
            self.check_state()?;
            let Some(seat) = random_seat(self.game.state().to_act(), &mut self.random) else {
                break;
            };
            let in_time = self.game.standing().len() < G::MAX_ACTIONS;
            Law::Ends.check(in_time, || {
                format!("still going after {} actions", G::MAX_ACTIONS)
            })?;
            let action = player(self.game.state(), seat, &mut self.random);
            self.play_and_perhaps_undo(seat, action)?;
            self.perhaps_undo_out_of_order();
        }
        self.report.games += 1;
        self.report.longest = self.report.longest.max(self.game.standing().len());
        self.check_replay()
    }

    fn play_and_perhaps_undo(&mut self, seat: Seat, action: G::Action) -> Checked {
        let before = self.game.state().clone();
        let refused = self.game.play(seat, action).map(drop);
        refused.map_err(|refusal| {
            Law::LegalIsAccepted.broken(format!("the player gave {action} of {seat:?}: {refusal}"))
        })?;
        if let Some(standing) = self.game.standing().last() {
            for told in &standing.events {
                let words = told.event.words().to_string();
                Law::Serde.check(!words.is_empty(), || format!("{:?} has no words", told.event))?;
                check_glance(&told.event, standing.seat)?;
                self.written.events.check(&told.event)?;
            }
            let is_clause = standing
                .closes
                .is_none_or(|clause| self.rulebook.clause(clause).is_some());
            Law::Clauses.check(is_clause, || {
                format!(
                    "{action} closes a phase by {:?}, which is no clause",
                    standing.closes
                )
            })?;
        }
        let silent = self
            .game
            .standing()
            .last()
            .is_some_and(|standing| standing.trace.is_silent() && standing.closes.is_none());
        let over = self.game.state().to_act().is_empty();
        if silent && !over && self.random.below(8) == 0 {
            let after = self.game.state().clone();
            let undone = self.game.undo(seat);
            Law::UndoRestores.check(undone.is_ok(), || {
                format!("{action} asked nothing, but: {undone:?}")
            })?;
            Law::UndoRestores.check(*self.game.state() == before, || {
                format!("after taking back {action} the state differs from the one before it")
            })?;
            let again = self.game.play(seat, action).map(drop);
            Law::UndoRestores.check(again.is_ok() && *self.game.state() == after, || {
                format!("{action}, taken back and played again, comes out differently")
            })?;
            self.report.undos += 1;
        }
        Ok(())
    }

    /// Any seat may try at any time; the game goes on from there and its record must still replay.
    fn perhaps_undo_out_of_order(&mut self) {
        let seat = Seat::new(self.random.below(self.game.setup().players() as u32) as usize);
        if self.random.below(16) == 0 && self.game.undo(seat).is_ok() {
            self.report.undos += 1;
        }
    }

    fn check_state(&mut self) -> Checked {
        let state = self.game.state();
        self.report.states += 1;
        check_over(state)?;
        let census = state.census();
        Law::Conservation.check(census == self.census, || {
            format!("it was {:?} at the start and is {census:?} now", self.census)
        })?;
        let position = state.to_position();
        let again = G::from_position(state.setup(), &position);
        let same = again.as_ref().is_ok_and(|again| again == state);
        Law::Position.check(same, || match again {
            Ok(again) => format!("{position}\nis read as\n{}", again.to_position()),
            Err(error) => format!("{position}\n{error}"),
        })?;
        let deep = self.random.below(self.effort.deep_every) == 0 || self.report.states == 1;
        let most = check_legality(
            &self.game,
            self.rulebook,
            self.tried,
            self.written,
            &mut self.random,
            deep,
        )?;
        self.report.most_legal = self.report.most_legal.max(most);
        check_prompts(state, self.rulebook)?;
        if deep {
            check_picks(state)?;
            check_hidden(state, self.tried, self.written, &mut self.random)?;
        }
        if self.random.below(48) == 0 {
            check_random_action(state, &mut self.random)?;
        }
        Ok(())
    }

    fn check_replay(&self) -> Checked {
        let text = self.game.record().to_string();
        let replayed = text
            .parse::<Record>()
            .and_then(|record| Match::<G>::replay(&record, self.game.setup().clone(), self.game.seed()));
        let replayed = replayed.map_err(|error| Law::ReplayIsEqual.broken(error.to_string()))?;
        Law::ReplayIsEqual.check(replayed.state() == self.game.state(), || {
            "the replayed state differs".to_owned()
        })?;
        let again = replayed.record().to_string();
        Law::ReplayIsEqual.check(again == text, || format!("the record comes back as\n{again}"))
    }
}

/// What a log shows at a glance is what the sentence says: the same doer, players and pieces.
fn check_glance<E: Event>(event: &E, actor: Seat) -> Checked {
    let (words, law) = (event.words(), Law::Glance);
    let said = words.to_string();
    let players = |sentence: &Sentence| -> SeatSet {
        let seats = sentence.parts().iter().filter_map(|part| match part {
            Part::Player { seat } => Some(*seat),
            _ => None,
        });
        seats.collect()
    };
    let check_part = |part: &Part| match part {
        Part::Piece { piece, words } => law.check(!piece.is_empty() && said.contains(words.as_str()), || {
            format!("{piece}, called “{words}”, is not in “{said}”")
        }),
        Part::Player { seat } => law.check(players(&words).contains(*seat), || {
            format!("{seat:?} is not in “{said}”")
        }),
        Part::Text(_) | Part::Aside { .. } => Ok(()),
    };
    match event.glance() {
        None | Some(Glance::Together) => Ok(()),
        Some(Glance::Note { text }) => text.parts().iter().try_for_each(check_part),
        Some(Glance::Round { title, note }) => {
            law.check(!title.is_empty(), || {
                format!("“{said}” is a divider without a title")
            })?;
            let parts = title
                .parts()
                .iter()
                .chain(note.iter().flat_map(bobbin_game::Sentence::parts));
            parts.into_iter().try_for_each(check_part)
        }
        Some(Glance::Did(did)) => {
            law.check(!did.verb.is_empty(), || format!("“{said}” has no verb"))?;
            let by = did.by.unwrap_or(Doer::Player(actor));
            let told = players(&words);
            let is_told = match by {
                Doer::Player(seat) => told.is_empty() || told.contains(seat),
                Doer::Other(name) => said.contains(name),
            };
            law.check(is_told, || format!("{by:?} did it, who is not in “{said}”"))?;
            let pieces = did.pieces.into_iter().map(Part::from);
            let mut parts = pieces.chain(did.rest.parts().iter().cloned());
            parts.try_for_each(|part| check_part(&part))
        }
    }
}

fn check_over<G: Game>(state: &G) -> Checked {
    let to_act = state.to_act();
    let players = state.setup().players();
    Law::OverIsOver.check(bobbin_game::SeatSet::all(players).contains_all(to_act), || {
        format!("{to_act:?} are to act in a game of {players}")
    })?;
    match state.outcome() {
        Some(outcome) => {
            Law::OverIsOver.check(to_act.is_empty(), || {
                format!("there is an outcome, but {to_act:?} are to act")
            })?;
            check_outcome(&outcome, players)
        }
        None => Law::OverIsOver.check(!to_act.is_empty(), || {
            "nobody is to act and there is no outcome".to_owned()
        }),
    }
}

fn check_outcome(outcome: &Outcome, players: usize) -> Checked {
    let law = Law::OutcomeAgrees;
    law.check(
        outcome.sheets.len() == players && outcome.ranks.len() == players,
        || {
            format!(
                "{} sheets and {} ranks for {players} players",
                outcome.sheets.len(),
                outcome.ranks.len()
            )
        },
    )?;
    let names = |seat: usize| {
        outcome.sheets[seat]
            .lines
            .iter()
            .map(|line| line.name)
            .collect::<Vec<_>>()
    };
    for (seat, sheet) in outcome.sheets.iter().enumerate() {
        let sum = sheet.lines.iter().map(|line| line.points).sum();
        law.check(sheet.total == sum, || {
            format!("the lines of seat {seat} add up to {sum}, not {}", sheet.total)
        })?;
        law.check(names(seat) == names(0), || {
            format!("seat {seat} has other lines than seat 0")
        })?;
    }
    if players == 1 {
        return law.check(outcome.winners.is_empty(), || {
            "a lone player wins; their game is scored".to_owned()
        });
    }
    if outcome.winners.is_empty() {
        return law.check(outcome.decided_by.is_some(), || {
            "nobody wins and no reason is told".to_owned()
        });
    }
    for a in Seat::all(players) {
        let is_first = outcome.ranks[a.index()] == 1;
        law.check(is_first == outcome.winners.contains(a), || {
            format!("{a:?} is first or wins, but not both")
        })?;
        for b in Seat::all(players) {
            let (rank_a, rank_b) = (outcome.ranks[a.index()], outcome.ranks[b.index()]);
            let better = match outcome.aim {
                Aim::High => outcome.total(a) > outcome.total(b),
                Aim::Low => outcome.total(a) < outcome.total(b),
            };
            law.check(!better || rank_a < rank_b, || {
                format!("{a:?} has the better total, {b:?} the better rank")
            })?;
        }
    }
    let is_behind = |seat: &Seat| !outcome.winners.contains(*seat);
    let mut behind = Seat::all(players).filter(is_behind);
    let was_broken = behind.any(|b| {
        outcome
            .winners
            .iter()
            .any(|a| outcome.total(a) == outcome.total(b))
    });
    law.check(was_broken == outcome.decided_by.is_some(), || {
        format!(
            "a tie for the first place was broken: {was_broken}, and as the reason is told: {:?}",
            outcome.decided_by
        )
    })
}

fn check_prompts<G: Game>(state: &G, rulebook: &Rulebook) -> Checked {
    for viewer in Viewer::all(state.setup().players()) {
        let prompt = G::prompt(&state.view(viewer));
        Law::Clauses.check(!prompt.text.is_empty(), || {
            format!("{viewer} is told nothing to do")
        })?;
        Law::Clauses.check(rulebook.clause(prompt.clause).is_some(), || {
            format!(
                "the prompt of {viewer} names clause {}, which is none",
                prompt.clause
            )
        })?;
    }
    Ok(())
}
