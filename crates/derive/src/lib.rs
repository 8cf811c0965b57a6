#![doc = include_str!("../README.md")]

mod notation;
mod pattern;
mod refusal;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `bobbin_game::Refusal`: `code` is the variant's name in snake case, `clause` is what its
/// `#[clause("5.3")]` says.
#[proc_macro_derive(Refusal, attributes(clause))]
pub fn refusal(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    refusal::derive(&input)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}

/// Implements `Display` and `FromStr` of an action from the `#[notation("…")]` of each variant, `touches` and `touched`
/// from its `#[touch("…", …)]`, and `EXAMPLES` from the text in backticks with which its documentation begins.
///
/// In a pattern `{name}` or `{0}` stands for a field by its own `Display` and `FromStr`, `{name: Spelling}` by a type
/// that implements `bobbin_game::notation::Spelling`. The last field of a notation may have several words; `{name?}`
/// may have none. `#[notation(any_case)]` at the enum reads capital letters as small ones.
#[proc_macro_derive(Notation, attributes(notation, touch))]
pub fn notation(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    notation::derive(&input)
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
