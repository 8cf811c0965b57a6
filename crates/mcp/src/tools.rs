//! What an assistant can do. Each tool asks the API and nothing else; none of them can name another viewer.

mod games;
mod playing;
mod tables;

use std::sync::LazyLock;

use futures_util::future::BoxFuture;
use rmcp::handler::server::tool::schema_for_input;
use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use rmcp::schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::api::{Asker, Refusal};
use crate::words::word;
pub(crate) use games::{all_games, rules_text};
pub(crate) use playing::seen_in_words;
pub(crate) use tables::own_tables;

/// What a tool tells: in words, and for programs.
pub(crate) struct Told {
    text: String,
    json: Value,
}

impl Told {
    fn new(text: impl Into<String>, json: Value) -> Self {
        Told {
            text: text.into(),
            json,
        }
    }
}

type Answer<'a> = BoxFuture<'a, Result<Told, Refusal>>;

type Call = dyn for<'a> Fn(&'a Asker<'a>, JsonObject) -> Answer<'a> + Send + Sync;

/// Something an assistant can do.
struct Kind {
    tool: Tool,
    call: Box<Call>,
}

/// What a tool does to a table.
#[derive(Clone, Copy)]
enum Effect {
    /// Nothing.
    Looks,
    /// It adds to what is there.
    Adds,
    /// It changes what cannot always be changed back.
    Changes,
}

impl Kind {
    /// A tool with the arguments of its function, whose fields are described where they stand.
    fn new<A, F>(name: &'static str, title: &str, effect: Effect, description: &'static str, call: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + Send + 'static,
        F: for<'a> Fn(&'a Asker<'a>, A) -> Answer<'a> + Copy + Send + Sync + 'static,
    {
        let looks = matches!(effect, Effect::Looks);
        let mut schema =
            schema_for_input::<A>().map_or_else(|_| JsonObject::new(), |schema| (*schema).clone());
        // Not every client takes an object without them.
        schema.entry("properties").or_insert_with(|| json!({}));
        let annotations = ToolAnnotations::new()
            .read_only(looks)
            .destructive(matches!(effect, Effect::Changes))
            .idempotent(looks)
            .open_world(false);
        Kind {
            tool: Tool::new(name, description, schema)
                .with_title(title)
                .with_annotations(annotations),
            call: Box::new(
                move |asker, arguments| match serde_json::from_value(Value::Object(arguments)) {
                    Ok(arguments) => call(asker, arguments),
                    Err(error) => {
                        let message = format!("These arguments make no sense: {error}.");
                        Box::pin(async { Err(Refusal::new("bad_request", message)) })
                    }
                },
            ),
        }
    }
}

static KINDS: LazyLock<Vec<Kind>> = LazyLock::new(|| {
    let kinds = [games::kinds(), tables::kinds(), playing::kinds()];
    kinds.into_iter().flatten().collect()
});

/// All tools.
pub(crate) fn all() -> Vec<Tool> {
    KINDS.iter().map(|kind| kind.tool.clone()).collect()
}

/// The tool of this name.
pub(crate) fn find(name: &str) -> Option<Tool> {
    KINDS
        .iter()
        .map(|kind| &kind.tool)
        .find(|tool| tool.name == name)
        .cloned()
}

/// Does what a tool does. None if there is no such tool.
pub(crate) async fn call(asker: &Asker<'_>, name: &str, arguments: JsonObject) -> Option<CallToolResult> {
    let kind = KINDS.iter().find(|kind| kind.tool.name == name)?;
    Some(match (kind.call)(asker, arguments).await {
        Ok(told) => {
            let mut result = CallToolResult::success(vec![ContentBlock::text(told.text)]);
            result.structured_content = Some(told.json);
            result
        }
        Err(refusal) => refused(&refusal),
    })
}

/// A refusal is an answer of its tool, so that the assistant reads it.
fn refused(refusal: &Refusal) -> CallToolResult {
    let rule = refusal.0["clause"].as_str();
    let rule = rule.map_or_else(String::new, |clause| format!(" (rule {clause})"));
    let text = format!("{}{rule}\n{}", refusal.message(), word(&refusal.0, "code"));
    let mut result = CallToolResult::error(vec![ContentBlock::text(text)]);
    result.structured_content = Some(json!({ "refused": refusal.0 }));
    result
}

/// No arguments.
#[derive(serde::Deserialize, JsonSchema)]
#[schemars(crate = "rmcp::schemars")]
#[serde(deny_unknown_fields)]
struct Nothing {}
