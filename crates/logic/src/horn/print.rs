//! Printing systems as SMT-LIB 2 with the logic `HORN`, and interpretations as its models.

use std::fmt::{self, Write};

use crate::horn::interpretation::{Interpretation, Meaning};
use crate::horn::system::{Application, Clause, Predicate, System};
use crate::smtlib::{Shown, shown, symbol};
use crate::term::{Term, Terms};

/// Prints a system as a script.
///
/// # Errors
/// If what it is written to fails.
pub fn print(terms: &Terms, system: &System, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "(set-logic HORN)")?;
    for predicate in system.predicates() {
        let declaration = system.declaration(predicate);
        let sorts: Vec<String> =
            declaration.parameters.iter().map(|&parameter| terms.sort(parameter).to_string()).collect();
        writeln!(out, "(declare-fun {} ({}) Bool)", symbol(&declaration.name), sorts.join(" "))?;
    }
    for clause in system.clauses() {
        writeln!(out, "(assert {})", clause_text(terms, system, clause))?;
    }
    writeln!(out, "(check-sat)")
}

/// Prints the meanings of all predicates, each as a definition, after those that it mentions.
///
/// # Errors
/// If what it is written to fails.
pub fn print_model(
    terms: &Terms,
    system: &System,
    interpretation: &Interpretation,
    out: &mut impl Write,
) -> fmt::Result {
    let mut printed = vec![false; system.predicates().count()];
    loop {
        let mut is_complete = true;
        let before = printed.clone();
        for predicate in system.predicates().filter(|predicate| !before[predicate.index()]) {
            let meaning = interpretation.meanings[predicate.index()];
            let mut definers = definers(system, predicate);
            let is_ready = meaning != Meaning::Derived
                || definers.all(|clause| clause.body.iter().all(|premise| printed[premise.predicate.index()]));
            if is_ready {
                definition(terms, system, predicate, meaning, out)?;
                printed[predicate.index()] = true;
            }
            is_complete &= is_ready;
        }
        if is_complete || printed == before {
            return Ok(());
        }
    }
}

fn definers(system: &System, predicate: Predicate) -> impl Iterator<Item = &Clause> {
    system.clauses().iter().filter(move |clause| clause.head.as_ref().is_some_and(|head| head.predicate == predicate))
}

fn definition(
    terms: &Terms,
    system: &System,
    predicate: Predicate,
    meaning: Meaning,
    out: &mut impl Write,
) -> fmt::Result {
    let declaration = system.declaration(predicate);
    let names = reserved(system);
    match meaning {
        Meaning::Formula(formula) => {
            let shown = shown(terms, &[formula], &declaration.parameters, &names);
            let parameters = binders(terms, &shown, &declaration.parameters);
            writeln!(
                out,
                "(define-fun {} ({parameters}) Bool {})",
                symbol(&declaration.name),
                nested(&shown, &shown.expressions[0])
            )
        }
        Meaning::Derived => {
            // Its parameters have names that no clause uses: predicates are declared with a point in them.
            let own = shown(terms, &[], &declaration.parameters, &names);
            let parameters = binders(terms, &own, &declaration.parameters);
            write!(out, "(define-fun {} ({parameters}) Bool (or false", symbol(&declaration.name))?;
            let mut taken = names;
            taken.extend(own.variables.iter().map(|(_, name)| name.clone()));
            for clause in definers(system, predicate) {
                let head = clause.head.as_ref().map_or(&[][..], |head| &head.arguments);
                let (parts, shown) = body(terms, system, clause, head, &taken);
                let same = own.variables.iter().zip(&shown.expressions[shown.expressions.len() - head.len()..]);
                let same: Vec<String> = same.map(|((_, name), value)| format!("(= {name} {value})")).collect();
                let all = nested(&shown, &format!("(and true {} {})", parts.join(" "), same.join(" ")));
                let variables = clause.variables(terms);
                if variables.is_empty() {
                    write!(out, " {all}")?;
                } else {
                    write!(out, " (exists ({}) {all})", binders(terms, &shown, &variables))?;
                }
            }
            writeln!(out, "))")
        }
    }
}

/// One clause as an SMT-LIB formula.
#[must_use]
pub fn clause_text(terms: &Terms, system: &System, clause: &Clause) -> String {
    let arguments = clause.head.as_ref().map_or(&[][..], |head| &head.arguments);
    let (parts, shown) = body(terms, system, clause, arguments, &reserved(system));
    let head = match &clause.head {
        None => "false".to_owned(),
        Some(head) => applied(system, head, &shown.expressions[shown.expressions.len() - arguments.len()..]),
    };
    let body = match &parts[..] {
        [one] => one.clone(),
        all => format!("(and {})", all.join(" ")),
    };
    let text = nested(&shown, &format!("(=> {body} {head})"));
    let variables = clause.variables(terms);
    if variables.is_empty() { text } else { format!("(forall ({}) {text})", binders(terms, &shown, &variables)) }
}

/// The premises and the constraint; and how they and some more terms are shown.
fn body(terms: &Terms, system: &System, clause: &Clause, more: &[Term], taken: &[String]) -> (Vec<String>, Shown) {
    let mut roots: Vec<Term> = clause.body.iter().flat_map(|premise| premise.arguments.iter().copied()).collect();
    roots.push(clause.constraint);
    roots.extend(more);
    let shown = shown(terms, &roots, &clause.variables(terms), taken);
    let mut expressions = shown.expressions.iter();
    let mut parts = Vec::new();
    for premise in &clause.body {
        let arguments: Vec<String> = expressions.by_ref().take(premise.arguments.len()).cloned().collect();
        parts.push(applied(system, premise, &arguments));
    }
    parts.extend(expressions.next().cloned());
    (parts, shown)
}

fn applied(system: &System, application: &Application, arguments: &[String]) -> String {
    let name = symbol(&system.declaration(application.predicate).name);
    if arguments.is_empty() { name } else { format!("({name} {})", arguments.join(" ")) }
}

fn reserved(system: &System) -> Vec<String> {
    system.predicates().map(|predicate| symbol(&system.declaration(predicate).name)).collect()
}

fn binders(terms: &Terms, shown: &Shown, variables: &[Term]) -> String {
    let wanted = shown.variables.iter().filter(|(variable, _)| variables.contains(variable));
    let binders: Vec<String> = wanted.map(|(variable, name)| format!("({name} {})", terms.sort(*variable))).collect();
    binders.join(" ")
}

/// Text inside the definitions that it uses.
fn nested(shown: &Shown, inside: &str) -> String {
    let mut text = String::new();
    for (name, definition) in &shown.definitions {
        let _ = write!(text, "(let (({name} {definition})) ");
    }
    text.push_str(inside);
    text.extend(shown.definitions.iter().map(|_| ')'));
    text
}
