//! What is asked: property names, and SV-COMP property files.
//!
//! A property file holds lines `CHECK( init(main()), LTL(FORMULA) )`. The formulas are a closed list; one that is not on
//! it is refused, since to answer another question than the one asked would be worse than no answer.

use raddle_program::property::Property;
use std::path::Path;
use std::sync::Arc;

use crate::nearest::nearest;

/// What is asked about a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Questions {
    /// The properties, in the order of [`Property::ALL`].
    pub properties: Vec<Property>,
    /// The functions whose call counts as a failing assertion; all that are known if `None`.
    pub error_functions: Option<Vec<Arc<str>>>,
    /// Whether unreachable memory violates `memory`.
    pub asks_for_lost_memory: bool,
    /// Whether a property file of SV-COMP asks, whose verdicts are about sequentially consistent memory.
    pub is_competition: bool,
}

impl Questions {
    /// All properties but termination, which busy waiting violates by design, and leaks: the default.
    pub fn usual() -> Self {
        let properties = Property::ALL.into_iter().filter(|property| property.is_usual()).collect();
        Questions { properties, error_functions: None, asks_for_lost_memory: false, is_competition: false }
    }

    /// What the values of `-p` ask together: names, `all`, and paths of property files.
    ///
    /// # Errors
    /// A sentence that names the value and what is expected.
    pub fn read(values: &[String]) -> Result<Self, String> {
        let mut parts = Vec::new();
        for value in values {
            parts.push(match Property::from_name(value) {
                Some(property) => named(vec![property]),
                None if value == "all" => named(Property::ALL.to_vec()),
                None if value.ends_with(".prp") || value.contains('/') => Questions::from_file(Path::new(value))?,
                None if value.contains(',') => {
                    let names: Vec<String> = value.split(',').map(|name| name.trim().to_owned()).collect();
                    Questions::read(&names)?
                }
                None => return Err(unknown(value)),
            });
        }
        Ok(Questions::together(parts))
    }

    /// What a property file asks.
    ///
    /// # Errors
    /// A sentence that names the file.
    pub fn from_file(path: &Path) -> Result<Self, String> {
        let name = path.display();
        let text =
            std::fs::read_to_string(path).map_err(|error| format!("property file `{name}` cannot be read: {error}"))?;
        Questions::from_property_text(&text).map_err(|why| format!("property file `{name}`: {why}"))
    }

    /// What the text of a property file asks.
    ///
    /// # Errors
    /// A sentence on the first formula that is not known.
    pub fn from_property_text(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
            parts.push(check_line(line)?);
        }
        if parts.is_empty() {
            return Err("it asks nothing; expected a line CHECK( init(main()), LTL(...) )".to_owned());
        }
        Ok(Questions { is_competition: true, ..Questions::together(parts) })
    }

    /// Several lists of questions as one.
    pub fn together(parts: Vec<Questions>) -> Self {
        let asked = |property: &Property| parts.iter().any(|part| part.properties.contains(property));
        let about_assertions = || parts.iter().filter(|part| part.properties.contains(&Property::Assertions));
        // A part that asks for all error functions wins over parts that name some.
        let error_functions = about_assertions()
            .map(|part| part.error_functions.clone())
            .reduce(|one, other| {
                let mut functions = one?;
                for function in other? {
                    if !functions.contains(&function) {
                        functions.push(function);
                    }
                }
                Some(functions)
            })
            .flatten();
        Questions {
            properties: Property::ALL.into_iter().filter(asked).collect(),
            error_functions,
            asks_for_lost_memory: parts.iter().any(|part| part.asks_for_lost_memory),
            is_competition: parts.iter().any(|part| part.is_competition),
        }
    }
}

/// Words that users and other tools use for properties.
const MEANT: [(&str, &str); 22] = [
    ("race", "data-race"),
    ("races", "data-race"),
    ("datarace", "data-race"),
    ("no-data-race", "data-race"),
    ("tsan", "data-race"),
    ("thread", "data-race"),
    ("assert", "assertions"),
    ("reach", "assertions"),
    ("reachability", "assertions"),
    ("unreach-call", "assertions"),
    ("lock", "locks"),
    ("mutex", "locks"),
    ("hang", "deadlock"),
    ("bounds", "memory"),
    ("asan", "memory"),
    ("memsafety", "memory"),
    ("valid-memsafety", "memory"),
    ("leak", "leaks"),
    ("memcleanup", "leaks"),
    ("ubsan", "arithmetic"),
    ("no-overflow", "overflow"),
    ("liveness", "termination"),
];

/// The message about a word that names no property.
fn unknown(word: &str) -> String {
    let names = || Property::ALL.iter().map(|property| property.name()).chain(["all"]);
    let meant = MEANT.iter().find(|(said, _)| *said == word).map(|(_, name)| *name);
    match meant.or_else(|| nearest(word, names())) {
        Some(name) => format!("no property is called `{word}`; did you mean `{name}`?"),
        None => {
            let names: Vec<&str> = Property::ALL.iter().map(|property| property.name()).collect();
            format!("no property is called `{word}`; expected all, {}, or a .prp file", names.join(", "))
        }
    }
}

fn named(properties: Vec<Property>) -> Questions {
    Questions { properties, error_functions: None, asks_for_lost_memory: false, is_competition: false }
}

fn check_line(line: &str) -> Result<Questions, String> {
    let compact: String = line.split_whitespace().collect();
    let formula = compact
        .strip_prefix("CHECK(init(main()),LTL(")
        .and_then(|rest| rest.strip_suffix("))"))
        .ok_or_else(|| format!("expected CHECK( init(main()), LTL(...) ), not `{line}`"))?;
    let asks = |property| Ok(named(vec![property]));
    match formula {
        "G!data-race" => asks(Property::DataRace),
        "G!overflow" => asks(Property::Overflow),
        "G!deadlock" => asks(Property::Deadlock),
        "Gvalid-free" | "Gvalid-deref" => asks(Property::Memory),
        "Gvalid-memcleanup" => asks(Property::Leaks),
        "Gvalid-memtrack" => Ok(Questions { asks_for_lost_memory: true, ..named(vec![Property::Memory]) }),
        "Fend" => asks(Property::Termination),
        _ => match formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())")) {
            Some(function @ ("reach_error" | "__VERIFIER_error" | "__assert_fail")) => {
                Ok(Questions { error_functions: Some(vec![function.into()]), ..named(vec![Property::Assertions]) })
            }
            Some(function) => Err(format!(
                "calls of `{function}` cannot be asked about; expected reach_error, __VERIFIER_error or __assert_fail"
            )),
            None => Err(format!("`{formula}` is none of the formulas that are understood")),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions(text: &str) -> Questions {
        Questions::from_property_text(text).expect("a property file that is understood")
    }

    #[test]
    fn every_formula_in_use_is_understood() {
        let reach = questions("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n");
        assert_eq!(reach.properties, [Property::Assertions]);
        assert_eq!(reach.error_functions, Some(vec!["reach_error".into()]));
        let legacy = questions("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )");
        assert_eq!(legacy.error_functions, Some(vec!["__VERIFIER_error".into()]));
        assert_eq!(questions("CHECK( init(main()), LTL(G ! data-race) )").properties, [Property::DataRace]);
        assert_eq!(questions("CHECK( init(main()), LTL(G ! overflow) )").properties, [Property::Overflow]);
        assert_eq!(questions("CHECK( init(main()), LTL(G ! deadlock) )").properties, [Property::Deadlock]);
        assert_eq!(questions("CHECK( init(main()), LTL(F end) )").properties, [Property::Termination]);
        let memory = questions(
            "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n\
             CHECK( init(main()), LTL(G valid-memtrack) )\n",
        );
        assert_eq!(memory.properties, [Property::Memory]);
        assert!(memory.asks_for_lost_memory);
        assert!(!questions("CHECK( init(main()), LTL(G valid-deref) )").asks_for_lost_memory);
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for wrong in [
            "",
            "# nothing",
            "CHECK( init(main()), LTL(G ! label(ERROR)) )",
            "CHECK( init(main()), LTL(G ! call(foo())) )",
            "CHECK( init(other()), LTL(G ! overflow) )",
            "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
            "CHECK( init(main()), LTL(G ! overflow) ) && more",
        ] {
            assert!(Questions::from_property_text(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn names_are_ordered_and_asked_once() {
        let read = |values: &[&str]| Questions::read(&values.iter().map(|&value| value.to_owned()).collect::<Vec<_>>());
        let both = read(&["data-race", "assertions", "data-race"]).expect("names");
        assert_eq!(both.properties, [Property::Assertions, Property::DataRace]);
        assert_eq!(both.error_functions, None);
        assert_eq!(read(&["all"]).expect("all").properties, Property::ALL);
        assert!(read(&["races"]).expect_err("no such name").contains("data-race"));
        assert!(read(&["missing.prp"]).expect_err("no such file").contains("missing.prp"));
        assert!(!Questions::usual().properties.contains(&Property::Termination));
    }

    #[test]
    fn asking_by_name_too_counts_every_error_function() {
        let file = questions("CHECK( init(main()), LTL(G ! call(reach_error())) )");
        let legacy = questions("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )");
        let union = Questions::together(vec![file.clone(), legacy]);
        assert_eq!(union.error_functions, Some(vec!["reach_error".into(), "__VERIFIER_error".into()]));
        let all = Questions::together(vec![file.clone(), named(vec![Property::Assertions])]);
        assert_eq!(all.error_functions, None);
        let other = Questions::together(vec![file, named(vec![Property::DataRace])]);
        assert_eq!(other.error_functions, Some(vec!["reach_error".into()]));
    }
}
