//! `#[derive(Notation)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, Error, Expr, Ident, Lit, LitStr, Meta, Result, Token, Variant};

use crate::pattern::{Field, Piece, check_complete, pieces};

pub(crate) fn derive(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new_spanned(input, "an action is an enum"));
    };
    let name = &input.ident;
    let any_case = is_any_case(&input.attrs)?;
    let variants = data
        .variants
        .iter()
        .map(Said::of)
        .collect::<Result<Vec<Said<'_>>>>()?;
    let examples = variants.iter().map(|said| &said.example);
    let written = variants.iter().map(|said| said.written(name));
    let read = variants.iter().map(|said| said.read(name, any_case));
    let touches = variants.iter().map(|said| said.touches(name));
    let meant = variants.iter().filter_map(|said| said.touched(name));
    let small = any_case.then(|| {
        quote! {
            let small = text.to_ascii_lowercase();
            let text = small.as_str();
        }
    });
    Ok(quote! {
        impl ::std::fmt::Display for #name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { #(#written)* }
            }
        }

        impl ::std::str::FromStr for #name {
            type Err = ::bobbin_game::NotationError;

            fn from_str(text: &str) -> ::std::result::Result<Self, ::bobbin_game::NotationError> {
                #small
                let mut reading = ::bobbin_game::notation::Reading::new(text);
                #(#read)*
                Err(reading.error(Self::EXAMPLES))
            }
        }

        impl #name {
            /// How each of them is written, by an example.
            pub const EXAMPLES: &'static [&'static str] = &[#(#examples),*];

            /// The pieces that are touched to say it; none where that depends on the table.
            pub fn touches(&self) -> ::std::option::Option<::std::vec::Vec<::std::string::String>> {
                match self { #(#touches)* }
            }

            /// All that someone may mean who touches these pieces, whatever lies on the table: the inverse of
            /// `touches`.
            pub fn touched(picks: &[&str]) -> ::std::vec::Vec<Self> {
                let mut meant = ::std::vec::Vec::new();
                #(#meant)*
                meant
            }
        }
    })
}

/// All that is said of a variant.
struct Said<'a> {
    variant: &'a Variant,
    example: String,
    words: Vec<Piece>,
    /// One pattern for each piece that is touched.
    touches: Option<Vec<Vec<Piece>>>,
}

impl Said<'_> {
    fn of(variant: &Variant) -> Result<Said<'_>> {
        let expected = "expected #[notation(\"play {0}\")]: how it is written";
        let notation = attribute(&variant.attrs, "notation")
            .ok_or_else(|| Error::new_spanned(variant, expected))?
            .parse_args::<LitStr>()?;
        let words = words(&notation, pieces(&notation, &variant.fields)?)?;
        check_complete(words.iter().filter_map(field), &notation, &variant.fields)?;
        Ok(Said {
            variant,
            example: example(variant)?,
            words,
            touches: touches(variant)?,
        })
    }

    /// `Name::Variant { 0: of_0, … }` with all fields bound.
    fn bound(&self, name: &Ident) -> TokenStream {
        let variant = &self.variant.ident;
        let members: Vec<syn::Member> = self.variant.fields.members().collect();
        let variables = self.words.iter().filter_map(field);
        let bound = variables.map(|field| {
            let (member, variable) = (&field.member, field.variable());
            quote!(#member: #variable)
        });
        debug_assert_eq!(members.len(), self.words.iter().filter_map(field).count());
        quote!(#name::#variant { #(#bound),* })
    }

    fn written(&self, name: &Ident) -> TokenStream {
        let bound = self.bound(name);
        let words = self.words.iter().enumerate().map(|(place, word)| {
            let space = if place == 0 { "" } else { " " };
            match word {
                Piece::Literal(literal) => {
                    let text = format!("{space}{literal}");
                    quote!(f.write_str(#text)?;)
                }
                Piece::Field(field) => {
                    let (variable, spelling) = (field.variable(), field.spelling());
                    let is_optional = field.is_optional;
                    quote!(::bobbin_game::notation::write::<#spelling, _>(#variable, #space, #is_optional, f)?;)
                }
            }
        });
        quote!(#bound => { #(#words)* Ok(()) })
    }

    fn read(&self, name: &Ident, any_case: bool) -> TokenStream {
        let variant = &self.variant.ident;
        let pattern = self.words.iter().map(|word| match word {
            Piece::Literal(literal) => quote!(::bobbin_game::notation::Word::Literal(#literal)),
            Piece::Field(field) if field.is_optional => quote!(::bobbin_game::notation::Word::Optional),
            Piece::Field(_) => quote!(::bobbin_game::notation::Word::Field),
        });
        let fields = self.words.iter().filter_map(field).map(|field| {
            let (member, spelling) = (&field.member, field.spelling());
            quote!(#member: ::bobbin_game::notation::read::<#spelling, _>(&mut words)?)
        });
        quote! {
            let read = reading.variant(&[#(#pattern),*], #any_case, |mut words| {
                let _ = &mut words;
                Ok(#name::#variant { #(#fields),* })
            });
            if let Some(read) = read {
                return Ok(read);
            }
        }
    }

    fn touches(&self, name: &Ident) -> TokenStream {
        let Some(touches) = &self.touches else {
            let variant = &self.variant.ident;
            return quote!(#name::#variant { .. } => None,);
        };
        let bound = self.bound(name);
        let picks = touches.iter().map(|pieces| {
            let (prefix, field) = split(pieces);
            match field {
                None => quote!(#prefix.to_owned()),
                Some(field) => {
                    let (variable, spelling) = (field.variable(), field.spelling());
                    quote!(::bobbin_game::notation::pick::<#spelling, _>(#prefix, #variable))
                }
            }
        });
        quote!(#bound => Some(vec![#(#picks),*]),)
    }

    fn touched(&self, name: &Ident) -> Option<TokenStream> {
        let touches = self.touches.as_ref().filter(|touches| !touches.is_empty())?;
        let variant = &self.variant.ident;
        let picks: Vec<Ident> = (0..touches.len())
            .map(|place| quote::format_ident!("pick_{place}"))
            .collect();
        let read = touches.iter().zip(&picks).map(|(pieces, pick)| {
            let (prefix, field) = split(pieces);
            match field {
                None => quote!((*#pick == #prefix).then_some(())?;),
                Some(field) => {
                    let (variable, spelling) = (field.variable(), field.spelling());
                    quote!(let #variable = ::bobbin_game::notation::picked::<#spelling, _>(#prefix, #pick)?;)
                }
            }
        });
        let fields = touches.iter().filter_map(|pieces| split(pieces).1).map(|field| {
            let (member, variable) = (&field.member, field.variable());
            quote!(#member: #variable)
        });
        Some(quote! {
            if let [#(#picks),*] = picks {
                let read = || {
                    #(#read)*
                    Some(#name::#variant { #(#fields),* })
                };
                meant.extend(read());
            }
        })
    }
}

/// The words of a notation: literals and fields, one space between them.
fn words(notation: &LitStr, pieces: Vec<Piece>) -> Result<Vec<Piece>> {
    let last = pieces.len().saturating_sub(1);
    let mut words = Vec::new();
    for (place, piece) in pieces.into_iter().enumerate() {
        let Piece::Literal(literal) = piece else {
            words.push(piece);
            continue;
        };
        let spaced = (place == 0 || literal.starts_with(' ')) && (place == last || literal.ends_with(' '));
        if !spaced || literal.contains("  ") {
            let expected = "expected words and fields, one space between them";
            return Err(Error::new(notation.span(), expected));
        }
        let between = literal.split(' ').filter(|word| !word.is_empty());
        words.extend(between.map(|word| Piece::Literal(word.to_owned())));
    }
    Ok(words)
}

fn field(piece: &Piece) -> Option<&Field> {
    match piece {
        Piece::Field(field) => Some(field),
        Piece::Literal(_) => None,
    }
}

/// The text before the field of a touch, and the field.
fn split(pieces: &[Piece]) -> (&str, Option<&Field>) {
    match pieces {
        [Piece::Literal(text)] => (text, None),
        [Piece::Literal(text), Piece::Field(field)] => (text, Some(field)),
        [Piece::Field(field)] => ("", Some(field)),
        _ => ("", None),
    }
}

fn touches(variant: &Variant) -> Result<Option<Vec<Vec<Piece>>>> {
    let Some(attribute) = attribute(&variant.attrs, "touch") else {
        return Ok(None);
    };
    if matches!(attribute.meta, Meta::Path(_)) {
        return Ok(Some(Vec::new()));
    }
    let picks = attribute.parse_args_with(Punctuated::<LitStr, Token![,]>::parse_terminated)?;
    let mut touches = Vec::new();
    for pick in &picks {
        let pieces = pieces(pick, &variant.fields)?;
        if pieces.len() > 2 || matches!(pieces.as_slice(), [Piece::Field(_), _]) {
            return Err(Error::new(
                pick.span(),
                "expected a kind of piece and at most one field: \"hand:{0}\"",
            ));
        }
        touches.push(pieces);
    }
    if let Some(first) = picks.first() {
        check_complete(touches.iter().flatten().filter_map(field), first, &variant.fields)?;
    }
    Ok(Some(touches))
}

/// The text in backticks with which the documentation begins.
fn example(variant: &Variant) -> Result<String> {
    let docs = variant.attrs.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(value) if value.path.is_ident("doc") => match &value.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    let text = docs.unwrap_or_default();
    let example = text
        .trim_start()
        .strip_prefix('`')
        .and_then(|rest| rest.split_once('`'));
    match example {
        Some((example, _)) => Ok(example.to_owned()),
        None => Err(Error::new_spanned(
            variant,
            "expected documentation that begins with an example in backticks: /// `play tee`: …",
        )),
    }
}

fn attribute<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a Attribute> {
    attributes
        .iter()
        .find(|attribute| attribute.path().is_ident(name))
}

fn is_any_case(attributes: &[Attribute]) -> Result<bool> {
    let Some(attribute) = attribute(attributes, "notation") else {
        return Ok(false);
    };
    let word: Ident = attribute.parse_args()?;
    if word == "any_case" {
        Ok(true)
    } else {
        Err(Error::new_spanned(word, "expected any_case"))
    }
}
