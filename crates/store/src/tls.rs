//! How connections to the database are encrypted: `sslmode` and `sslrootcert` of its address mean what they mean to
//! PostgreSQL's own programs.

use crate::Error;
use percent_encoding::percent_decode_str;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

/// Reads the address of a database: what the driver needs to know, and how it encrypts.
pub fn read(address: &str) -> Result<(Config, MakeRustlsConnect), Error> {
    let (driver, trust) = split(address)?;
    let config = driver.parse()?;
    let provider = Arc::new(ring::default_provider());
    let (signed, named) = match trust {
        Trust::Anybody => (None, false),
        Trust::Signed { by, named } => (Some(signed_by(&by, &provider)?), named),
    };
    let verifier = Arc::new(Verifier { provider: provider.clone(), signed, named });
    let tls = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let tls = tls.map_err(|why| Error::Database(why.into()))?;
    let mut tls = tls.dangerous().with_custom_certificate_verifier(verifier).with_no_client_auth();
    // For `sslnegotiation=direct`.
    tls.alpn_protocols = vec![b"postgresql".to_vec()];
    Ok((config, MakeRustlsConnect::new(tls)))
}

/// Believes certificates that were signed with those in a file.
fn signed_by(file: &Path, provider: &Arc<CryptoProvider>) -> Result<Arc<WebPkiServerVerifier>, Error> {
    let unreadable = |why: &dyn std::fmt::Display| {
        Error::Database(format!("sslrootcert: {}: {why}; expected certificates in PEM", file.display()).into())
    };
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|why| unreadable(&why))? {
        let certificate = certificate.map_err(|why| unreadable(&why))?;
        roots.add(certificate).map_err(|why| unreadable(&why))?;
    }
    let signed = WebPkiServerVerifier::builder_with_provider(roots.into(), provider.clone());
    signed.build().map_err(|why| unreadable(&why))
}

/// Which server is believed to be the database.
#[derive(PartialEq, Eq, Debug)]
enum Trust {
    /// Any server: the connection is encrypted, but not safe from a man in the middle.
    Anybody,
    /// Whose certificate is signed by one of these, and, if so wanted, made out to the name in the address.
    Signed { by: PathBuf, named: bool },
}

/// Takes out of an address what the driver does not know: `sslrootcert`, and the modes that verify.
fn split(address: &str) -> Result<(String, Trust), Error> {
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut mode, mut root, mut rest) = ("prefer", None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            Some(("sslmode", value)) => mode = value,
            Some(("sslrootcert", value)) => {
                root = Some(PathBuf::from(percent_decode_str(value).decode_utf8_lossy().into_owned()));
            }
            _ => rest.push(pair.to_string()),
        }
    }
    let (mode, trust) = match (mode, root) {
        ("disable" | "prefer", _) | ("require", None) => (mode, Trust::Anybody),
        ("require" | "verify-ca", Some(by)) => ("require", Trust::Signed { by, named: false }),
        ("verify-full", Some(by)) => ("require", Trust::Signed { by, named: true }),
        ("verify-ca" | "verify-full", None) => {
            let words = format!("sslmode={mode} needs sslrootcert=FILE, the certificates to believe");
            return Err(Error::Database(words.into()));
        }
        _ => {
            let words = format!("sslmode={mode}; expected disable, prefer, require, verify-ca or verify-full");
            return Err(Error::Database(words.into()));
        }
    };
    rest.push(format!("sslmode={mode}"));
    Ok((format!("{place}?{}", rest.join("&")), trust))
}

/// Believes what its trust allows, of whoever has the key of the certificate that is shown.
#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    /// Who must have signed the certificate; none believes every certificate.
    signed: Option<Arc<WebPkiServerVerifier>>,
    /// Whether it must be made out to the name in the address.
    named: bool,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        use CertificateError::{NotValidForName, NotValidForNameContext};
        let Some(signed) = &self.signed else { return Ok(ServerCertVerified::assertion()) };
        // The name is looked at last, so that everything else is in order if it is the fault.
        match signed.verify_server_cert(certificate, between, name, ocsp, now) {
            Err(rustls::Error::InvalidCertificate(NotValidForName | NotValidForNameContext { .. })) if !self.named => {
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_whom_to_believe() {
        let read = |query: &str| split(&format!("postgres://u@h/d{query}"));
        let signed = |named| Trust::Signed { by: PathBuf::from("/a b.pem"), named };
        for (query, driver, trust) in [
            ("", "?sslmode=prefer", Trust::Anybody),
            ("?sslmode=disable", "?sslmode=disable", Trust::Anybody),
            ("?sslmode=require&connect_timeout=3", "?connect_timeout=3&sslmode=require", Trust::Anybody),
            ("?sslmode=require&sslrootcert=/a%20b.pem", "?sslmode=require", signed(false)),
            ("?sslmode=verify-ca&sslrootcert=/a%20b.pem", "?sslmode=require", signed(false)),
            ("?sslrootcert=/a%20b.pem&sslmode=verify-full", "?sslmode=require", signed(true)),
        ] {
            assert_eq!(read(query).unwrap(), (format!("postgres://u@h/d{driver}"), trust), "{query}");
        }
        for (query, words) in [("?sslmode=verify-full", "needs sslrootcert"), ("?sslmode=maybe", "expected disable")] {
            assert!(read(query).unwrap_err().to_string().contains(words), "{query}");
        }
    }
}
