//! A pattern: words with fields between braces.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Fields, LitStr, Member, Result, Type};

/// A piece of a pattern.
pub(crate) enum Piece {
    Literal(String),
    Field(Field),
}

/// A field in a pattern.
pub(crate) struct Field {
    pub(crate) member: Member,
    /// May it be left out?
    pub(crate) is_optional: bool,
    /// How it is written; by its own `Display` and `FromStr` without one.
    spelling: Option<Box<Type>>,
}

impl Field {
    /// The variable that a variant's field is bound to.
    pub(crate) fn variable(&self) -> proc_macro2::Ident {
        match &self.member {
            Member::Named(name) => format_ident!("of_{name}"),
            Member::Unnamed(index) => format_ident!("of_{}", index.index),
        }
    }

    pub(crate) fn spelling(&self) -> TokenStream {
        let plain = || quote!(::bobbin_game::notation::Plain);
        self.spelling
            .as_ref()
            .map_or_else(plain, |spelling| quote!(#spelling))
    }
}

/// The pieces of `hand:{0}` or `finish {finish: Letter} {to}`.
pub(crate) fn pieces(text: &LitStr, fields: &Fields) -> Result<Vec<Piece>> {
    let value = text.value();
    let mut rest = value.as_str();
    let mut pieces = Vec::new();
    while let Some(open) = rest.find('{') {
        let close = rest[open..]
            .find('}')
            .ok_or_else(|| Error::new(text.span(), "expected } after {"))?;
        if open > 0 {
            pieces.push(Piece::Literal(rest[..open].to_owned()));
        }
        pieces.push(Piece::Field(field(&rest[open + 1..open + close], text, fields)?));
        rest = &rest[open + close + 1..];
    }
    if !rest.is_empty() {
        pieces.push(Piece::Literal(rest.to_owned()));
    }
    Ok(pieces)
}

fn field(inner: &str, text: &LitStr, fields: &Fields) -> Result<Field> {
    let (name, spelling) = match inner.split_once(':') {
        Some((name, spelling)) => (name.trim(), Some(Box::new(syn::parse_str(spelling.trim())?))),
        None => (inner.trim(), None),
    };
    let (name, is_optional) = match name.strip_suffix('?') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let member = match name.parse::<usize>() {
        Ok(index) => Member::Unnamed(index.into()),
        Err(_) => Member::Named(syn::parse_str(name)?),
    };
    if !fields.members().any(|known| known == member) {
        return Err(Error::new(text.span(), format!("there is no field {name}")));
    }
    Ok(Field {
        member,
        is_optional,
        spelling,
    })
}

/// Every field has to be said, once.
pub(crate) fn check_complete<'a>(
    said: impl Iterator<Item = &'a Field>,
    text: &LitStr,
    fields: &Fields,
) -> Result<()> {
    let said: Vec<&Member> = said.map(|field| &field.member).collect();
    for member in fields.members() {
        if said.iter().filter(|known| ***known == member).count() != 1 {
            let name = match member {
                Member::Named(name) => name.to_string(),
                Member::Unnamed(index) => index.index.to_string(),
            };
            return Err(Error::new(text.span(), format!("expected {{{name}}} once")));
        }
    }
    Ok(())
}
