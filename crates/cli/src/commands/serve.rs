//! `bobbin serve`: tables for people and programs.

mod welcome;

use std::fs::{File, TryLockError};
use std::io::{Read as _, Seek as _, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::net::UnixDatagram;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use bobbin_game::Source;
use bobbin_nats::Address;
use bobbin_server::{Limits, Mail, Reach, Server, Settings};
use serde::Deserialize;

use crate::Answer;
use crate::args::{read, read_pack};
use crate::data;

/// Start the server: tables that people and programs share.
///
/// Every setting can be given as a flag, as a variable of the environment, or in a TOML file by the flag's name with
/// underscores (`listen = "0.0.0.0:7100"`). A flag goes before a variable, a variable before the file.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// A file with settings.
    #[arg(long, value_name = "FILE", env = "BOBBIN_CONFIG")]
    config: Option<PathBuf>,

    #[command(flatten)]
    given: Given,

    /// Open the page in a browser.
    #[arg(long)]
    open: bool,

    /// Let phones and others in the same network join: listen on every network and show a code to scan.
    #[arg(long)]
    lan: bool,
}

/// What can be set, as far as it was.
#[derive(clap::Args, Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Where to listen [default: 127.0.0.1:7100; with --open or --lan the next port that is free]. Port 0 is any
    /// free one.
    #[arg(long, value_name = "ADDRESS", env = "BOBBIN_LISTEN")]
    listen: Option<SocketAddr>,

    /// Where tables are kept: `sqlite:FILE` or `postgres://USER@HOST/NAME` [default: bobbin/bobbin.db in your data
    /// folder, ~/.local/share]. Given more than once, or separated by commas, new tables are spread over all of them;
    /// people are in the first.
    #[arg(
        long,
        value_name = "DATABASE",
        env = "BOBBIN_DATABASE",
        value_delimiter = ',',
        hide_env_values = true
    )]
    #[serde(default, deserialize_with = "one_or_several")]
    database: Vec<String>,

    /// Where NATS is, if there is one: `nats://HOST:4222` or `tls://HOST:4222`, with USER:PASSWORD@ or TOKEN@ before
    /// the host if needed. Bots then think at `bobbin worker`s, and servers of one PostgreSQL tell each other news over
    /// it.
    #[arg(long, value_name = "URL", env = "BOBBIN_NATS", hide_env_values = true)]
    nats: Option<String>,

    /// The address people use, if it is another one (behind a proxy): `https://example.org`. With https cookies are
    /// sent over https only.
    #[arg(long, value_name = "URL", env = "BOBBIN_PUBLIC_URL")]
    public_url: Option<String>,

    /// How many proxies a request passes, all of them yours [default: 0]. The client is the Nth address from the right
    /// in X-Forwarded-For; with 0 that is not read. See docs/hosting.md.
    #[arg(long, value_name = "N", env = "BOBBIN_TRUSTED_PROXIES")]
    trusted_proxies: Option<u8>,

    /// The older name of `--trusted-proxies 1`.
    #[arg(long, value_name = "YES", env = "BOBBIN_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true", hide = true)]
    behind_proxy: Option<bool>,

    /// Tell everybody what `/metrics` counts; otherwise only programs on this machine are told, and behind a proxy
    /// nobody.
    #[arg(long, value_name = "YES", env = "BOBBIN_PUBLIC_METRICS", num_args = 0..=1, default_missing_value = "true")]
    public_metrics: Option<bool>,

    /// Where to tell `/metrics` and nothing else, to whoever reaches this address: `127.0.0.1:7101`.
    #[arg(long, value_name = "ADDRESS", env = "BOBBIN_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,

    /// How many threads think for bots [default: one less than there are cores].
    #[arg(long, value_name = "N", env = "BOBBIN_BOT_THREADS")]
    bot_threads: Option<usize>,

    /// How many looks and search iterations go into the insight of one game [default: 400000].
    #[arg(long, value_name = "N", env = "BOBBIN_INSIGHT_EFFORT")]
    insight_effort: Option<u64>,

    /// After so many seconds a table that nobody looks at leaves the memory [default: 300].
    #[arg(long, value_name = "SECONDS", env = "BOBBIN_FORGET_AFTER")]
    forget_after: Option<u64>,

    /// After so many hours a table whose game has not begun is given up [default: 24].
    #[arg(long, value_name = "HOURS", env = "BOBBIN_OPEN_HOURS")]
    open_hours: Option<u32>,

    /// After so many days a game without a clock in which nobody does anything is given up [default: 30].
    #[arg(long, value_name = "DAYS", env = "BOBBIN_IDLE_DAYS")]
    idle_days: Option<u32>,

    /// Requests a second from one address [default: 50].
    #[arg(long, value_name = "N", env = "BOBBIN_REQUESTS")]
    requests: Option<u32>,

    /// New guests an hour from one address [default: 60].
    #[arg(long, value_name = "N", env = "BOBBIN_GUESTS")]
    guests: Option<u32>,

    /// Attempts to sign in a minute, from one address and for one login [default: 6].
    #[arg(long, value_name = "N", env = "BOBBIN_SIGN_INS")]
    sign_ins: Option<u32>,

    /// Connections at a time from one address [default: 200]; behind proxies, its requests and streams under way.
    #[arg(long, value_name = "N", env = "BOBBIN_CONNECTIONS")]
    connections: Option<usize>,

    /// Connections at a time in all [default: what half of the memory and the open files have room for].
    #[arg(long, value_name = "N", env = "BOBBIN_MOST_CONNECTIONS")]
    most_connections: Option<usize>,

    /// The server that sends letters to people who want to be called: `smtp://USER:PASSWORD@HOST:587` (STARTTLS) or
    /// `smtps://USER:PASSWORD@HOST`. Without it there are no letters. See docs/alerts.md.
    #[arg(long, value_name = "URL", env = "BOBBIN_SMTP", hide_env_values = true)]
    smtp: Option<String>,

    /// From whom letters are: `Bobbin <bobbin@example.org>`. Goes with --smtp.
    #[arg(long, value_name = "ADDRESS", env = "BOBBIN_MAIL_FROM")]
    mail_from: Option<String>,

    /// Let push subscriptions and webhooks of people reach any address, also of this machine and its net, and without
    /// https: for tests and closed nets only.
    #[arg(long, value_name = "YES", env = "BOBBIN_ALERTS_ANYWHERE", num_args = 0..=1, default_missing_value = "true")]
    alerts_anywhere: Option<bool>,

    /// No limits at all: for measuring on one's own machine.
    #[arg(long, value_name = "YES", env = "BOBBIN_NO_LIMITS", num_args = 0..=1, default_missing_value = "true")]
    no_limits: Option<bool>,

    /// Let whoever makes a table name its deal (header x-bobbin-deal), and so know what is hidden: for tests only.
    #[arg(long, value_name = "YES", env = "BOBBIN_NAMED_DEALS", num_args = 0..=1, default_missing_value = "true")]
    named_deals: Option<bool>,

    /// A content pack that tables can be played with; can be given more than once. It stays in the database.
    #[arg(long, value_name = "GAME=FILE", env = "BOBBIN_CONTENT", value_delimiter = ',')]
    #[serde(default)]
    content: Vec<String>,

    /// What is logged: error, warn, info, debug [default: info].
    #[arg(long, value_name = "LEVEL", env = "BOBBIN_LOG")]
    log: Option<String>,

    /// Log as JSON, one object a line.
    #[arg(long, value_name = "YES", env = "BOBBIN_LOG_JSON", num_args = 0..=1, default_missing_value = "true")]
    log_json: Option<bool>,
}

/// One text, or a list of them.
fn one_or_several<'a, D: serde::Deserializer<'a>>(read: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Texts {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Texts::deserialize(read)? {
        Texts::One(text) => vec![text],
        Texts::Several(texts) => texts,
    })
}

impl Given {
    /// What is given here, and from `other` what is not.
    fn or(self, other: Given) -> Given {
        let trusted_proxies = self.hops().or(other.hops());
        Given {
            listen: self.listen.or(other.listen),
            nats: self.nats.or(other.nats),
            database: if self.database.is_empty() {
                other.database
            } else {
                self.database
            },
            public_url: self.public_url.or(other.public_url),
            trusted_proxies,
            behind_proxy: None,
            public_metrics: self.public_metrics.or(other.public_metrics),
            metrics_listen: self.metrics_listen.or(other.metrics_listen),
            bot_threads: self.bot_threads.or(other.bot_threads),
            insight_effort: self.insight_effort.or(other.insight_effort),
            forget_after: self.forget_after.or(other.forget_after),
            open_hours: self.open_hours.or(other.open_hours),
            idle_days: self.idle_days.or(other.idle_days),
            requests: self.requests.or(other.requests),
            guests: self.guests.or(other.guests),
            sign_ins: self.sign_ins.or(other.sign_ins),
            connections: self.connections.or(other.connections),
            most_connections: self.most_connections.or(other.most_connections),
            smtp: self.smtp.or(other.smtp),
            mail_from: self.mail_from.or(other.mail_from),
            alerts_anywhere: self.alerts_anywhere.or(other.alerts_anywhere),
            no_limits: self.no_limits.or(other.no_limits),
            named_deals: self.named_deals.or(other.named_deals),
            content: if self.content.is_empty() {
                other.content
            } else {
                self.content
            },
            log: self.log.or(other.log),
            log_json: self.log_json.or(other.log_json),
        }
    }

    /// How many proxies are trusted, by either name.
    fn hops(&self) -> Option<u8> {
        self.trusted_proxies.or(self.behind_proxy.map(u8::from))
    }

    /// Where NATS is.
    fn nats(&self) -> anyhow::Result<Option<Address>> {
        let read = |nats: &String| nats.parse().context("--nats");
        self.nats.as_ref().map(read).transpose()
    }

    /// How letters are sent.
    fn mail(&self) -> anyhow::Result<Option<Mail>> {
        match (&self.smtp, &self.mail_from) {
            (Some(server), Some(from)) => Ok(Some(Mail {
                server: server.clone(),
                from: from.clone(),
            })),
            (None, None) => Ok(None),
            (Some(_), None) => anyhow::bail!("--smtp needs --mail-from: from whom the letters are"),
            (None, Some(_)) => anyhow::bail!("--mail-from needs --smtp: the server that sends the letters"),
        }
    }

    /// The content packs, read from their files.
    fn packs(&self) -> anyhow::Result<Vec<(String, Source)>> {
        let pack = |given: &String| {
            let (game, file) = given
                .split_once('=')
                .with_context(|| format!("--content {given}: a pack is given as GAME=FILE"))?;
            Ok((game.to_owned(), read_pack(Path::new(file))?))
        };
        self.content.iter().map(pack).collect()
    }

    fn settings(&self) -> Settings {
        const HOUR: i64 = 3_600_000;
        let mut settings = Settings::default();
        let patience = &mut settings.patience;
        patience.open = self
            .open_hours
            .map_or(patience.open, |hours| i64::from(hours) * HOUR);
        patience.idle = self
            .idle_days
            .map_or(patience.idle, |days| i64::from(days) * 24 * HOUR);
        let limits = settings.limits;
        Settings {
            listen: self.listen.unwrap_or(settings.listen),
            nats: None,
            database: self.database.first().cloned().unwrap_or_else(data::database),
            more_databases: self.database.iter().skip(1).cloned().collect(),
            public_url: self.public_url.clone(),
            trusted_proxies: self.hops().unwrap_or(0),
            public_metrics: self.public_metrics.unwrap_or(false),
            metrics_listen: self.metrics_listen,
            bot_threads: self.bot_threads.unwrap_or(settings.bot_threads),
            forget_after: self
                .forget_after
                .map_or(settings.forget_after, Duration::from_secs),
            limits: if self.no_limits == Some(true) {
                Limits::NONE
            } else {
                Limits {
                    requests: self.requests.unwrap_or(limits.requests),
                    guests: self.guests.unwrap_or(limits.guests),
                    sign_ins: self.sign_ins.unwrap_or(limits.sign_ins),
                    connections: self.connections.unwrap_or(limits.connections),
                }
            },
            most_connections: self.most_connections,
            mail: None,
            alerts_reach: if self.alerts_anywhere == Some(true) {
                Reach::Anywhere
            } else {
                Reach::Public
            },
            patience: settings.patience,
            packs: settings.packs,
            named_deals: self.named_deals.unwrap_or(false),
            insight_threads: settings.insight_threads,
            insight_effort: self.insight_effort.unwrap_or(settings.insight_effort),
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let began = Instant::now();
    let file = match &args.config {
        None => Given::default(),
        Some(file) => toml::from_str(&read(file)?).with_context(|| format!("in {}", file.display()))?,
    };
    let given = args.given.clone().or(file);
    log(&given)?;
    let mut settings = Settings {
        packs: given.packs()?,
        nats: given.nats()?,
        mail: given.mail()?,
        ..given.settings()
    };
    let wanted = settings.listen;
    if given.listen.is_none() && args.lan {
        settings.listen.set_ip(Ipv4Addr::UNSPECIFIED.into());
    }
    // Somebody who opens a browser finds another port, too; a proxy or a supervisor would not.
    let may_move = given.listen.is_none() && (args.open || args.lan);
    if may_move {
        settings.listen = welcome::free(settings.listen);
    }
    let mut claim = None;
    if given.database.is_empty() {
        match Claim::on(&settings.database)? {
            Claim::Ours(file) => claim = Some(file),
            Claim::Taken(address) => return lead_to(&address, args, out),
        }
    }
    let databases = std::iter::once(&settings.database).chain(&settings.more_databases);
    let database: Vec<&str> = databases
        .filter_map(|database| database.split('@').next_back())
        .collect();
    let database = database.join(" and ");
    runtime()?.block_on(async {
        let server = Server::bind(settings).await?;
        let listening = server.address();
        let address = welcome::reached_at(listening);
        if let Some(file) = &mut claim {
            write!(file, "{listening}")?;
        }
        if let Some(address) = server.metrics_address() {
            tracing::info!(%address, "what is counted is told here");
        }
        if may_move && address.port() != wanted.port() {
            writeln!(out, "Port {} is in use by another program.", wanted.port())?;
        }
        writeln!(
            out,
            "Bobbin is at http://{address} (tables are kept in {database}). Ctrl-C stops it."
        )?;
        if given.database.is_empty() && Path::new("bobbin.db").exists() {
            writeln!(
                out,
                "A bobbin.db of before is in this folder: --database sqlite:bobbin.db plays on with it."
            )?;
        }
        if args.open {
            welcome::show(listening, out)?;
        }
        if args.lan {
            welcome::write_code(&format!("http://{address}"), out)?;
        }
        out.flush()?;
        tell_supervisor();
        tracing::info!(milliseconds = began.elapsed().as_millis() as u64, "ready");
        server.run(stopped()).await;
        Ok(Answer::Yes)
    })
}

/// Another server has the person's own database: leads to its page, or refuses to be a second one.
fn lead_to(address: &str, args: &Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    let Ok(listening) = address.parse::<SocketAddr>() else {
        anyhow::bail!("another Bobbin is just starting with the same tables: try again in a moment");
    };
    let address = welcome::reached_at(listening);
    anyhow::ensure!(
        args.open,
        "Bobbin is already at http://{address} with these tables: stop it, or name others with --database"
    );
    anyhow::ensure!(
        !args.lan || !listening.ip().is_loopback(),
        "Bobbin is already at http://{address}, where nobody else reaches it: stop it with Ctrl-C, then start it with --lan"
    );
    writeln!(out, "Bobbin is already at http://{address}.")?;
    welcome::show(listening, out)?;
    Ok(Answer::Yes)
}

/// Whether the person's own database is free for a server. Two servers at one file would not hear of each other.
enum Claim {
    /// It is; the file says so to the others as long as it is open.
    Ours(File),
    /// A server at this address has it.
    Taken(String),
}

impl Claim {
    /// Claims a database, and makes its folder where it is missing.
    fn on(database: &str) -> anyhow::Result<Claim> {
        let file = data::make_folder(database)?.join("serving");
        let cannot = || {
            format!(
                "{} cannot be written: name a database with --database",
                file.display()
            )
        };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&file).with_context(cannot)?;
        let mut address = String::new();
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            file.read_to_string(&mut address)?;
            return Ok(Claim::Taken(address));
        }
        file.set_len(0)?;
        file.rewind()?;
        Ok(Claim::Ours(file))
    }
}

/// Tells a supervisor that waits for it (systemd's `Type=notify`) that the server is there.
fn tell_supervisor() {
    let Some(socket) = std::env::var_os("NOTIFY_SOCKET") else {
        return;
    };
    let told = UnixDatagram::unbound().and_then(|from| from.send_to(b"READY=1", socket));
    if let Err(error) = told {
        tracing::warn!(%error, "the supervisor cannot be told that the server is there");
    }
}

/// Where everything of the server runs. One thread for two cores: databases, bots and long work have threads of their
/// own, and two that have little to do wake each other more than they work (docs/performance.md).
pub(crate) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores.div_ceil(2))
        .enable_all()
        .build()
        .context("the threads for the server could not be started")
}

fn log(given: &Given) -> anyhow::Result<()> {
    log_at(
        given.log.as_deref().unwrap_or("info"),
        given.log_json == Some(true),
    )
}

/// Logs what is at least so important, to where errors go.
pub(crate) fn log_at(level: &str, as_json: bool) -> anyhow::Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_new(level).with_context(|| {
        format!("\"{level}\" says nothing about logging: expected error, warn, info or debug")
    })?;
    // The client of NATS tells all that happens to its connection, and so do we. What hears assistants tells all that
    // they send and are told, hands and ids of tables included.
    let quiet = ["async_nats=error", "rmcp=error"];
    let filter = quiet.iter().try_fold(filter, |filter, quiet| {
        let quiet = quiet.parse().context("a part of the program has a name")?;
        anyhow::Ok(filter.add_directive(quiet))
    })?;
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    if as_json {
        builder.json().init();
    } else {
        builder.with_ansi(false).init();
    }
    Ok(())
}

/// Comes when someone wants the server to stop.
pub(crate) async fn stopped() {
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        () = terminated => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings that a file gives where these flags go before it.
    fn trusted(flags: &str, file: &str) -> u8 {
        let read = |text| toml::from_str::<Given>(text).expect("these are settings");
        read(flags).or(read(file)).settings().trusted_proxies
    }

    #[test]
    fn a_file_names_one_database_or_several_and_a_flag_goes_before_all_of_them() {
        let databases = |flags: &str, file: &str| {
            let read = |text| toml::from_str::<Given>(text).expect("these are settings");
            let settings = read(flags).or(read(file)).settings();
            (settings.database, settings.more_databases)
        };
        let (a, b) = ("sqlite:a.db".to_owned(), "sqlite:b.db".to_owned());
        assert_eq!(databases("", "database = \"sqlite:a.db\""), (a.clone(), vec![]));
        let both = "database = [\"sqlite:a.db\", \"sqlite:b.db\"]";
        assert_eq!(databases("", both), (a, vec![b.clone()]));
        assert_eq!(databases("database = \"sqlite:b.db\"", both), (b, vec![]));
    }

    #[test]
    fn being_behind_a_proxy_means_to_trust_one_and_what_goes_before_counts_by_either_name() {
        assert_eq!(trusted("", ""), 0);
        assert_eq!(trusted("", "trusted_proxies = 2"), 2);
        assert_eq!(trusted("", "behind_proxy = true"), 1);
        assert_eq!(trusted("behind_proxy = true", "trusted_proxies = 2"), 1);
        assert_eq!(trusted("behind_proxy = false", "trusted_proxies = 2"), 0);
        assert_eq!(trusted("trusted_proxies = 0", "behind_proxy = true"), 0);
    }
}
