//! A cache of bots: each seat's bot is kept between its questions, so that it can think on where it left off.
//!
//! What is kept of a bot is what it worked out from views. It goes by the table's life: dropped when the table is over
//! or leaves the memory. And it is bounded: of more bots than fit, those that were asked longest ago are dropped. A bot
//! that was dropped is made anew when it is next asked, and has only lost its head start.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bobbin_bots::{BotKind, BotSpec};
use bobbin_catalog::AnyBot;
use bobbin_game::Seat;

/// All kept bots together weigh no more than this. An expert's tree has at most 26 MB ([`bobbin_bots::MAX_EDGES`]), so
/// 16 experts have at most 420 MB, and 128 gentle ones far less.
const CAPACITY: u32 = 128;

/// How much a bot weighs: the more it thinks, the larger its tree.
fn weight(bot: BotSpec) -> u32 {
    match bot.kind() {
        BotKind::Playful | BotKind::Gentle => 1,
        BotKind::Steady => 2,
        BotKind::Keen | BotKind::Sharp => 4,
        _ => 8,
    }
}

/// Bots by table and seat. A table goes by any name that is the same each time.
pub struct BotCache {
    capacity: u32,
    cached: Mutex<CachedBots>,
}

#[derive(Default)]
struct CachedBots {
    by_seat: BTreeMap<(String, usize), CachedBot>,
    weight: u32,
    /// Counts uses, so that the oldest is known.
    uses: u64,
}

struct CachedBot {
    spec: BotSpec,
    bot: Box<dyn AnyBot>,
    used: u64,
}

impl Default for BotCache {
    fn default() -> Self {
        BotCache::with_capacity(CAPACITY)
    }
}

impl BotCache {
    fn with_capacity(capacity: u32) -> Self {
        BotCache {
            capacity,
            cached: Mutex::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, CachedBots> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the bot of a seat out, if it is this one. Whoever asked it puts it back.
    pub(crate) fn take(&self, table: &str, seat: Seat, spec: BotSpec) -> Option<Box<dyn AnyBot>> {
        let found = self.locked().remove(&(table.to_owned(), seat.index()))?;
        (found.spec == spec).then_some(found.bot)
    }

    pub(crate) fn put(&self, table: &str, seat: Seat, spec: BotSpec, bot: Box<dyn AnyBot>) {
        let mut cached = self.locked();
        let key = (table.to_owned(), seat.index());
        cached.remove(&key);
        cached.uses += 1;
        cached.weight += weight(spec);
        let used = cached.uses;
        cached.by_seat.insert(key, CachedBot { spec, bot, used });
        while cached.weight > self.capacity {
            let oldest = cached.by_seat.iter().min_by_key(|(_, bot)| bot.used);
            let Some(oldest) = oldest.map(|(key, _)| key.clone()) else {
                return;
            };
            cached.remove(&oldest);
        }
    }

    /// Drops all bots of a table.
    pub fn drop_table(&self, table: &str) {
        let mut cached = self.locked();
        let of_table = cached
            .by_seat
            .range((table.to_owned(), 0)..=(table.to_owned(), usize::MAX));
        let keys: Vec<_> = of_table.map(|(key, _)| key.clone()).collect();
        for key in keys {
            cached.remove(&key);
        }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.locked().by_seat.len()
    }

    /// Is none kept?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl CachedBots {
    fn remove(&mut self, key: &(String, usize)) -> Option<CachedBot> {
        let found = self.by_seat.remove(key)?;
        self.weight -= weight(found.spec);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENTLE: BotSpec = BotSpec::of(BotKind::Gentle);
    const STEADY: BotSpec = BotSpec::of(BotKind::Steady);
    const SHARP: BotSpec = BotSpec::of(BotKind::Sharp);
    const EXPERT: BotSpec = BotSpec::of(BotKind::Expert);

    fn bot() -> Box<dyn AnyBot> {
        bobbin_catalog::find("hearts").unwrap().bot(BotSpec::RANDOM)
    }

    const SEATS: [Seat; 3] = [Seat::new(0), Seat::new(1), Seat::new(2)];

    #[test]
    fn a_bot_is_found_by_its_table_seat_and_level_and_only_once() {
        let cache = BotCache::default();
        cache.put("a", SEATS[0], GENTLE, bot());
        assert!(cache.take("b", SEATS[0], GENTLE).is_none());
        assert!(cache.take("a", SEATS[1], GENTLE).is_none());
        assert!(cache.take("a", SEATS[0], GENTLE).is_some());
        assert!(cache.take("a", SEATS[0], GENTLE).is_none());
        cache.put("a", SEATS[0], GENTLE, bot());
        assert!(cache.take("a", SEATS[0], SHARP).is_none());
        assert_eq!((cache.len(), cache.locked().weight), (0, 0));
    }

    #[test]
    fn of_more_bots_than_fit_those_that_were_asked_longest_ago_are_dropped() {
        let cache = BotCache::with_capacity(2 * weight(EXPERT));
        for seat in SEATS {
            cache.put("a", seat, EXPERT, bot());
        }
        assert_eq!(cache.len(), 2);
        assert!(cache.take("a", SEATS[0], EXPERT).is_none());
        let second = cache.take("a", SEATS[1], EXPERT).unwrap();
        cache.put("a", SEATS[1], EXPERT, second);
        cache.put("b", SEATS[0], GENTLE, bot());
        assert!(cache.take("a", SEATS[2], EXPERT).is_none(), "it was the oldest");
        assert!(cache.take("a", SEATS[1], EXPERT).is_some());
    }

    #[test]
    fn with_a_table_go_its_bots_and_no_others() {
        let cache = BotCache::default();
        for table in ["a", "b", "aa"] {
            for seat in SEATS {
                cache.put(table, seat, STEADY, bot());
            }
        }
        cache.drop_table("a");
        assert_eq!((cache.len(), cache.locked().weight), (6, 12));
        assert!(cache.take("aa", SEATS[0], STEADY).is_some());
    }
}
