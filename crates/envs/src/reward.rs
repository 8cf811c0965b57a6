//! What the end of a match is worth.

use bobbin_game::{Aim, MAX_SEATS, Outcome, Seat};

bobbin_game::named! {
    /// What the end of a match is worth to a seat.
    #[derive(Default)]
    Reward, "a reward", {
        /// Its share of the victory less what everybody would have of an even one: the sum over all seats is 0, also
        /// where several share a victory or nobody wins. Of a lone player's game nothing is won: always 0.
        #[default]
        Victory = "victory",
        /// Its points, negative where few are better.
        Points = "points",
        /// Its points less the mean of all seats': the sum is 0.
        Margin = "margin",
    }
}

impl Reward {
    /// What this outcome is worth to each seat; 0 where nobody sits.
    pub fn of(self, outcome: &Outcome) -> [f32; MAX_SEATS] {
        let players = outcome.players();
        let points = |seat: Seat| {
            let total = outcome.total(seat).as_quarters() as f32 / 4.0;
            match outcome.aim {
                Aim::High => total,
                Aim::Low => -total,
            }
        };
        let mean = Seat::all(players).map(points).sum::<f32>() / players as f32;
        let winners = outcome.winners;
        let mut worth = [0.0; MAX_SEATS];
        for seat in Seat::all(players) {
            worth[seat] = match self {
                Reward::Victory if winners.contains(seat) => {
                    1.0 / winners.len() as f32 - 1.0 / players as f32
                }
                Reward::Victory if winners.is_empty() => 0.0,
                Reward::Victory => -1.0 / players as f32,
                Reward::Points => points(seat),
                Reward::Margin => points(seat) - mean,
            };
        }
        worth
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bobbin_game::{Points, Sheet};

    fn sheets(totals: &[i32]) -> Vec<Sheet> {
        let sheet = |&total: &i32| Sheet::new([("points", Points::quarters(total))]);
        totals.iter().map(sheet).collect()
    }

    fn rewards(outcome: &Outcome) -> [Vec<f32>; 3] {
        Reward::ALL.map(|reward| reward.of(outcome)[..outcome.players()].to_vec())
    }

    #[test]
    fn victory_and_margin_add_up_to_nothing() {
        let outcome = Outcome::ranked(Aim::High, sheets(&[20, 40, 40, 0]), |_| 0, "nothing");
        let quarter = vec![-0.25, 0.25, 0.25, -0.25];
        assert_eq!(
            rewards(&outcome),
            [
                quarter,
                vec![5.0, 10.0, 10.0, 0.0],
                vec![-1.25, 3.75, 3.75, -6.25]
            ]
        );
    }

    #[test]
    fn where_few_points_are_better_they_count_against() {
        let outcome = Outcome::ranked(Aim::Low, sheets(&[4, 12]), |_| 0, "nothing");
        assert_eq!(
            rewards(&outcome),
            [vec![0.5, -0.5], vec![-1.0, -3.0], vec![1.0, -1.0]]
        );
    }

    #[test]
    fn where_nobody_wins_nobody_gains() {
        let outcome = Outcome::without_winner(Aim::High, sheets(&[4, 12]), "out of cards");
        assert_eq!(rewards(&outcome)[0], [0.0, 0.0]);
        let alone = Outcome::ranked(Aim::High, sheets(&[80]), |_| 0, "nothing");
        assert_eq!(rewards(&alone), [vec![0.0], vec![20.0], vec![0.0]]);
    }
}
