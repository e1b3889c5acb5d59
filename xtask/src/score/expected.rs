//! The expected verdict of a program, from the program itself or from a file beside it.
//!
//! In this order: an SV-COMP task definition of the same name beside it; its name (`..._true-unreach-call...`); a header
//! of this repository's corpus (`//@ unsafe`, `//@ assertions: unsafe  others: safe`); for data races the comments
//! `// RACE!` and `// NORACE`.

use raddle_program::property::Property;
use serde::Serialize;
use std::path::Path;

/// What is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// The property holds.
    Safe,
    /// It does not.
    Unsafe,
}

/// What is true of a program; `None` if nothing says it.
pub fn expected(program: &Path, property: Property) -> Option<Expected> {
    let definition = std::fs::read(program.with_extension("yml")).ok();
    let by_definition = definition.and_then(|text| of_definition(&String::from_utf8_lossy(&text), property));
    by_definition.or_else(|| of_name(&program.file_name()?.to_string_lossy(), property)).or_else(|| {
        let text = std::fs::read(program).ok()?;
        let text = String::from_utf8_lossy(&text);
        of_header(&text, property).or_else(|| of_comments(&text, property))
    })
}

/// The name of a property at SV-COMP.
fn competition_name(property: Property) -> Option<&'static str> {
    match property {
        Property::Assertions => Some("unreach-call"),
        Property::DataRace => Some("no-data-race"),
        Property::Memory => Some("valid-memsafety"),
        Property::Overflow => Some("no-overflow"),
        Property::Termination => Some("termination"),
        Property::Leaks => Some("valid-memcleanup"),
        Property::Deadlock | Property::Arithmetic | Property::Locks => None,
    }
}

/// `property_file: .../unreach-call.prp` with `expected_verdict: true` below it.
fn of_definition(text: &str, property: Property) -> Option<Expected> {
    let file = format!("{}.prp", competition_name(property)?);
    let mut lines = text.lines().skip_while(|line| !(line.contains("property_file") && line.contains(&file)));
    lines.next()?;
    let verdict = lines.take_while(|line| !line.contains("property_file"));
    verdict.into_iter().find_map(|line| line.trim().strip_prefix("expected_verdict:")).and_then(|word| {
        match word.trim() {
            "true" => Some(Expected::Safe),
            "false" => Some(Expected::Unsafe),
            _ => None,
        }
    })
}

fn of_name(name: &str, property: Property) -> Option<Expected> {
    let property = competition_name(property)?;
    if name.contains(&format!("true-{property}")) {
        Some(Expected::Safe)
    } else if name.contains(&format!("false-{property}")) {
        Some(Expected::Unsafe)
    } else {
        None
    }
}

fn of_word(word: &str) -> Option<Expected> {
    match word {
        "safe" => Some(Expected::Safe),
        "unsafe" => Some(Expected::Unsafe),
        _ => None,
    }
}

/// The header of a case: one word about the property that it is asked about, or a truth for each.
fn of_header(text: &str, property: Property) -> Option<Expected> {
    let lines = || text.lines().map_while(|line| line.strip_prefix("//@")).map(str::trim);
    let mut others = None;
    for line in lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        for pair in words.windows(2) {
            match pair[0].strip_suffix(':') {
                Some(name) if name == property.name() => return of_word(pair[1]),
                Some("others" | "all") if property.is_usual() => others = of_word(pair[1]),
                Some(_) | None => {}
            }
        }
    }
    let asked = lines().find_map(|line| line.strip_prefix("property:")).map(str::trim);
    let is_asked = asked.is_none_or(|asked| asked == property.name());
    others.or_else(|| lines().next().filter(|_| is_asked).and_then(of_word))
}

fn of_comments(text: &str, property: Property) -> Option<Expected> {
    let comments = || text.lines().filter_map(|line| line.split_once("//")).map(|(_, comment)| comment.trim_start());
    if property != Property::DataRace {
        None
    } else if comments().any(|comment| comment.starts_with("RACE!")) {
        Some(Expected::Unsafe)
    } else if comments().any(|comment| comment.starts_with("NORACE"))
        && !comments().any(|comment| comment.starts_with("RACE"))
    {
        Some(Expected::Safe)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_tell_the_truth_about_the_property_that_is_asked() {
        let text = "properties:\n  - property_file: ../properties/unreach-call.prp\n    expected_verdict: false\n  \
                    - property_file: ../properties/no-data-race.prp\n    expected_verdict: true\n";
        assert_eq!(of_definition(text, Property::Assertions), Some(Expected::Unsafe));
        assert_eq!(of_definition(text, Property::DataRace), Some(Expected::Safe));
        assert_eq!(of_definition(text, Property::Overflow), None);
    }

    #[test]
    fn headers_tell_one_truth_or_many() {
        let many = "//@ assertions: unsafe  data-race: unsafe  others: safe\n//@ by: explicit\nint x;";
        assert_eq!(of_header(many, Property::DataRace), Some(Expected::Unsafe));
        assert_eq!(of_header(many, Property::Locks), Some(Expected::Safe));
        assert_eq!(of_header(many, Property::Termination), None);
        assert_eq!(of_header("//@ unsafe\n//@ property: locks\n", Property::Locks), Some(Expected::Unsafe));
        assert_eq!(of_header("//@ unsafe\n//@ property: locks\n", Property::Memory), None);
        assert_eq!(of_header("int x; //@ safe\n", Property::Memory), None);
    }

    #[test]
    fn names_and_comments_tell_the_truth() {
        assert_eq!(of_name("fib_false-unreach-call.i", Property::Assertions), Some(Expected::Unsafe));
        assert_eq!(of_name("fib_true-unreach-call.i", Property::Assertions), Some(Expected::Safe));
        assert_eq!(of_name("fib.i", Property::Assertions), None);
        assert_eq!(of_comments("x++; // RACE!\ny++; // NORACE\n", Property::DataRace), Some(Expected::Unsafe));
        assert_eq!(of_comments("y++; // NORACE\n", Property::DataRace), Some(Expected::Safe));
        assert_eq!(of_comments("y++; // RACE!\n", Property::Memory), None);
    }
}
