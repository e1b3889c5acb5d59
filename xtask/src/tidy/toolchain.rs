//! The least version of Rust: what `Cargo.toml` and the documents say is enough for every dependency.

use super::{Complaint, Repository};
use std::process::Command;

/// The documents that name the version.
const DOCUMENTS: [&str; 2] = ["README.md", "docs/getting-started.md"];

/// No dependency needs a newer compiler than `Cargo.toml` says, and the documents say the same.
pub fn dependencies_need_no_newer_rust(repository: &Repository) -> Vec<Complaint> {
    let manifest = repository.text("Cargo.toml");
    let stated = manifest.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let Some(stated) = stated.map(|version| version.trim_matches('"').to_owned()) else {
        return vec!["Cargo.toml has no rust-version".to_owned()];
    };
    let mut complaints = Vec::new();
    for document in DOCUMENTS {
        if !repository.text(document).contains(&format!("Rust {stated}")) {
            complaints.push(format!("{document}: it does not name Rust {stated}, which Cargo.toml says is needed"));
        }
    }
    let output = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
        .args(["metadata", "--offline", "--locked", "--format-version", "1"])
        .current_dir(&repository.root)
        .output();
    // Where dependencies were never fetched, there is nothing to compare.
    let Ok(output) = output else { return complaints };
    let Ok(metadata) = serde_json::from_slice::<serde_json::Value>(&output.stdout) else { return complaints };
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let (Some(name), Some(needed)) = (package["name"].as_str(), package["rust_version"].as_str()) else { continue };
        if numbers(needed) > numbers(&stated) {
            complaints.push(format!("{name} needs Rust {needed}: Cargo.toml says that {stated} is enough"));
        }
    }
    complaints
}

/// A version as numbers: major and minor.
fn numbers(version: &str) -> (u32, u32) {
    let mut parts = version.split('.').map(|part| part.parse().unwrap_or(0));
    (parts.next().unwrap_or(0), parts.next().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(numbers("1.100") > numbers("1.89"));
        assert_eq!(numbers("1.89.0"), numbers("1.89"));
    }
}
