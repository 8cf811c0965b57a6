//! How values are described where an API is (the feature `schema`).
//!
//! Structs and enums derive `utoipa::ToSchema`. What has a text or number of its own is described here, once: the names
//! of [`named!`](crate::named) and the texts of [`text_serde!`](crate::text_serde) by those macros, and a type that is
//! written as another by `described!`.

#[cfg(feature = "schema")]
mod values;

#[cfg(feature = "schema")]
pub use utoipa;
#[cfg(feature = "schema")]
pub use values::{each, one_of, text};

/// Describes types that are written as others, `described!(View as TableView)`, or as one of some words,
/// `described!(Phase as one of ["passing", "playing"])`.
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described {
    ($name:ident as one of $all:expr) => {
        $crate::described_as_one_of!($name, $all);
    };
    ($($name:ident as $form:ty),+ $(,)?) => {
        $(impl $crate::schema::utoipa::PartialSchema for $name {
            fn schema() -> $crate::schema::utoipa::openapi::RefOr<$crate::schema::utoipa::openapi::Schema> {
                <$form as $crate::schema::utoipa::PartialSchema>::schema()
            }
        }

        impl $crate::schema::utoipa::ToSchema for $name {
            fn schemas(
                schemas: &mut Vec<(
                    String,
                    $crate::schema::utoipa::openapi::RefOr<$crate::schema::utoipa::openapi::Schema>,
                )>,
            ) {
                <$form as $crate::schema::utoipa::ToSchema>::schemas(schemas);
            }
        })+
    };
}

#[doc(hidden)]
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described_as_text {
    ($name:ident) => {
        $crate::described_as_text!($name, $crate::schema::text());
    };
    ($name:ident, $schema:expr) => {
        impl $crate::schema::utoipa::PartialSchema for $name {
            fn schema() -> $crate::schema::utoipa::openapi::RefOr<$crate::schema::utoipa::openapi::Schema> {
                $schema
            }
        }

        impl $crate::schema::utoipa::ToSchema for $name {}
    };
}

#[doc(hidden)]
#[cfg(feature = "schema")]
#[macro_export]
macro_rules! described_as_one_of {
    ($name:ident, $all:expr) => {
        $crate::described_as_text!($name, $crate::schema::one_of(&$all));
    };
}

#[doc(hidden)]
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! described_as_text {
    ($name:ident) => {};
}

#[doc(hidden)]
#[cfg(not(feature = "schema"))]
#[macro_export]
macro_rules! described_as_one_of {
    ($name:ident, $all:expr) => {};
}
