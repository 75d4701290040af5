//! A server from its start to its end.

use crate::config::Config;
use crate::http::auth::Tokens;
use crate::http::{self, App, Listener};
use crate::metrics::Metrics;
use crate::models::Models;
use crate::vw;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// Why a server does not start, or ended.
#[derive(Debug, Error)]
pub enum ServeError {
    /// It is set up in a way that is not safe, or makes no sense.
    #[error("{0}")]
    Setup(String),
    /// What is on the disk cannot be gone on with.
    #[error("{0}")]
    Disk(String),
    /// It ended because it could promise nothing more.
    #[error("the server ended: {0}")]
    Fatal(String),
}

/// Logs, as lines for people or as JSON; `RUST_LOG` says how much.
pub fn start_logging(json: bool) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let plain = std::env::var_os("NO_COLOR").is_some_and(|said| !said.is_empty());
    let colours = !plain && std::io::IsTerminal::is_terminal(&std::io::stderr());
    let builder =
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(colours);
    // Somebody may have set one up before.
    let _ = if json { builder.json().try_init() } else { builder.with_target(false).try_init() };
}

/// Runs a server until SIGTERM or Ctrl-C, or until its disk fails. `started` is told where it listens.
pub fn run(config: &Config, started: impl FnOnce(SocketAddr, Option<SocketAddr>)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| ServeError::Setup(format!("no threads: {error}")))?;
    runtime.block_on(serve(config, started))
}

async fn serve(
    config: &Config,
    started: impl FnOnce(SocketAddr, Option<SocketAddr>),
) -> Result<(), ServeError> {
    let tokens = match &config.token_file {
        Some(path) => Tokens::read(path).map_err(ServeError::Setup)?,
        None if config.listen.ip().is_loopback() => Tokens::open(),
        None => {
            return Err(ServeError::Setup(format!(
                "{} is open to others: name a --token-file, or listen on 127.0.0.1",
                config.listen
            )));
        }
    };
    if tokens.needed() && config.tls.is_none() && !config.listen.ip().is_loopback() {
        tracing::warn!(
            "tokens travel in the clear: name --tls-cert and --tls-key, or put a proxy with TLS before this"
        );
    }
    let tls = config.tls.as_ref().map(|(cert, key)| tls(cert, key)).transpose().map_err(ServeError::Setup)?;
    let mut limits = config.limits;
    limits.connections = room_for(limits.connections);
    let metrics = Arc::new(Metrics::new().map_err(|error| ServeError::Setup(error.to_string()))?);
    let (alarm, alarmed) = watch::channel(None);
    let opened = Models::open(config, metrics.clone(), alarm);
    let models = opened.map_err(|error| ServeError::Disk(error.to_string()))?;
    if config.vw_port.is_some() {
        vw::model(&models, &config.vw_model).map_err(ServeError::Setup)?;
    }
    let bind = |address: SocketAddr| async move {
        let bound = TcpListener::bind(address).await;
        bound.map_err(|error| ServeError::Setup(format!("{address} cannot be listened on: {error}")))
    };
    let socket = bind(config.listen).await?;
    let old = match config.vw_port {
        Some(port) => Some(bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?),
        None => None,
    };
    let place = |socket: &TcpListener| socket.local_addr().unwrap_or(config.listen);
    let (here, old_here) = (place(&socket), old.as_ref().map(place));
    let (stop, stopped) = watch::channel(false);
    let app = App::new(models, tokens, limits, metrics.clone(), stopped.clone());
    let old_serving = old.map(|socket| {
        let (shared, name) = (app.clone(), config.vw_model.clone());
        let model = move || shared.models.get(&name);
        let works = app.works.clone();
        tokio::spawn(vw::serve(socket, model, metrics.clone(), limits, works, stopped.clone()))
    });
    let listener = Listener { socket, tls };
    let serving = tokio::spawn(http::serve(listener, http::router(app.clone()), limits, metrics, stopped));
    tracing::info!(address = %here, models = app.models.all().len(), "listening");
    started(here, old_here);
    let mut watching = alarmed.clone();
    let alarm =
        async move { watching.wait_for(Option::is_some).await.ok().and_then(|reason| reason.clone()) };
    let fatal = tokio::select! {
        () = signalled() => None,
        reason = alarm => reason,
    };
    tracing::info!("ending: requests under way are finished");
    app.ready.store(false, Ordering::Relaxed);
    let _ = stop.send(true);
    let _ = serving.await;
    if let Some(serving) = old_serving {
        let _ = serving.await;
    }
    let closing = tokio::task::spawn_blocking(move || app.models.close());
    let _ = closing.await;
    let late = alarmed.borrow().clone();
    match fatal.or(late) {
        Some(reason) => Err(ServeError::Fatal(reason)),
        None => {
            tracing::info!("ended; everything is on the disk");
            Ok(())
        }
    }
}

/// Files that are not connections: logs, snapshots, what the system needs.
#[cfg(unix)]
const FILES: u64 = 640;

/// So many connections as were asked for, or as the system lets this process have. Else clients could take the files that logs need.
#[cfg(unix)]
fn room_for(connections: usize) -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let wanted = connections as u64 * 2 + FILES;
    let raised = maximum.map_or(wanted, |most| most.min(wanted)).max(current.unwrap_or(0));
    let granted = match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum }) {
        Ok(()) => raised,
        Err(_) => current.unwrap_or(raised),
    };
    let room = (granted.saturating_sub(FILES.min(granted / 2)) / 2).max(1);
    if (room as usize) < connections {
        tracing::warn!(
            connections = room,
            files = granted,
            "fewer connections than asked for: raise the limit of open files"
        );
    }
    connections.min(room as usize)
}

#[cfg(not(unix))]
fn room_for(connections: usize) -> usize {
    connections
}

/// Waits until somebody wants the server to end.
async fn signalled() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}

fn tls(cert: &Path, key: &Path) -> Result<TlsAcceptor, String> {
    let bad = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let chain: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(cert).map_err(|error| bad(cert, &error))?.collect();
    let chain = chain.map_err(|error| bad(cert, &error))?;
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| bad(key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map_err(|error| bad(cert, &error))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
