//! Prints terms and scripts. A term that is used more than once, or is nested too deeply, becomes a definition. So the text is linear in
//! the size of the formula, and parsers need little stack.

use std::fmt::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::sort::Sort;
use crate::term::{Op, Term, Terms};
use crate::traverse::reachable;

/// How deeply expressions are nested.
const DEPTH: u32 = 24;

/// What is asked: whether the assertions and the assumptions have a model.
#[derive(Clone, Default, Debug)]
pub struct Query {
    /// What holds.
    pub assertions: Vec<Term>,
    /// What is assumed in this check.
    pub assumptions: Vec<Term>,
    /// Terms whose values are asked for, should there be a model.
    pub values: Vec<Term>,
}

/// Prints a query as a script.
///
/// # Errors
/// If what it is written to fails.
pub fn print(terms: &Terms, query: &Query, out: &mut impl Write) -> fmt::Result {
    let roots: Vec<Term> =
        [&query.assertions, &query.assumptions, &query.values].into_iter().flatten().copied().collect();
    let all = reachable(terms, &roots);
    let arrays = all.iter().any(|&term| matches!(terms.sort(term), Sort::Array { .. }));
    // Constant arrays are in no logic of the standard but the one that has everything.
    let constant_arrays = all.iter().any(|&term| terms.op(term) == Op::ConstArray);
    let logic = match (arrays, constant_arrays) {
        (_, true) => "ALL",
        (true, false) => "QF_ABV",
        (false, false) => "QF_BV",
    };
    writeln!(out, "(set-logic {logic})")?;
    let mut names = Names::default();
    for &variable in all.iter().filter(|&&term| terms.is_variable(term)) {
        let name = names.declare(variable, terms.name(variable).unwrap_or_default());
        writeln!(out, "(declare-fun {name} () {})", terms.sort(variable))?;
    }
    for &term in &definitions(terms, &all, &query.assumptions) {
        let name = names.choose(&format!("t{}", term.index()));
        write!(out, "(define-fun {name} () {} ", terms.sort(term))?;
        expression(terms, &names, term, out)?;
        writeln!(out, ")")?;
        names.of.insert(term, name);
    }
    for &term in &query.assertions {
        write!(out, "(assert ")?;
        expression(terms, &names, term, out)?;
        writeln!(out, ")")?;
    }
    if query.assumptions.is_empty() {
        writeln!(out, "(check-sat)")?;
    } else {
        write!(out, "(check-sat-assuming (")?;
        for (at, &term) in query.assumptions.iter().enumerate() {
            write!(out, "{}", if at > 0 { " " } else { "" })?;
            expression(terms, &names, term, out)?;
        }
        writeln!(out, "))")?;
    }
    if !query.values.is_empty() {
        write!(out, "(get-value (")?;
        for (at, &term) in query.values.iter().enumerate() {
            write!(out, "{}", if at > 0 { " " } else { "" })?;
            expression(terms, &names, term, out)?;
        }
        writeln!(out, "))")?;
    }
    Ok(())
}

/// One term as SMT-LIB writes it, for people: with `let` for what is used more than once. Variables have their names; one whose
/// name another one has gets a number.
#[must_use]
pub fn show(terms: &Terms, term: Term) -> String {
    let all = reachable(terms, &[term]);
    let mut names = Names::default();
    for &variable in all.iter().filter(|&&term| terms.is_variable(term)) {
        names.declare(variable, terms.name(variable).unwrap_or_default());
    }
    let mut defined = definitions(terms, &all, &[]);
    defined.retain(|&definition| definition != term);
    let mut text = String::new();
    let written = (|| {
        for &definition in &defined {
            let name = names.choose(&format!("t{}", definition.index()));
            write!(text, "(let (({name} ")?;
            expression(terms, &names, definition, &mut text)?;
            write!(text, ")) ")?;
            names.of.insert(definition, name);
        }
        expression(terms, &names, term, &mut text)?;
        defined.iter().try_for_each(|_| write!(text, ")"))
    })();
    written.map_or_else(|fmt::Error| unreachable!("a string takes everything"), |()| text)
}

/// Terms as text, for something that is written around them.
pub(crate) struct Shown {
    /// Their variables, with the names that the text uses.
    pub variables: Vec<(Term, String)>,
    /// What is used more than once: names and what they stand for, in an order for nested `let`s.
    pub definitions: Vec<(String, String)>,
    /// The terms.
    pub expressions: Vec<String>,
}

/// Shows some terms together. Variables have their names, unless they are taken.
pub(crate) fn shown(terms: &Terms, roots: &[Term], variables: &[Term], taken: &[String]) -> Shown {
    let all = reachable(terms, roots);
    let mut names = Names::default();
    names.taken.extend(taken.iter().cloned());
    let mut result = Shown { variables: Vec::new(), definitions: Vec::new(), expressions: Vec::new() };
    let others = all.iter().copied().filter(|term| terms.is_variable(*term) && !variables.contains(term));
    for variable in variables.iter().copied().chain(others) {
        let name = names.declare(variable, terms.name(variable).unwrap_or_default());
        result.variables.push((variable, name));
    }
    let text = |names: &Names, term: Term| {
        let mut text = String::new();
        expression(terms, names, term, &mut text)
            .map_or_else(|fmt::Error| unreachable!("a string takes everything"), |()| text)
    };
    for definition in definitions(terms, &all, &[]) {
        // Numbered as they come, so that the same text is written for the same clause of another arena.
        let name = names.choose(&format!("t{}", result.definitions.len()));
        result.definitions.push((name.clone(), text(&names, definition)));
        names.of.insert(definition, name);
    }
    result.expressions = roots.iter().map(|&root| text(&names, root)).collect();
    result
}

/// The names of variables and definitions.
#[derive(Default)]
struct Names {
    of: FxHashMap<Term, String>,
    taken: FxHashSet<String>,
    /// For each name asked for, how often it was.
    counts: FxHashMap<String, u32>,
}

impl Names {
    fn declare(&mut self, variable: Term, wanted: &str) -> String {
        let name = self.choose(wanted);
        self.of.insert(variable, name.clone());
        name
    }

    /// The name, or the name with a number if it is taken.
    fn choose(&mut self, wanted: &str) -> String {
        let mut name = symbol(wanted);
        while is_reserved(&name) || !self.taken.insert(name.clone()) {
            let count = self.counts.entry(wanted.to_owned()).or_insert(1);
            *count += 1;
            name = symbol(&format!("{wanted}!{count}"));
        }
        name
    }
}

/// Whether a name means something already, with bars or without.
fn is_reserved(name: &str) -> bool {
    let words = ["let", "forall", "exists", "match", "par", "true", "false", "as", "_", "!", "BINARY", "DECIMAL"];
    words.contains(&name) || super::operators::is_operator(name)
}

/// A symbol: as it is, if that is one; else between bars, which cannot stand in it.
pub(crate) fn symbol(name: &str) -> String {
    let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    if !name.is_empty() && name.chars().all(simple) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_owned();
    }
    let inside: String = name.chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c }).collect();
    format!("|{inside}|")
}

/// The terms that get a definition, arguments first.
fn definitions(terms: &Terms, all: &[Term], assumptions: &[Term]) -> Vec<Term> {
    let place: FxHashMap<Term, usize> = all.iter().enumerate().map(|(at, &term)| (term, at)).collect();
    let mut uses = vec![0u32; all.len()];
    for &term in all {
        for argument in terms.arguments(term) {
            uses[place[argument]] += 1;
        }
    }
    // Solvers want literals to be assumed.
    for &assumption in assumptions {
        let literal = if terms.op(assumption) == Op::Not { terms.arguments(assumption)[0] } else { assumption };
        uses[place[&literal]] += 2;
    }
    let mut depths = vec![0u32; all.len()];
    let mut defined = Vec::new();
    for (at, &term) in all.iter().enumerate() {
        let arguments = terms.arguments(term);
        if arguments.is_empty() {
            continue;
        }
        let depth = arguments.iter().map(|argument| depths[place[argument]]).max().unwrap_or(0) + 1;
        let cheap = terms.op(term) == Op::Not && depth == 1;
        if uses[at] > 1 && !cheap || depth >= DEPTH {
            defined.push(term);
        } else {
            depths[at] = depth;
        }
    }
    defined
}

/// Writes a term, by its parts that have no names.
fn expression(terms: &Terms, names: &Names, term: Term, out: &mut impl Write) -> fmt::Result {
    enum Task {
        Term(Term),
        Close,
    }
    let mut stack = vec![Task::Term(term)];
    let mut first = true;
    while let Some(task) = stack.pop() {
        let term = match task {
            Task::Close => {
                write!(out, ")")?;
                continue;
            }
            Task::Term(term) => term,
        };
        if !std::mem::take(&mut first) {
            write!(out, " ")?;
        }
        if let Some(name) = names.of.get(&term) {
            write!(out, "{name}")?;
            continue;
        }
        let arguments = terms.arguments(term);
        let extension = || terms.width(term) - terms.width(arguments[0]);
        match terms.op(term) {
            Op::Bool(value) => write!(out, "{value}")?,
            Op::Bits(_) => match terms.constant_bits(term) {
                Some(bits) => write!(out, "{bits}")?,
                None => unreachable!("it is a constant"),
            },
            Op::Variable(_) => unreachable!("variables have names"),
            Op::BvExtract(low) => write!(out, "((_ extract {} {low})", low + terms.width(term) - 1)?,
            Op::BvZeroExtend => write!(out, "((_ zero_extend {})", extension())?,
            Op::BvSignExtend => write!(out, "((_ sign_extend {})", extension())?,
            Op::ConstArray => write!(out, "((as const {})", terms.sort(term))?,
            Op::Not
            | Op::And
            | Op::Ite
            | Op::Eq
            | Op::BvNot
            | Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::BvNeg
            | Op::BvAdd
            | Op::BvMul
            | Op::BvUdiv
            | Op::BvUrem
            | Op::BvShl
            | Op::BvLshr
            | Op::BvAshr
            | Op::BvUlt
            | Op::BvSlt
            | Op::BvConcat
            | Op::Select
            | Op::Store => write!(out, "({}", super::operators::name(terms.op(term)))?,
        }
        if !arguments.is_empty() {
            stack.push(Task::Close);
            stack.extend(arguments.iter().rev().map(|&argument| Task::Term(argument)));
        }
    }
    Ok(())
}
