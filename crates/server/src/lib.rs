#![doc = include_str!("../README.md")]

mod address;
mod alerts;
mod api;
mod app;
mod bots;
mod campaign;
mod capacity;
mod clock;
mod courier;
mod daily;
mod date;
mod differences;
mod door;
mod error;
mod finished_games;
mod guesses;
mod http;
mod identity;
mod insight;
mod limits;
mod live;
mod lobby;
mod mcp;
mod metrics;
mod names;
mod new_table;
mod packs;
mod page;
mod passkeys;
mod people;
mod postcard;
mod ratings;
mod secrets;
mod sessions;
mod settings;
#[cfg(test)]
mod simulation;
mod squeeze;
mod statistics;
mod summary;
mod table;
mod tournaments;
mod work;

use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

pub use api::openapi_json;
pub(crate) use app::App;
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
pub use bobbin_alerts::Reach;
use bobbin_nats::{Nats, NatsError};
use bobbin_store::{Courier, Store, StoreError};
use bobbin_workers::Workers;
pub use clock::{Clock, ManualClock};
pub use courier::NatsCourier;
pub use mcp::Indoors;
pub use page::NOTICES;
pub use people::reports::{PersonReport, REPORT, SaidLine, Settled, let_speak, settle_report, silence};
pub use settings::{Limits, Mail, Settings};
pub use table::{Ending, Patience};
use tokio::net::TcpListener;
use work::Work;

/// Why the server does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program listens there.
    #[error("{address} is in use by another program: stop that one, or choose another port with {flag}")]
    InUse {
        /// Where.
        address: SocketAddr,
        /// The flag that sets it.
        flag: &'static str,
    },
    /// One may not listen there.
    #[error("cannot listen on {address}: {source}. Choose another address with {flag}")]
    Listen {
        /// The flag that sets it.
        flag: &'static str,
        /// Where.
        address: SocketAddr,
        /// What the system said.
        source: std::io::Error,
    },
    /// A content pack is for a game that is not there.
    #[error("a content pack is given as GAME=FILE: {0}")]
    PackGame(String),
    /// A content pack cannot be read.
    #[error("{0}. `bobbin content check` tells more")]
    Pack(bobbin_game::ContentError),
    /// Mail.
    #[error("--smtp or --mail-from: {0}")]
    Mail(#[from] bobbin_alerts::MailError),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// NATS does not let us in.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// The one guest of a server without a door is not let in.
    #[error("{0}")]
    Guest(String),
}

/// A server that is ready to run.
pub struct Server {
    doors: http::Doors,
    address: SocketAddr,
    metrics_address: Option<SocketAddr>,
    app: App,
    store: Arc<dyn Store>,
}

impl Server {
    /// Opens the database and the port.
    pub async fn bind(settings: Settings) -> Result<Self, ServeError> {
        Server::bind_with_clock(settings, Clock::system()).await
    }

    /// The same with another clock than the system's.
    pub async fn bind_with_clock(settings: Settings, clock: Clock) -> Result<Self, ServeError> {
        let (listener, address) = listen(settings.listen, "--listen").await?;
        let (metrics, metrics_address) = match settings.metrics_listen {
            None => (None, None),
            Some(address) => {
                let (metrics, address) = listen(address, "--metrics-listen").await?;
                (Some(metrics), Some(address))
            }
        };
        let doors = http::Doors { listener, metrics };
        // Port 0 was any; from now on it is this one.
        let settings = Settings {
            listen: address,
            ..settings
        };
        let nats = match &settings.nats {
            Some(address) => Some(Nats::connect(address, "bobbin serve").await?),
            None => None,
        };
        let courier = nats.as_ref().map(NatsCourier::new);
        let carried = courier.clone().map(|courier| courier as Arc<dyn Courier>);
        let first = std::iter::once(settings.database.clone());
        let databases: Vec<String> = first.chain(settings.more_databases.clone()).collect();
        let store = bobbin_store::open_all(&databases, carried).await?;
        if let Some(courier) = courier {
            courier.serve(&*store, &clock).await?;
        }
        let threads = settings.bot_threads;
        let app = App::open(Arc::clone(&store), settings, clock, |metrics, packs| {
            let workers = nats.as_ref().map(|nats| Workers::new(nats, packs));
            Work::new(threads, metrics, workers)
        });
        let app = app.await?;
        bots::prepare();
        Ok(Server {
            doors,
            address,
            metrics_address,
            app,
            store,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where it tells what it counts, if that is a place of its own.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics_address
    }

    /// Answers until `stop` comes; then everything under way is finished and the database closed.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let router = router(&self.app);
        let sweeping = tokio::spawn(sweep(self.app.clone()));
        let tournaments = tokio::spawn(tournaments::keep_going(self.app.clone()));
        let calling = tokio::spawn(alerts::run(self.app.clone()));
        let lobby = tokio::spawn(Arc::clone(&self.app.lobby).keep());
        http::answer(self.doors, router, self.app, stop).await;
        sweeping.abort();
        tournaments.abort();
        calling.abort();
        // It ends by itself once the doors are closed, unless the database does not answer.
        if tokio::time::timeout(Duration::from_secs(2), lobby).await.is_err() {
            tracing::warn!("the lobby could not take its leave of the other servers");
        }
        self.store.close().await;
    }
}

/// Opens a port; which one, where any would do.
async fn listen(address: SocketAddr, flag: &'static str) -> Result<(TcpListener, SocketAddr), ServeError> {
    let cannot = |source: std::io::Error| match source.kind() {
        std::io::ErrorKind::AddrInUse => ServeError::InUse { address, flag },
        _ => ServeError::Listen {
            flag,
            address,
            source,
        },
    };
    let listener = TcpListener::bind(address).await.map_err(cannot)?;
    let address = listener.local_addr().map_err(cannot)?;
    Ok((listener, address))
}

/// All routes.
fn router(app: &App) -> axum::Router {
    // Describing them takes longer than all that is asked of a server in its first second.
    static ROUTES: LazyLock<(axum::Router<App>, String)> = LazyLock::new(|| {
        let (router, described) = api::routes().split_for_parts();
        (router, described.to_json().unwrap_or_default())
    });
    let (router, described) = &*ROUTES;
    let json = [(axum::http::header::CONTENT_TYPE, "application/json")];
    let api = router
        .clone()
        .route(
            "/api/openapi.json",
            get(move || async move { (json, described.as_str()) }),
        )
        .fallback(get(page::file));
    let api = guarded(app, api);
    let assistants = guarded(app, mcp::routes(api.clone()));
    api.merge(assistants)
}

/// What every request passes on its way to these routes.
fn guarded(app: &App, routes: axum::Router<App>) -> axum::Router {
    routes
        .layer(DefaultBodyLimit::max(http::MOST_BYTES))
        .layer(axum::middleware::from_fn_with_state(app.clone(), door::door))
        .layer(axum::middleware::from_fn_with_state(app.clone(), http::guard))
        .with_state(app.clone())
}

/// Does what is due, again and again.
async fn sweep(app: App) {
    let mut round: u32 = 0;
    loop {
        // The database is asked right at the start, for what came due while the server was away, then every 5 s.
        app.live.sweep(round.is_multiple_of(20)).await;
        if round.is_multiple_of(4 * 600) {
            app.live.try_stuck_again();
        }
        if round.is_multiple_of(4 * 3600) {
            let store = &*app.store;
            let keys = store.delete_expired_keys(app.clock.wall()).await;
            // What could not be wiped, or not before the server was stopped.
            tokio::spawn(people::forget::scrub(Arc::clone(&app.store)));
            if let Err(error) = keys.and(passkeys::delete_unanswered(store, &app.clock).await) {
                tracing::error!(%error, "what has expired could not be taken away");
            }
        }
        round = round.wrapping_add(1);
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

/// Ends a table for good, beside a server that may be running. False if there is none or it is over.
pub async fn end_table(store: &dyn Store, clock: &Clock, id: &str) -> Result<bool, StoreError> {
    // A running server may add an entry at the same moment; then look again.
    for _ in 0..5 {
        let Some((mut table, previous)) = live::read(store, id).await? else {
            return Ok(false);
        };
        let index = table.length;
        let entry = table::Entry::Ended { why: Ending::Stopped };
        let at = clock.wall();
        if table.apply(at, &entry).is_err() {
            return Ok(false);
        }
        let append = bobbin_store::Append {
            table: id.to_owned(),
            index,
            previous,
            at,
            body: serde_json::to_string(&entry).unwrap_or_default(),
            row: Some(summary::row(&table, &Patience::default())),
            people: None,
            calls: Vec::new(),
        };
        if store.append(append).await.is_ok() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Can this table be played on, as far as its log says?
pub async fn can_be_loaded(store: &dyn Store, id: &str) -> Result<bool, StoreError> {
    Ok(live::read(store, id).await?.is_some())
}
