//! A whole game between bots, for measuring them and the game.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use bobbin_bots::{
    Bot, BotKind, BotSpec, BotSpecError, Budget, Mind, Question, Search, Thought, Timer as _, next_seat,
};
use bobbin_game::{Game, Log, Match, MatchChance, SearchChance, Seat, Seed, Told, Viewer};
use bobbin_minds::{Facts, Study};
use serde::{Deserialize, Serialize};

use crate::any_bot::OwnTime;

/// Who plays for a seat in a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contestant {
    /// A bot, who knows what its seat knows.
    Bot(BotSpec),
    /// `cheat:100ms`: our search given the true state and the luck to come. The bound of what a player could know;
    /// it plays nowhere but here.
    Cheat(BotSpec),
    /// `trial:100ms`: our search with what is on trial in the game's mind. How a change is gated.
    Trial(BotSpec),
    /// `hand:100ms`: our search with what was written by hand alone. What a network is measured against.
    Hand(BotSpec),
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(spec) => spec.fmt(f),
            Contestant::Cheat(spec) => named(f, "cheat", *spec),
            Contestant::Trial(spec) => named(f, "trial", *spec),
            Contestant::Hand(spec) => named(f, "hand", *spec),
        }
    }
}

fn named(f: &mut fmt::Formatter<'_>, name: &str, spec: BotSpec) -> fmt::Result {
    f.write_str(name)?;
    spec.budget().map_or(Ok(()), |budget| write!(f, ":{budget}"))
}

impl FromStr for Contestant {
    type Err = BotSpecError;

    fn from_str(text: &str) -> Result<Self, BotSpecError> {
        let (name, budget) = match text.split_once(':') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let search = || BotSpec::new(BotKind::Search, budget.map(str::parse::<Budget>).transpose()?);
        match name {
            "cheat" => search().map(Contestant::Cheat),
            "trial" => search().map(Contestant::Trial),
            "hand" => search().map(Contestant::Hand),
            _ => text.parse().map(Contestant::Bot),
        }
    }
}

impl Serialize for Contestant {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Contestant {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

/// How a contest is played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// The luck of the game.
    pub seed: Seed,
    /// The luck of the bots.
    pub luck: u64,
    /// One a seat.
    pub contestants: Vec<Contestant>,
    /// Write the record?
    pub is_recorded: bool,
    /// Ask every question a second time about another state that looks the same, and compare?
    pub is_audited: bool,
}

/// How a contest went.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Played {
    /// One a seat.
    pub seats: Vec<SeatPlayed>,
    /// How many actions were made.
    pub actions: u32,
    /// How often another seat came to lead, by the expected final scores; none where nobody can tell before the end.
    pub lead_changes: Option<u32>,
    /// Why nobody won, or what decided between equal scores.
    pub decided_by: Option<String>,
    /// What was there to be had, by kind.
    pub offered: BTreeMap<String, Vec<String>>,
    /// The record, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub record: Option<String>,
}

/// How a contest went for a seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatPlayed {
    /// Who played.
    pub who: String,
    /// Its part of the victory: 1, a fraction where it was shared, or 0.
    pub won: f64,
    /// Its rank, 1 the best.
    pub rank: u8,
    /// Its final score.
    pub total: f64,
    /// The lines of its score sheet, in order.
    pub lines: Vec<(String, f64)>,
    /// How many actions it made, those without a choice left out.
    pub choices: u32,
    /// The milliseconds of processor time it thought about them, in all and at most.
    pub millis: (f64, f64),
    /// The iterations it made.
    pub iterations: u64,
    /// How often it took what, by kind and name.
    pub taken: BTreeMap<String, BTreeMap<String, u32>>,
}

enum Player<G: Game, M> {
    Bot(Box<dyn Bot<G>>),
    Cheat(Box<Search<G, M>>),
}

/// Notes facts as events come.
struct Noting<'a, E>(&'a mut Vec<E>);

impl<E> Log<E> for Noting<'_, E> {
    fn note(&mut self, audience: bobbin_game::Audience, event: E) {
        // Who is told more by an event of its own is told the same thing twice.
        if !matches!(audience, bobbin_game::Audience::Except(_)) {
            self.0.push(event);
        }
    }
}

/// Plays a contest.
///
/// # Panics
/// If a bot names an action that is not legal, or an audit finds that it was shown something hidden.
pub(crate) fn play<G: Game, M: Mind<G> + Study<G>>(setup: &G::Setup, contest: &Contest) -> Played {
    let mut table = ContestTable::<G, M>::new(setup, contest);
    while let Some(seat) = next_seat(&table.state, table.first) {
        table.turn(seat, contest);
    }
    table.played(setup, contest)
}

struct ContestTable<G: Game, M> {
    /// Says who leads.
    mind: M,
    state: G,
    luck: MatchChance,
    /// Where several may act at once, this seat comes first and the others in turn. It is drawn by lot, for whoever
    /// comes last has seen what the others did: no seat shall gain by its number. It is the same whoever sits where on
    /// a deal.
    first: Seat,
    players: Vec<Player<G, M>>,
    randoms: Vec<SearchChance>,
    seats: Vec<SeatPlayed>,
    facts: Facts,
    events: Vec<G::Event>,
    actions: Vec<(Seat, G::Action)>,
    leader: Option<usize>,
    lead_changes: Option<u32>,
}

/// Our search with this mind.
fn search_of<G: Game, M: Mind<G>>(mind: M, spec: BotSpec) -> Box<dyn Bot<G>> {
    Box::new(Search::new(mind, spec.manner(&M::LEVELS)))
}

impl<G: Game, M: Mind<G> + Study<G>> ContestTable<G, M> {
    fn new(setup: &G::Setup, contest: &Contest) -> Self {
        let mut luck = MatchChance::new(contest.seed);
        let state = G::start(setup, &mut luck);
        luck.take_trace();
        let mut facts = Facts::default();
        M::note_start(&state, &mut facts);
        M::prepare();
        let player = |contestant: &Contestant| match contestant {
            Contestant::Bot(spec) => Player::Bot(spec.build::<G, M>()),
            Contestant::Cheat(spec) => {
                Player::Cheat(Box::new(Search::new(M::default(), spec.manner(&M::LEVELS))))
            }
            Contestant::Trial(spec) => Player::Bot(search_of(M::on_trial(), *spec)),
            Contestant::Hand(spec) => Player::Bot(search_of(M::by_hand(), *spec)),
        };
        let seat = |contestant: &Contestant| SeatPlayed {
            who: contestant.to_string(),
            won: 0.0,
            rank: 0,
            total: 0.0,
            lines: Vec::new(),
            choices: 0,
            millis: (0.0, 0.0),
            iterations: 0,
            taken: BTreeMap::new(),
        };
        let mut seeds = SearchChance::new(contest.luck);
        let randoms = contest.contestants.iter();
        let randoms = randoms.map(|_| SearchChance::new(seeds.bits())).collect();
        let [lot, ..] = contest.seed.0;
        ContestTable {
            mind: M::by_hand(),
            state,
            luck,
            first: Seat::new(usize::from(lot) % contest.contestants.len()),
            players: contest.contestants.iter().map(player).collect(),
            randoms,
            seats: contest.contestants.iter().map(seat).collect(),
            facts,
            events: Vec::new(),
            actions: Vec::new(),
            leader: None,
            lead_changes: None,
        }
    }

    fn turn(&mut self, seat: Seat, contest: &Contest) {
        let question = Question::of(&self.state, seat).expect("a seat that is to act can act");
        if contest.is_audited {
            self.audit(&question);
        }
        // A machine that does other things as well takes nothing from anyone's time to think.
        let clock = OwnTime::start();
        let thought = self.think(&question, &clock);
        let millis = clock.elapsed().as_secs_f64() * 1000.0;
        let own = &mut self.seats[seat.index()];
        if question.legal.len() > 1 {
            own.choices += 1;
            own.millis = (own.millis.0 + millis, own.millis.1.max(millis));
            own.iterations += thought.iterations;
        }
        let action = *thought.choice();
        assert!(
            question.legal.contains(&action),
            "{}: {action} is not legal",
            own.who
        );
        self.events.clear();
        let played = self
            .state
            .apply(seat, action, &mut self.luck, &mut Noting(&mut self.events));
        played.unwrap_or_else(|refusal| panic!("{}: {action}: {refusal}", self.seats[seat.index()].who));
        self.luck.take_trace();
        self.actions.push((seat, action));
        for event in &self.events {
            M::note_event(&self.state, event, &mut self.facts);
        }
        self.follow_lead();
    }

    fn think(&mut self, question: &Question<G>, clock: &OwnTime) -> Thought<G::Action> {
        let random = &mut self.randoms[question.seat.index()];
        match &mut self.players[question.seat.index()] {
            Player::Bot(bot) => bot.think(question, random, clock),
            Player::Cheat(search) => search.think_knowing(question, (&self.state, &self.luck), random, clock),
        }
    }

    /// A bot answers a question and nothing else: so if another state that looks the same gives an equal question,
    /// it cannot have seen the difference.
    fn audit(&mut self, question: &Question<G>) {
        let mut luck = SearchChance::new(self.actions.len() as u64);
        let other = G::sample(&self.state.view(Viewer::Seat(question.seat)), &mut luck);
        let again = Question::of(&other, question.seat).expect("it looks the same, so it can act");
        assert_eq!(again.view, question.view, "a view shows something hidden");
        assert_eq!(
            again.legal, question.legal,
            "the legal actions show something hidden"
        );
    }

    fn follow_lead(&mut self) {
        if !self.mind.is_quiet(&self.state) {
            return;
        }
        let Some(forecast) = self.mind.forecast(&self.state) else {
            return;
        };
        let worth = &forecast.worth[..self.seats.len()];
        let best = (0..worth.len()).max_by(|&a, &b| worth[a].total_cmp(&worth[b]));
        let changes = self.lead_changes.get_or_insert(0);
        if self.leader.is_some() && self.leader != best {
            *changes += 1;
        }
        self.leader = best;
    }

    fn played(mut self, setup: &G::Setup, contest: &Contest) -> Played {
        let outcome = self
            .state
            .outcome()
            .expect("nobody is to act, so the game is over");
        for (place, seat) in self.seats.iter_mut().enumerate() {
            let winners = outcome.winners;
            if winners.contains(Seat::new(place)) {
                seat.won = 1.0 / winners.len() as f64;
            }
            seat.rank = outcome.ranks[place];
            let number = |points: bobbin_game::Points| f64::from(points.as_quarters()) / 4.0;
            seat.total = number(outcome.sheets[place].total);
            let lines = outcome.sheets[place].lines.iter();
            seat.lines = lines
                .map(|line| (line.name.to_owned(), number(line.points)))
                .collect();
        }
        for (seat, fact) in self.facts.taken {
            let kind = self.seats[seat.index()]
                .taken
                .entry(fact.kind.to_owned())
                .or_default();
            *kind.entry(fact.name).or_default() += 1;
        }
        let mut offered: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for fact in self.facts.offered {
            offered.entry(fact.kind.to_owned()).or_default().push(fact.name);
        }
        Played {
            actions: self.actions.len() as u32,
            lead_changes: self.lead_changes,
            decided_by: outcome.decided_by.map(str::to_owned),
            offered,
            record: contest
                .is_recorded
                .then(|| record::<G>(setup, contest, &self.actions)),
            seats: self.seats,
        }
    }
}

/// The same game as a match, for its record.
fn record<G: Game>(setup: &G::Setup, contest: &Contest, actions: &[(Seat, G::Action)]) -> String {
    let mut playing = Match::<G>::start(setup.clone(), contest.seed);
    for (place, contestant) in contest.contestants.iter().enumerate() {
        playing.set_name(Seat::new(place), &contestant.to_string());
    }
    for &(seat, action) in actions {
        let played: Result<&[Told<G::Event>], _> = playing.play(seat, action);
        played.unwrap_or_else(|refusal| panic!("{action} was accepted before: {refusal}"));
    }
    playing.record().to_string()
}
