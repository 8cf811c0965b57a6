//! Reading content from TOML, with errors that point at the place.

use arrayvec::ArrayVec;
use bobbin_game::pack::Text;
use bobbin_game::{ContentError, NotationError, Source};
use toml::Spanned;

use crate::button::{BUTTONS_PER_TYPE, ButtonType, ColorSet, Wish};
use crate::condition::Condition;
use crate::content::{
    Achievement, Board, ButtonKind, Cat, GarmentTable, Gift, KnittingContent, Objective, Pile, RequestCard,
    Scenario, Space, Tier,
};
use crate::garment::{GarmentType, MAX_CARDS_PER_TYPE, MAX_SPACES, MIN_CARDS_PER_TYPE, MIN_MANDATORY};
use crate::yarn::{Color, Stitch};

mod raw;

use raw::{
    Pack, RawAchievement, RawBoard, RawButton, RawButtons, RawCat, RawGarment, RawRequest, RawScenario,
    RawTier,
};

/// 1.2: garment cards in all.
const CARDS: usize = 84;
/// 1.4: request cards.
const REQUESTS: usize = 18;
/// 11.1: scenarios.
const SCENARIOS: usize = 14;
/// The most spaces of a central board.
pub(crate) const MAX_BOARD_SPACES: usize = 12;

type Read<T> = Result<T, ContentError>;

/// The tables that come with the program.
pub(crate) fn house() -> Read<KnittingContent> {
    let file = |name: &str, text: &str| Source::new(format!("data/{name}"), text);
    let garments = file("garments.toml", include_str!("../data/garments.toml"));
    let buttons = file("buttons.toml", include_str!("../data/buttons.toml"));
    let requests = file("requests.toml", include_str!("../data/requests.toml"));
    let boards = file("boards.toml", include_str!("../data/boards.toml"));
    let scenarios = file("scenarios.toml", include_str!("../data/scenarios.toml"));
    let achievements = file("achievements.toml", include_str!("../data/achievements.toml"));
    let mut content = KnittingContent {
        garments: Vec::new(),
        buttons: Vec::new(),
        requests: Vec::new(),
        boards: Vec::new(),
        cats: Vec::new(),
        tiers: Vec::new(),
        scenarios: Vec::new(),
        achievements: Vec::new(),
    };
    for source in [garments, buttons, requests, boards, scenarios, achievements] {
        replace(&mut content, &source)?;
    }
    Ok(content)
}

/// The house tables, except those that the pack brings.
pub(crate) fn with_house(source: &Source) -> Read<KnittingContent> {
    let mut content = house()?;
    replace(&mut content, source)?;
    Ok(content)
}

fn replace(content: &mut KnittingContent, source: &Source) -> Read<()> {
    let pack: Pack = source.parse()?;
    if let Some(raw) = pack.garment {
        content.garments = garments(source, raw)?;
    }
    if let Some(raw) = pack.buttons {
        content.buttons = buttons(source, raw.get_ref())?;
    }
    if let Some(raw) = pack.board {
        content.boards = boards(source, raw)?;
    }
    if let Some(raw) = pack.cat {
        content.cats = cats(source, raw)?;
    }
    if let Some(raw) = pack.tier {
        content.tiers = tiers(source, raw)?;
    }
    let scenarios_are_kept = pack.scenario.is_none();
    if let Some(raw) = pack.request {
        let place = raw.span();
        let requests = requests(source, raw)?;
        if scenarios_are_kept && !content.scenarios.is_empty() {
            let ids = |cards: &[RequestCard]| cards.iter().map(|card| card.id.clone()).collect::<Vec<_>>();
            if ids(&requests) != ids(&content.requests) {
                return Err(source.error_at(
                    &place,
                    "with requests of its own a pack needs scenarios of its own, too: those of the house name other requests",
                ));
            }
        }
        content.requests = requests;
    }
    if let Some(raw) = pack.scenario {
        content.scenarios = scenarios(source, raw, &content.requests)?;
    }
    if let Some(raw) = pack.achievement {
        content.achievements = achievements(source, raw)?;
    }
    Ok(())
}

/// An id: lower-case letters, digits and dashes.
fn id<'t>(source: &Source, text: &Text, earlier: impl Iterator<Item = &'t String>) -> Read<String> {
    let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_id = |id: &str| !id.is_empty() && id.bytes().all(is_word);
    let expected = ": expected lower-case letters, digits and dashes";
    source.id(text, is_id, expected, earlier)
}

fn garments(source: &Source, raw: Spanned<Vec<Spanned<RawGarment>>>) -> Read<Vec<GarmentTable>> {
    let place = raw.span();
    let mut tables: Vec<GarmentTable> = Vec::new();
    for raw in raw.into_inner() {
        let table = garment(source, raw.get_ref(), &tables)?;
        tables.push(table);
    }
    for garment in GarmentType::ALL {
        if !tables.iter().any(|table| table.garment == garment) {
            let message = format!("there are no {garment}: expected all six types of garments");
            return Err(source.error_at(&place, message));
        }
    }
    tables.sort_by_key(|table| table.garment);
    let cards: usize = tables.iter().map(|table| table.cards.len()).sum();
    if cards != CARDS {
        let message = format!("{cards} garment cards in all: expected {CARDS}");
        return Err(source.error_at(&place, message));
    }
    Ok(tables)
}

fn garment(source: &Source, raw: &RawGarment, earlier: &[GarmentTable]) -> Read<GarmentTable> {
    let garment: GarmentType = source.word(&raw.garment)?;
    let is_new = earlier.iter().all(|table| table.garment != garment);
    source.check(
        is_new,
        &raw.garment,
        format!("{garment} stand here a second time"),
    )?;
    let color: Color = source.word(&raw.color)?;
    if let Some(other) = earlier.iter().find(|table| table.color == color) {
        let message = format!("{color} is the color of {} already", other.garment);
        return Err(source.wrong(&raw.color, message));
    }
    let count = raw.cards.get_ref().len();
    let fits = (MIN_CARDS_PER_TYPE..=MAX_CARDS_PER_TYPE).contains(&count);
    let message = format!("{count} cards: expected {MIN_CARDS_PER_TYPE} to {MAX_CARDS_PER_TYPE} of a type");
    source.check(fits, &raw.cards, message)?;
    let (spaces, mandatory) = spaces(source, &raw.spaces)?;
    let mut cards = Vec::new();
    for card in raw.cards.get_ref() {
        let fits = (1..=3).contains(&card.get_ref().len());
        source.check(fits, card, "a card has one to three bonuses")?;
        cards.push(source.words(card.get_ref())?);
    }
    Ok(GarmentTable {
        garment,
        color,
        spaces,
        mandatory,
        cards,
    })
}

/// The spaces of a garment, and how many are mandatory: down to the first with points (5.17).
fn spaces(source: &Source, raw: &Spanned<Vec<Text>>) -> Read<(ArrayVec<Space, MAX_SPACES>, u8)> {
    source.count(raw, MIN_MANDATORY..=MAX_SPACES, "spaces")?;
    let mut spaces: ArrayVec<Space, MAX_SPACES> = ArrayVec::new();
    for text in raw.get_ref() {
        let space = space(source, text)?;
        let above = spaces.last().map_or(0, |space| space.points);
        source.check(
            space.points >= above,
            text,
            "below a space with points no space has fewer",
        )?;
        spaces.push(space);
    }
    let first = spaces.iter().position(|space| space.points > 0);
    let mandatory = first.ok_or_else(|| source.wrong(raw, "no space has points"))? + 1;
    let message = format!("it would be complete after {mandatory} spaces: expected {MIN_MANDATORY} or more");
    source.check(mandatory >= MIN_MANDATORY, raw, message)?;
    Ok((spaces, mandatory as u8))
}

/// `knit`, `purl yarn`, `knit 3`, `purl 5 paw`.
fn space(source: &Source, text: &Text) -> Read<Space> {
    let wrong = || {
        let message = format!(
            "\"{}\": expected a side, then points or nothing, then yarn, paw or nothing: \"knit\", \"purl yarn\", \
             \"knit 3\", \"purl 5 paw\"",
            text.get_ref()
        );
        source.wrong(text, message)
    };
    let mut words = text.get_ref().split(' ').peekable();
    let stitch: Stitch = words.next().unwrap_or("").parse().map_err(|_| wrong())?;
    let points = match words.peek().and_then(|word| word.parse().ok()) {
        Some(points @ 1..=30) => {
            words.next();
            points
        }
        Some(_) => return Err(wrong()),
        None => 0,
    };
    let gives: Option<Gift> = words.next().map(str::parse).transpose().map_err(|_| wrong())?;
    match words.next() {
        Some(_) => Err(wrong()),
        None => Ok(Space {
            stitch,
            points,
            gives,
        }),
    }
}

fn buttons(source: &Source, raw: &RawButtons) -> Read<Vec<Pile>> {
    Ok(vec![
        pile(source, ButtonType::Color, &raw.color)?,
        pile(source, ButtonType::Pattern, &raw.pattern)?,
        pile(source, ButtonType::Garment, &raw.garment)?,
    ])
}

fn pile(source: &Source, shape: ButtonType, raw: &Spanned<Vec<RawButton>>) -> Read<Pile> {
    let mut kinds: Vec<ButtonKind> = Vec::new();
    let (mut kind_of, mut members, mut total) = ([0; BUTTONS_PER_TYPE], Vec::new(), 0);
    for button in raw.get_ref() {
        let wish = wish(source, shape, &button.wants)?;
        let points = source.number(&button.points, 1..=20)?;
        let count = source.number(&button.count, 1..=BUTTONS_PER_TYPE as i64)?;
        let is_new = !kinds
            .iter()
            .any(|kind| kind.wish == wish && kind.points == points);
        let message = "the same button stands further up: raise its count instead";
        source.check(is_new, &button.wants, message)?;
        let end = total + usize::from(count);
        let mut set = 0u32;
        for (place, kind) in kind_of.iter_mut().enumerate().take(end).skip(total) {
            *kind = kinds.len() as u8;
            set |= 1 << place;
        }
        total = end;
        members.push(set);
        kinds.push(ButtonKind { wish, points, count });
    }
    let message = format!("{total} {shape} buttons: expected {BUTTONS_PER_TYPE}");
    source.check(total == BUTTONS_PER_TYPE, raw, message)?;
    Ok(Pile {
        shape,
        kinds,
        kind_of,
        members,
    })
}

fn wish(source: &Source, shape: ButtonType, text: &Text) -> Read<Wish> {
    Ok(match shape {
        ButtonType::Pattern => Wish::Pattern(source.word(text)?),
        ButtonType::Garment => Wish::Garment(source.word(text)?),
        ButtonType::Color => {
            let mut colors = ColorSet::default();
            for color in text.get_ref().split(' ') {
                let color = color.parse();
                let color: Color =
                    color.map_err(|error: NotationError| source.wrong(text, error.to_string()))?;
                source.check(
                    !colors.contains(color),
                    text,
                    format!("{color} stands here twice"),
                )?;
                colors = colors.with(color);
            }
            Wish::Colors(colors)
        }
    })
}

fn requests(source: &Source, raw: Spanned<Vec<RawRequest>>) -> Read<Vec<RequestCard>> {
    source.count(&raw, REQUESTS..=REQUESTS, "requests")?;
    let mut cards: Vec<RequestCard> = Vec::new();
    for request in raw.into_inner() {
        let wants: Condition = source.word(&request.wants)?;
        let message = format!("\"{wants}\" is only known at the end: a request is about completed garments");
        source.check(wants.is_of_garments(), &request.wants, message)?;
        cards.push(RequestCard {
            id: id(source, &request.id, cards.iter().map(|card| &card.id))?,
            wants,
            points: source.number(&request.points, 1..=30)?,
        });
    }
    Ok(cards)
}

fn boards(source: &Source, raw: Spanned<Vec<Spanned<RawBoard>>>) -> Read<Vec<Board>> {
    source.count(&raw, 3..=3, "central boards")?;
    let mut boards: Vec<Board> = Vec::new();
    for raw in raw.into_inner() {
        let raw = raw.into_inner();
        let expected = boards.len() as i64 + 2;
        let cats = source.number(&raw.cats, expected..=expected)?;
        let spaces: Vec<Stitch> = source.words(raw.spaces.get_ref())?;
        let alternate = spaces.windows(2).all(|pair| pair[0] != pair[1]) && spaces.first() != spaces.last();
        let fits = (6..=MAX_BOARD_SPACES).contains(&spaces.len()) && alternate;
        let message =
            format!("expected 6 to {MAX_BOARD_SPACES} spaces, knit and purl in turn all the way round");
        source.check(fits, &raw.spaces, message)?;
        source.count(&raw.starts, cats.into()..=cats.into(), "starting spaces")?;
        let mut starts: Vec<u8> = Vec::new();
        for start in raw.starts.get_ref() {
            let space = source.number(start, 0..=spaces.len() as i64 - 1)?;
            let message = format!("two cats start on space {space}");
            source.check(!starts.contains(&space), start, message)?;
            starts.push(space);
        }
        boards.push(Board { cats, spaces, starts });
    }
    Ok(boards)
}

fn cats(source: &Source, raw: Spanned<Vec<RawCat>>) -> Read<Vec<Cat>> {
    source.count(&raw, 4..=4, "cats")?;
    let cats = raw.into_inner().into_iter().map(|cat| {
        Ok(Cat {
            name: filled(source, cat.name)?,
            looks: cat.looks,
        })
    });
    cats.collect()
}

fn filled(source: &Source, text: Text) -> Read<String> {
    source.check(!text.get_ref().trim().is_empty(), &text, "expected a name")?;
    Ok(text.into_inner())
}

fn tiers(source: &Source, raw: Spanned<Vec<Spanned<RawTier>>>) -> Read<Vec<Tier>> {
    let mut tiers: Vec<Tier> = Vec::new();
    for raw in raw.into_inner() {
        let raw = raw.into_inner();
        let above = tiers.last().map_or(0, |tier| i64::from(tier.from));
        let from = u16::from(source.number(&raw.from, above + 1..=250)?);
        tiers.push(Tier {
            from,
            title: filled(source, raw.title)?,
        });
    }
    Ok(tiers)
}

fn scenarios(
    source: &Source,
    raw: Spanned<Vec<Spanned<RawScenario>>>,
    requests: &[RequestCard],
) -> Read<Vec<Scenario>> {
    source.count(&raw, SCENARIOS..=SCENARIOS, "scenarios")?;
    let mut scenarios: Vec<Scenario> = Vec::new();
    for raw in raw.into_inner() {
        let (place, raw) = (raw.span(), raw.into_inner());
        source.count(&raw.requests, 4..=4, "requests")?;
        let mut chosen = [u8::MAX; 4];
        for (slot, text) in raw.requests.get_ref().iter().enumerate() {
            let number = source.place(text, requests.iter().map(|card| &card.id), "request")?;
            let message = format!("\"{}\" stands here twice", text.get_ref());
            source.check(!chosen.contains(&number), text, message)?;
            chosen[slot] = number;
        }
        let expected = match scenarios.len() + 1 {
            1..=3 => 0,
            4..=7 => 1,
            _ => 2,
        };
        if raw.objectives.len() != expected {
            let number = scenarios.len() + 1;
            let message = format!(
                "scenario {number} has {} objectives: expected {expected}",
                raw.objectives.len()
            );
            return Err(source.error_at(&place, message));
        }
        let minimum = source.number(&raw.minimum, 1..=250)?;
        let objectives = source.words(&raw.objectives)?.into_iter();
        let objectives = objectives.map(|wants: Condition| Objective {
            wants,
            text: wants.to_string(),
        });
        scenarios.push(Scenario {
            name: filled(source, raw.name)?,
            requests: chosen,
            minimum,
            minimum_text: format!("{minimum} points or more"),
            objectives: objectives.collect(),
        });
    }
    Ok(scenarios)
}

fn achievements(source: &Source, raw: Spanned<Vec<RawAchievement>>) -> Read<Vec<Achievement>> {
    let mut achievements: Vec<Achievement> = Vec::new();
    for raw in raw.into_inner() {
        let wants: Vec<Condition> = source.words(raw.wants.get_ref())?;
        source.check(!wants.is_empty(), &raw.wants, "expected at least one condition")?;
        achievements.push(Achievement {
            id: id(source, &raw.id, achievements.iter().map(|other| &other.id))?,
            name: filled(source, raw.name)?,
            modification: raw.modification.map(|text| source.word(&text)).transpose()?,
            players: raw
                .players
                .map_or(Ok(1), |players| source.number(&players, 1..=4))?,
            wants,
        });
    }
    Ok(achievements)
}
