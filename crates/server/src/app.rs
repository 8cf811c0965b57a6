//! What every route can reach.

use std::ops::Deref;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bobbin_store::Store;
use bobbin_workers::Packs;

use crate::address::ClientAddress;
use crate::alerts::Alerts;
use crate::api::pages::ShownWork;
use crate::clock::Clock;
use crate::guesses::Guesses;
use crate::limits::{AtOnce, Limiter};
use crate::live::LiveTables;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::people::pages::Shown;
use crate::postcard::Postcards;
use crate::sessions::Sessions;
use crate::settings::{Limits, Settings};
use crate::work::Work;
use crate::{ServeError, insight, live, packs, ratings, tournaments};

/// What every route can reach.
#[derive(Clone)]
pub(crate) struct App(Arc<AppState>);

pub(crate) struct AppState {
    services: Arc<Services>,
    pub(crate) live: Arc<LiveTables>,
    pub(crate) lobby: Arc<Lobby>,
    pub(crate) limits: Limiters,
    pub(crate) packs: Vec<packs::Pack>,
    pub(crate) ratings: ratings::RatingsCache,
    pub(crate) insights: insight::Insights,
    pub(crate) postcards: Arc<Postcards>,
    pub(crate) tournament_games: tournaments::KnownGames,
    pub(crate) pages: Shown<ShownWork>,
    pub(crate) alerts: Alerts,
    /// Whether the database could be written to when it was last tried.
    pub(crate) ready: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

/// What everything stands on, also the tables in memory.
pub(crate) struct Services {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) settings: Settings,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) work: Work,
    pub(crate) clock: Clock,
    pub(crate) sessions: Sessions,
}

impl Deref for App {
    type Target = AppState;
    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl Deref for AppState {
    type Target = Services;
    fn deref(&self) -> &Services {
        &self.services
    }
}

impl App {
    /// A server on this store, but for its doors.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        settings: Settings,
        clock: Clock,
        work: impl FnOnce(&Arc<Metrics>, Packs) -> Work,
    ) -> Result<Self, ServeError> {
        let packs = packs::load(&*store, &settings.packs, &clock).await?;
        let limits = Limiters::new(&settings.limits);
        let alerts = Alerts::open(&settings)?;
        let opened_at = live::news::opened_at(&*store, clock.now()).await?;
        let metrics = Arc::new(Metrics::default());
        // Before anything is loaded: what is written after a table was read must not be missed.
        let news = store.watch().await?;
        let texts = packs.iter().map(|pack| (pack.info.hash, pack.text.clone()));
        let work = work(&metrics, texts.collect());
        let insights = insight::Insights::new(
            Arc::clone(&store),
            clock.clone(),
            insight::InsightEffort {
                total: settings.insight_effort,
                threads: settings.insight_threads,
            },
            work.workers().cloned(),
        );
        let services = Arc::new(Services {
            work,
            store,
            settings,
            metrics,
            sessions: Sessions::new(clock.clone()),
            clock,
        });
        let live = LiveTables::open(Arc::clone(&services), opened_at);
        if let Some(news) = news {
            tokio::spawn(Arc::clone(&live).hear(news));
        }
        Ok(App(Arc::new(AppState {
            lobby: Lobby::open(&services, &live),
            services,
            live,
            limits,
            packs,
            ratings: ratings::RatingsCache::default(),
            insights,
            postcards: Arc::default(),
            tournament_games: tournaments::KnownGames::default(),
            pages: Shown::default(),
            alerts,
            ready: tokio::sync::Mutex::new(None),
        })))
    }

    pub(crate) fn is_https(&self) -> bool {
        let url = self.settings.public_url.as_ref();
        url.is_some_and(|url| url.starts_with("https:"))
    }
}

/// How often one may ask for what.
pub(crate) struct Limiters {
    pub(crate) requests: Limiter<ClientAddress>,
    pub(crate) underway: Arc<AtOnce>,
    pub(crate) guests: Limiter<ClientAddress>,
    pub(crate) sign_ins: Limiter<ClientAddress>,
    pub(crate) tables: Limiter<String>,
    pub(crate) hints: Limiter<String>,
    pub(crate) chat: Limiter<String>,
    pub(crate) reports: Limiter<String>,
    pub(crate) asks: Limiter<String>,
    pub(crate) seeks: Limiter<String>,
    pub(crate) alerts: Limiter<String>,
    /// Letters to an address that nobody has confirmed.
    pub(crate) letters: Limiter<String>,
    pub(crate) guesses: Guesses,
}

impl Limiters {
    fn new(limits: &Limits) -> Self {
        const MINUTE: Duration = Duration::from_mins(1);
        // Without the limits for addresses there are none for people either.
        let per_minute = |most: u32| {
            if limits.requests == u32::MAX {
                u32::MAX
            } else {
                most
            }
        };
        Limiters {
            requests: Limiter::new(limits.requests.saturating_mul(4), Duration::from_secs(4)),
            underway: Arc::new(AtOnce::new(limits.connections)),
            guests: Limiter::new(limits.guests, Duration::from_hours(1)),
            sign_ins: Limiter::new(limits.sign_ins, MINUTE),
            tables: Limiter::new(per_minute(30), MINUTE),
            hints: Limiter::new(per_minute(30), MINUTE),
            chat: Limiter::new(per_minute(30), MINUTE),
            reports: Limiter::new(per_minute(5), MINUTE),
            asks: Limiter::new(per_minute(20), MINUTE),
            seeks: Limiter::new(per_minute(30), MINUTE),
            alerts: Limiter::new(per_minute(10), MINUTE),
            letters: Limiter::new(per_minute(3), Duration::from_hours(6)),
            guesses: Guesses::new(limits.sign_ins),
        }
    }
}
