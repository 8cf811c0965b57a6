//! Who sits where at a table: everybody has had each seat about equally often.

use crate::history::{History, MOST_SEATS};
use crate::lot::Lots;
use crate::record::Entrant;

/// The order of the seats for these. Of all orders it is the one in which the seats that somebody has had most often
/// already are given least; lots decide between equal ones.
pub(crate) fn seated(group: &[Entrant], history: &History, lots: Lots) -> Vec<Entrant> {
    let mut group = group.to_vec();
    group.sort_unstable();
    let best = orders(&group).into_iter().min_by_key(|order| {
        let seats = order.iter().enumerate();
        let burden: u64 = seats
            .clone()
            .map(|(seat, entrant)| burden(history.seats(*entrant), seat, order.len()))
            .sum();
        let lot = seats.fold(0_u64, |lot, (seat, entrant)| {
            lot.wrapping_add(lots.of_seat(*entrant, seat))
        });
        (burden, lot)
    });
    best.unwrap_or_default()
}

/// How ill it goes with what somebody had to sit here once more: far more with each time that they sat here more often
/// than elsewhere.
fn burden(had: [u32; MOST_SEATS], seat: usize, seats: usize) -> u64 {
    let had = &had[..seats.min(MOST_SEATS)];
    let least = had.iter().min().copied().unwrap_or_default();
    let more = had.get(seat).copied().unwrap_or_default() - least;
    1 << (4 * more.min(12))
}

fn orders(group: &[Entrant]) -> Vec<Vec<Entrant>> {
    if group.is_empty() {
        return vec![Vec::new()];
    }
    let firsts = 0..group.len();
    let with_first = firsts.flat_map(|first| {
        let mut others = group.to_vec();
        let first = others.remove(first);
        orders(&others).into_iter().map(move |mut order| {
            order.insert(0, first);
            order
        })
    });
    with_first.collect()
}
