//! The web page: what `web/` has built, inside this program; without it, a page that says so.

use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use crate::error::Problem;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// What is served where there is no page, and the page to try the API with.
const OWN: [(&str, &str, &str); 4] = [
    (
        "index.html",
        "text/html; charset=utf-8",
        include_str!("static/index.html"),
    ),
    (
        "api/",
        "text/html; charset=utf-8",
        include_str!("static/try.html"),
    ),
    (
        "api/try.js",
        "text/javascript; charset=utf-8",
        include_str!("static/try.js"),
    ),
    (
        "api/try.css",
        "text/css; charset=utf-8",
        include_str!("static/try.css"),
    ),
];

/// A file of the page. An address that is none belongs to the page itself, which knows tables and games by address.
pub(crate) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path == "api" { "api/" } else { path };
    if let Some((_, kind, text)) = OWN
        .iter()
        .find(|(name, ..)| *name == path && path.starts_with("api/"))
    {
        return ([(header::CONTENT_TYPE, *kind)], *text).into_response();
    }
    if path.starts_with("api/") {
        return Problem::not_found("page").into_response();
    }
    // The number of a clause has a dot, too: `rules/knitting-circle/5.3` is an address of the page.
    let extension = path.rsplit('/').next().and_then(|last| last.rsplit_once('.'));
    let is_page = !extension.is_some_and(|(_, kind)| kind.starts_with(|letter: char| letter.is_alphabetic()));
    let name = if is_page { "index.html" } else { path };
    let Some(found) = Built::get(name) else {
        let own = OWN.iter().find(|(own, ..)| *own == name);
        return own.map_or_else(
            || Problem::not_found("page").into_response(),
            |(_, kind, text)| ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        );
    };
    let tag = found
        .metadata
        .sha256_hash()
        .iter()
        .take(12)
        .fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"));
    let tag = tag + "\"";
    // Files with a hash in their name never change; the page itself may with every version.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut answer = if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let kind = found.metadata.mimetype().to_owned();
        ([(header::CONTENT_TYPE, kind)], found.data.into_owned()).into_response()
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}
