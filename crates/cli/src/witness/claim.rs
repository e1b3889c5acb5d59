//! What a witness claims: the formulas of its specification, as property files write them.
//!
//! A witness is evidence for its own specification only. A violation may be of one of the requested formulas. A proof
//! must name every requested formula; otherwise it is rejected, even if the program could be proved without it.

use raddle_cfront::typed::Unit;
use raddle_program::property::{Property, ViolationKind};
use raddle_reference::guide::Asked;
use raddle_report::escape::escape;
use raddle_verify::verdict::{Answers, Verdict};
use std::sync::Arc;

use crate::properties::Questions;

/// The functions whose calls formulas can name.
const ERROR_FUNCTIONS: [&str; 3] = ["reach_error", "__VERIFIER_error", "__assert_fail"];

/// How the C library reports a failing `assert`: all of these are calls of `__assert_fail` for a formula.
const REPORTS_OF_ASSERT: [&str; 4] = ["__assert_fail", "assert", "__assert", "__assert_perror_fail"];

/// Error functions that report even if the program defines them.
const ALWAYS_REPORT: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// What a witness claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The formulas that are understood, at least one.
    pub asks: Vec<Asked>,
    /// Whether it also claims that memory stays reachable (`G valid-memtrack`), which no proof here shows.
    is_about_lost_memory: bool,
}

impl Claim {
    /// Reads a specification: formulas, or checks of them.
    ///
    /// # Errors
    /// If a formula is not understood, or there is none.
    pub fn read(specification: &str) -> Result<Claim, String> {
        let compact: String = specification.split_whitespace().collect();
        let bare = compact.replace("CHECK(init(main()),LTL(", "\n").replace("))CHECK", ")\nCHECK");
        let mut claim = Claim { asks: Vec::new(), is_about_lost_memory: false };
        for line in bare.lines().filter(|line| !line.is_empty()) {
            // What is left of the parentheses of a check.
            let is_check = compact.contains("CHECK(");
            let formula = if is_check { line.strip_suffix("))").unwrap_or(line) } else { line };
            claim.asks.push(match formula {
                "G!data-race" => Asked::Race,
                "G!overflow" => Asked::Overflow,
                "G!deadlock" => Asked::Deadlock,
                "Gvalid-deref" => Asked::InvalidAccess,
                "Gvalid-free" => Asked::InvalidFree,
                "Gvalid-memcleanup" => Asked::Leak,
                "Gvalid-memtrack" => {
                    claim.is_about_lost_memory = true;
                    continue;
                }
                _ => match formula.strip_prefix("G!call(").and_then(|rest| rest.strip_suffix("())")) {
                    Some(function) => Asked::Call(function.to_owned()),
                    None => return Err(format!("its specification `{specification}` is none that is understood")),
                },
            });
        }
        if claim.asks.is_empty() {
            return Err("its specification is empty, or has no formula that a witness can be about".to_owned());
        }
        Ok(claim)
    }

    /// Whether all that is claimed is asked.
    ///
    /// # Errors
    /// If it is not.
    pub fn is_asked(&self, asked: Option<&Questions>) -> Result<(), String> {
        let Some(questions) = asked else { return Ok(()) };
        let is_asked = |about: &Asked| match about {
            Asked::Call(function) => {
                let functions = questions.error_functions.as_ref();
                questions.properties.contains(&Property::Assertions)
                    && functions.is_none_or(|functions| functions.iter().any(|name| **name == **function))
            }
            other => questions.properties.contains(&property_of(other)),
        };
        match self.asks.iter().all(is_asked) {
            true => Ok(()),
            false => Err("it is about another property than the one that is asked".to_owned()),
        }
    }

    /// Whether a proof can show the claim, and the claim answers all that is asked.
    ///
    /// # Errors
    /// What cannot be shown, or is asked and not claimed.
    pub fn is_provable(&self, asked: Option<&Questions>, unit: &Unit) -> Result<(), String> {
        if self.is_about_lost_memory || asked.is_some_and(|questions| questions.asks_for_lost_memory) {
            return Err("no proof shows that memory does not become unreachable (valid-memtrack)".to_owned());
        }
        for function in self.asks.iter().filter_map(|asked| match asked {
            Asked::Call(function) => Some(function.as_str()),
            _ => None,
        }) {
            let has_body = || unit.functions.values().any(|it| *it.name == *function && it.body.is_some());
            if !ERROR_FUNCTIONS.contains(&function) {
                return Err(format!("calls of `{}` cannot be asked about", escape(function)));
            }
            if !ALWAYS_REPORT.contains(&function) && has_body() {
                return Err(format!("the program defines `{function}`, so calls of it cannot be asked about"));
            }
        }
        let Some(questions) = asked else { return Ok(()) };
        let functions: Option<Vec<String>> =
            questions.error_functions.as_ref().map(|functions| functions.iter().map(|it| it.to_string()).collect());
        for &property in &questions.properties {
            let needed = formulas(property, functions.as_deref(), unit);
            let is_claimed = |asked: &Asked| match (property, asked) {
                // Where the program names no error function, a claim about any of them says the same.
                (Property::Assertions, _) if functions.is_none() && named(unit).is_empty() => {
                    self.asks.iter().any(|it| matches!(it, Asked::Call(_)))
                }
                (_, asked) => self.asks.contains(asked),
            };
            if needed.is_empty() {
                return Err(format!("it is asked about {property}, which no witness can name"));
            }
            if let Some(missing) = needed.iter().find(|asked| !is_claimed(asked)) {
                return Err(format!("it does not claim `{}`, which is asked", formula(missing)));
            }
        }
        Ok(())
    }

    /// The properties that have to be proved.
    pub fn properties(&self) -> Vec<Property> {
        let mut properties: Vec<Property> = self.asks.iter().map(property_of).collect();
        properties.sort_unstable();
        properties.dedup();
        properties
    }

    /// The functions whose calls violate the claim.
    pub fn error_functions(&self) -> Option<Vec<Arc<str>>> {
        let of = |asked: &Asked| match asked {
            Asked::Call(function) if function == "__assert_fail" => REPORTS_OF_ASSERT.map(Arc::from).to_vec(),
            Asked::Call(function) => vec![Arc::from(function.as_str())],
            _ => Vec::new(),
        };
        let mut functions: Vec<Arc<str>> = self.asks.iter().flat_map(of).collect();
        if functions.is_empty() {
            return None;
        }
        // Without a body it stands for a call of any error function.
        functions.push("__VERIFIER_assert".into());
        Some(functions)
    }

    /// The formulas, for an answer.
    pub fn text(&self) -> String {
        self.asks.iter().map(formula).collect::<Vec<_>>().join(", ")
    }
}

fn property_of(asked: &Asked) -> Property {
    match asked {
        Asked::Call(_) => Property::Assertions,
        Asked::Race => Property::DataRace,
        Asked::Deadlock => Property::Deadlock,
        Asked::Overflow => Property::Overflow,
        Asked::InvalidAccess | Asked::InvalidFree => Property::Memory,
        Asked::Leak => Property::Leaks,
    }
}

fn formula(asked: &Asked) -> String {
    match asked {
        Asked::Call(function) => format!("G ! call({}())", escape(function)),
        Asked::Race => "G ! data-race".to_owned(),
        Asked::Deadlock => "G ! deadlock".to_owned(),
        Asked::Overflow => "G ! overflow".to_owned(),
        Asked::InvalidAccess => "G valid-deref".to_owned(),
        Asked::InvalidFree => "G valid-free".to_owned(),
        Asked::Leak => "G valid-memcleanup".to_owned(),
    }
}

fn check(asked: &Asked) -> String {
    format!("CHECK( init(main()), LTL({}) )", formula(asked))
}

/// The error functions that a program names, as formulas call them.
fn named(unit: &Unit) -> Vec<String> {
    let is_named = |name: &str| unit.functions.values().any(|function| *function.name == *name);
    let counts = |function: &&&str| match **function {
        "__assert_fail" => REPORTS_OF_ASSERT.into_iter().any(is_named),
        other => is_named(other),
    };
    let mut found: Vec<String> = ERROR_FUNCTIONS.iter().filter(counts).map(|&function| function.to_owned()).collect();
    if found.is_empty() && is_named("__VERIFIER_assert") {
        found.push("reach_error".to_owned());
    }
    found
}

/// The formulas that say together that a program has a property; none, if no formula can say it.
fn formulas(property: Property, error_functions: Option<&[String]>, unit: &Unit) -> Vec<Asked> {
    match property {
        Property::Assertions => {
            let functions = error_functions.map_or_else(|| named(unit), <[String]>::to_vec);
            match functions.is_empty() {
                true => vec![Asked::Call("reach_error".to_owned())],
                false => functions.into_iter().map(Asked::Call).collect(),
            }
        }
        Property::DataRace => vec![Asked::Race],
        Property::Deadlock => vec![Asked::Deadlock],
        Property::Overflow => vec![Asked::Overflow],
        Property::Memory => vec![Asked::InvalidFree, Asked::InvalidAccess],
        Property::Leaks => vec![Asked::Leak],
        Property::Arithmetic | Property::Locks | Property::Termination => Vec::new(),
    }
}

/// The specification of a proof of a property, a line for each formula; none, if the formats cannot name the property.
pub fn of_proof(property: Property, error_functions: Option<&[String]>, unit: &Unit) -> Vec<String> {
    formulas(property, error_functions, unit).iter().map(check).collect()
}

/// The specification of a violation; nothing, if the formats cannot name it.
pub fn of_violation(kind: &ViolationKind) -> Option<String> {
    let asked = match kind {
        ViolationKind::Assertion(function) => Asked::Call(match &**function {
            name if REPORTS_OF_ASSERT.contains(&name) => "__assert_fail".to_owned(),
            "__VERIFIER_assert" => "reach_error".to_owned(),
            function => function.to_owned(),
        }),
        ViolationKind::DoubleFree | ViolationKind::InvalidFree => Asked::InvalidFree,
        kind => match kind.property() {
            Property::DataRace => Asked::Race,
            Property::Deadlock => Asked::Deadlock,
            Property::Overflow => Asked::Overflow,
            Property::Memory => Asked::InvalidAccess,
            Property::Leaks => Asked::Leak,
            Property::Assertions | Property::Arithmetic | Property::Locks | Property::Termination => return None,
        },
    };
    Some(check(&asked))
}

/// What a proof leaves out, since the formats cannot name it: a sentence for the user.
pub fn left_out(answers: &Answers) -> Option<String> {
    if answers.outcomes.iter().any(|outcome| matches!(outcome.verdict, Verdict::Unsafe(_))) {
        return None;
    }
    let cannot_be_named =
        |property: &Property| matches!(property, Property::Arithmetic | Property::Locks | Property::Termination);
    let properties = answers.outcomes.iter().map(|outcome| outcome.property).filter(cannot_be_named);
    let names: Vec<&str> = properties.map(Property::name).collect();
    (!names.is_empty())
        .then(|| format!("the witness says nothing of {}: the formats have no words for it", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asks(specification: &str) -> Option<Vec<Asked>> {
        Claim::read(specification).ok().map(|claim| claim.asks)
    }

    #[test]
    fn specifications_are_read_with_and_without_checks() {
        let call = || Some(vec![Asked::Call("reach_error".into())]);
        assert_eq!(asks("CHECK( init(main()), LTL(G ! call(reach_error())) )"), call());
        assert_eq!(asks("G ! call(reach_error())"), call());
        assert_eq!(asks("G ! data-race"), Some(vec![Asked::Race]));
        let both = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )";
        assert_eq!(asks(both), Some(vec![Asked::InvalidFree, Asked::InvalidAccess]));
        let lost =
            Claim::read("CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )");
        assert!(lost.is_ok_and(|claim| claim.is_about_lost_memory && claim.asks == [Asked::InvalidFree]));
        for wrong in ["", "G ! magic", "G valid-memtrack"] {
            assert_eq!(asks(wrong), None, "{wrong}");
        }
    }
}
