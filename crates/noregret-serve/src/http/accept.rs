//! Connections: taken while there is room, with limits that hold against a client that sends a byte a second.
//!
//! hyper's limit of the time for a head is inert without a timer, which its usual ways of serving do not set; so the loop is our own. The
//! same limit ends connections that are idle between requests.

use super::patience::Patient;
use crate::config::Limits;
use crate::metrics::Metrics;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio_rustls::TlsAcceptor;

/// Where connections come from.
pub struct Listener {
    /// The socket.
    pub socket: TcpListener,
    /// How they are encrypted.
    pub tls: Option<TlsAcceptor>,
}

/// The most headers of a request, and the most bytes of its head.
const HEADERS: usize = 64;
const HEAD: usize = 64 << 10;
/// For requests under way when the server ends.
const GRACE: Duration = Duration::from_secs(10);

/// Serves until it is told to stop, then lets requests under way finish.
pub async fn serve(
    listener: Listener,
    router: Router,
    limits: Limits,
    metrics: Arc<Metrics>,
    mut stop: watch::Receiver<bool>,
) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    loop {
        let permit = tokio::select! {
            permit = room.clone().acquire_owned() => permit,
            _ = stop.changed() => break,
        };
        let Ok(permit) = permit else { break };
        let stream = tokio::select! {
            accepted = listener.socket.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    // Too many open files, or a client that is gone: others come.
                    tracing::debug!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            },
            _ = stop.changed() => break,
        };
        let _ = stream.set_nodelay(true);
        let (router, metrics, tls) = (router.clone(), metrics.clone(), listener.tls.clone());
        let watcher = graceful.watcher();
        tokio::spawn(async move {
            metrics.connections.inc();
            let ended = match tls {
                None => {
                    let stream = TokioIo::new(Patient::new(stream, limits.body_time));
                    watcher.watch(builder(&limits).serve_connection(stream, service(router))).await.is_ok()
                }
                Some(tls) => match handshake(tls, stream, limits.head_time).await {
                    None => false,
                    Some(stream) => {
                        let stream = TokioIo::new(Patient::new(stream, limits.body_time));
                        watcher
                            .watch(builder(&limits).serve_connection(stream, service(router)))
                            .await
                            .is_ok()
                    }
                },
            };
            if !ended {
                metrics.faults.inc();
            }
            metrics.connections.dec();
            drop(permit);
        });
    }
    drop(listener);
    let _ = tokio::time::timeout(GRACE, graceful.shutdown()).await;
}

fn builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head_time)
        .max_headers(HEADERS)
        .max_buf_size(HEAD);
    builder
}

fn service(router: Router) -> TowerToHyperService<Router> {
    TowerToHyperService::new(router)
}

async fn handshake(
    tls: TlsAcceptor,
    stream: TcpStream,
    time: Duration,
) -> Option<impl AsyncRead + AsyncWrite + Unpin> {
    tokio::time::timeout(time, tls.accept(stream)).await.ok()?.ok()
}
