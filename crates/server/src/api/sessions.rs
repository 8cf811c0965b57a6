//! Where you are signed in, and how to end it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::{HeaderMap, header};
use bobbin_store::Key;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Answer, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::identity::{Scope, Someone};

/// A browser in which you are signed in.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionInfo {
    /// Its name for the server.
    id: String,
    /// What kind of browser, as far as it said: "Firefox on Linux".
    browser: String,
    /// When you signed in, in milliseconds since 1970.
    created_at: i64,
    /// When it was last used, give or take some minutes.
    #[schema(required)]
    last_used_at: Option<i64>,
    /// Is it this one?
    is_this: bool,
}

impl SessionInfo {
    fn of(key: &Key, this: &Key) -> Self {
        SessionInfo {
            id: key.id.clone(),
            browser: key.browser.clone(),
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            is_this: key.id == this.id,
        }
    }
}

/// Browsers have no label of their own; tokens of programs do.
pub(crate) fn is_browser(key: &Key) -> bool {
    key.label.is_empty()
}

/// Where you are signed in
///
/// Browsers, the latest used first. Programs have tokens: see `/api/me/tokens`.
#[utoipa::path(get, path = "/api/me/sessions", tag = "people", responses((status = 200, body = Vec<SessionInfo>), Problems))]
pub(crate) async fn sessions(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<SessionInfo>>, Problem> {
    someone.check(Scope::Account)?;
    let keys = app.store.keys_of(&someone.person.id).await?;
    let browsers = keys.iter().filter(|key| is_browser(key));
    let mut sessions: Vec<SessionInfo> = browsers.map(|key| SessionInfo::of(key, &someone.key)).collect();
    sessions.sort_by_key(|session| {
        let used = session.last_used_at.unwrap_or(session.created_at);
        (!session.is_this, std::cmp::Reverse(used))
    });
    Ok(Answer(sessions))
}

/// End a session
///
/// That browser is signed out at once, and what it watches ends.
#[utoipa::path(delete, path = "/api/me/sessions/{session}", tag = "people", params(("session" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn end_session(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    end_key(&app, &someone.person.id, &id, "session", is_browser).await
}

/// Ends a session or a token, if it is of the right kind and theirs.
pub(crate) async fn end_key(
    app: &App,
    person: &str,
    id: &str,
    what: &str,
    is_meant: impl Fn(&Key) -> bool,
) -> Result<StatusCode, Problem> {
    let keys = app.store.keys_of(person).await?;
    if !keys.iter().any(|key| key.id == id && is_meant(key)) {
        return Err(Problem::not_found(what));
    }
    app.store.delete_key(person, id).await?;
    app.sessions.end(person);
    Ok(StatusCode::NO_CONTENT)
}

/// Sign out everywhere else
///
/// Every other browser is signed out and every token of a program ends; this browser stays.
#[utoipa::path(post, path = "/api/me/sign-out-everywhere", tag = "people", responses((status = 204), Problems))]
pub(crate) async fn sign_out_everywhere(
    State(app): State<App>,
    someone: Someone,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    end_all_but(&app, &someone).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends all sessions and tokens of a person but the one they use.
pub(crate) async fn end_all_but(app: &App, someone: &Someone) -> Result<(), Problem> {
    let person = &someone.person.id;
    app.store.delete_keys_of(person, Some(&someone.key.id)).await?;
    app.sessions.end(person);
    Ok(())
}

/// What kind of browser this is, in a few words.
pub(crate) fn browser(headers: &HeaderMap) -> String {
    let agent = headers
        .get(header::USER_AGENT)
        .and_then(|agent| agent.to_str().ok());
    let agent = agent.unwrap_or_default();
    let find = |known: &[(&str, &'static str)]| {
        let found = known.iter().find(|(mark, _)| agent.contains(mark));
        found.map(|(_, name)| *name)
    };
    // The order matters: many say that they are others, too.
    let name = find(&[
        ("Firefox/", "Firefox"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = find(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"),
        ("Windows", "Windows"),
        ("Linux", "Linux"),
    ]);
    match (name, system) {
        (Some(name), Some(system)) => format!("{name} on {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_told_in_a_few_words() {
        let told = |agent: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::USER_AGENT, agent.parse().unwrap());
            browser(&headers)
        };
        let chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
        assert_eq!(told(chrome), "Chrome on Windows");
        assert_eq!(told(&format!("{chrome} Edg/156.0")), "Edge on Windows");
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
        assert_eq!(told(firefox), "Firefox on Linux");
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1";
        assert_eq!(told(phone), "Safari on iPhone");
        assert_eq!(told("curl/8"), "");
        assert_eq!(browser(&HeaderMap::new()), "");
    }
}
