//! Views and events are what their descriptions say, to the last field.

use std::collections::BTreeSet;

use bobbin_bots::BotSpec;
use bobbin_catalog::{AnyGame, AnyMatch, Stopwatch};
use bobbin_game::{Options, SearchChance, Seed, Viewer, random_seat};
use serde_json::{Value, json};

/// Every event, and now and then what each viewer sees.
#[test]
fn every_view_and_event_is_as_described() {
    for game in bobbin_catalog::games() {
        let schema = Description(game.schema());
        for players in game.player_counts() {
            check_match(game, &schema, &Options::new().with("players", players), 11);
        }
    }
}

#[test]
fn every_option_keeps_to_the_description() {
    for game in bobbin_catalog::games() {
        let schema = Description(game.schema());
        let counts = game.player_counts();
        for spec in game.options().iter().filter(|spec| spec.key != "players") {
            let others = spec.choices.iter().filter(|choice| choice.value != spec.default);
            for (place, choice) in others.enumerate() {
                let fits = |&players: &usize| {
                    let options = Options::new()
                        .with("players", players)
                        .with(spec.key, choice.value);
                    game.check_options(&options, None).ok()
                };
                let mut counts = counts.iter().cycle().skip(place).take(counts.len());
                let options = counts.find_map(fits).unwrap();
                check_match(game, &schema, &options, 61);
            }
        }
    }
}

/// A random match: each of its events, and what all viewers see after every so many actions and at the end.
fn check_match(game: &dyn AnyGame, schema: &Description, options: &Options, every: usize) {
    let seed = Seed::named("described");
    let mut playing = game.start(options, None, seed).unwrap();
    let (mut random, mut bot) = (SearchChance::new(7), game.bot(BotSpec::RANDOM));
    let mut actions = 0;
    while let Some(seat) = random_seat(playing.to_act(), &mut random) {
        if actions % every == 0 {
            check_views(&*playing, schema);
        }
        let asked = playing.ask(seat).unwrap().unwrap();
        let thought = bot.think(&asked, &mut random, &Stopwatch::start());
        for told in playing.play(seat, &thought.choice().action).unwrap() {
            schema.hold("Event", &told.event.event.value());
        }
        actions += 1;
    }
    check_views(&*playing, schema);
}

fn check_views(playing: &dyn AnyMatch, schema: &Description) {
    let players = playing.options().get("players").unwrap().parse().unwrap();
    for viewer in Viewer::all(players) {
        schema.hold("View", &playing.view(viewer).unwrap());
    }
}

#[test]
fn a_description_refers_only_to_what_it_has() {
    fn references<'a>(schema: &'a Value, found: &mut BTreeSet<&'a str>) {
        match schema {
            Value::Array(items) => items.iter().for_each(|item| references(item, found)),
            Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(Value::as_str));
                fields.values().for_each(|field| references(field, found));
            }
            _ => {}
        }
    }
    for game in bobbin_catalog::games() {
        let schema = Description(game.schema());
        let mut found = BTreeSet::new();
        references(&schema.0, &mut found);
        for reference in found {
            assert!(schema.named(reference).is_object(), "{}: {reference}", game.id());
        }
    }
}

/// The page's types are made from these files.
#[test]
fn the_page_has_the_descriptions_of_its_titles() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/games");
    let is_title = |game: &&dyn AnyGame| {
        bobbin_catalog::titles()
            .iter()
            .any(|title| title.id() == game.id())
    };
    let has_folder = |game: &&dyn AnyGame| std::path::Path::new(&format!("{folder}/{}", game.id())).exists();
    for game in bobbin_catalog::games().filter(|game| is_title(game) || has_folder(game)) {
        let kept = std::fs::read_to_string(format!("{folder}/{}/schema.json", game.id())).unwrap_or_default();
        let now = format!("{:#}\n", game.schema());
        assert!(
            kept == now,
            "{} is not as its schema.json says: if that is meant, run `make types`",
            game.id()
        );
    }
}

#[test]
fn what_is_not_described_is_found() {
    let schema = Description(json!({ "components": { "schemas": {
        "View": {
            "type": "object",
            "required": ["seat", "card"],
            "properties": {
                "seat": { "type": "integer", "minimum": 0 },
                "card": { "oneOf": [{ "type": "null" }, { "$ref": "#/components/schemas/Card" }] },
                "place": { "$ref": "#/components/schemas/Place" },
            },
        },
        "Card": { "type": "string", "enum": ["hat", "scarf"] },
        "Place": { "allOf": [
            { "type": "object", "required": ["x"], "properties": { "x": { "type": "integer" } } },
            { "type": "object", "required": ["y"], "properties": { "y": { "type": "integer" } } },
        ]},
    }}}));
    let check = |value: Value| {
        schema.check_whole(
            schema.named("#/components/schemas/View"),
            &value,
            At(None, "View"),
        )
    };
    assert_eq!(
        check(json!({ "seat": 1, "card": null, "place": { "x": 1, "y": 2 } })),
        Ok(())
    );
    for (value, wrong) in [
        (json!({ "seat": 1 }), "View: card is missing"),
        (
            json!({ "seat": "1", "card": null }),
            "View.seat: \"1\" is no integer",
        ),
        (
            json!({ "seat": -1, "card": null }),
            "View.seat: -1 is less than 0",
        ),
        (
            json!({ "seat": 1, "card": "sock" }),
            "View.card: \"sock\" fits 0 of 2",
        ),
        (
            json!({ "seat": 1, "card": "hat", "points": 2 }),
            "View: points is not described",
        ),
        (
            json!({ "seat": 1, "card": "hat", "place": { "x": 1 } }),
            "View.place: y is missing",
        ),
        (
            json!({ "seat": 1, "card": "hat", "place": { "x": 1, "y": 1, "z": 1 } }),
            "View.place: z is not described",
        ),
    ] {
        assert_eq!(check(value), Err(wrong.to_owned()));
    }
}

/// A game's description, and the part of JSON Schema that it is written in. A field that is not described is an error;
/// so is a keyword that is not known here.
struct Description(Value);

/// Where in a value: a field of what is before it. It is put into words only where something is wrong.
#[derive(Clone, Copy)]
struct At<'a>(Option<&'a At<'a>>, &'a str);

impl std::fmt::Display for At<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(before) = self.0 {
            write!(f, "{before}.")?;
        }
        f.write_str(self.1)
    }
}

/// The fields of an object that a schema tells of.
type Fields<'v> = Vec<&'v str>;

impl Description {
    fn hold(&self, name: &str, value: &Value) {
        let schema = self.named(&format!("#/components/schemas/{name}"));
        if let Err(wrong) = self.check_whole(schema, value, At(None, name)) {
            panic!("{}: {wrong}\n{value}", self.0["info"]["title"]);
        }
    }

    fn named(&self, reference: &str) -> &Value {
        let name = reference.strip_prefix("#/components/schemas/").unwrap();
        &self.0["components"]["schemas"][name]
    }

    /// A value as a whole: no field of it is left over.
    fn check_whole(&self, schema: &Value, value: &Value, at: At<'_>) -> Result<(), String> {
        let told = self.check(schema, value, at)?;
        let mut fields = value.as_object().into_iter().flatten();
        match fields.find(|(name, _)| !told.contains(&name.as_str())) {
            Some((name, _)) => Err(format!("{at}: {name} is not described")),
            None => Ok(()),
        }
    }

    fn check<'v>(&self, schema: &Value, value: &'v Value, at: At<'_>) -> Result<Fields<'v>, String> {
        let mut told = Fields::new();
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let rules = || rule.as_array().unwrap();
            match keyword.as_str() {
                "description" | "format" => {}
                "$ref" => told.extend(self.check(self.named(rule.as_str().unwrap()), value, at)?),
                "type" => check_type(rule, value, at)?,
                "enum" => {
                    if !rules().contains(value) {
                        return Err(format!("{at}: {value} is not among {rule}"));
                    }
                }
                "minimum" => {
                    if value.is_number() && value.as_f64() < rule.as_f64() {
                        return Err(format!("{at}: {value} is less than {rule}"));
                    }
                }
                "required" => {
                    for name in rules().iter().filter_map(Value::as_str) {
                        value
                            .get(name)
                            .ok_or_else(|| format!("{at}: {name} is missing"))?;
                    }
                }
                "properties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if let Some(property) = rule.get(name) {
                            self.check_whole(property, field, At(Some(&at), name))?;
                            told.push(name);
                        }
                    }
                }
                "additionalProperties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        self.check_whole(rule, field, At(Some(&at), name))?;
                        told.push(name);
                    }
                }
                "propertyNames" => {
                    for name in value.as_object().into_iter().flat_map(|fields| fields.keys()) {
                        self.check_whole(rule, &json!(name), At(Some(&at), name))?;
                    }
                }
                "items" if rule == false => {
                    let described = schema["prefixItems"].as_array().unwrap().len();
                    if value.as_array().is_some_and(|items| items.len() != described) {
                        return Err(format!("{at}: {value} has not {described} items"));
                    }
                }
                "items" => {
                    for (place, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check_whole(rule, item, At(Some(&at), &place.to_string()))?;
                    }
                }
                "prefixItems" => {
                    let items = value.as_array().into_iter().flatten();
                    for (place, (rule, item)) in rules().iter().zip(items).enumerate() {
                        self.check_whole(rule, item, At(Some(&at), &place.to_string()))?;
                    }
                }
                "allOf" => {
                    for rule in rules() {
                        told.extend(self.check(rule, value, at)?);
                    }
                }
                "oneOf" | "anyOf" => {
                    let fits = |rule| self.check(rule, value, at).ok();
                    let mut fitting: Vec<Fields> = rules().iter().filter_map(fits).collect();
                    if fitting.len() != 1 {
                        let (fit, all) = (fitting.len(), rules().len());
                        return Err(format!("{at}: {value} fits {fit} of {all}"));
                    }
                    told.append(&mut fitting[0]);
                }
                _ => panic!("{at}: the keyword {keyword} is not known here"),
            }
        }
        Ok(told)
    }
}

fn check_type(rule: &Value, value: &Value, at: At<'_>) -> Result<(), String> {
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{at}: there is no type {other}"),
    };
    let fits = rule
        .as_array()
        .map_or_else(|| is(rule), |kinds| kinds.iter().any(is));
    if fits {
        return Ok(());
    }
    Err(format!(
        "{at}: {value} is no {}",
        rule.as_str().unwrap_or("such thing")
    ))
}
