//! Reading tables from TOML, with errors that point at the line.

use bobbin_game::pack::Text;
use bobbin_game::{ContentError, Points, Source};
use serde::Deserialize;
use toml::Spanned;

use crate::characters::{BOARDS, CharacterId, SPACES};
use crate::content::{
    ArchRavelsContent, Character, Difficulty, EventCard, EventKind, ItemFacts, MOST_KINDS, ProjectCard,
    RequestCard, YarnCard,
};
use crate::patterns::{ColorRule, Cost, Item, Items};
use crate::setup::PLAYERS;
use crate::yarn::Bundle;

/// The tables of a pack; what is left out is the house's.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Tables {
    board: Option<Spanned<Vec<RawBoard>>>,
    item: Option<Spanned<Vec<RawItem>>>,
    yarn: Option<Spanned<Vec<RawYarn>>>,
    event: Option<Spanned<Vec<RawEvent>>>,
    request: Option<Spanned<Vec<RawRequest>>>,
    project: Option<Spanned<Vec<RawProject>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBoard {
    r#type: String,
    spaces: Spanned<Vec<Text>>,
    balanced: Option<Spanned<Vec<Text>>>,
    difficulty: Option<Difficulty>,
    side: Spanned<Vec<RawSide>>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSide {
    id: Text,
    name: String,
    favorite: Text,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawItem {
    id: Text,
    name: String,
    pattern: Text,
    points: Points,
    learned: Option<Points>,
    #[serde(default)]
    tiles: Vec<Text>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawYarn {
    face: Text,
    copies: Spanned<u8>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEvent {
    id: Text,
    name: String,
    copies: Spanned<u8>,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRequest {
    id: Text,
    name: String,
    cost: Text,
    points: Points,
    source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawProject {
    id: Text,
    name: String,
    items: Text,
    points: Points,
    source: String,
}

/// The content that comes with the program.
pub(crate) fn house() -> Result<ArchRavelsContent, ContentError> {
    let requests = Source::new("data/requests.toml", include_str!("../data/requests.toml"));
    let boards = Source::new("data/characters.toml", include_str!("../data/characters.toml"));
    let items = Source::new("data/items.toml", include_str!("../data/items.toml"));
    let yarn = Source::new("data/yarn.toml", include_str!("../data/yarn.toml"));
    let events = Source::new("data/events.toml", include_str!("../data/events.toml"));
    let projects = Source::new("data/projects.toml", include_str!("../data/projects.toml"));
    let missing = |source: &Source| source.error("the table is missing");
    let tables = |source: &Source| source.parse::<Tables>();
    let requests = read_requests(
        &requests,
        &tables(&requests)?.request.ok_or_else(|| missing(&requests))?,
    )?;
    Ok(ArchRavelsContent {
        characters: read_boards(
            &boards,
            &tables(&boards)?.board.ok_or_else(|| missing(&boards))?,
            &requests,
        )?,
        items: read_items(&items, &tables(&items)?.item.ok_or_else(|| missing(&items))?)?,
        yarn: read_yarn(&yarn, &tables(&yarn)?.yarn.ok_or_else(|| missing(&yarn))?)?,
        events: read_events(&events, &tables(&events)?.event.ok_or_else(|| missing(&events))?)?,
        projects: read_projects(
            &projects,
            &tables(&projects)?.project.ok_or_else(|| missing(&projects))?,
        )?,
        requests,
    })
}

/// A pack over the content that it leaves out.
pub(crate) fn read(pack: &Source, house: &ArchRavelsContent) -> Result<ArchRavelsContent, ContentError> {
    let tables: Tables = pack.parse()?;
    let mut content = house.clone();
    if let Some(table) = &tables.request {
        content.requests = read_requests(pack, table)?;
    }
    if let Some(table) = &tables.board {
        content.characters = read_boards(pack, table, &content.requests)?;
    } else if let Some(table) = &tables.request {
        keep_favorites(&mut content, house).map_err(|id| {
            pack.error_at(
                &table.span(),
                format!("the favorite {id} of a character is missing"),
            )
        })?;
    }
    if let Some(table) = &tables.item {
        content.items = read_items(pack, table)?;
    }
    if let Some(table) = &tables.yarn {
        content.yarn = read_yarn(pack, table)?;
    }
    if let Some(table) = &tables.event {
        content.events = read_events(pack, table)?;
    }
    if let Some(table) = &tables.project {
        content.projects = read_projects(pack, table)?;
    }
    let cards: u32 = content
        .yarn
        .iter()
        .map(|card| u32::from(card.copies))
        .sum::<u32>()
        + content
            .events
            .iter()
            .map(|card| u32::from(card.copies))
            .sum::<u32>();
    if cards > 200 {
        return Err(pack.error(format!("{cards} yarn cards and events: expected at most 200")));
    }
    let actions = most_actions(&content);
    if actions > 300 {
        return Err(pack.error(format!(
            "a player could have {actions} actions to choose from: expected at most 300, so let fewer patterns and \
             special requests be paid in many ways"
        )));
    }
    Ok(content)
}

/// The most actions that anyone could ever have at once: on a space with everything, with yarn of all colors, and with
/// all special requests that can be in play (four favorites and four others) in one hand.
fn most_actions(content: &ArchRavelsContent) -> usize {
    let (shop, exchange, take, restock) = (6, 30, 6, 1);
    let items: usize = content.items.iter().map(|item| item.payments.len()).sum();
    let mut requests: Vec<usize> = content.requests.iter().map(RequestCard::ways).collect();
    requests.sort_unstable_by_key(|&ways| std::cmp::Reverse(ways));
    shop + exchange + take + restock + items + requests.iter().take(8).sum::<usize>()
}

/// New requests under the house's characters: the favorites are found again by their ids.
fn keep_favorites(content: &mut ArchRavelsContent, house: &ArchRavelsContent) -> Result<(), String> {
    for place in 0..content.characters.len() {
        let id = &house.requests[usize::from(content.characters[place].favorite)].id;
        content.characters[place].favorite = content.request_of_id(id).ok_or_else(|| id.clone())?;
    }
    Ok(())
}

/// An id is a word of small letters, digits and single hyphens.
fn id<'a>(
    source: &Source,
    text: &Text,
    earlier: impl Iterator<Item = &'a String>,
) -> Result<String, ContentError> {
    let is_word = |part: &str| {
        let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        !part.is_empty() && part.bytes().all(is_letter)
    };
    let is_id = |text: &str| {
        text.split('-').all(is_word) && text.starts_with(|letter: char| letter.is_ascii_lowercase())
    };
    let expected = " is no id: expected small letters, digits and single hyphens";
    source.id(text, is_id, expected, earlier)
}

/// Entries that are fixed stand in their order.
fn check_fixed(source: &Source, id: &Text, what: &str, expected: &str) -> Result<(), ContentError> {
    let message = format!("\"{}\": expected the {what} {expected} here", id.get_ref());
    source.check(id.get_ref() == expected, id, message)
}

fn read_boards(
    source: &Source,
    table: &Spanned<Vec<RawBoard>>,
    requests: &[RequestCard],
) -> Result<Vec<Character>, ContentError> {
    source.count(table, BOARDS..=BOARDS, "boards")?;
    let mut characters: Vec<Character> = Vec::new();
    for board in table.get_ref() {
        source.count(&board.side, 2..=2, "sides of a board")?;
        let spaces = read_spaces(source, &board.spaces)?;
        let balanced = match &board.balanced {
            Some(balanced) => read_spaces(source, balanced)?,
            None => spaces,
        };
        for side in board.side.get_ref() {
            let expected = CharacterId::ALL[characters.len()];
            check_fixed(source, &side.id, "character", expected.id())?;
            let ids = requests.iter().map(|card| &card.id);
            let favorite = source.place(&side.favorite, ids, "special request")?;
            let is_new = characters.iter().all(|other| other.favorite != favorite);
            let message = format!(
                "\"{}\" is the favorite of another character",
                side.favorite.get_ref()
            );
            source.check(is_new, &side.favorite, message)?;
            characters.push(Character {
                id: expected,
                name: side.name.clone(),
                kind: board.r#type.clone(),
                favorite,
                spaces,
                balanced,
                difficulty: board.difficulty,
                source: board.source.clone(),
            });
        }
    }
    Ok(characters)
}

fn read_spaces(
    source: &Source,
    table: &Spanned<Vec<Text>>,
) -> Result<[crate::Abilities; SPACES], ContentError> {
    source.count(table, SPACES..=SPACES, "action spaces")?;
    let spaces = source.words(table.get_ref())?;
    Ok(spaces
        .try_into()
        .unwrap_or_else(|_| unreachable!("they were counted")))
}

fn read_items(source: &Source, table: &Spanned<Vec<RawItem>>) -> Result<[ItemFacts; 5], ContentError> {
    source.count(table, Item::ALL.len()..=Item::ALL.len(), "items")?;
    let mut items = Vec::new();
    for (raw, expected) in table.get_ref().iter().zip(Item::ALL) {
        check_fixed(source, &raw.id, "item", expected.id())?;
        let pattern: ColorRule = source.word(&raw.pattern)?;
        let payments = pattern.payments();
        let has_tile = expected.tile().is_some();
        if has_tile != raw.learned.is_some() || has_tile == raw.tiles.is_empty() {
            let message = if has_tile {
                format!("{expected} needs tiles and what a learned one scores")
            } else {
                format!("{expected} has no tiles and cannot be learned")
            };
            return Err(source.wrong(&raw.id, message));
        }
        if has_tile && !(PLAYERS.1..=MOST_KINDS).contains(&raw.tiles.len()) {
            let message = format!(
                "{} tiles: expected {} to {MOST_KINDS}",
                raw.tiles.len(),
                PLAYERS.1
            );
            return Err(source.wrong(&raw.id, message));
        }
        let mut tiles: Vec<Bundle> = Vec::new();
        for text in &raw.tiles {
            let tile = Bundle::of_letters(text.get_ref()).filter(|tile| payments.contains(tile));
            let tile = tile.ok_or_else(|| {
                let message = format!(
                    "\"{}\": expected yarn as letters that follows \"{pattern}\"",
                    text.get_ref()
                );
                source.wrong(text, message)
            })?;
            source.once(text, tile, tiles.contains(&tile))?;
            tiles.push(tile);
        }
        items.push(ItemFacts {
            name: raw.name.clone(),
            pattern,
            points: raw.points,
            learned: raw.learned.unwrap_or_default(),
            tiles,
            source: raw.source.clone(),
            payments,
            payments_before: items.iter().map(|item: &ItemFacts| item.payments.len()).sum(),
        });
    }
    Ok(items
        .try_into()
        .unwrap_or_else(|_| unreachable!("five were counted")))
}

fn read_yarn(source: &Source, table: &Spanned<Vec<RawYarn>>) -> Result<Vec<YarnCard>, ContentError> {
    source.count(table, 1..=MOST_KINDS, "kinds of yarn cards")?;
    let mut cards: Vec<YarnCard> = Vec::new();
    for raw in table.get_ref() {
        let face = source.word(&raw.face)?;
        source.once(&raw.face, face, cards.iter().any(|card| card.face == face))?;
        cards.push(YarnCard {
            face,
            copies: source.amount(&raw.copies, 1..=40, "copies")?,
            source: raw.source.clone(),
        });
    }
    let total: u32 = cards.iter().map(|card| u32::from(card.copies)).sum();
    if !(6..=200).contains(&total) {
        let message = format!("{total} yarn cards: expected 6 (to fill the bazaar) to 200");
        return Err(source.wrong(table, message));
    }
    Ok(cards)
}

fn read_events(source: &Source, table: &Spanned<Vec<RawEvent>>) -> Result<[EventCard; 5], ContentError> {
    source.count(
        table,
        EventKind::ALL.len()..=EventKind::ALL.len(),
        "kinds of events",
    )?;
    let mut cards = Vec::new();
    for (raw, expected) in table.get_ref().iter().zip(EventKind::ALL) {
        check_fixed(source, &raw.id, "event", expected.id())?;
        cards.push(EventCard {
            id: expected,
            name: raw.name.clone(),
            copies: source.amount(&raw.copies, 1..=40, "copies")?,
            source: raw.source.clone(),
        });
    }
    Ok(cards
        .try_into()
        .unwrap_or_else(|_| unreachable!("five were counted")))
}

fn read_requests(
    source: &Source,
    table: &Spanned<Vec<RawRequest>>,
) -> Result<Vec<RequestCard>, ContentError> {
    // Four favorites and four others can be in play at once; eight are somebody's favorite.
    source.count(table, 8..=MOST_KINDS, "special requests")?;
    let mut cards: Vec<RequestCard> = Vec::new();
    for raw in table.get_ref() {
        let id = id(source, &raw.id, cards.iter().map(|card| &card.id))?;
        let is_event = EventKind::ALL.iter().any(|event| event.id() == id);
        source.check(!is_event, &raw.id, format!("\"{id}\" is the id of an event"))?;
        let cost = source.word(&raw.cost)?;
        cards.push(RequestCard {
            id,
            name: raw.name.clone(),
            cost,
            points: raw.points,
            source: raw.source.clone(),
            payments: match cost {
                Cost::Exact(bundle) => vec![bundle],
                Cost::Rule(rule) => rule.payments(),
                Cost::Any(_) | Cost::GiveEach(_) => Vec::new(),
            },
            ways_before: cards.iter().map(RequestCard::ways).sum(),
        });
    }
    Ok(cards)
}

fn read_projects(
    source: &Source,
    table: &Spanned<Vec<RawProject>>,
) -> Result<Vec<ProjectCard>, ContentError> {
    source.count(table, 10..=MOST_KINDS, "projects")?;
    let mut cards: Vec<ProjectCard> = Vec::new();
    for raw in table.get_ref() {
        let id = id(source, &raw.id, cards.iter().map(|card| &card.id))?;
        let items = Items::of_letters(raw.items.get_ref()).filter(|items| (1..=12).contains(&items.total()));
        cards.push(ProjectCard {
            id,
            name: raw.name.clone(),
            items: items.ok_or_else(|| {
                let message = format!(
                    "\"{}\": expected 1 to 12 items as letters H, B, M, S, K",
                    raw.items.get_ref()
                );
                source.wrong(&raw.items, message)
            })?,
            points: raw.points,
            source: raw.source.clone(),
        });
    }
    Ok(cards)
}
