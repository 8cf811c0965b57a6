//! What a game's views and events look like in JSON, in the words of OpenAPI.

use bobbin_game::Game;
use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema as _, ToSchema};

/// The description of a game: `View`, `Event` and what they refer to.
pub(crate) fn document<G: Game<View: ToSchema, Event: ToSchema>>() -> Value {
    let mut schemas: Vec<(String, RefOr<Schema>)> = vec![
        ("View".to_owned(), G::View::schema()),
        ("Event".to_owned(), G::Event::schema()),
    ];
    G::View::schemas(&mut schemas);
    G::Event::schemas(&mut schemas);
    let mut described = Map::new();
    for (name, schema) in schemas {
        let mut schema = serde_json::to_value(schema).expect("a description is JSON");
        require_what_may_be_null(&mut schema);
        let first = described.entry(&name).or_insert_with(|| schema.clone());
        assert_eq!(*first, schema, "{}: two types are called {name}", G::ID);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": G::NAME,
            "description": "Views and events as the server and the engine protocol write them.",
            "version": G::RULES_VERSION.to_string(),
        },
        "paths": {},
        "components": { "schemas": described },
    })
}

/// What may be null is always written, so that it is never missing.
fn require_what_may_be_null(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(require_what_may_be_null),
        Value::Object(schema) => {
            let properties = schema.get("properties").and_then(Value::as_object);
            let nullable: Vec<Value> = properties
                .into_iter()
                .flatten()
                .filter(|(_, property)| may_be_null(property))
                .map(|(name, _)| name.as_str().into())
                .collect();
            if !nullable.is_empty() {
                let required = schema.entry("required").or_insert_with(|| json!([]));
                let required = required.as_array_mut().expect("what is required is a list");
                for name in nullable {
                    if !required.contains(&name) {
                        required.push(name);
                    }
                }
            }
            schema.values_mut().for_each(require_what_may_be_null);
        }
        _ => {}
    }
}

fn may_be_null(schema: &Value) -> bool {
    let among = |key: &str, found: fn(&Value) -> bool| {
        schema[key].as_array().is_some_and(|list| list.iter().any(found))
    };
    among("type", |kind| kind == "null") || among("oneOf", |one| one["type"] == "null")
}
