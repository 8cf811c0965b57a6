//! What each seat expected from moment to moment.

use crate::estimate::Estimate;

/// What an action changed, as near looks have it: they compare what became of the same moment, so what they lean to is
/// the same on both sides.
#[derive(Clone, Debug)]
pub(crate) struct Turnout {
    /// What the choice was worth to each seat: more or less than what a fair player would have done.
    pub(crate) choice: Vec<Estimate>,
    /// What luck added.
    pub(crate) luck: Vec<Estimate>,
}

/// What each seat expected at each moment, and what it got.
///
/// What the actions changed adds up to a course that tells moments apart, but it drifts away from the truth, because
/// near looks lean and what a fair player gains or loses by it is not all that happens. Games to the end (`far`, by
/// moment) are right on the average, but tell little of one moment. So the drift is taken from those, and because it
/// changes slowly it is the mean over neighboring moments.
pub(crate) fn course(far: &[Vec<Estimate>], turnouts: &[Turnout], result: &[Estimate]) -> Vec<Vec<Estimate>> {
    let mut seats: Vec<Vec<Estimate>> = Vec::with_capacity(result.len());
    for (seat, &result) in result.iter().enumerate() {
        let mut sum = Estimate::default();
        let mut sums = Vec::with_capacity(far.len());
        for turnout in turnouts {
            sums.push(sum);
            sum = sum + turnout.choice[seat] + turnout.luck[seat];
        }
        let drift: Vec<Estimate> = far.iter().zip(&sums).map(|(far, &sum)| far[seat] - sum).collect();
        let mut course: Vec<Estimate> = sums
            .iter()
            .zip(smoothed(&drift))
            .map(|(&sum, drift)| (sum + drift).possible())
            .collect();
        course.push(result);
        seats.push(course);
    }
    (0..=far.len())
        .map(|moment| seats.iter().map(|course| course[moment]).collect())
        .collect()
}

/// Drift is the mean over so many of all moments before and after, and over two at least.
const WINDOW: usize = 8;

/// Means over neighbors, the nearer the more. Towards the end fewer count: there the result comes into sight, and games
/// to the end hardly differ.
fn smoothed(drift: &[Estimate]) -> Vec<Estimate> {
    let moments = drift.len();
    let wide = (moments / WINDOW).max(2);
    (0..moments)
        .map(|moment| {
            let reach = wide.min(moments - 1 - moment);
            let neighbors = moment.saturating_sub(reach)..=(moment + reach);
            let (mut sum, mut weights) = (Estimate::default(), 0.0);
            for other in neighbors {
                let weight = 1.0 - other.abs_diff(moment) as f64 / (reach + 1) as f64;
                weights += weight;
                sum += drift[other] * weight;
            }
            sum * (1.0 / weights)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use bobbin_bots::Forecast;
    use bobbin_game::Seat;

    use super::*;
    use crate::amount::Amount;

    fn points(points: f32) -> Vec<Estimate> {
        let mut forecast = Forecast::default();
        forecast.points[0] = points;
        vec![Estimate::certain(&forecast, Seat::new(0))]
    }

    #[test]
    fn a_course_tells_moments_apart_and_stays_with_the_games() {
        // Choices of +3 and −3 in turn; games to the end grow by one point a moment besides, which no action explains.
        let turnouts: Vec<Turnout> = (0..32)
            .map(|moment| Turnout {
                choice: points([3.0, -3.0][moment % 2]),
                luck: points(0.0),
            })
            .collect();
        let truth = |moment: usize| moment as f32 + [20.0, 23.0][moment % 2];
        let far: Vec<Vec<Estimate>> = (0..32).map(|moment| points(truth(moment))).collect();
        let course = course(&far, &turnouts, &points(99.0));
        let found: Vec<Amount> = course.iter().map(|moment| moment[0].rounded().points).collect();
        for (moment, &found) in found.iter().enumerate().take(32).skip(4) {
            assert_eq!(found, Amount::near(f64::from(truth(moment))), "{moment}");
        }
        assert_eq!(found[32], Amount(99_000));
    }
}
