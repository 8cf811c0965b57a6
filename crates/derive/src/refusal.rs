//! `#[derive(Refusal)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DeriveInput, Error, LitStr, Result, Variant};

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(input, "a refusal is an enum of reasons"));
    };
    let name = &input.ident;
    let reasons = data.variants.iter().map(|variant| &variant.ident);
    let codes = reasons.clone().map(|reason| snake_case(&reason.to_string()));
    let clauses = data
        .variants
        .iter()
        .map(clause)
        .collect::<Result<Vec<LitStr>>>()?;
    let again = reasons.clone();
    Ok(quote! {
        impl ::bobbin_game::Refusal for #name {
            fn code(&self) -> &'static str {
                match self { #(#name::#reasons { .. } => #codes,)* }
            }

            fn clause(&self) -> &'static str {
                match self { #(#name::#again { .. } => #clauses,)* }
            }
        }
    })
}

fn clause(variant: &Variant) -> Result<LitStr> {
    let attribute = variant
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("clause"));
    let expected = "expected #[clause(\"5.3\")]: the clause that forbids it";
    match attribute {
        Some(attribute) => attribute.parse_args(),
        None => Err(Error::new_spanned(variant, expected)),
    }
}

/// `NotYourTurn` as `not_your_turn`, as serde writes it.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
