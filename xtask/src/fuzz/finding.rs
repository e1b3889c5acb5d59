//! A difference as a case of the corpus: the truth on line 1, as far as the reference interpreter knows it.

use super::judge::{Difference, Judgement, Says};
use raddle_program::property::Property;
use std::path::{Path, PathBuf};

/// The text of a case.
pub fn case_text(program: &str, difference: &Difference, judgement: &Judgement, origin: &str) -> String {
    let property = difference.property.unwrap_or(Property::Assertions);
    let truth = match judgement.reference.get(&property) {
        Some(Says::Safe) => "safe",
        Some(Says::Unsafe) => "unsafe",
        Some(Says::Unknown) | None => "unknown",
    };
    let detail: String = difference.to_string().lines().next().unwrap_or_default().chars().take(110).collect();
    // Paths of temporary files mean nothing on another machine.
    let detail: Vec<&str> =
        detail.split(' ').map(|word| if word.contains("/draft") { "draft.c" } else { word }).collect();
    format!("//@ {truth}\n//@ property: {property}\n// {origin}: {}\n{program}", detail.join(" "))
}

/// Writes a case; gives its path.
///
/// # Errors
/// A sentence, if it cannot be written.
pub fn write_case(folder: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let cannot = |error: std::io::Error| format!("cannot write into {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let path = folder.join(format!("{name}.c"));
    std::fs::write(&path, text).map_err(cannot)?;
    Ok(path)
}
