//! Who is asking: a guest or an account by cookie, a program by token.

use std::ops::Deref;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use axum::extract::{FromRequestParts, OptionalFromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use bobbin_store::Person;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::address::Caller;
use crate::error::Problem;
use crate::secrets;
use crate::sessions::{Found, Session};
use crate::work::{Owner, Work};

/// The cookie's name.
pub(crate) const COOKIE: &str = "bobbin";

/// A browser stays signed in for so long, in milliseconds: a year.
pub(crate) const COOKIE_LIFE: i64 = 365 * 24 * 3600 * 1000;

/// What a token lets a program do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Look at what its owner may see.
    Read,
    /// Make tables, sit down and act.
    Play,
    /// Change the account: only a browser may, no token has it.
    #[serde(skip)]
    Account,
}

impl Scope {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
            Scope::Account => "account",
        }
    }
}

/// Whoever asks, if they said who they are.
#[derive(Clone, Debug)]
pub(crate) struct Visitor(pub(crate) Option<Arc<Session>>);

/// Whoever asks; without a name they are sent away.
#[derive(Clone, Debug)]
pub(crate) struct Someone(Arc<Session>);

impl Deref for Someone {
    type Target = Session;
    fn deref(&self) -> &Session {
        &self.0
    }
}

impl Someone {
    pub(crate) fn session(&self) -> Arc<Session> {
        Arc::clone(&self.0)
    }
}

impl Visitor {
    /// Who it is, whatever they may see.
    pub(crate) fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|session| session.person.id.as_str())
    }

    /// Who it is, if they may see what is theirs: a token without the scope `read` sees what everybody does.
    pub(crate) fn reader(&self) -> Option<&str> {
        let session = self.0.as_ref().filter(|session| session.reads());
        session.map(|session| session.person.id.as_str())
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Some(secret) = secret(parts) else {
            return Ok(Visitor(None));
        };
        let hash = secrets::hashed(secret);
        match app.sessions.find(&app.store, &hash).await? {
            Found::Session(session) => Ok(Visitor(Some(session))),
            Found::Nobody => Ok(Visitor(None)),
            Found::Banned => {
                let message = "Whoever runs this server has closed this account.";
                Err(Problem::forbidden("banned", message))
            }
        }
    }
}

impl FromRequestParts<App> for Someone {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Visitor(found) = Visitor::from_request_parts(parts, app).await?;
        found.map(Someone).ok_or_else(Problem::who_are_you)
    }
}

/// Nobody only where no cookie and no token is brought.
impl OptionalFromRequestParts<App> for Someone {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Option<Self>, Problem> {
        if secret(parts).is_none() {
            return Ok(None);
        }
        let someone = <Someone as FromRequestParts<App>>::from_request_parts(parts, app).await?;
        Ok(Some(someone))
    }
}

/// Whoever asks, if they may look on their own behalf: a browser, or a program whose token says `read`.
pub(crate) struct Looker(pub(crate) Person);

/// Whoever asks, if they may act: a browser, or a program whose token says `play`.
pub(crate) struct Actor(pub(crate) Person);

impl FromRequestParts<App> for Looker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        allowed(parts, app, Scope::Read).await.map(Looker)
    }
}

impl FromRequestParts<App> for Actor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        allowed(parts, app, Scope::Play).await.map(Actor)
    }
}

/// Whose work a request makes: the person's, or else of whoever calls from there.
pub(crate) struct Asker(pub(crate) Owner);

impl FromRequestParts<App> for Asker {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let visitor = Visitor::from_request_parts(parts, app).await?;
        let caller = Caller::from_request_parts(parts, app).await?;
        Ok(Asker(match visitor.id() {
            Some(person) => Owner::Person(person.to_owned()),
            None => caller.into(),
        }))
    }
}

async fn allowed(parts: &mut Parts, app: &App, scope: Scope) -> Result<Person, Problem> {
    let someone = <Someone as FromRequestParts<App>>::from_request_parts(parts, app).await?;
    someone.check(scope)?;
    Ok(someone.person.clone())
}

/// The secret that a request brings: a program's token, or a browser's cookie.
fn secret(parts: &Parts) -> Option<&str> {
    let cookies = || parts.headers.get(header::COOKIE)?.to_str().ok();
    token(&parts.headers).or_else(|| cookie(cookies()?))
}

/// A program's token. Any other way to authorize is none of ours.
fn token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}

fn cookie(header: &str) -> Option<&str> {
    header
        .split(';')
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Does the request bring a token, so that its cookie does not count? A forged request of another site cannot.
pub(crate) fn brings_token(headers: &HeaderMap) -> bool {
    token(headers).is_some()
}

/// What is kept of a password. Hashing takes 20 MB and some 30 ms: it waits its turn with all other work.
pub(crate) async fn hash_password(work: &Work, owner: Owner, password: String) -> Result<String, Problem> {
    let hash = move || {
        let hash = Argon2::default().hash_password(password.as_bytes());
        let hash = hash.map_err(|_| Problem::unavailable())?;
        Ok(hash.to_string())
    };
    work.answer(owner, hash).await
}

/// Is this the password? Where there is no account it takes as long as with a wrong password.
pub(crate) async fn check_password(
    work: &Work,
    owner: Owner,
    password: String,
    hash: Option<String>,
) -> Result<bool, Problem> {
    let check = move || {
        let Some(hash) = hash else {
            let _ = Argon2::default().hash_password(password.as_bytes());
            return Ok(false);
        };
        let hash = argon2::password_hash::phc::PasswordHash::new(&hash);
        Ok(hash.is_ok_and(|hash| {
            Argon2::default()
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
        }))
    };
    work.answer(owner, check).await
}
