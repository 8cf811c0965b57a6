//! What a player sees.

use std::io::{self, Write};

use bobbin_catalog::Legal;
use bobbin_game::Names;

use crate::style::{FAINT, STRONG};

/// More actions than this are shown by verb first.
const MANY: usize = 20;

/// What the numbers on the screen stand for.
pub(crate) enum Menu {
    /// Actions, by their place in the list of legal ones.
    Actions(Vec<usize>),
    /// Verbs, each a list of actions.
    Verbs(Vec<&'static str>),
}

/// The menu for these actions: all of them, those of one verb, or the verbs where there are too many.
pub(crate) fn menu(legal: &[Legal], verb: Option<&str>) -> Menu {
    let mut verbs: Vec<&'static str> = Vec::new();
    for action in legal {
        if !verbs.contains(&action.telling.verb) {
            verbs.push(action.telling.verb);
        }
    }
    if verb.is_none() && legal.len() > MANY && verbs.len() > 1 {
        return Menu::Verbs(verbs);
    }
    let is_shown = |action: &Legal| verb.is_none_or(|verb| action.telling.verb == verb);
    Menu::Actions(
        (0..legal.len())
            .filter(|&place| is_shown(&legal[place]))
            .collect(),
    )
}

/// The menu, but of very many actions only the first few: whoever has 56 ways to take three yarn says which.
pub(crate) fn write_short_menu(
    out: &mut impl Write,
    legal: &[Legal],
    names: &Names<'_>,
    menu: Menu,
) -> io::Result<()> {
    let Menu::Actions(mut places) = menu else {
        return write_menu(out, legal, names, &menu);
    };
    let left_out = places.len().saturating_sub(MANY);
    if left_out <= MANY {
        return write_menu(out, legal, names, &Menu::Actions(places));
    }
    let last = places[places.len() - 1];
    places.truncate(MANY);
    write_menu(out, legal, names, &Menu::Actions(places))?;
    let action = &legal[last].action;
    writeln!(
        out,
        "      and {left_out} more: type one, such as {action}, or list to see them all"
    )
}

pub(crate) fn write_menu(
    out: &mut impl Write,
    legal: &[Legal],
    names: &Names<'_>,
    menu: &Menu,
) -> io::Result<()> {
    match menu {
        Menu::Verbs(verbs) => {
            for (place, verb) in verbs.iter().enumerate() {
                let count = legal.iter().filter(|action| action.telling.verb == *verb).count();
                let ways = if count == 1 {
                    "1 way".to_owned()
                } else {
                    format!("{count} ways")
                };
                writeln!(
                    out,
                    "{:>4}  {STRONG}{verb}{STRONG:#}  {FAINT}{ways}{FAINT:#}",
                    place + 1
                )?;
            }
        }
        Menu::Actions(places) => {
            let label = |place: &usize| legal[*place].telling.label.in_full(names);
            let labels: Vec<String> = places.iter().map(label).collect();
            let width = labels
                .iter()
                .map(|label| label.chars().count())
                .max()
                .unwrap_or(0);
            for ((number, &place), label) in places.iter().enumerate().zip(labels) {
                let action = &legal[place].action;
                writeln!(out, "{:>4}  {label:width$}  {FAINT}{action}{FAINT:#}", number + 1)?;
            }
        }
    }
    Ok(())
}

pub(crate) const HELP: &str = "  a number       play the action with this number, or open the group with it
  an action      in the notation shown on the right
  undo           take your latest action back, where that is possible
  hint           what the bot would do in your place
  table          show the table and your actions again
  list           list all your actions;  back  leaves a group
  log            what has happened so far
  rules 5.3      a clause of the rules;  rules 5  a section;  rules  the sections
  quit           leave; the match is kept and can be continued
";

#[cfg(test)]
mod tests {
    use bobbin_game::Telling;

    use super::*;

    /// `count` actions of each verb.
    fn legal(verbs: &[&'static str], count: usize) -> Vec<Legal> {
        let action = |verb: &'static str, number: usize| Legal {
            action: format!("{verb} {number}"),
            telling: Telling {
                picks: Vec::new(),
                verb,
                label: format!("{verb} the card {number}").into(),
            },
        };
        verbs
            .iter()
            .flat_map(|&verb| (0..count).map(move |number| action(verb, number)))
            .collect()
    }

    fn shown(legal: &[Legal], verb: Option<&str>) -> String {
        let mut out = Vec::new();
        write_menu(&mut out, legal, &Names(&[]), &menu(legal, verb)).unwrap();
        String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
    }

    #[test]
    fn many_actions_are_shown_by_verb_first() {
        let many = legal(&["Take", "Give"], 11);
        assert_eq!(shown(&many, None), "   1  Take  11 ways\n   2  Give  11 ways\n");
        let given = shown(&many, Some("Give"));
        assert_eq!(given.lines().count(), 11);
        assert_eq!(given.lines().nth(10), Some("  11  Give the card 10  Give 10"));
        let Menu::Actions(places) = menu(&many, Some("Give")) else {
            panic!("expected actions");
        };
        assert_eq!(places[0], 11, "numbers lead to places in the whole list");
    }

    #[test]
    fn few_actions_or_those_of_one_verb_are_all_shown() {
        assert_eq!(shown(&legal(&["Take", "Give"], 10), None).lines().count(), 20);
        assert_eq!(shown(&legal(&["Take"], 99), None).lines().count(), 99);
    }

    #[test]
    fn of_very_many_actions_a_table_shows_the_first_and_how_to_say_another() {
        let short = |count| {
            let legal = legal(&["Take"], count);
            let mut out = Vec::new();
            write_short_menu(&mut out, &legal, &Names(&[]), menu(&legal, None)).unwrap();
            String::from_utf8(anstream::adapter::strip_bytes(&out).into_vec()).unwrap()
        };
        assert_eq!(short(40).lines().count(), 40);
        let shown = short(56);
        assert_eq!(shown.lines().count(), 21);
        let last = "      and 36 more: type one, such as Take 55, or list to see them all";
        assert_eq!(shown.lines().last(), Some(last));
    }
}
