//! What a browser sends on behalf of a page that is not ours.
//!
//! Without tokens whoever reaches the server may do everything. A page of another site must not reach it through the browser of somebody who
//! runs it on 127.0.0.1: neither by sending requests across (their `Origin` is not this host), nor by a name of its own that leads to
//! 127.0.0.1 (their `Host` is neither `localhost` nor an address). With tokens none of this is needed: a page has none.

use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// Why a request is not served, if it comes from a page of another site.
pub fn foreign(headers: &HeaderMap) -> Option<&'static str> {
    let text = |name| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    // Browsers always name a host.
    let host = text(header::HOST)?;
    if !plain(host) {
        return Some(
            "without tokens this server answers to localhost or an address alone: name a --token-file",
        );
    }
    let origin = text(header::ORIGIN)?;
    let from = origin.split_once("://").map(|(_, from)| from);
    (from != Some(host))
        .then_some("a page of another site may not ask this server anything: name a --token-file")
}

/// Whether a host is an address or localhost, whatever its port.
fn plain(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn other_sites_are_kept_away() {
        let asked = |host: Option<&'static str>, origin: Option<&'static str>| {
            let mut headers = HeaderMap::new();
            host.map(|host| headers.insert(header::HOST, HeaderValue::from_static(host)));
            origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
            foreign(&headers).is_none()
        };
        assert!(asked(None, None) && asked(Some("localhost:8080"), None) && asked(Some("127.0.0.1"), None));
        assert!(
            asked(Some("[::1]:8080"), None) && asked(Some("localhost:8080"), Some("http://localhost:8080"))
        );
        assert!(!asked(Some("localhost:8080"), Some("https://elsewhere.example")));
        assert!(!asked(Some("localhost:8080"), Some("null")));
        assert!(!asked(Some("localhost:8080"), Some("http://localhost:9090")));
        assert!(!asked(Some("elsewhere.example:8080"), Some("http://elsewhere.example:8080")));
        assert!(
            !asked(Some("elsewhere.example"), None) && !asked(Some(""), None) && !asked(Some("::"), None)
        );
    }
}
