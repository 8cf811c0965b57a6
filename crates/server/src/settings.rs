//! What can be set.

use std::net::SocketAddr;
use std::time::Duration;

use bobbin_catalog::insight::Inquiry;

use crate::table::Patience;

/// How the server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where tables are kept; see [`bobbin_store::open`].
    pub database: String,
    /// Further databases: tables are spread over all of them, people are in the one above.
    pub more_databases: Vec<String>,
    /// Where NATS is, over which work is handed out to workers and servers tell each other news.
    pub nats: Option<bobbin_nats::Address>,
    /// The address people use, if it is another one than they connect to (behind a proxy): `https://example.org`.
    pub public_url: Option<String>,
    /// How many proxies a request passes, each of which adds whom it saw to `X-Forwarded-For`. With 0 that is not read.
    pub trusted_proxies: u8,
    /// Tell everybody what the server counts, not only those on its own machine.
    pub public_metrics: bool,
    /// Where it tells what it counts and nothing else, to whoever reaches this address.
    pub metrics_listen: Option<SocketAddr>,
    /// How many threads think for bots.
    pub bot_threads: usize,
    /// How many threads look into a finished game. They give way to everything else.
    pub insight_threads: usize,
    /// Quick games and search iterations that go into the insight of one game.
    pub insight_effort: u64,
    /// A table that nobody looks at leaves the memory after this time.
    pub forget_after: Duration,
    /// How long tables wait for people.
    pub patience: Patience,
    /// How often one may ask.
    pub limits: Limits,
    /// Connections at a time, of everybody; as many as memory and open files have room for if that is not said.
    pub most_connections: Option<usize>,
    /// Whoever makes a table may name its deal by the header `x-bobbin-deal`, so that tests play the same games every
    /// time: bots answer the same to the same, by their iterations and not by the clock. Who names a deal can know all
    /// that is hidden in it.
    pub named_deals: bool,
    /// How letters are sent; none are without.
    pub mail: Option<Mail>,
    /// How far push subscriptions and webhooks of people may reach: beyond public addresses for tests and closed nets
    /// only.
    pub alerts_reach: bobbin_alerts::Reach,
    /// Content packs beside the house's, each with the id of its game.
    pub packs: Vec<(String, bobbin_game::Source)>,
}

/// How letters are sent.
#[derive(Clone)]
pub struct Mail {
    /// The server that takes them: `smtp://USER:PASSWORD@HOST:587`.
    pub server: String,
    /// From whom they are: `Bobbin <bobbin@example.org>`.
    pub from: String,
}

impl std::fmt::Debug for Mail {
    /// Without the server's password.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Mail")
            .field("from", &self.from)
            .finish_non_exhaustive()
    }
}

/// How often one may ask.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Requests a second from one address, on the average.
    pub requests: u32,
    /// New guests an hour from one address.
    pub guests: u32,
    /// Attempts to sign in a minute, from one address and for one login.
    pub sign_ins: u32,
    /// Connections at a time from one address; behind proxies, requests and streams under way.
    pub connections: usize,
}

impl Limits {
    /// No limits: for measuring on one's own machine.
    pub const NONE: Limits = Limits {
        requests: u32::MAX,
        guests: u32::MAX,
        sign_ins: u32::MAX,
        connections: usize::MAX,
    };
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests: 50,
            guests: 60,
            sign_ins: 6,
            connections: 200,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 7100)),
            database: "sqlite:bobbin.db".to_owned(),
            more_databases: Vec::new(),
            nats: None,
            public_url: None,
            trusted_proxies: 0,
            public_metrics: false,
            metrics_listen: None,
            bot_threads: cores.saturating_sub(1).max(1),
            insight_threads: cores,
            insight_effort: Inquiry::TOTAL,
            forget_after: Duration::from_mins(5),
            patience: Patience::default(),
            limits: Limits::default(),
            most_connections: None,
            named_deals: false,
            mail: None,
            alerts_reach: bobbin_alerts::Reach::Public,
            packs: Vec::new(),
        }
    }
}
