//! Leagues: seasons one after the other, in each a round robin in every division.

use crate::record::{Entrant, Entry, Round};
use crate::rounds::planned_robin;
use crate::rules::{Format, Rules};
use crate::standings::division_standings;

/// A season.
pub(crate) struct Season {
    /// From 0.
    pub(crate) number: u8,
    /// The index of its first round.
    pub(crate) first_round: usize,
    /// How many it has.
    pub(crate) rounds: usize,
    /// Who is in which division, the highest first.
    pub(crate) divisions: Vec<Vec<Entrant>>,
}

/// The season that the round with this index belongs to; the last one for rounds after it. The first is made of
/// entrants in the order in which they came, each later one of how the season before it ended.
pub(crate) fn season_of(rules: &Rules, entries: &[Entry], rounds: &[Round], round: usize) -> Option<Season> {
    let Format::League {
        division,
        moves,
        seasons,
    } = rules.format
    else {
        return None;
    };
    let still_in = |entrant: &Entrant, round: usize| {
        let entry = entries.iter().find(|entry| entry.entrant == *entrant);
        entry.is_some_and(|entry| entry.is_in(round))
    };
    let mut all: Vec<Entrant> = entries.iter().map(|entry| entry.entrant).collect();
    all.sort_unstable();
    let mut season = season(0, 0, all, division.into(), rules);
    loop {
        let end = season.first_round + season.rounds;
        if round < end || season.number + 1 >= seasons || season.rounds == 0 || rounds.len() < end {
            return Some(season);
        }
        let played = &rounds[season.first_round..end];
        let ends = season
            .divisions
            .iter()
            .map(|people| division_standings(people, played, rules.seed));
        let ends: Vec<Vec<Entrant>> = ends
            .map(|standings| standings.into_iter().map(|standing| standing.entrant).collect())
            .collect();
        let mut order = moved(ends, moves.into()).concat();
        order.retain(|entrant| still_in(entrant, end));
        season = self::season(season.number + 1, end, order, division.into(), rules);
    }
}

/// A season with these, the best first, cut into divisions as alike as can be.
fn season(number: u8, first_round: usize, order: Vec<Entrant>, division: usize, rules: &Rules) -> Season {
    let count = order.len().div_ceil(division).max(1);
    let (each, more) = (order.len() / count, order.len() % count);
    let mut order = order.into_iter();
    let divisions: Vec<Vec<Entrant>> = (0..count)
        .map(|place| order.by_ref().take(each + usize::from(place < more)).collect())
        .collect();
    let rounds = divisions
        .iter()
        .map(|people| planned_robin(people.len(), rules.table, 1))
        .max();
    Season {
        number,
        first_round,
        rounds: rounds.unwrap_or_default(),
        divisions,
    }
}

/// The last of each division change places with the first of the one below; of a small one less than half.
fn moved(mut divisions: Vec<Vec<Entrant>>, moves: usize) -> Vec<Vec<Entrant>> {
    let before = divisions.clone();
    for upper in 1..divisions.len() {
        let (above, below) = (&before[upper - 1], &before[upper]);
        let most = |people: &Vec<Entrant>| people.len().saturating_sub(1) / 2;
        let moves = moves.min(most(above)).min(most(below));
        let down = &above[above.len() - moves..];
        let up = &below[..moves];
        let place = divisions[upper - 1].len() - moves;
        divisions[upper - 1].splice(place.., up.iter().copied());
        divisions[upper].splice(..moves, down.iter().copied());
    }
    divisions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_change_places_with_the_first_below() {
        let people = |numbers: &[u16]| numbers.iter().copied().map(Entrant).collect::<Vec<_>>();
        let divisions = vec![
            people(&[0, 1, 2, 3, 4]),
            people(&[5, 6, 7, 8, 9]),
            people(&[10, 11, 12]),
        ];
        let expected = vec![
            people(&[0, 1, 2, 5, 6]),
            people(&[3, 4, 7, 8, 10]),
            people(&[9, 11, 12]),
        ];
        assert_eq!(moved(divisions, 2), expected, "of three only one goes up");
    }
}
