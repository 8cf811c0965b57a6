//! How strong bots are beside each other, by who came before whom in all their games.

use bobbin_catalog::Played;
use serde::Serialize;

use crate::statistics::Z;

/// A rating: 120 more win two of three games, 200 more three of four.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Elo {
    /// The rating; all together have a mean of 0.
    pub value: f64,
    /// Half of its 95 % interval.
    pub within: f64,
}

/// Elo for each natural unit of strength.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Each bot is taken to have won and lost so much of a game against an average one, so that who never lost is not
/// infinitely strong.
const PRIOR: f64 = 0.5;

/// The ratings of these bots (Bradley and Terry): those under which what happened was likeliest. Where more than two
/// play, each pair of them is a game. A bot against itself tells nothing.
pub(crate) fn ratings(bots: usize, games: &[(&[usize], &Played)]) -> Vec<Elo> {
    let mut won = vec![vec![0.0_f64; bots]; bots];
    for (seating, played) in games {
        let seats = || seating.iter().zip(&played.seats);
        if played.seats.iter().all(|seat| seat.won <= 0.0) {
            continue;
        }
        // A pair of bots in a game of four counts as one game, however many of its seats they have.
        let share = 1.0 / (seating.len() - 1).max(1) as f64;
        for (place, (&one, own)) in seats().enumerate() {
            for (&other, others) in seats().skip(place + 1).filter(|(other, _)| **other != one) {
                match own.rank.cmp(&others.rank) {
                    std::cmp::Ordering::Less => won[one][other] += share,
                    std::cmp::Ordering::Greater => won[other][one] += share,
                    std::cmp::Ordering::Equal => {
                        won[one][other] += share / 2.0;
                        won[other][one] += share / 2.0;
                    }
                }
            }
        }
    }
    let strengths = likeliest(&won);
    let within = deviations(&won, &strengths);
    let mean = strengths.iter().sum::<f64>() / bots.max(1) as f64;
    let each = strengths.iter().zip(within);
    each.map(|(strength, deviation)| Elo {
        value: SCALE * (strength - mean),
        within: Z * SCALE * deviation,
    })
    .collect()
}

fn expected(own: f64, other: f64) -> f64 {
    1.0 / (1.0 + (other - own).exp())
}

/// Newton's method, one bot after the other: the likelihood has one peak.
fn likeliest(won: &[Vec<f64>]) -> Vec<f64> {
    let mut strengths = vec![0.0_f64; won.len()];
    for _ in 0..2000 {
        let mut most = 0.0_f64;
        for bot in 0..won.len() {
            let average = expected(strengths[bot], 0.0);
            let mut slope = PRIOR - 2.0 * PRIOR * average;
            let mut bend = 2.0 * PRIOR * average * (1.0 - average);
            for other in 0..won.len() {
                let (wins, games) = (won[bot][other], won[bot][other] + won[other][bot]);
                let share = expected(strengths[bot], strengths[other]);
                slope += wins - games * share;
                bend += games * share * (1.0 - share);
            }
            let step = (slope / bend.max(1e-9)).clamp(-1.0, 1.0);
            strengths[bot] += step;
            most = most.max(step.abs());
        }
        if most < 1e-10 {
            break;
        }
    }
    strengths
}

/// The standard deviation of each strength beside the mean of all: from the curvature of the likelihood at its peak.
fn deviations(won: &[Vec<f64>], strengths: &[f64]) -> Vec<f64> {
    let bots = won.len();
    let mut curve = vec![vec![0.0; bots]; bots];
    for bot in 0..bots {
        let average = expected(strengths[bot], 0.0);
        curve[bot][bot] += 2.0 * PRIOR * average * (1.0 - average);
        for other in (0..bots).filter(|&other| other != bot) {
            let share = expected(strengths[bot], strengths[other]);
            let bend = (won[bot][other] + won[other][bot]) * share * (1.0 - share);
            curve[bot][bot] += bend;
            curve[bot][other] -= bend;
        }
    }
    let covariance = inverse(curve);
    let count = bots as f64;
    let all: f64 = covariance.iter().flatten().sum();
    let own = covariance.iter().enumerate().map(|(bot, line)| {
        let variance = line[bot] - 2.0 * line.iter().sum::<f64>() / count + all / (count * count);
        variance.max(0.0).sqrt()
    });
    own.collect()
}

/// By elimination; what is given is symmetric and positive, so no pivot is 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (place, line) in matrix.iter_mut().enumerate() {
        line.extend((0..size).map(|column| f64::from(u8::from(column == place))));
    }
    for pivot in 0..size {
        let by = matrix[pivot][pivot];
        for value in &mut matrix[pivot] {
            *value /= by;
        }
        let own = matrix[pivot].clone();
        let others = matrix.iter_mut().enumerate().filter(|(place, _)| *place != pivot);
        for (_, line) in others {
            let factor = line[pivot];
            for (value, own) in line.iter_mut().zip(&own) {
                *value -= factor * own;
            }
        }
    }
    matrix.into_iter().map(|line| line[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(won: &[Vec<f64>]) -> Vec<f64> {
        let strengths = likeliest(won);
        strengths
            .iter()
            .map(|strength| SCALE * (strength - strengths[0]))
            .collect()
    }

    #[test]
    fn three_of_four_games_are_about_200_elo() {
        let won = vec![vec![0.0, 750.0], vec![250.0, 0.0]];
        let gap = -told(&won)[1];
        assert!((gap - 190.8).abs() < 1.0, "{gap}");
        // The usual interval of a share of 1,000 games: 0.75 ± 0.027, so half of it on each side of the middle.
        let within = Z * SCALE * deviations(&won, &likeliest(&won))[0];
        let usual = Z * SCALE * (1.0 / (1000.0 * 0.75 * 0.25_f64)).sqrt() / 2.0;
        assert!((within - usual).abs() < 0.1, "{within} and {usual}");
    }

    #[test]
    fn what_is_known_of_neighbors_tells_of_those_who_never_met() {
        let won = vec![
            vec![0.0, 250.0, 0.0],
            vec![750.0, 0.0, 250.0],
            vec![0.0, 750.0, 0.0],
        ];
        let gaps = told(&won);
        assert!((gaps[2] - 381.7).abs() < 2.0, "{gaps:?}");
        assert!(gaps[2] > 1.99 * gaps[1], "{gaps:?}");
    }

    #[test]
    fn who_never_lost_is_rated_all_the_same() {
        let won = vec![vec![0.0, 20.0], vec![0.0, 0.0]];
        let gap = told(&won)[1];
        assert!((-2000.0..-400.0).contains(&gap), "{gap}");
        let within = deviations(&won, &likeliest(&won))[0];
        assert!(within.is_finite() && SCALE * within > 100.0);
    }
}
