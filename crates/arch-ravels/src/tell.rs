//! How a person says an action: the pieces to touch, a verb and plain words.
//!
//! Pieces: `action:N` a space of the own board, `space:N` of the bazaar, `pattern:ITEM`, `request:ID`, `item:ITEM` and
//! `tile:ITEM` of the own board, `bowl:C` yarn of the own bowl, `supply:C` yarn of the supply, `amount:N`, `seat:N`,
//! `project:ID`.

use bobbin_game::{Prompt, Seat, Telling};

use crate::action::Action;
use crate::characters::Abilities;
use crate::content::EventKind;
use crate::event::CardName;
use crate::patterns::{ColorRule, Cost, Item};
use crate::state::{ArchRavels, Goal, Pending, Phase, View};
use crate::yarn::{Bundle, Color};

/// How a person says this action.
pub(crate) fn tell(view: &View, action: Action) -> Telling {
    let (verb, label) = words(view, action);
    Telling {
        picks: picks(view, action),
        verb,
        label,
    }
}

fn picks(view: &View, action: Action) -> Vec<String> {
    let table = &view.table;
    let bowl = |color: Color| format!("bowl:{color}");
    let supply = |color: Color| format!("supply:{color}");
    match action {
        Action::Move(space) => vec![format!("action:{}", space + 1)],
        Action::Shop(space) => vec![format!("space:{}", space + 1)],
        Action::Craft { item, pay } => {
            let mut picks = vec![format!("pattern:{item}")];
            picks.extend(named_colors(table, item, pay).into_iter().map(bowl));
            picks
        }
        Action::Request { request, pay } => {
            let mut picks = vec![request_pick(table, request)];
            if let Some(Cost::Rule(rule)) = cost(table, request) {
                picks.extend(rule.named_colors(pay).into_iter().map(bowl));
            }
            picks
        }
        Action::AnyItem(item) => vec![format!("pattern:{item}")],
        Action::AnyRequest(request) => vec![request_pick(table, request)],
        Action::Exchange { give, get } => vec![bowl(give), supply(get)],
        Action::Amount(count) => vec![format!("amount:{count}")],
        Action::Take(color) => vec![supply(color)],
        Action::Yarn(color) => match table.pending {
            Pending::Pay { .. } | Pending::Give { .. } => vec![bowl(color)],
            _ => vec![supply(color)],
        },
        Action::Tangle(seat) | Action::Give(seat) => vec![format!("seat:{seat}")],
        Action::Donate { color, to } => vec![bowl(color), format!("seat:{to}")],
        Action::Finish(place) => vec![project_pick(table, place)],
        Action::Learn(item) => vec![format!("tile:{item}")],
        Action::Frog(item) => vec![format!("item:{item}")],
        Action::Restock | Action::Pass | Action::End => Vec::new(),
    }
}

/// The colors that are to be chosen for an item: none by an exact pattern.
fn named_colors(table: &ArchRavels, item: Item, yarn: Bundle) -> Vec<Color> {
    let seat = table.chooser().unwrap_or(table.active);
    match table.exact_pattern(seat, item) {
        Some(_) => Vec::new(),
        None => table.content().items[item.index()].pattern.named_colors(yarn),
    }
}

fn cost(table: &ArchRavels, request: u8) -> Option<Cost> {
    table
        .content()
        .requests
        .get(usize::from(request))
        .map(|card| card.cost)
}

fn request_pick(table: &ArchRavels, request: u8) -> String {
    match table.content().requests.get(usize::from(request)) {
        Some(card) => format!("request:{}", card.id),
        None => format!("request:{}", request + 1),
    }
}

fn project_pick(table: &ArchRavels, place: u8) -> String {
    match table.projects.list[usize::from(place)] {
        Some(project) => format!("project:{}", table.content().projects[usize::from(project)].id),
        None => format!("project:{}", place + 1),
    }
}

fn request_name(table: &ArchRavels, request: u8) -> String {
    match table.content().requests.get(usize::from(request)) {
        Some(_) => CardName::of_request(table.content(), request).name.into_owned(),
        None => format!("special request {}", request + 1),
    }
}

/// "seat 2 (Neeha)": the names of players are not known here.
fn seat_words(table: &ArchRavels, seat: Seat) -> String {
    if seat.index() >= table.players() {
        return format!("seat {seat}");
    }
    let character = table.content().character(table.board(seat).character);
    format!("{} (seat {seat})", character.name)
}

fn words(view: &View, action: Action) -> (&'static str, String) {
    let table = &view.table;
    let content = table.content();
    match action {
        Action::Move(space) => {
            let character = content.character(table.board(table.active).character);
            let allows = character.spaces[usize::from(space)];
            let tangled = if table.board(table.active).tangled && crafts(allows) {
                " (tangled: no crafting)"
            } else {
                ""
            };
            ("Move", format!("Move to space {}: {allows}{tangled}", space + 1))
        }
        Action::Shop(space) => {
            let what = match table.bazaar[usize::from(space)] {
                Some(crate::Card::Yarn(kind)) => content.yarn[usize::from(kind)].face.words(),
                _ => "1 of any color (an empty space)".to_owned(),
            };
            ("Shop", format!("Take {what} from space {}", space + 1))
        }
        Action::Craft { item, pay } => ("Craft", format!("Craft {} from {}", item.one(), pay.words())),
        Action::Request { request, pay } if pay.is_empty() => (
            "Craft",
            format!(
                "Craft {}: {}",
                request_name(table, request),
                cost_words(table, request)
            ),
        ),
        Action::Request { request, pay } => (
            "Craft",
            format!("Craft {} from {}", request_name(table, request), pay.words()),
        ),
        Action::AnyItem(item) => {
            let size = content.items[item.index()].pattern.size();
            ("Craft", format!("Craft {} from any {size} yarn", item.one()))
        }
        Action::AnyRequest(request) => (
            "Craft",
            format!("Craft {} from any colors", request_name(table, request)),
        ),
        Action::Exchange { give, get } => {
            ("Exchange", format!("Exchange {} for {}", give.name(), get.name()))
        }
        Action::Amount(0) => ("Exchange", "Exchange no more".to_owned()),
        Action::Amount(count) => match table.pending {
            Pending::Exchange { give, get, .. } => (
                "Exchange",
                format!("Exchange {count} {} for {count} {}", give.name(), get.name()),
            ),
            _ => ("Exchange", format!("Exchange {count}")),
        },
        Action::Take(color) => {
            let count = match table.phase {
                Phase::Actions(turn) => turn.left.take,
                _ => 3,
            };
            ("Take", format!("Take {count} {}", color.name()))
        }
        Action::Yarn(color) => match table.pending {
            Pending::Pay { .. } => ("Pay", format!("Pay 1 {}", color.name())),
            Pending::Give { receiver, .. } => (
                "Give",
                format!("Give 1 {} to {}", color.name(), seat_words(table, receiver)),
            ),
            Pending::Frog { item, named, .. } => {
                let count = content.items[item.index()].pattern.count_of(named);
                ("Take", format!("Take {count} {}", color.name()))
            }
            _ => ("Take", format!("Take 1 {}", color.name())),
        },
        _ => later_words(table, action),
    }
}

/// From the restock on.
fn later_words(table: &ArchRavels, action: Action) -> (&'static str, String) {
    let content = table.content();
    match action {
        Action::Restock => ("Restock", "End your actions and restock the bazaar".to_owned()),
        Action::Tangle(seat) => (
            "Tangle",
            format!("Tangle the yarn of {}", seat_words(table, seat)),
        ),
        Action::Donate { color, to } => (
            "Donate",
            format!("Give 1 {} to {}", color.name(), seat_words(table, to)),
        ),
        Action::Give(to) if to == table.active => ("Take", "Take the special request yourself".to_owned()),
        Action::Give(to) => (
            "Give",
            format!("Give the special request to {}", seat_words(table, to)),
        ),
        Action::Finish(place) => {
            let label = match table.projects.list[usize::from(place)] {
                Some(project) => {
                    let card = &content.projects[usize::from(project)];
                    format!(
                        "Finish {} for {} points: {}",
                        card.name,
                        card.points,
                        card.items.words()
                    )
                }
                None => format!("Finish the project at place {}", place + 1),
            };
            ("Finish", label)
        }
        Action::Learn(item) => (
            "Learn",
            format!("Turn in {} and learn the {item} pattern", item.one()),
        ),
        Action::Frog(item) => {
            let rule = rule_words(content.items[item.index()].pattern);
            let yarn = table
                .exact_pattern(table.active, item)
                .map_or(rule, |exact| exact.words());
            ("Frog", format!("Frog {} into {yarn}", item.one()))
        }
        Action::Pass => ("Pass", "Craft nothing".to_owned()),
        _ => ("End turn", "End your turn".to_owned()),
    }
}

/// Does a space allow any kind of crafting?
fn crafts(space: Abilities) -> bool {
    space.craft + space.craft_any > 0
}

fn cost_words(table: &ArchRavels, request: u8) -> String {
    cost(table, request).map_or(String::new(), Cost::words)
}

/// The action that someone means who touches these pieces, legal or not.
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let table = &view.table;
    let pieces: Option<Vec<(&str, &str)>> = picks.iter().map(|pick| pick.split_once(':')).collect();
    let pieces = pieces?;
    let colors = |kind: &str, pieces: &[(&str, &str)]| -> Option<Vec<Color>> {
        pieces
            .iter()
            .map(|(piece, color)| if *piece == kind { color.parse().ok() } else { None })
            .collect()
    };
    match pieces[..] {
        [("action", space)] => format!("move {space}").parse().ok(),
        [("space", space)] => format!("shop {space}").parse().ok(),
        [("amount", count)] => format!("amount {count}").parse().ok(),
        [("item", item)] => format!("frog {item}").parse().ok(),
        [("tile", item)] => format!("learn {item}").parse().ok(),
        [("seat", seat)] if table.revealed_request().is_some() => format!("give {seat}").parse().ok(),
        [("seat", seat)] => format!("tangle {seat}").parse().ok(),
        [("bowl", color), ("seat", seat)] => format!("donate {color} {seat}").parse().ok(),
        [("bowl", give), ("supply", get)] => format!("exchange {give} {get}").parse().ok(),
        [("supply", color)] if table.pending == Pending::Nothing => format!("take {color}").parse().ok(),
        [("supply" | "bowl", color)] => format!("yarn {color}").parse().ok(),
        [("project", id)] => {
            let project = table.content().project_of_id(id)?;
            let place = table
                .projects
                .list
                .iter()
                .position(|&listed| listed == Some(project))?;
            Some(Action::Finish(place as u8))
        }
        [("pattern", item), ref paid @ ..] => {
            let item: Item = item.parse().ok()?;
            if crafts_any(table) && paid.is_empty() {
                return Some(Action::AnyItem(item));
            }
            let pay = item_yarn(table, item, &colors("bowl", paid)?)?;
            Some(Action::Craft { item, pay })
        }
        [("request", id), ref paid @ ..] => {
            let request = table.content().request_of_id(id)?;
            if crafts_any(table) && paid.is_empty() {
                return Some(Action::AnyRequest(request));
            }
            let pay = match cost(table, request)? {
                Cost::Exact(yarn) if paid.is_empty() => yarn,
                Cost::Rule(rule) => rule.payment_of(&colors("bowl", paid)?)?,
                Cost::Any(_) | Cost::GiveEach(_) if paid.is_empty() => Bundle::EMPTY,
                _ => return None,
            };
            Some(Action::Request { request, pay })
        }
        _ => None,
    }
}

/// Does a touched pattern mean a craft with any colors?
fn crafts_any(table: &ArchRavels) -> bool {
    matches!(table.phase, Phase::Actions(turn) if turn.left.craft_any > 0)
}

/// The yarn of an item, by its exact pattern or by the colors that were named.
fn item_yarn(table: &ArchRavels, item: Item, colors: &[Color]) -> Option<Bundle> {
    let seat = table.chooser().unwrap_or(table.active);
    match table.exact_pattern(seat, item) {
        Some(&exact) if colors.is_empty() => Some(exact),
        Some(_) => None,
        None => table.content().items[item.index()].pattern.payment_of(colors),
    }
}

/// What the viewer has to do now.
pub(crate) fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let Some(chooser) = table.chooser() else {
        return Prompt {
            text: "The game is over.".to_owned(),
            clause: "11.9",
        };
    };
    let (task, clause) = task(table);
    let text = if view.is_chooser() {
        task
    } else {
        format!("Waiting for {}.", seat_words(table, chooser))
    };
    Prompt { text, clause }
}

fn task(table: &ArchRavels) -> (String, &'static str) {
    let goal_words = |goal: Goal| match goal {
        Goal::Item(item) => item.one().to_owned(),
        Goal::Request(request) => request_name(table, request),
    };
    match table.pending {
        Pending::Gain { left, from } => (
            match table.event() {
                Some(event) => format!(
                    "{}: take {left} yarn of any color{}.",
                    table.content().events[event as usize].name,
                    order_words(left, from)
                ),
                None => format!("Take {left} yarn of any color{}.", order_words(left, from)),
            },
            match table.event() {
                Some(_) => "7.11",
                None if left > 1 || from != Color::Red => "3.5",
                None => "3.2",
            },
        ),
        Pending::Pay { goal, left, from } => (
            format!(
                "Pay {left} more yarn for {}{}.",
                goal_words(goal),
                order_words(left, from)
            ),
            "2.5",
        ),
        Pending::Give {
            receiver, left, from, ..
        } => (
            format!(
                "Give {left} yarn to {}{}.",
                seat_words(table, receiver),
                order_words(left, from)
            ),
            "8.5",
        ),
        Pending::Frog { item, named, .. } => (frog_words(table, item, named), "9.6"),
        Pending::Exchange { give, get, .. } => {
            (format!("How many {} for {}?", give.name(), get.name()), "5.1")
        }
        Pending::Nothing => task_of_phase(table),
    }
}

/// 2.5: which colors may still be named.
fn order_words(left: u8, from: Color) -> String {
    if from != Color::Red {
        format!(", {} or later", from.name())
    } else if left > 1 {
        ", in the order R B G Y O P".to_owned()
    } else {
        String::new()
    }
}

/// 9.6: what is to be named next for a frogged item.
fn frog_words(table: &ArchRavels, item: Item, named: u8) -> String {
    let rule = table.content().items[item.index()].pattern;
    match rule {
        ColorRule::Different(count) => {
            let left = count - named;
            let more = if named > 0 { " more" } else { "" };
            let colors = if left == 1 { "color" } else { "different colors" };
            format!("Take the yarn of the {item}: {left}{more} {colors}, in the order R B G Y O P.")
        }
        ColorRule::Same(count) => format!("Take the yarn of the {item}: {count} of which color?"),
        ColorRule::TwoColors(..) => {
            let another = if named == 0 { "which" } else { "which other" };
            let count = rule.count_of(named);
            format!("Take the yarn of the {item}: {count} of {another} color?")
        }
    }
}

fn task_of_phase(table: &ArchRavels) -> (String, &'static str) {
    match table.phase {
        Phase::Marker => {
            let board = table.board(table.active);
            let task = match (board.marker, board.tangled) {
                (None, false) => "Move your marker to any space.",
                (None, true) => "Move your marker to any space. Your yarn is tangled: no crafting this turn.",
                (Some(_), false) => "Move your marker to a different space.",
                (Some(_), true) => {
                    "Move your marker to a different space. Your yarn is tangled: no crafting this turn."
                }
            };
            (task.to_owned(), "2.2")
        }
        Phase::Actions(turn) if turn.shopping => {
            (format!("Take {} more from the bazaar.", turn.left.shop), "3.4")
        }
        Phase::Actions(turn) if turn.left.is_empty() => {
            ("Your actions are done: restock the bazaar.".to_owned(), "2.4")
        }
        Phase::Actions(turn) => (format!("Take your actions ({}), then restock.", turn.left), "2.3"),
        Phase::Resolving { .. } => match table.event() {
            Some(EventKind::TangledCat) => ("Tangled Cat: choose another player.".to_owned(), "7.1"),
            Some(EventKind::Donate) => ("Donate: give one yarn to another player.".to_owned(), "7.6"),
            Some(EventKind::CraftCircle) => ("Craft Circle: craft one item, or pass.".to_owned(), "7.9"),
            Some(EventKind::YarnSale | EventKind::FriendlyClerk) => ("Take yarn.".to_owned(), "7.11"),
            None => {
                let card = table.revealed_request().map(usize::from);
                let words = card.map_or(String::new(), |request| {
                    let card = &table.content().requests[request];
                    format!(" {} ({}; {} points)", card.name, card.cost.words(), card.points)
                });
                (format!("Who gets the special request{words}?"), "8.1")
            }
        },
        Phase::RestockActions => (
            "Finish projects, learn patterns, frog items, then end your turn.".to_owned(),
            "9.1",
        ),
        Phase::FinalCraft { .. } => (
            "Craft one last item or special request, or pass.".to_owned(),
            "10.3",
        ),
        Phase::Over => ("The game is over.".to_owned(), "11.9"),
    }
}

/// The words of a general pattern on a page.
pub(crate) fn rule_words(rule: ColorRule) -> String {
    Cost::Rule(rule).words()
}
