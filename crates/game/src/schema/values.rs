//! The values of the contract, and the parts of which other descriptions are made.

use std::collections::BTreeMap;
use std::fmt::Display;

use utoipa::openapi::schema::{AnyOf, Type};
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::chance::{Commitment, Seed};
use crate::content::ContentHash;
use crate::outcome::Points;
use crate::seat::{Seat, SeatSet, Viewer};
use crate::sentence::{Part, Sentence};
use crate::setup::Options;

/// Some text.
pub fn text() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::String).into()
}

/// One of these, as text.
pub fn one_of<T: Display>(all: &[T]) -> RefOr<Schema> {
    let texts = all.iter().map(T::to_string);
    ObjectBuilder::new()
        .schema_type(Type::String)
        .enum_values(Some(texts))
        .into()
}

/// A map with an entry for each name: `schema(schema_with = each::<Color, u8>)`.
pub fn each<K: PartialSchema, V: PartialSchema>() -> Schema {
    let names = match K::schema() {
        RefOr::T(Schema::Object(names)) => names.enum_values.unwrap_or_default(),
        _ => Vec::new(),
    };
    let object = names
        .iter()
        .filter_map(|name| name.as_str())
        .fold(ObjectBuilder::new().schema_type(Type::Object), |object, name| {
            object.property(name, V::schema()).required(name)
        });
    object.into()
}

crate::described!(
    Seat as u8,
    SeatSet as Vec<u8>,
    Sentence as Vec<Part>,
    Options as BTreeMap<String, String>,
    Seed as String,
    Commitment as String,
    ContentHash as String,
);

/// A number, exact to a quarter.
impl PartialSchema for Points {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Number).into()
    }
}

impl ToSchema for Points {}

/// The number of a seat, or a word.
impl PartialSchema for Viewer {
    fn schema() -> RefOr<Schema> {
        let viewers = AnyOf {
            items: vec![Seat::schema(), one_of(&[Viewer::Spectator, Viewer::Everything])],
            ..AnyOf::default()
        };
        Schema::AnyOf(viewers).into()
    }
}

impl ToSchema for Viewer {}
