//! Bots among people: what they are called, and what they tell someone who asks for advice.

use bobbin_game::MAX_SEATS;

use crate::{BotSpec, Budget, Candidate};

/// Names of bots, one for each seat: herbs, where guests are birds.
pub const BOT_NAMES: [&str; MAX_SEATS] = [
    "Sage", "Basil", "Thyme", "Dill", "Fennel", "Sorrel", "Chervil", "Lovage",
];

/// Names of people who have said none, one for each seat: birds.
const GUEST_NAMES: [&str; MAX_SEATS] = [
    "Wren", "Linnet", "Finch", "Robin", "Swift", "Plover", "Siskin", "Lark",
];

/// What a person is called who has said no name.
pub const GUEST_NAME: &str = GUEST_NAMES[0];

/// The names of a record as people read them: whoever has none there is a guest. Nobody gets the name of another.
pub fn with_guests(names: &[String]) -> Vec<String> {
    let is_free = |guest: &&str| !names.iter().any(|name| name == guest);
    let mut guests = GUEST_NAMES.into_iter().filter(is_free);
    let shown = |name: &String| {
        if name.is_empty() {
            guests.next().unwrap_or_default().to_owned()
        } else {
            name.clone()
        }
    };
    names.iter().map(shown).collect()
}

impl BotSpec {
    /// The bot that gives advice. So many iterations are about a tenth of a second on one core, and the same advice on
    /// every machine.
    pub const ADVICE: BotSpec = BotSpec::search(Budget::Iterations(3_000));
}

/// The three best. A bot plays what it tried most; a person reads values, so these give the order here. The value of an
/// action that was hardly tried is not to be believed where it is high: such a one comes last or not at all.
pub fn worth_telling<A>(mut candidates: Vec<Candidate<A>>) -> Vec<Candidate<A>> {
    let visits = |candidate: &Candidate<A>| candidate.visits.unwrap_or(0);
    let value = |candidate: &Candidate<A>| candidate.value.unwrap_or(0.0);
    let most = candidates.iter().map(visits).max().unwrap_or(0);
    candidates.sort_by(|a, b| value(b).total_cmp(&value(a)));
    let (mut told, seldom): (Vec<_>, Vec<_>) = candidates
        .into_iter()
        .partition(|candidate| visits(candidate) * 10 >= most);
    let least = told.last().map_or(0.0, value);
    told.extend(seldom.into_iter().filter(|candidate| value(candidate) <= least));
    told.truncate(3);
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_no_name_is_a_guest_with_a_name_of_their_own() {
        let names = ["", "Wren", "", "Ann"].map(str::to_owned);
        assert_eq!(with_guests(&names), ["Linnet", "Wren", "Finch", "Ann"]);
        assert_eq!(with_guests(&vec![String::new(); MAX_SEATS]), GUEST_NAMES);
    }

    #[test]
    fn hints_come_in_the_order_of_their_values_and_luck_alone_makes_none() {
        let candidate = |name: &'static str, visits, value| Candidate {
            value: Some(value),
            visits: Some(visits),
            ..Candidate::unweighed(name)
        };
        let thought = vec![
            candidate("shop", 900, 0.51),
            candidate("craft", 500, 0.53),
            candidate("lucky", 20, 0.9),
            candidate("dull", 30, 0.2),
            candidate("duller", 40, 0.1),
        ];
        let told: Vec<_> = worth_telling(thought)
            .into_iter()
            .map(|candidate| candidate.action)
            .collect();
        assert_eq!(told, ["craft", "shop", "dull"]);
    }
}
