//! How values with a text or number of their own are described where an API is.

use utoipa::openapi::schema::Type;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::outcome::Points;
use crate::seat::{Seat, SeatSet};
use crate::sentence::{Part, Sentence};

macro_rules! described {
    ($($name:ident as $form:ty),+ $(,)?) => {
        $(impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                <$form>::schema()
            }
        }

        impl ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                <$form as ToSchema>::schemas(schemas);
            }
        })+
    };
}

described!(Seat as u8, SeatSet as Vec<u8>, Sentence as Vec<Part>);

/// A number, exact to a quarter.
impl PartialSchema for Points {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Number).into()
    }
}

impl ToSchema for Points {}
