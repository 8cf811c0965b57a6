//! The web page: what `web/` has built, inside this program; without it, a page that says so.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use sha2::{Digest as _, Sha256};

use crate::App;
use crate::error::Problem;
use crate::postcard;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Built;

/// Whose work is in the program and the page, with the licenses. Written by `make notices`.
pub const NOTICES: &str = include_str!("../../../NOTICES.txt");

/// What is served where there is no page, the page to try the API with, and the notices.
const OWN: [(&str, &str, &str); 5] = [
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
    ("notices.txt", "text/plain; charset=utf-8", NOTICES),
];

/// A file of the page. An address that is none belongs to the page itself, which knows tables and games by address.
pub(crate) async fn file(State(app): State<App>, uri: Uri, headers: HeaderMap) -> Response {
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
    if FORMS
        .iter()
        .any(|form| extension.is_some_and(|(_, kind)| kind == form.ending))
    {
        return Problem::not_found("page").into_response();
    }
    let own = OWN.iter().find(|(own, ..)| *own == name);
    let plain = Built::get(name);
    if is_page && let Some(shared) = postcard::head(&app, &headers, path).await {
        let built = plain.as_ref().map(|plain| String::from_utf8_lossy(&plain.data));
        let page = built.or(own.map(|(.., text)| (*text).into())).unwrap_or_default();
        return with_head(path, &page, &shared, &headers);
    }
    let Some(plain) = plain else {
        return own.map_or_else(
            || Problem::not_found("page").into_response(),
            |(_, kind, text)| ([(header::CONTENT_TYPE, *kind)], *text).into_response(),
        );
    };
    let kind = plain.metadata.mimetype().to_owned();
    // What is sent in a smaller form is another file with a tag of its own.
    let smaller = FORMS
        .iter()
        .filter(|form| is_accepted(&headers, form.coding))
        .find_map(|form| Some((form.coding, Built::get(&format!("{name}.{}", form.ending))?)));
    let (coding, found) = smaller.map_or((None, plain), |(coding, found)| (Some(coding), found));
    let tag = tag_of(&found.metadata.sha256_hash());
    // Files with a hash in their name never change; the page itself may with every version.
    let keep = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let mut answer = if is_known(&headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut answer = ([(header::CONTENT_TYPE, kind)], found.data.into_owned()).into_response();
        if let Some(coding) = coding {
            answer
                .headers_mut()
                .insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        answer
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if is_page {
        add_links(headers, path);
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}

/// What tells a content from others, as it stands in the header `ETag`.
pub(crate) fn tag_of(hash: &[u8]) -> String {
    let start = hash.iter().take(12);
    let tag = start.fold(String::from("\""), |tag, byte| format!("{tag}{byte:02x}"));
    tag + "\""
}

/// The page with what its head says to those who show links.
fn with_head(path: &str, page: &str, shared: &str, asked: &HeaderMap) -> Response {
    let whole = page.replacen("<title>", &format!("{shared}<title>"), 1);
    let tag = tag_of(&Sha256::digest(&whole));
    let mut answer = if is_known(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], whole).into_response()
    };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    add_links(headers, path);
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}

fn add_links(headers: &mut HeaderMap, path: &str) {
    for link in ahead(path) {
        if let Ok(link) = HeaderValue::from_str(&link) {
            headers.append(header::LINK, link);
        }
    }
}

/// What the page at this address asks for first, so that the browser need not wait for the script that would ask.
fn ahead(path: &str) -> Vec<String> {
    let answer = |of: &str| format!("</api/{of}>; rel=preload; as=fetch; crossorigin");
    match path.split_once('/') {
        None if path.is_empty() => vec![answer("home")],
        Some(("table", id))
            if !id.is_empty()
                && id
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') =>
        {
            let script =
                Built::iter().find(|name| name.starts_with("assets/table-") && name.ends_with(".js"));
            let script = script.map(|name| format!("</{name}>; rel=modulepreload; crossorigin"));
            script
                .into_iter()
                .chain([answer(&format!("tables/{id}/opening"))])
                .collect()
        }
        _ => Vec::new(),
    }
}

/// A smaller form of a file, made when the page was built. Only files of the page have one: what is answered to someone
/// is never made smaller, or its length would tell a listener what is in it.
struct Form {
    coding: &'static str,
    ending: &'static str,
}

/// The smallest first.
const FORMS: [Form; 2] = [
    Form {
        coding: "br",
        ending: "br",
    },
    Form {
        coding: "gzip",
        ending: "gz",
    },
];

/// Does the browser take this form? Said by name; one with the weight 0 is not wanted.
fn is_accepted(headers: &HeaderMap, coding: &str) -> bool {
    let mut wishes = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|list| list.split(','));
    wishes.any(|wish| {
        let mut parts = wish.split(';').map(str::trim);
        let is_named = parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding));
        let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_named && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// Does the browser have the file with this tag?
pub(crate) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok());
    known.is_some_and(|known| {
        let mut tags = known
            .split(',')
            .map(|known| known.trim().trim_start_matches("W/"));
        tags.any(|known| known == tag || known == "*")
    })
}
