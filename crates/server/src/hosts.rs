//! By which names this house may be asked for.
//!
//! The page of another site can make its own name resolve to this computer (DNS rebinding) and would then count as a page
//! of ours; its requests still carry that name in `Host`. Addresses cannot be rebound, so those are always let in.

use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// What home networks append to a computer's name.
const ENDINGS: [&str; 7] = ["", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box"];

/// The names that are let in beside addresses and `localhost`.
#[derive(Clone, Default, Debug)]
pub struct HostNames {
    /// Those that whoever runs the house has given.
    pub given: Vec<String>,
    /// This computer's own name, which holds with the endings of home networks too.
    pub computer: Option<String>,
}

impl HostNames {
    /// The first name in `Host` that is not ours, if there is one. A proxy of ours decides itself which names it passes
    /// on, as long as none are given here.
    pub fn stranger<'a>(&self, headers: &'a HeaderMap, from_proxy: bool) -> Option<&'a str> {
        if from_proxy && self.given.is_empty() {
            return None;
        }
        headers.get_all(header::HOST).iter().find_map(|host| match host.to_str() {
            Ok(host) => (!self.admit(host)).then_some(host),
            Err(_) => Some("?"),
        })
    }

    fn admit(&self, host: &str) -> bool {
        let name = name_of(host);
        if name.parse::<IpAddr>().is_ok() || is_localhost(name) {
            return true;
        }
        let own = |computer: &String| {
            ENDINGS.iter().any(|ending| name.eq_ignore_ascii_case(&format!("{}{ending}", first_label(computer))))
                || name.eq_ignore_ascii_case(computer)
        };
        self.given.iter().any(|given| name.eq_ignore_ascii_case(name_of(given)))
            || self.computer.as_ref().is_some_and(own)
    }
}

/// Whether a request speaks to this computer as itself: by a loopback address, or as `localhost`.
pub fn is_loopback(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    hosts.all(|host| {
        let name = host.to_str().map_or("?", name_of);
        is_localhost(name) || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    })
}

fn is_localhost(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name == "localhost" || name.ends_with(".localhost")
}

fn first_label(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

/// A host without its port, the brackets of an IPv6 address and the dot of the root.
fn name_of(host: &str) -> &str {
    let host = host.trim();
    if let Some((address, _)) = host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return address;
    }
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
        _ => host,
    };
    name.strip_suffix('.').unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asked(hosts: &[&'static str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for host in hosts {
            headers.append(header::HOST, HeaderValue::from_static(host));
        }
        headers
    }

    #[test]
    fn the_house_is_let_in_by_name_and_address_and_nobody_elses_name() {
        let names = HostNames { given: vec!["games.example.org".into()], computer: Some("Parlourmaid.example".into()) };
        let own = [
            "127.0.0.1:7070",
            "192.168.1.5",
            "[::1]:7070",
            "[fe80::1]",
            "localhost:7070",
            "LOCALHOST",
            "parlour.localhost:7070",
            "games.example.org",
            "Games.Example.Org.:443",
            "parlourmaid",
            "parlourmaid.local:7070",
            "parlourmaid.fritz.box",
            "parlourmaid.example:7070",
        ];
        for host in own {
            assert_eq!(names.stranger(&asked(&[host]), false), None, "{host}");
        }
        let others = [
            "rebound.example",
            "rebound.example:7070",
            "localhost.rebound.example",
            "127.0.0.1.rebound.example",
            "parlourmaid.rebound.example",
            "games.example.org.rebound.example",
            "notlocalhost",
            "",
        ];
        for host in others {
            assert_eq!(names.stranger(&asked(&[host]), false), Some(host), "{host}");
        }
        assert_eq!(names.stranger(&asked(&["127.0.0.1", "rebound.example"]), false), Some("rebound.example"));
        assert_eq!(names.stranger(&asked(&[]), false), None, "a browser always says which host it means");
    }

    #[test]
    fn a_proxy_decides_itself_unless_names_are_given() {
        let (none, one) = (HostNames::default(), HostNames { given: vec!["a.example".into()], computer: None });
        let headers = asked(&["b.example"]);
        assert_eq!(none.stranger(&headers, true), None);
        assert_eq!(none.stranger(&headers, false), Some("b.example"));
        assert_eq!(one.stranger(&headers, true), Some("b.example"));
    }

    #[test]
    fn only_loopback_is_this_computer() {
        assert!(is_loopback(&asked(&["localhost:1"])) && is_loopback(&asked(&["[::1]:1"])));
        assert!(!is_loopback(&asked(&["192.168.1.5"])) && !is_loopback(&asked(&["localhost", "rebound.example"])));
    }
}
