//! How a person says an action: the pieces to touch, a verb and plain words.
//!
//! Pieces: `action:N` a space of the own board, `space:N` of the bazaar, `pattern:ITEM`, `request:ID`, `item:ITEM` and
//! `tile:ITEM` of the own board, `bowl:C` yarn of the own bowl, `supply:C` yarn of the supply, `amount:N`, `seat:N`,
//! `project:ID`.

use bobbin_game::{Prompt, Telling};

use crate::action::Action;
use crate::content::EventKind;
use crate::event::CardName;
use crate::patterns::{ColorRule, Cost, Item};
use crate::state::{ArchRavels, Goal, Pending, Phase, View};
use crate::yarn::{Bundle, Color};

/// How a person says this action.
pub(crate) fn tell(view: &View, action: Action) -> Telling {
    let (verb, label) = words(view, action);
    Telling {
        picks: action.touches().unwrap_or_else(|| touches(&view.table, action)),
        verb,
        label: label.into(),
    }
}

/// The pieces touched for an action where that depends on the table.
fn touches(table: &ArchRavels, action: Action) -> Vec<String> {
    let bowl = |yarn: Bundle| each(yarn).map(|color| format!("bowl:{color}"));
    match action {
        Action::Craft { item, pay } => {
            let seat = table.chooser().unwrap_or(table.active);
            let asked = table.exact_pattern(seat, item).is_none();
            let paid = bowl(pay).filter(|_| asked);
            std::iter::once(format!("pattern:{item}")).chain(paid).collect()
        }
        Action::Request { request, pay } => {
            let asked = matches!(cost(table, request), Some(Cost::Rule(_)));
            let paid = bowl(pay).filter(|_| asked);
            std::iter::once(request_pick(table, request))
                .chain(paid)
                .collect()
        }
        Action::AnyItem(item) => vec![format!("pattern:{item}")],
        Action::AnyRequest(request) => vec![request_pick(table, request)],
        Action::Yarn(yarn) => match table.pending {
            Pending::Pay { .. } | Pending::Give { .. } => bowl(yarn).collect(),
            _ => each(yarn).map(|color| format!("supply:{color}")).collect(),
        },
        Action::Finish(place) => vec![project_pick(table, place)],
        _ => Vec::new(),
    }
}

/// Yarn by yarn.
fn each(yarn: Bundle) -> impl Iterator<Item = Color> {
    yarn.iter()
        .flat_map(|(color, count)| std::iter::repeat_n(color, usize::from(count)))
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

fn words(view: &View, action: Action) -> (&'static str, String) {
    let table = &view.table;
    let content = table.content();
    match action {
        Action::Move(space) => {
            let allows = table.spaces_of(table.active)[usize::from(space)];
            let tangled = if table.board(table.active).tangled && allows.crafts() {
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
        Action::Yarn(yarn) => match table.pending {
            Pending::Pay { .. } => ("Pay", format!("Pay {}", yarn.words())),
            Pending::Give { receiver, .. } => {
                ("Give", format!("Give {} to {}", yarn.words(), receiver.said()))
            }
            _ => ("Take", format!("Take {}", yarn.words())),
        },
        _ => later_words(table, action),
    }
}

/// From the restock on.
fn later_words(table: &ArchRavels, action: Action) -> (&'static str, String) {
    let content = table.content();
    match action {
        Action::Restock => ("Restock", "End your actions and restock the bazaar".to_owned()),
        Action::Tangle(seat) => ("Tangle", format!("Tangle the yarn of {}", seat.said())),
        Action::Donate { color, to } => ("Donate", format!("Give 1 {} to {}", color.name(), to.said())),
        Action::Give(to) if to == table.active => ("Take", "Take the special request yourself".to_owned()),
        Action::Give(to) => ("Give", format!("Give the special request to {}", to.said())),
        Action::Finish(place) => {
            let label = match table.projects.list[usize::from(place)] {
                Some(project) => {
                    let card = &content.projects[usize::from(project)];
                    format!(
                        "Finish {} for {}: {}",
                        card.name,
                        card.points.words(),
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

fn cost_words(table: &ArchRavels, request: u8) -> String {
    cost(table, request).map_or(String::new(), Cost::words)
}

/// The action that someone means who touches these pieces, legal or not.
pub(crate) fn meant(view: &View, picks: &[String]) -> Option<Action> {
    let table = &view.table;
    let touched: Vec<&str> = picks.iter().map(String::as_str).collect();
    let is_now = |action: &Action| match action {
        Action::Give(_) => table.revealed_request().is_some(),
        Action::Tangle(_) => table.revealed_request().is_none(),
        Action::Take(_) => table.pending == Pending::Nothing,
        _ => true,
    };
    if let Some(action) = Action::touched(&touched).into_iter().find(is_now) {
        return Some(action);
    }
    let pieces: Option<Vec<(&str, &str)>> = touched.iter().map(|pick| pick.split_once(':')).collect();
    let pieces = pieces?;
    let yarn = |kind: &str, pieces: &[(&str, &str)]| -> Option<Bundle> {
        let is_yarn = |&&(piece, _): &&(&str, &str)| piece == kind;
        pieces.iter().try_fold(Bundle::EMPTY, |bundle, piece| {
            let (_, color) = Some(piece).filter(is_yarn)?;
            bundle.checked_with(color.parse().ok()?)
        })
    };
    match pieces[..] {
        [(kind @ ("supply" | "bowl"), _), ..] => Some(Action::Yarn(yarn(kind, &pieces)?)),
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
            let pay = yarn("bowl", paid)?;
            let pay = only_way(table.payments(table.chooser().unwrap_or(table.active), item), pay);
            Some(Action::Craft { item, pay })
        }
        [("request", id), ref paid @ ..] => {
            let request = table.content().request_of_id(id)?;
            if crafts_any(table) && paid.is_empty() {
                return Some(Action::AnyRequest(request));
            }
            let ways = &table.content().requests[usize::from(request)].payments;
            let pay = only_way(ways, yarn("bowl", paid)?);
            Some(Action::Request { request, pay })
        }
        _ => None,
    }
}

/// Does a touched pattern mean a craft with any colors?
fn crafts_any(table: &ArchRavels) -> bool {
    matches!(table.phase, Phase::Actions(turn) if turn.left.craft_any > 0)
}

/// What someone means who has named some of the yarn: the one way that begins like that, or just what was named.
fn only_way(ways: &[Bundle], named: Bundle) -> Bundle {
    let mut fitting = ways.iter().filter(|way| way.holds(named));
    match (fitting.next(), fitting.next()) {
        (Some(&only), None) => only,
        _ => named,
    }
}

/// What the viewer has to do now.
pub(crate) fn prompt(view: &View) -> Prompt {
    let table = &view.table;
    let Some(chooser) = table.chooser() else {
        return Prompt::new("The game is over.", "11.9");
    };
    let (task, clause) = task(table);
    let text = if view.is_chooser() {
        task
    } else {
        format!("Waiting for {}.", chooser.said())
    };
    Prompt::new(text, clause)
}

fn task(table: &ArchRavels) -> (String, &'static str) {
    let goal_words = |goal: Goal| match goal {
        Goal::Item(item) => item.one().to_owned(),
        Goal::Request(request) => request_name(table, request),
    };
    match table.pending {
        Pending::Gain { left } => {
            let take = format!("ake {}", yarn_words(table, left));
            match table.event() {
                Some(event) => (
                    format!("{}: t{take}.", table.content().events[event as usize].name),
                    "7.11",
                ),
                None => (format!("T{take}."), if left > 1 { "3.5" } else { "3.2" }),
            }
        }
        Pending::Pay { goal, left } => (
            format!("For {} pay {}.", goal_words(goal), yarn_words(table, left)),
            "2.5",
        ),
        Pending::Give { receiver, left, .. } => (
            format!("Give {} to {}.", yarn_words(table, left), receiver.said()),
            "8.5",
        ),
        Pending::Frog { item } => {
            let rule = rule_words(table.content().items[item.index()].pattern);
            (format!("Take the yarn of the {item}: {rule}."), "9.6")
        }
        Pending::Exchange { give, get, .. } => {
            (format!("How many {} for {}?", give.name(), get.name()), "5.1")
        }
        Pending::Nothing => task_of_phase(table),
    }
}

/// "3 yarn of any colors"; 2.5: and how many of them now where that is not all.
fn yarn_words(table: &ArchRavels, left: u8) -> String {
    let colors = if left == 1 { "color" } else { "colors" };
    match table.asked() {
        asked if asked < left => format!("{left} yarn of any colors, {asked} of them now"),
        _ => format!("{left} yarn of any {colors}"),
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
                    format!(" {} ({}; {})", card.name, card.cost.words(), card.points.words())
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
