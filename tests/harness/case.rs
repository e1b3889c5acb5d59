//! Cases: files with their truth.

use raddle_program::property::Property;
use raddle_program::types::DataModel;
use std::path::{Path, PathBuf};

/// What is true of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The property holds.
    Safe,
    /// It does not.
    Unsafe,
    /// No engine may claim to know.
    Unknown,
}

/// A file with its truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where it is.
    pub path: PathBuf,
    /// Its path below the corpus, without `.c`.
    pub name: String,
    /// What is true.
    pub truth: Truth,
    /// What is asked.
    pub property: Property,
    /// The engines that must find the truth.
    pub by: Vec<String>,
    /// The data model.
    pub data_model: DataModel,
}

impl Case {
    /// Reads a case of a corpus.
    ///
    /// # Errors
    /// A sentence on a wrong header.
    pub fn read(path: &Path, corpus: &Path) -> Result<Case, String> {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let relative = path.strip_prefix(corpus).unwrap_or(path);
        Case::from_text(path, relative, &String::from_utf8_lossy(&text))
    }

    fn from_text(path: &Path, relative: &Path, text: &str) -> Result<Case, String> {
        let name = relative.with_extension("").to_string_lossy().into_owned();
        let folder = relative.components().next().map(|first| first.as_os_str().to_string_lossy().into_owned());
        let mut case = Case {
            path: path.to_path_buf(),
            truth: Truth::Unknown,
            property: property_of_folder(&folder.unwrap_or_default()),
            by: Vec::new(),
            data_model: DataModel::Lp64,
            name,
        };
        let mut truth = truth_of_name(&case.name);
        for (number, line) in text.lines().map_while(|line| line.strip_prefix("//@")).map(str::trim).enumerate() {
            match line.split_once(':') {
                None if number == 0 => {
                    truth = Some(match line {
                        "safe" => Truth::Safe,
                        "unsafe" => Truth::Unsafe,
                        "unknown" => Truth::Unknown,
                        _ => return Err(format!("line 1 says `{line}`; expected safe, unsafe or unknown")),
                    });
                }
                Some(("by", engines)) => case.by = engines.split_whitespace().map(str::to_owned).collect(),
                Some(("property", property)) => {
                    case.property = Property::from_name(property.trim())
                        .ok_or_else(|| format!("there is no property{property}"))?;
                }
                Some(("data-model", model)) => {
                    case.data_model = match model.trim() {
                        "ilp32" => DataModel::Ilp32,
                        "lp64" => DataModel::Lp64,
                        other => return Err(format!("there is no data model {other}")),
                    };
                }
                None | Some(_) => return Err(format!("`//@ {line}` is not understood")),
            }
        }
        case.truth = truth.ok_or("neither line 1 nor the name says what is true: expected //@ safe or //@ unsafe")?;
        Ok(case)
    }
}

/// Every `.c` and `.i` file below a folder, sorted by path.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn truth_of_name(name: &str) -> Option<Truth> {
    if name.contains("true-unreach-call") {
        Some(Truth::Safe)
    } else if name.contains("false-unreach-call") {
        Some(Truth::Unsafe)
    } else {
        None
    }
}

fn property_of_folder(folder: &str) -> Property {
    match folder {
        "race" => Property::DataRace,
        "reach" => Property::Assertions,
        _ => Property::from_name(folder).unwrap_or(Property::Assertions),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(relative: &str, text: &str) -> Result<Case, String> {
        Case::from_text(Path::new(relative), Path::new(relative), text)
    }

    #[test]
    fn headers_and_folders_say_what_is_asked() {
        let case_read =
            case("race/a.c", "//@ unsafe\n//@ by: explicit bmc\n//@ data-model: ilp32\nint x;").expect("valid");
        assert_eq!(case_read.truth, Truth::Unsafe);
        assert_eq!(case_read.property, Property::DataRace);
        assert_eq!(case_read.by, ["explicit", "bmc"]);
        assert_eq!(case_read.data_model, DataModel::Ilp32);
        assert_eq!(case_read.name, "race/a");
        let other = case("overflow/b.c", "//@ safe\n//@ property: arithmetic\n").expect("valid");
        assert_eq!((other.truth, other.property), (Truth::Safe, Property::Arithmetic));
    }

    #[test]
    fn names_tell_the_truth_where_headers_do_not() {
        assert_eq!(case("reach/x_false-unreach-call.c", "int x;").expect("valid").truth, Truth::Unsafe);
        assert_eq!(case("reach/x_true-unreach-call.i", "//@ unsafe\n").expect("valid").truth, Truth::Unsafe);
    }

    #[test]
    fn wrong_headers_are_noticed() {
        for wrong in ["int x;", "//@ sage", "//@ safe\n//@ bye: x", "//@ safe\n//@ property: race", "//@ by: x"] {
            assert!(case("reach/a.c", wrong).is_err(), "{wrong}");
        }
    }
}
