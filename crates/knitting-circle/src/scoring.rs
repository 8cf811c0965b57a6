//! 9: scoring, 10.8: solo titles, 11: goals of scenarios.

use bobbin_game::{Aim, Goal, Outcome, Points, Seat, SeatSet, Setup as _, Sheet};

use crate::condition::{Condition, Progress};
use crate::content::Scenario;
use crate::state::{KnittingCircle, Phase};
use crate::tally::{Facts, Score, Tally};

impl KnittingCircle {
    /// 9.1 to 9.8: what a seat would score if the game ended now.
    pub fn score(&self, seat: Seat) -> Score {
        self.score_of(seat, &self.tally(seat))
    }

    pub(crate) fn score_of(&self, seat: Seat, tally: &Tally) -> Score {
        let content = self.content();
        let bonuses = self
            .completed(seat)
            .iter()
            .flat_map(|garment| content.bonuses(garment.card()));
        let met = self
            .requests
            .iter()
            .filter(|request| request.met_by.contains(seat));
        Score {
            buttons: tally.button_points,
            garments: tally.garment_points,
            bonuses: bonuses.map(|bonus| bonus.points(tally)).sum(),
            ugly: -i32::from(self.setup.rules().ugly) * i32::from(tally.ugly),
            requests: met
                .map(|request| i32::from(content.requests[usize::from(request.card)].points))
                .sum(),
        }
    }

    /// 9.9: the result, once the game is over.
    pub(crate) fn result(&self) -> Option<Outcome> {
        if self.phase != Phase::Over {
            return None;
        }
        let mut outcome = self.ranking();
        if self.setup.is_solo() {
            outcome.tier = self.tier(self.score(Seat::new(0)).total());
        }
        self.add_goals(&mut outcome);
        Some(outcome)
    }

    /// 9.9: who would be how good if the game ended now.
    fn ranking(&self) -> Outcome {
        let sheets = self.seats().map(|seat| {
            let score = self.score(seat);
            Sheet::new([
                ("Buttons", Points::whole(score.buttons)),
                ("Garments", Points::whole(score.garments)),
                ("Garment bonuses", Points::whole(score.bonuses)),
                ("Ugly buttons", Points::whole(score.ugly)),
                ("Requests", Points::whole(score.requests)),
            ])
        });
        let left = |seat: Seat| self.player(seat).tiles.total();
        Outcome::ranked(Aim::High, sheets, left, "most yarn tiles left")
    }

    /// 10.8, 10.9: the title for a solo score.
    fn tier(&self, total: i32) -> Option<&'static str> {
        let reached = self.content().tiers.iter().rev();
        reached
            .into_iter()
            .find(|tier| total >= i32::from(tier.from))
            .map(|tier| tier.title.as_str())
    }

    /// 11.1, 11.2: the goals of the scenario, if it is one, and how far each seat would have come with them if the game
    /// ended now.
    pub(crate) fn goals(&self) -> impl Iterator<Item = (&'static str, Condition, Vec<Progress>)> + use<> {
        let scenario = self.setup.scenario();
        let facts: Vec<Facts> = match scenario {
            Some(_) => {
                let winners = self.ranking().winners;
                self.seats().map(|seat| self.facts_with(seat, winners)).collect()
            }
            None => Vec::new(),
        };
        let goals = scenario.into_iter().flat_map(Scenario::goals);
        goals.map(move |(text, wants)| {
            let progress = facts.iter().map(|facts| wants.progress(facts)).collect();
            (text, wants, progress)
        })
    }

    fn add_goals(&self, outcome: &mut Outcome) {
        outcome.goals = self
            .goals()
            .map(|(name, _, progress)| Goal {
                name,
                met_by: self
                    .seats()
                    .filter(|seat| progress[seat.index()].is_met)
                    .collect(),
            })
            .collect();
    }

    /// All that is known of a seat once the game is over.
    pub fn facts(&self, seat: Seat) -> Option<Facts> {
        let outcome = self.result()?;
        Some(self.facts_with(seat, outcome.winners))
    }

    fn facts_with(&self, seat: Seat, winners: SeatSet) -> Facts {
        let tally = self.tally(seat);
        let met = self
            .requests
            .iter()
            .filter(|request| request.met_by.contains(seat));
        Facts {
            score: self.score_of(seat, &tally),
            tally,
            requests_met: met.count() as u8,
            tiles_left: self.player(seat).tiles.total(),
            won: winners.contains(seat) && self.setup.players() > 1,
        }
    }
}
