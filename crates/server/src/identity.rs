//! Who is asking: a guest or an account by cookie, a program by token.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use bobbin_store::{Key, Person};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::App;
use crate::error::Problem;
use crate::hall::now;
use crate::secrets;

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

/// What lets in whoever looks at this in memory, for a short time.
#[derive(Default)]
pub(crate) struct Known(Mutex<HashMap<String, (Instant, Key, Person)>>);

/// So long a ban or a deletion by another program may take to be noticed.
const MEMORY: Duration = Duration::from_secs(5);

impl Known {
    fn find(&self, hash: &str) -> Option<(Key, Person)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (since, key, person) = known.get(hash)?;
        (since.elapsed() < MEMORY).then(|| (key.clone(), person.clone()))
    }

    fn remember(&self, key: &Key, person: &Person) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > 20_000 {
            known.retain(|_, (since, ..)| since.elapsed() < MEMORY);
        }
        known.insert(key.hash.clone(), (Instant::now(), key.clone(), person.clone()));
    }

    /// After a change to a person or their keys.
    pub(crate) fn forget(&self, person: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, key, _)| key.person != person);
    }
}

/// Whoever asks, if they said who they are.
#[derive(Clone, Debug)]
pub(crate) struct Visitor(pub(crate) Option<(Key, Person)>);

/// Whoever asks; without a name they are sent away.
#[derive(Clone, Debug)]
pub(crate) struct Someone {
    pub(crate) key: Key,
    pub(crate) person: Person,
}

impl Visitor {
    pub(crate) fn id(&self) -> Option<&str> {
        self.0.as_ref().map(|(_, person)| person.id.as_str())
    }
}

impl Someone {
    /// Sends a program away whose token does not allow this.
    pub(crate) fn check(&self, scope: Scope) -> Result<(), Problem> {
        let allows = |name: &str| self.key.scopes.split(' ').any(|scope| scope == name);
        if allows(scope.name()) {
            Ok(())
        } else {
            let message = format!(
                "This token does not allow it: it needs the scope \"{}\".",
                scope.name()
            );
            Err(Problem::forbidden("scope", message))
        }
    }
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Some(secret) = secret(parts) else {
            return Ok(Visitor(None));
        };
        let hash = secrets::hashed(secret);
        let mut found = app.known.find(&hash);
        if found.is_none() {
            found = app.hall.store.key(&hash).await?;
            if let Some((key, person)) = &found {
                app.known.remember(key, person);
            }
        }
        let Some((key, person)) = found else {
            return Ok(Visitor(None));
        };
        if key.expires_at.is_some_and(|at| at < now()) {
            return Ok(Visitor(None));
        }
        if person.banned {
            let message = "Whoever runs this server has closed this account.";
            return Err(Problem::forbidden("banned", message));
        }
        Ok(Visitor(Some((key, person))))
    }
}

impl FromRequestParts<App> for Someone {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Visitor(found) = Visitor::from_request_parts(parts, app).await?;
        let (key, person) = found.ok_or_else(Problem::who_are_you)?;
        Ok(Someone { key, person })
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

async fn allowed(parts: &mut Parts, app: &App, scope: Scope) -> Result<Person, Problem> {
    let someone = Someone::from_request_parts(parts, app).await?;
    someone.check(scope)?;
    Ok(someone.person)
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

/// Hashing a password takes 20 MB and some 30 ms: never more than two at a time, and not where requests are answered.
static HASHING: Semaphore = Semaphore::const_new(2);

/// What is kept of a password.
pub(crate) async fn hash_password(password: String) -> Result<String, Problem> {
    let _turn = HASHING.acquire().await.map_err(|_| Problem::unavailable())?;
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default()
            .hash_password(password.as_bytes())
            .map(|hash| hash.to_string())
    });
    match hashed.await {
        Ok(Ok(hash)) => Ok(hash),
        _ => Err(Problem::unavailable()),
    }
}

/// Is this the password? Where there is no account it takes as long as with a wrong password.
pub(crate) async fn check_password(password: String, hash: Option<String>) -> Result<bool, Problem> {
    let _turn = HASHING.acquire().await.map_err(|_| Problem::unavailable())?;
    let checked = tokio::task::spawn_blocking(move || {
        let Some(hash) = hash else {
            let _ = Argon2::default().hash_password(password.as_bytes());
            return false;
        };
        let hash = argon2::password_hash::phc::PasswordHash::new(&hash);
        hash.is_ok_and(|hash| {
            Argon2::default()
                .verify_password(password.as_bytes(), &hash)
                .is_ok()
        })
    });
    checked.await.map_err(|_| Problem::unavailable())
}
