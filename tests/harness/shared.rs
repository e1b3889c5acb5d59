//! Programs that others wrote, used where they are: the folder `shared` beside the repository, or `$RADDLE_SHARED`.

use raddle_program::property::Property;
use raddle_program::types::DataModel;
use std::path::{Path, PathBuf};

use crate::case::{Case, Truth, programs};

/// A set of programs.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    /// Its folder below `shared/benchmarks`.
    pub folder: &'static str,
    /// What is asked.
    pub property: Property,
    /// The data model that it is written for.
    pub data_model: DataModel,
    /// One program out of so many is tried by default.
    pub stride: usize,
}

/// The sets that are tried.
pub const SETS: &[Set] = &[
    Set { folder: "sv-comp15/pthread", property: Property::Assertions, data_model: DataModel::Ilp32, stride: 6 },
    Set { folder: "sv-comp15/pthread-ext", property: Property::Assertions, data_model: DataModel::Ilp32, stride: 8 },
    Set { folder: "sv-comp15/pthread-lit", property: Property::Assertions, data_model: DataModel::Ilp32, stride: 3 },
    Set { folder: "sv-comp15/pthread-wmm", property: Property::Assertions, data_model: DataModel::Ilp32, stride: 16 },
    Set { folder: "goblint-races", property: Property::DataRace, data_model: DataModel::Lp64, stride: 8 },
];

/// Where the programs are, if they are there.
pub fn benchmarks() -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("RADDLE_SHARED").map_or(beside, PathBuf::from).join("benchmarks");
    folder.is_dir().then_some(folder)
}

/// The cases of a set: all of them, or the selection that is tried by default.
pub fn cases(set: &Set, benchmarks: &Path, all: bool) -> Vec<Case> {
    let folder = benchmarks.join(set.folder);
    let stride = if all { 1 } else { set.stride };
    programs(&folder).into_iter().step_by(stride).filter_map(|path| labelled(set, &path, &folder)).collect()
}

/// The case of a program whose truth is known by its name or by its comments.
fn labelled(set: &Set, path: &Path, folder: &Path) -> Option<Case> {
    let relative = path.strip_prefix(folder).unwrap_or(path).with_extension("");
    let name = format!("{}/{}", set.folder, relative.display());
    let truth = match set.property {
        Property::DataRace => truth_of_comments(&String::from_utf8_lossy(&std::fs::read(path).ok()?))?,
        _ if name.contains("true-unreach-call") => Truth::Safe,
        _ if name.contains("false-unreach-call") => Truth::Unsafe,
        _ => return None,
    };
    Some(Case::of_property(path, name, set.property, truth, set.data_model))
}

/// `// RACE!` marks a racing access; a program with `// NORACE` only has none.
fn truth_of_comments(text: &str) -> Option<Truth> {
    let comments = || text.lines().filter_map(|line| line.split_once("//")).map(|(_, comment)| comment.trim_start());
    if comments().any(|comment| comment.starts_with("RACE")) {
        Some(Truth::Unsafe)
    } else if comments().any(|comment| comment.starts_with("NORACE")) {
        Some(Truth::Safe)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_tell_the_truth() {
        assert_eq!(truth_of_comments("x++; // NORACE\ny++; // RACE!\n"), Some(Truth::Unsafe));
        assert_eq!(truth_of_comments("x++; // NORACE\n"), Some(Truth::Safe));
        assert_eq!(truth_of_comments("x++;\n"), None);
    }
}
