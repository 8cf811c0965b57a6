//! Reading content from TOML, with errors that point at the place.

use std::str::FromStr;

use arrayvec::ArrayVec;
use bobbin_game::{ContentError, NotationError, Source};
use toml::Spanned;

use crate::bonus::Bonus;
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
    RawTier, Text,
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
    let reader = Reader { source };
    if let Some(raw) = pack.garment {
        content.garments = reader.garments(raw)?;
    }
    if let Some(raw) = pack.buttons {
        content.buttons = reader.buttons(raw.get_ref())?;
    }
    if let Some(raw) = pack.board {
        content.boards = reader.boards(raw)?;
    }
    if let Some(raw) = pack.cat {
        content.cats = reader.cats(raw)?;
    }
    if let Some(raw) = pack.tier {
        content.tiers = reader.tiers(raw)?;
    }
    let scenarios_are_kept = pack.scenario.is_none();
    if let Some(raw) = pack.request {
        let place = raw.span();
        let requests = reader.requests(raw)?;
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
        content.scenarios = reader.scenarios(raw, &content.requests)?;
    }
    if let Some(raw) = pack.achievement {
        content.achievements = reader.achievements(raw)?;
    }
    Ok(())
}

struct Reader<'a> {
    source: &'a Source,
}

impl Reader<'_> {
    fn word<T: FromStr<Err = NotationError>>(&self, text: &Text) -> Read<T> {
        text.get_ref()
            .parse()
            .map_err(|error: NotationError| self.source.error_at(&text.span(), error.to_string()))
    }

    fn number(&self, number: &Spanned<i64>, from: i64, to: i64) -> Read<u8> {
        let value = *number.get_ref();
        u8::try_from(value)
            .ok()
            .filter(|_| (from..=to).contains(&value))
            .ok_or_else(|| {
                self.source.error_at(
                    &number.span(),
                    format!("{value}: expected a number from {from} to {to}"),
                )
            })
    }

    fn count<T>(&self, list: &Spanned<Vec<T>>, expected: usize, what: &str) -> Read<()> {
        let found = list.get_ref().len();
        if found == expected {
            Ok(())
        } else {
            Err(self
                .source
                .error_at(&list.span(), format!("{found} {what}: expected {expected}")))
        }
    }

    /// An id that no earlier entry has: lower-case letters, digits and dashes.
    fn id<'t>(&self, text: &Text, mut earlier: impl Iterator<Item = &'t String>) -> Read<String> {
        let id = text.get_ref().clone();
        let is_word = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || !id.bytes().all(is_word) {
            let message = format!("\"{id}\": expected lower-case letters, digits and dashes");
            return Err(self.source.error_at(&text.span(), message));
        }
        if earlier.any(|other| *other == id) {
            return Err(self
                .source
                .error_at(&text.span(), format!("\"{id}\" stands here a second time")));
        }
        Ok(id)
    }

    fn garments(&self, raw: Spanned<Vec<Spanned<RawGarment>>>) -> Read<Vec<GarmentTable>> {
        let place = raw.span();
        let mut tables: Vec<GarmentTable> = Vec::new();
        for raw in raw.into_inner() {
            let table = self.garment(raw.get_ref(), &tables)?;
            tables.push(table);
        }
        for garment in GarmentType::ALL {
            if !tables.iter().any(|table| table.garment == garment) {
                let message = format!("there are no {garment}: expected all six types of garments");
                return Err(self.source.error_at(&place, message));
            }
        }
        tables.sort_by_key(|table| table.garment);
        let cards: usize = tables.iter().map(|table| table.cards.len()).sum();
        if cards != CARDS {
            let message = format!("{cards} garment cards in all: expected {CARDS}");
            return Err(self.source.error_at(&place, message));
        }
        Ok(tables)
    }

    fn garment(&self, raw: &RawGarment, earlier: &[GarmentTable]) -> Read<GarmentTable> {
        let garment: GarmentType = self.word(&raw.garment)?;
        if earlier.iter().any(|table| table.garment == garment) {
            let message = format!("{garment} stand here a second time");
            return Err(self.source.error_at(&raw.garment.span(), message));
        }
        let color: Color = self.word(&raw.color)?;
        if let Some(other) = earlier.iter().find(|table| table.color == color) {
            let message = format!("{color} is the color of {} already", other.garment);
            return Err(self.source.error_at(&raw.color.span(), message));
        }
        let count = raw.cards.get_ref().len();
        if !(MIN_CARDS_PER_TYPE..=MAX_CARDS_PER_TYPE).contains(&count) {
            let message =
                format!("{count} cards: expected {MIN_CARDS_PER_TYPE} to {MAX_CARDS_PER_TYPE} of a type");
            return Err(self.source.error_at(&raw.cards.span(), message));
        }
        let (spaces, mandatory) = self.spaces(&raw.spaces)?;
        let mut cards = Vec::new();
        for card in raw.cards.get_ref() {
            if !(1..=3).contains(&card.get_ref().len()) {
                let message = "a card has one to three bonuses";
                return Err(self.source.error_at(&card.span(), message));
            }
            let bonuses: Read<Vec<Bonus>> = card.get_ref().iter().map(|bonus| self.word(bonus)).collect();
            cards.push(bonuses?);
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
    fn spaces(&self, raw: &Spanned<Vec<Text>>) -> Read<(ArrayVec<Space, MAX_SPACES>, u8)> {
        let error = |message: String| self.source.error_at(&raw.span(), message);
        let count = raw.get_ref().len();
        if !(MIN_MANDATORY..=MAX_SPACES).contains(&count) {
            return Err(error(format!(
                "{count} spaces: expected {MIN_MANDATORY} to {MAX_SPACES}"
            )));
        }
        let mut spaces: ArrayVec<Space, MAX_SPACES> = ArrayVec::new();
        for text in raw.get_ref() {
            let space = self.space(text)?;
            let above = spaces.last().map_or(0, |space| space.points);
            if space.points < above || (above > 0 && space.points == 0) {
                let message = "below a space with points no space has fewer";
                return Err(self.source.error_at(&text.span(), message));
            }
            spaces.push(space);
        }
        let mandatory = spaces
            .iter()
            .position(|space| space.points > 0)
            .map(|first| first + 1)
            .ok_or_else(|| error("no space has points".to_owned()))?;
        if mandatory < MIN_MANDATORY {
            return Err(error(format!(
                "it would be complete after {mandatory} spaces: expected {MIN_MANDATORY} or more"
            )));
        }
        Ok((spaces, mandatory as u8))
    }

    /// `knit`, `purl yarn`, `knit 3`, `purl 5 paw`.
    fn space(&self, text: &Text) -> Read<Space> {
        let wrong = || {
            let message = format!(
                "\"{}\": expected a side, then points or nothing, then yarn, paw or nothing: \"knit\", \"purl yarn\", \
                 \"knit 3\", \"purl 5 paw\"",
                text.get_ref()
            );
            self.source.error_at(&text.span(), message)
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

    fn buttons(&self, raw: &RawButtons) -> Read<Vec<Pile>> {
        Ok(vec![
            self.pile(ButtonType::Color, &raw.color)?,
            self.pile(ButtonType::Pattern, &raw.pattern)?,
            self.pile(ButtonType::Garment, &raw.garment)?,
        ])
    }

    fn pile(&self, shape: ButtonType, raw: &Spanned<Vec<RawButton>>) -> Read<Pile> {
        let mut kinds: Vec<ButtonKind> = Vec::new();
        let (mut kind_of, mut members, mut total) = ([0; BUTTONS_PER_TYPE], Vec::new(), 0);
        for button in raw.get_ref() {
            let wish = self.wish(shape, &button.wants)?;
            let points = self.number(&button.points, 1, 20)?;
            let count = self.number(&button.count, 1, BUTTONS_PER_TYPE as i64)?;
            if kinds
                .iter()
                .any(|kind| kind.wish == wish && kind.points == points)
            {
                let message = "the same button stands further up: raise its count instead";
                return Err(self.source.error_at(&button.wants.span(), message));
            }
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
        if total != BUTTONS_PER_TYPE {
            let message = format!("{total} {shape} buttons: expected {BUTTONS_PER_TYPE}");
            return Err(self.source.error_at(&raw.span(), message));
        }
        Ok(Pile {
            shape,
            kinds,
            kind_of,
            members,
        })
    }

    fn wish(&self, shape: ButtonType, text: &Text) -> Read<Wish> {
        Ok(match shape {
            ButtonType::Pattern => Wish::Pattern(self.word(text)?),
            ButtonType::Garment => Wish::Garment(self.word(text)?),
            ButtonType::Color => {
                let mut colors = ColorSet::default();
                for color in text.get_ref().split(' ') {
                    let color: Color = color.parse().map_err(|error: NotationError| {
                        self.source.error_at(&text.span(), error.to_string())
                    })?;
                    if colors.contains(color) {
                        let message = format!("{color} stands here twice");
                        return Err(self.source.error_at(&text.span(), message));
                    }
                    colors = colors.with(color);
                }
                Wish::Colors(colors)
            }
        })
    }

    fn requests(&self, raw: Spanned<Vec<RawRequest>>) -> Read<Vec<RequestCard>> {
        self.count(&raw, REQUESTS, "requests")?;
        let mut cards: Vec<RequestCard> = Vec::new();
        for request in raw.into_inner() {
            let wants: Condition = self.word(&request.wants)?;
            if !wants.is_of_garments() {
                let message =
                    format!("\"{wants}\" is only known at the end: a request is about completed garments");
                return Err(self.source.error_at(&request.wants.span(), message));
            }
            cards.push(RequestCard {
                id: self.id(&request.id, cards.iter().map(|card| &card.id))?,
                wants,
                points: self.number(&request.points, 1, 30)?,
            });
        }
        Ok(cards)
    }

    fn boards(&self, raw: Spanned<Vec<Spanned<RawBoard>>>) -> Read<Vec<Board>> {
        self.count(&raw, 3, "central boards")?;
        let mut boards: Vec<Board> = Vec::new();
        for raw in raw.into_inner() {
            let raw = raw.into_inner();
            let cats = self.number(&raw.cats, boards.len() as i64 + 2, boards.len() as i64 + 2)?;
            let sides: Read<Vec<Stitch>> = raw.spaces.get_ref().iter().map(|side| self.word(side)).collect();
            let spaces = sides?;
            let alternate =
                spaces.windows(2).all(|pair| pair[0] != pair[1]) && spaces.first() != spaces.last();
            if spaces.len() < 6 || spaces.len() > MAX_BOARD_SPACES || !alternate {
                let message = format!(
                    "expected 6 to {MAX_BOARD_SPACES} spaces, knit and purl in turn all the way round"
                );
                return Err(self.source.error_at(&raw.spaces.span(), message));
            }
            self.count(&raw.starts, usize::from(cats), "starting spaces")?;
            let mut starts: Vec<u8> = Vec::new();
            for start in raw.starts.get_ref() {
                let space = self.number(start, 0, spaces.len() as i64 - 1)?;
                if starts.contains(&space) {
                    let message = format!("two cats start on space {space}");
                    return Err(self.source.error_at(&start.span(), message));
                }
                starts.push(space);
            }
            boards.push(Board { cats, spaces, starts });
        }
        Ok(boards)
    }

    fn cats(&self, raw: Spanned<Vec<RawCat>>) -> Read<Vec<Cat>> {
        self.count(&raw, 4, "cats")?;
        let cats = raw.into_inner().into_iter().map(|cat| {
            Ok(Cat {
                name: self.filled(cat.name)?,
                looks: cat.looks,
            })
        });
        cats.collect()
    }

    fn filled(&self, text: Text) -> Read<String> {
        if text.get_ref().trim().is_empty() {
            return Err(self.source.error_at(&text.span(), "expected a name"));
        }
        Ok(text.into_inner())
    }

    fn tiers(&self, raw: Spanned<Vec<Spanned<RawTier>>>) -> Read<Vec<Tier>> {
        let mut tiers: Vec<Tier> = Vec::new();
        for raw in raw.into_inner() {
            let raw = raw.into_inner();
            let above = tiers.last().map_or(0, |tier| i64::from(tier.from));
            let from = u16::from(self.number(&raw.from, above + 1, 250)?);
            tiers.push(Tier {
                from,
                title: self.filled(raw.title)?,
            });
        }
        Ok(tiers)
    }

    fn scenarios(
        &self,
        raw: Spanned<Vec<Spanned<RawScenario>>>,
        requests: &[RequestCard],
    ) -> Read<Vec<Scenario>> {
        self.count(&raw, SCENARIOS, "scenarios")?;
        let mut scenarios: Vec<Scenario> = Vec::new();
        for raw in raw.into_inner() {
            let (place, raw) = (raw.span(), raw.into_inner());
            self.count(&raw.requests, 4, "requests")?;
            let mut chosen = [u8::MAX; 4];
            for slot in 0..4 {
                let text = &raw.requests.get_ref()[slot];
                let known = requests.iter().position(|card| card.id == *text.get_ref());
                let number = known.ok_or_else(|| {
                    let message = format!("there is no request \"{}\"", text.get_ref());
                    self.source.error_at(&text.span(), message)
                })? as u8;
                if chosen.contains(&number) {
                    let message = format!("\"{}\" stands here twice", text.get_ref());
                    return Err(self.source.error_at(&text.span(), message));
                }
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
                return Err(self.source.error_at(&place, message));
            }
            let minimum = self.number(&raw.minimum, 1, 250)?;
            let objectives: Read<Vec<Objective>> = raw
                .objectives
                .iter()
                .map(|text| {
                    let wants: Condition = self.word(text)?;
                    Ok(Objective {
                        wants,
                        text: wants.to_string(),
                    })
                })
                .collect();
            scenarios.push(Scenario {
                name: self.filled(raw.name)?,
                requests: chosen,
                minimum,
                minimum_text: format!("{minimum} points or more"),
                objectives: objectives?,
            });
        }
        Ok(scenarios)
    }

    fn achievements(&self, raw: Spanned<Vec<RawAchievement>>) -> Read<Vec<Achievement>> {
        let mut achievements: Vec<Achievement> = Vec::new();
        for raw in raw.into_inner() {
            let wants: Read<Vec<Condition>> =
                raw.wants.get_ref().iter().map(|wants| self.word(wants)).collect();
            let wants = wants?;
            if wants.is_empty() {
                return Err(self
                    .source
                    .error_at(&raw.wants.span(), "expected at least one condition"));
            }
            achievements.push(Achievement {
                id: self.id(&raw.id, achievements.iter().map(|other| &other.id))?,
                name: self.filled(raw.name)?,
                modification: raw
                    .modification
                    .as_ref()
                    .map(|text| self.word(text))
                    .transpose()?,
                players: raw
                    .players
                    .as_ref()
                    .map_or(Ok(1), |players| self.number(players, 1, 4))?,
                wants,
            });
        }
        Ok(achievements)
    }
}
