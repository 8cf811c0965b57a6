//! Signing in with a device instead of a password.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use bobbin_store::Document;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::people::{Me, new_cookie};
use super::{Answer, Body, Path, Problems};
use crate::App;
use crate::error::Problem;
use crate::hall::now;
use crate::http::Caller;
use crate::identity::{Scope, Someone};
use crate::passkeys::{New, PATIENCE, Passkey, Proof, Site, encoded};

/// How the database calls them.
const KIND: &str = "passkey";

/// The most passkeys of one person.
const MOST_PASSKEYS: usize = 20;

/// What is kept of a passkey.
#[derive(Serialize, Deserialize)]
struct Kept {
    label: String,
    key: String,
    counter: u32,
}

/// A passkey of yours.
#[derive(Serialize, ToSchema)]
pub(crate) struct PasskeyInfo {
    /// Its id.
    id: String,
    /// What you called it.
    label: String,
    /// When it was made, in milliseconds since 1970.
    created_at: i64,
}

impl PasskeyInfo {
    fn read(document: Document) -> Option<Self> {
        let kept: Kept = serde_json::from_str(&document.body).ok()?;
        Some(PasskeyInfo {
            id: document.id,
            label: kept.label,
            created_at: document.created_at,
        })
    }
}

/// What a browser needs in order to make a passkey: `PublicKeyCredential.parseCreationOptionsFromJSON` takes it as it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CreationOptions {
    rp: RelyingParty,
    user: CredentialUser,
    challenge: String,
    pub_key_cred_params: Vec<CredentialKind>,
    timeout: u64,
    exclude_credentials: Vec<CredentialName>,
    authenticator_selection: Selection,
    attestation: &'static str,
}

/// This site.
#[derive(Serialize, ToSchema)]
pub(crate) struct RelyingParty {
    id: String,
    name: &'static str,
}

/// You, as the device shows you.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CredentialUser {
    id: String,
    name: String,
    display_name: String,
}

/// A kind of key.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialKind {
    #[serde(rename = "type")]
    kind: &'static str,
    /// COSE's number for the algorithm.
    alg: i32,
}

/// A passkey by its id.
#[derive(Serialize, ToSchema)]
pub(crate) struct CredentialName {
    #[serde(rename = "type")]
    kind: &'static str,
    id: String,
}

/// Which devices.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Selection {
    resident_key: &'static str,
    require_resident_key: bool,
    user_verification: &'static str,
}

/// What a browser needs in order to sign in: `PublicKeyCredential.parseRequestOptionsFromJSON` takes it as it is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RequestOptions {
    rp_id: String,
    challenge: String,
    timeout: u64,
    user_verification: &'static str,
}

/// A new passkey, as `toJSON` of the browser's credential gives it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewPasskey {
    /// What you call it: 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    label: String,
    response: NewPasskeyResponse,
}

/// What the device answered.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NewPasskeyResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
    public_key: String,
}

/// The proof that you hold a passkey, as `toJSON` of the browser's credential gives it.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PasskeyProof {
    /// Which passkey.
    #[schema(max_length = 1400)]
    id: String,
    response: PasskeyProofResponse,
}

/// What the device answered.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyProofResponse {
    #[serde(rename = "clientDataJSON")]
    client_data: String,
    authenticator_data: String,
    signature: String,
}

fn timeout() -> u64 {
    PATIENCE.as_millis() as u64
}

/// Begin to add a passkey
///
/// The answer is what `navigator.credentials.create` needs; it waits five minutes for what the device says.
#[utoipa::path(post, path = "/api/me/passkeys/challenge", tag = "people",
    responses((status = 200, body = CreationOptions), Problems))]
pub(crate) async fn ask_for_passkey(
    State(app): State<App>,
    someone: Someone,
    headers: HeaderMap,
) -> Result<Answer<CreationOptions>, Problem> {
    someone.check(Scope::Account)?;
    let site = Site::of(&headers)?;
    let person = someone.person;
    let own = app.hall.store.documents(KIND, Some(&person.id)).await?;
    if own.len() >= MOST_PASSKEYS {
        return Err(Problem::conflict(
            "too_many_passkeys",
            "You have too many passkeys: delete some.",
        ));
    }
    let challenge = app
        .challenges
        .ask(Some(&person.id))
        .ok_or_else(Problem::too_many)?;
    let kind = "public-key";
    Ok(Answer(CreationOptions {
        rp: RelyingParty {
            id: site.name,
            name: "Bobbin",
        },
        user: CredentialUser {
            id: encoded(person.id.as_bytes()),
            display_name: person.name.clone(),
            name: person.login.unwrap_or(person.name),
        },
        challenge,
        pub_key_cred_params: vec![CredentialKind { kind, alg: -7 }],
        timeout: timeout(),
        exclude_credentials: own
            .into_iter()
            .map(|document| CredentialName {
                kind,
                id: document.id,
            })
            .collect(),
        authenticator_selection: Selection {
            resident_key: "required",
            require_resident_key: true,
            user_verification: "required",
        },
        attestation: "none",
    }))
}

/// Add a passkey
///
/// From now on the device that holds it signs you in, without login and password. It makes a guest an account.
#[utoipa::path(post, path = "/api/me/passkeys", tag = "people", request_body = NewPasskey,
    responses((status = 201, body = PasskeyInfo), Problems))]
pub(crate) async fn add_passkey(
    State(app): State<App>,
    someone: Someone,
    headers: HeaderMap,
    Body(body): Body<NewPasskey>,
) -> Result<Response, Problem> {
    someone.check(Scope::Account)?;
    let site = Site::of(&headers)?;
    let label = body.label.trim().to_owned();
    if label.is_empty() || label.chars().count() > 60 || label.chars().any(char::is_control) {
        return Err(Problem::unacceptable(
            "label",
            "A passkey has a label of 1 to 60 characters.",
        ));
    }
    let new = New {
        client_data: &body.response.client_data,
        device_data: &body.response.authenticator_data,
        key: &body.response.public_key,
    };
    let (id, passkey) = new.check(&site, &app.challenges, &someone.person.id)?;
    if app.hall.store.document(KIND, &id).await?.is_some() {
        return Err(Problem::conflict(
            "passkey_known",
            "This passkey is known already.",
        ));
    }
    let document = document(
        &id,
        &someone.person.id,
        Kept {
            label,
            key: passkey.key,
            counter: passkey.counter,
        },
        now(),
    );
    app.hall.store.put_document(&document).await?;
    let info = PasskeyInfo::read(document).ok_or_else(Problem::unavailable)?;
    Ok((StatusCode::CREATED, Answer(info)).into_response())
}

#[expect(clippy::needless_pass_by_value, reason = "it is written down here")]
fn document(id: &str, person: &str, kept: Kept, created_at: i64) -> Document {
    Document {
        kind: KIND.to_owned(),
        id: id.to_owned(),
        person: Some(person.to_owned()),
        body: serde_json::to_string(&kept).unwrap_or_default(),
        created_at,
    }
}

/// Your passkeys
#[utoipa::path(get, path = "/api/me/passkeys", tag = "people",
    responses((status = 200, body = Vec<PasskeyInfo>), Problems))]
pub(crate) async fn passkeys(
    State(app): State<App>,
    someone: Someone,
) -> Result<Answer<Vec<PasskeyInfo>>, Problem> {
    someone.check(Scope::Account)?;
    let own = app.hall.store.documents(KIND, Some(&someone.person.id)).await?;
    Ok(Answer(own.into_iter().filter_map(PasskeyInfo::read).collect()))
}

/// Delete a passkey
#[utoipa::path(delete, path = "/api/me/passkeys/{passkey}", tag = "people", params(("passkey" = String, Path,)),
    responses((status = 204), Problems))]
pub(crate) async fn delete_passkey(
    State(app): State<App>,
    someone: Someone,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    someone.check(Scope::Account)?;
    let own = app.hall.store.documents(KIND, Some(&someone.person.id)).await?;
    if !own.iter().any(|document| document.id == id) {
        return Err(Problem::not_found("passkey"));
    }
    app.hall.store.delete_document(KIND, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Begin to sign in with a passkey
///
/// The answer is what `navigator.credentials.get` needs; it waits five minutes for what the device says.
#[utoipa::path(post, path = "/api/sign-in/passkey/challenge", tag = "people",
    responses((status = 200, body = RequestOptions), Problems))]
pub(crate) async fn ask_for_proof(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Answer<RequestOptions>, Problem> {
    let site = Site::of(&headers)?;
    if !app.limits.sign_ins.allows(&caller.address) {
        return Err(Problem::too_many());
    }
    let challenge = app.challenges.ask(None).ok_or_else(Problem::too_many)?;
    Ok(Answer(RequestOptions {
        rp_id: site.name,
        challenge,
        timeout: timeout(),
        user_verification: "required",
    }))
}

/// Sign in with a passkey
#[utoipa::path(post, path = "/api/sign-in/passkey", operation_id = "sign_in_with_passkey", tag = "people", request_body = PasskeyProof,
    responses((status = 200, body = Me), Problems))]
pub(crate) async fn sign_in(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    Body(body): Body<PasskeyProof>,
) -> Result<Response, Problem> {
    let site = Site::of(&headers)?;
    if !app.limits.sign_ins.allows(&caller.address) {
        return Err(Problem::too_many());
    }
    // PostgreSQL knows no text with a zero byte in it.
    let id = body.id.trim_end_matches('=').replace('\0', "");
    let found = app.hall.store.document(KIND, &id).await?;
    let known = found.and_then(|document| {
        let kept: Kept = serde_json::from_str(&document.body).ok()?;
        Some((document, kept))
    });
    let (kept_as, kept) = known.ok_or_else(Problem::wrong_passkey)?;
    let passkey = Passkey {
        key: kept.key.clone(),
        counter: kept.counter,
    };
    let proof = Proof {
        client_data: &body.response.client_data,
        device_data: &body.response.authenticator_data,
        signature: &body.response.signature,
    };
    let counter = proof.check(&passkey, &site, &app.challenges)?;
    let person = kept_as.person.as_deref().unwrap_or_default();
    let person = app.hall.store.person(person).await?;
    let person = person
        .filter(|person| !person.banned)
        .ok_or_else(Problem::wrong_passkey)?;
    if counter != kept.counter {
        let newer = document(&id, &person.id, Kept { counter, ..kept }, kept_as.created_at);
        app.hall.store.put_document(&newer).await?;
    }
    let cookie = new_cookie(&app, &person.id).await?;
    Ok((cookie, Answer(Me::from(&person))).into_response())
}
