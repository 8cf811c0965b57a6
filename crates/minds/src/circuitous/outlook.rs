//! What the ways in the making promise each seat.

use bobbin_circuitous::{Action, Circuitous};
use bobbin_game::{Game as _, MAX_SEATS, Seat, Setup as _};

use arrayvec::ArrayVec;

use super::{Ahead, CircuitousMind, MAX_WAYS_ON, Survey, Taste, WayOn};

/// What is promised to each seat.
pub(super) type Worth = [f32; MAX_SEATS];

/// All ways in the making, weighed: how likely each is to be the one that is completed, and who would win then.
pub(super) struct Outlook<'a> {
    pub(super) survey: Survey<'a>,
    state: &'a Circuitous,
    taste: &'static Taste,
    players: usize,
    /// Who plays now: what is weighed is what becomes of the table after that.
    seat: Seat,
    /// Who plays then.
    next: Seat,
    /// Cards left in all hands and decks.
    left: f32,
    terms: ArrayVec<Term, MAX_WAYS_ON>,
    sum: Term,
    /// The fewest turns of all ways, in eighths.
    nearest: u8,
}

/// What a way adds to the outlook.
#[derive(Clone, Copy, Default)]
struct Term {
    weight: f32,
    worth: Worth,
}

impl Term {
    fn add(&mut self, other: &Term, sign: f32) {
        self.weight += sign * other.weight;
        for (worth, other) in self.worth.iter_mut().zip(other.worth) {
            *worth += sign * other;
        }
    }
}

impl<'a> Outlook<'a> {
    /// The outlook after the turn of whoever plays now, if that leaves the table as it is.
    pub(super) fn of(state: &'a Circuitous, mind: &'a CircuitousMind) -> Self {
        let survey = mind.survey(state);
        let players = state.setup().players();
        let left = Seat::all(players).map(|seat| f32::from(state.cards_left(seat)));
        let mut outlook = Outlook {
            state,
            taste: mind.taste,
            players,
            seat: state.turn(),
            next: state.turn_after(),
            left: left.sum::<f32>() - 1.0,
            terms: ArrayVec::new(),
            sum: Term::default(),
            nearest: u8::MAX,
            survey,
        };
        for place in 0..outlook.survey.ways.len() {
            let way = outlook.survey.ways[place];
            let term = outlook.term(way.ahead, 0.0, way.points);
            outlook.nearest = outlook.nearest.min(way.ahead.turns);
            outlook.sum.add(&term, 1.0);
            outlook.terms.push(term);
        }
        outlook
    }

    /// What a way promises that has these points so far, so many cards before a finish.
    fn term(&self, ahead: Ahead, doubt: f32, points: [u16; 4]) -> Term {
        let taste = self.taste;
        let cards = f32::from(ahead.turns) / 8.0 + doubt;
        let mut term = Term {
            weight: (-taste.haste * (cards - 1.0)).exp() + 1e-9,
            worth: [0.0; MAX_SEATS],
        };
        let spread = taste.spread + taste.spread_of_card * cards.sqrt();
        let mut sum = 0.0;
        let best = points[..self.players].iter().copied().max().unwrap_or(0);
        for (seat, worth) in term.worth[..self.players].iter_mut().enumerate() {
            let mut behind = f32::from(points[seat]) - f32::from(best);
            if seat == self.next.index() {
                behind += if ahead.cards == 1 {
                    taste.last_card
                } else {
                    taste.next_card
                };
            }
            *worth = (behind / spread).exp();
            sum += *worth;
        }
        for worth in &mut term.worth[..self.players] {
            *worth *= term.weight / sum;
        }
        term
    }

    /// The share of games that end with a winner from here.
    fn decided(&self, nearest: u8) -> f32 {
        let needed = self.taste.cards_for_one + self.taste.cards_for_other * (self.players - 2) as f32;
        let plenty = self.left / (needed * (f32::from(nearest) / 8.0).max(1.0));
        let square = plenty * plenty;
        square / (1.0 + square)
    }

    fn worth_of(&self, sum: &Term, nearest: u8) -> Worth {
        let mut worth = [0.0; MAX_SEATS];
        if sum.weight > 1e-9 {
            let decided = self.decided(nearest);
            let company = self.taste.company;
            for (worth, own) in worth[..self.players].iter_mut().zip(sum.worth) {
                let share = (own / sum.weight).clamp(0.0, 1.0);
                *worth = decided * ((1.0 - company) * share + company / self.players as f32);
            }
        }
        worth
    }

    /// How likely a way is to be the one that is completed.
    pub(super) fn share(&self, place: usize) -> f32 {
        self.terms[place].weight / self.sum.weight.max(1e-9)
    }

    /// The share of games that end with a winner from here.
    pub(super) fn decided_now(&self) -> f32 {
        if self.terms.is_empty() {
            0.0
        } else {
            self.decided(self.nearest)
        }
    }

    /// What is promised if the table stays as it is.
    pub(super) fn as_it_is(&self) -> Worth {
        self.worth_of(&self.sum, self.nearest)
    }

    /// What the ways promise as points, the likelier the more.
    pub(super) fn points(&self) -> Worth {
        let mut points = [0.0; MAX_SEATS];
        for (way, term) in self.survey.ways.iter().zip(&self.terms) {
            for (sum, points) in points.iter_mut().zip(way.points) {
                *sum += f32::from(points) * term.weight / self.sum.weight;
            }
        }
        points
    }

    /// What is promised after a card was laid on a way (or its last card turned): the exits it leads to are so many
    /// cards before a finish, and the seats have these points up to there.
    pub(super) fn led_on(&self, place: usize, exits: &[Ahead], points: [u16; 4]) -> Worth {
        if exits.contains(&Ahead::HERE) {
            return self.finished(points);
        }
        let mut sum = self.sum;
        sum.add(&self.terms[place], -1.0);
        let mut nearest = if self.survey.ways[place].ahead.turns > self.nearest {
            self.nearest
        } else {
            let others = self.survey.ways.iter().enumerate();
            let others = others.filter(|&(other, _)| other != place);
            others.map(|(_, way)| way.ahead.turns).min().unwrap_or(u8::MAX)
        };
        for &ahead in exits.iter().filter(|ahead| ahead.leads_on()) {
            sum.add(&self.term(ahead, self.taste.doubt, points), 1.0);
            nearest = nearest.min(ahead.turns);
        }
        self.worth_of(&sum, nearest)
    }

    /// What is promised when the cards to go on each way have changed.
    fn moved(&self, aheads: &[Ahead]) -> Worth {
        let mut sum = Term::default();
        let mut nearest = u8::MAX;
        for (way, &ahead) in self.survey.ways.iter().zip(aheads) {
            if ahead == Ahead::HERE {
                return self.finished(way.points);
            }
            if ahead.leads_on() {
                sum.add(&self.term(ahead, 0.0, way.points), 1.0);
                nearest = nearest.min(ahead.turns);
            }
        }
        self.worth_of(&sum, nearest)
    }

    /// The points of a way once a card of the seat that plays is added.
    pub(super) fn with_card(&self, way: &WayOn, kind: usize) -> [u16; 4] {
        let mut points = way.points;
        points[self.seat.index()] += u16::from(self.state.decks().kinds[kind].points);
        points
    }

    /// What is promised after this card was laid where it does most for the seat that plays; none if it leads no way
    /// on.
    pub(super) fn best_of_card(&self, kind: usize) -> Option<Worth> {
        let mut best: Option<Worth> = None;
        for (place, way) in self.survey.ways.iter().enumerate() {
            if way.ahead.turns > self.nearest.saturating_add(self.taste.far) {
                continue;
            }
            let points = self.with_card(way, kind);
            self.survey.extensions(way, kind, |exits| {
                let worth = self.led_on(place, exits, points);
                if best.is_none_or(|best| worth[self.seat.index()] > best[self.seat.index()]) {
                    best = Some(worth);
                }
            });
        }
        best
    }

    /// What is promised after an action that moves a finish, turns an end card or replaces a card.
    pub(super) fn after_ability(&self, action: Action) -> Option<Worth> {
        match action {
            Action::TurnFinish(..) | Action::SlideFinish(..) => {
                let aheads = self.survey.with_moved_finish(action)?;
                Some(self.moved(&aheads))
            }
            Action::TurnEnd(number, spot) => {
                let (way, exits) = self.survey.with_turned_end(number, spot)?;
                let place = self.survey.ways.iter().position(|other| *other == way)?;
                Some(self.led_on(place, &exits, way.points))
            }
            Action::Over(number, _) => {
                let (piece, owner, worth) = self.survey.card(number)?;
                let own = u16::from(self.state.decks().kinds[self.state.chosen_kind()?].points);
                let mut sum = self.sum;
                let ways = self.survey.ways.iter().zip(&self.terms);
                for (way, term) in ways.filter(|(way, _)| way.pieces & piece != 0) {
                    let mut points = way.points;
                    points[owner.index()] = points[owner.index()].saturating_sub(worth);
                    points[self.seat.index()] += own;
                    sum.add(term, -1.0);
                    sum.add(&self.term(way.ahead, 0.0, points), 1.0);
                }
                Some(self.worth_of(&sum, self.nearest))
            }
            _ => None,
        }
    }

    /// What is promised after the best move of a finish.
    pub(super) fn best_of_finish_moves(&self, slides: bool) -> Option<Worth> {
        let seat = self.seat.index();
        let moves = self.survey.finish_moves(slides);
        let worths = moves.filter_map(|action| self.after_ability(action));
        worths.max_by(|a, b| a[seat].total_cmp(&b[seat]))
    }

    /// What everyone gets if a way with these points is completed now.
    fn finished(&self, points: [u16; 4]) -> Worth {
        let turns = |seat: Seat| self.state.turns_taken(seat) + u8::from(seat == self.seat);
        let beats = |seat: Seat, other: Seat| {
            let (own, others) = (points[seat.index()], points[other.index()]);
            let is_level = own == others;
            let (turns, others_turns) = (turns(seat), turns(other));
            own > others
                || is_level
                    && (turns < others_turns || turns == others_turns && self.state.comes_later(seat, other))
        };
        let mut worth = [0.0; MAX_SEATS];
        for seat in Seat::all(self.players) {
            let is_winner = Seat::all(self.players).all(|other| other == seat || beats(seat, other));
            let share = f32::from(u8::from(is_winner));
            let company = self.taste.company;
            worth[seat.index()] = (1.0 - company) * share + company / self.players as f32;
        }
        worth
    }
}
