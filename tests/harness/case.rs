//! Cases: files with their truth.
//!
//! The header of a case is the lines that start with `//@` at its top. Each of them is one of
//!
//! | line | meaning |
//! |---|---|
//! | `safe`, `unsafe` or `unknown` | the truth about one property: the folder in the corpus, or `property:`, says which |
//! | `assertions: unsafe  data-race: unsafe  others: safe`, or `all: safe` | the truth about every property; `others` and `all` do not speak of termination, which may be named |
//! | `fair-termination: safe` | the truth about termination under strong fairness, beside what is said without it |
//! | `property: arithmetic` | which property the short form is about |
//! | `with: NAME.unit.c` | the program has these further files of the same folder; files called so are no cases |
//! | `by: explicit bmc` | these engines must find the truth, for every property that they decide |
//! | `data-model: ilp32` | the data model, lp64 if it is not said |
//! | `args: 1x2` | `main` is started with any arguments: up to 1 of up to 2 characters |
//! | `library: init` | it is a library; threads call its functions after these, none if `none` is said |
//! | `externals: pure` | what functions without a body do; if it is not said, what rests on them is `unknown` |
//! | `twin: NAME` | the case in the same folder that differs by the smallest change that turns a truth around |
//! | `domain: 0 17` | the values of inputs for the reference interpreter, where the usual ones miss what matters |
//! | `hangs-on-order: assertions` | of these properties the opposite is true if operands are evaluated right to left |
//! | `open: data-race: REASON` | the engines named by `by:` need not decide these properties |
//! | `unconfirmed: deadlock locks: REASON` | the reference interpreter cannot confirm what is said of these properties (or `all`) |

use raddle_cfront::{Arguments, Callers};
use raddle_program::externals::Externals;
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The further files of the program.
    pub others: Vec<PathBuf>,
    /// What is true of the properties that are asked; never empty.
    pub truths: BTreeMap<Property, Truth>,
    /// What is true of termination if scheduling is strongly fair, where the case says so.
    pub fair_termination: Option<Truth>,
    /// Whether everybody is asked under strong fairness.
    pub is_fair: bool,
    /// Whether every property has its truth: the reference interpreter must then confirm each.
    pub is_complete: bool,
    /// The engines that must find the truth.
    pub by: Vec<String>,
    /// The data model.
    pub data_model: DataModel,
    /// The arguments that it is started with.
    pub arguments: Option<Arguments>,
    /// The functions that threads call, if it is a library.
    pub callers: Option<Callers>,
    /// What functions without a body do, if it says so.
    pub externals: Option<Externals>,
    /// The name of the twin.
    pub twin: Option<String>,
    /// The values of inputs for the reference interpreter, if not the usual ones.
    pub domain: Option<Vec<i128>>,
    /// The properties of which the opposite is true if operands are evaluated right to left.
    pub hangs_on_order: BTreeSet<Property>,
    /// What the engines of `by` need not decide, and why.
    pub open: BTreeMap<Property, String>,
    /// What the reference interpreter cannot confirm, and why.
    pub unconfirmed: BTreeMap<Property, String>,
}

impl Case {
    /// A case with one question, as it is without a header.
    pub fn of_property(path: &Path, name: String, property: Property, truth: Truth, data_model: DataModel) -> Case {
        Case {
            path: path.to_path_buf(),
            name,
            others: Vec::new(),
            truths: BTreeMap::from([(property, truth)]),
            fair_termination: None,
            is_fair: false,
            is_complete: false,
            by: Vec::new(),
            data_model,
            arguments: None,
            callers: None,
            externals: None,
            twin: None,
            domain: None,
            hangs_on_order: BTreeSet::new(),
            open: BTreeMap::new(),
            unconfirmed: BTreeMap::new(),
        }
    }

    /// What it says of termination under strong fairness, as a case of its own.
    pub fn fairly(&self) -> Option<Case> {
        let truths = BTreeMap::from([(Property::Termination, self.fair_termination?)]);
        let unconfirmed = self.unconfirmed.clone().into_iter().filter(|(it, _)| *it == Property::Termination).collect();
        let (name, hangs_on_order) = (format!("{} (fair)", self.name), BTreeSet::new());
        let fair_termination = None;
        Some(Case {
            name,
            truths,
            fair_termination,
            is_fair: true,
            is_complete: false,
            hangs_on_order,
            unconfirmed,
            ..self.clone()
        })
    }

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
        let mut property = property_of_folder(&folder.unwrap_or_default());
        let mut truth = truth_of_name(&name);
        let mut case = Case::of_property(path, name, property, Truth::Unknown, DataModel::Lp64);
        let mut named = BTreeMap::new();
        let mut others = None;
        for (number, line) in text.lines().map_while(|line| line.strip_prefix("//@")).map(str::trim).enumerate() {
            match line.split_once(':').map(|(key, value)| (key, value.trim())) {
                None if number == 0 => truth = Some(truth_of_word(line)?),
                Some(("by", engines)) => case.by = engines.split_whitespace().map(str::to_owned).collect(),
                Some(("with", names)) => {
                    case.others = names.split_whitespace().map(|name| path.with_file_name(name)).collect();
                }
                Some(("fair-termination", word)) => case.fair_termination = Some(truth_of_word(word)?),
                Some(("property", name)) => property = property_of_word(name)?,
                Some(("data-model", "ilp32")) => case.data_model = DataModel::Ilp32,
                Some(("data-model", "lp64")) => case.data_model = DataModel::Lp64,
                Some(("args", text)) => case.arguments = Some(raddle_cli::quantity::arguments(text)?),
                Some(("library", functions)) => {
                    let names = functions.split_whitespace().filter(|name| *name != "none");
                    case.callers = Some(Callers { entries: Vec::new(), first: names.map(str::to_owned).collect() });
                }
                Some(("externals", "pure")) => case.externals = Some(Externals::Pure),
                Some(("externals", "args")) => case.externals = Some(Externals::Args),
                Some(("externals", "any")) => case.externals = Some(Externals::Any),
                Some(("twin", name)) => case.twin = Some(name.to_owned()),
                Some(("domain", values)) => case.domain = Some(domain(values)?),
                Some(("hangs-on-order", names)) => {
                    case.hangs_on_order = names.split_whitespace().map(property_of_word).collect::<Result<_, _>>()?;
                }
                Some(("open", what)) => case.open = reasons(what)?,
                Some(("unconfirmed", what)) => case.unconfirmed = reasons(what)?,
                Some(_) => truths(line, &mut named, &mut others)?,
                None => return Err(format!("`//@ {line}` is not understood")),
            }
        }
        if let Some(others) = others {
            for property in Property::ALL.into_iter().filter(|property| property.is_usual()) {
                named.entry(property).or_insert(others);
            }
        }
        if named.is_empty() {
            let truth =
                truth.ok_or("neither line 1 nor the name says what is true: expected //@ safe or //@ unsafe")?;
            named.insert(property, truth);
        }
        case.is_complete = Property::ALL.iter().all(|it| !it.is_usual() || named.contains_key(it));
        case.truths = named;
        let spoken_of = case.unconfirmed.keys().chain(case.open.keys()).chain(&case.hangs_on_order);
        if let Some(property) = spoken_of.into_iter().find(|property| !case.truths.contains_key(property)) {
            return Err(format!("nothing is said of {property}, so nothing more can be said of it"));
        }
        Ok(case)
    }
}

/// `assertions: unsafe  others: safe`, in this form only.
fn truths(line: &str, named: &mut BTreeMap<Property, Truth>, others: &mut Option<Truth>) -> Result<(), String> {
    let mut words = line.split_whitespace();
    while let Some(name) = words.next() {
        let name = name.strip_suffix(':').ok_or_else(|| format!("`//@ {line}` is not understood at `{name}`"))?;
        let truth = truth_of_word(words.next().unwrap_or_default())?;
        let before = if matches!(name, "others" | "all") {
            others.replace(truth)
        } else {
            named.insert(property_of_word(name)?, truth)
        };
        if before.is_some() {
            return Err(format!("`//@ {line}` says twice what is true of {name}"));
        }
    }
    Ok(())
}

fn reasons(what: &str) -> Result<BTreeMap<Property, String>, String> {
    let (names, reason) = what.split_once(':').ok_or("expected properties, then a colon, then the reason")?;
    if reason.trim().is_empty() {
        return Err("what is open or unconfirmed has a reason".to_owned());
    }
    let mut found = BTreeMap::new();
    for name in names.split_whitespace() {
        let is_all = name == "all";
        let all = Property::ALL.into_iter().filter(|&property| is_all && property.is_usual());
        let one = if is_all { None } else { Some(property_of_word(name)?) };
        found.extend(all.chain(one).map(|property| (property, reason.trim().to_owned())));
    }
    Ok(found)
}

fn domain(values: &str) -> Result<Vec<i128>, String> {
    values.split_whitespace().map(|value| value.parse().map_err(|_| format!("`{value}` is no number"))).collect()
}

fn truth_of_word(word: &str) -> Result<Truth, String> {
    match word {
        "safe" => Ok(Truth::Safe),
        "unsafe" => Ok(Truth::Unsafe),
        "unknown" => Ok(Truth::Unknown),
        _ => Err(format!("the header says `{word}`; expected safe, unsafe or unknown")),
    }
}

fn property_of_word(word: &str) -> Result<Property, String> {
    Property::from_name(word).ok_or_else(|| format!("there is no property {word}"))
}

/// Every `.c` and `.i` file below a folder that is no further file of another program, sorted by path.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c" || extension == "i")
                && !path.to_string_lossy().ends_with(".unit.c")
            {
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

    fn only(relative: &str, text: &str) -> (Property, Truth) {
        let truths: Vec<_> = case(relative, text).expect("valid").truths.into_iter().collect();
        assert_eq!(truths.len(), 1);
        truths[0]
    }

    #[test]
    fn headers_and_folders_say_what_is_asked() {
        let text = "//@ unsafe\n//@ by: explicit bmc\n//@ data-model: ilp32\n//@ args: 1x2\nint x;";
        assert_eq!(only("race/a.c", text), (Property::DataRace, Truth::Unsafe));
        let read = case("race/a.c", text).expect("valid");
        assert_eq!(read.by, ["explicit", "bmc"]);
        assert_eq!(read.data_model, DataModel::Ilp32);
        assert_eq!(read.arguments, Some(Arguments { count: 1, length: 2 }));
        assert_eq!(read.name, "race/a");
        assert!(!read.is_complete);
        assert_eq!(only("overflow/b.c", "//@ safe\n//@ property: arithmetic\n"), (Property::Arithmetic, Truth::Safe));
    }

    #[test]
    fn a_full_header_speaks_of_every_property_but_termination() {
        let text = "//@ assertions: unsafe  data-race: unknown  others: safe\n//@ twin: b\n//@ domain: 0 -17\n\
                    //@ unconfirmed: deadlock locks: it is too large\n";
        let read = case("pitfalls/a.c", text).expect("valid");
        assert!(read.is_complete);
        assert_eq!(read.truths.len(), 7);
        assert_eq!(read.truths[&Property::Assertions], Truth::Unsafe);
        assert_eq!(read.truths[&Property::DataRace], Truth::Unknown);
        assert_eq!(read.truths[&Property::Locks], Truth::Safe);
        assert_eq!(read.twin.as_deref(), Some("b"));
        assert_eq!(read.domain, Some(vec![0, -17]));
        assert_eq!(read.unconfirmed.keys().copied().collect::<Vec<_>>(), [Property::Deadlock, Property::Locks]);
        let ends = case("a.c", "//@ others: safe\n//@ termination: unsafe\n").expect("valid");
        assert_eq!(ends.truths[&Property::Termination], Truth::Unsafe);
        assert!(!case("a.c", "//@ assertions: safe\n").expect("valid").is_complete);
        let hangs = case("a.c", "//@ all: safe\n//@ hangs-on-order: memory\n").expect("valid").hangs_on_order;
        assert_eq!(hangs.into_iter().collect::<Vec<_>>(), [Property::Memory]);
    }

    #[test]
    fn names_tell_the_truth_where_headers_do_not() {
        assert_eq!(only("reach/x_false-unreach-call.c", "int x;").1, Truth::Unsafe);
        assert_eq!(only("reach/x_true-unreach-call.i", "//@ unsafe\n").1, Truth::Unsafe);
    }

    #[test]
    fn wrong_headers_are_noticed() {
        for wrong in [
            "int x;",
            "//@ sage",
            "//@ safe\n//@ bye: x",
            "//@ safe\n//@ property: race",
            "//@ by: x",
            "//@ safe\n//@ data-model: lp65",
            "//@ assertions: unsafe race: safe",
            "//@ assertions: unsafe assertions: safe",
            "//@ assertions: unsafe, others: safe",
            "//@ others:",
            "//@ others: safe\n//@ unconfirmed: locks",
            "//@ others: safe\n//@ unconfirmed: termination: why",
            "//@ others: safe\n//@ domain: many",
            "//@ safe\n//@ hangs-on-order: memory",
            "//@ all: safe\n//@ open: memory",
        ] {
            assert!(case("reach/a.c", wrong).is_err(), "{wrong}");
        }
    }
}
