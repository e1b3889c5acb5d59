//! A program with its invariants written into it: as assertions, to check them, or as assumptions.
//!
//! The text is changed, so that an invariant means what it would mean to a compiler at that location. Lines stay where
//! they are. Each invariant is evaluated in one step. An invariant holds at a location if it holds whenever a thread is
//! there, since other threads may run until it goes on.
//!
//! Ghosts become variables, declared in each function and defined at the end of the file. They change in a step of
//! their own, in front of their statement, or behind it if the statement may wait. So the ghost of a lock changes while
//! the thread holds the lock, and no thread that respects the lock can observe that this is not the same step. One step
//! for the statement and the change would hide what other threads can do in the middle of the statement, and a wrong
//! program would be proved.

use raddle_cfront::typed::{StatementKind, Unit};
use raddle_program::source::FileId;
use raddle_reference::landmark::Statements;
use raddle_report::witness::{GhostUpdate, Invariant, Invariants};
use std::ops::Range;

use super::expression::check_value;
use super::validate::Places;

/// What is to be done with invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use<'a> {
    /// They are asserted: if one does not hold, this function is called.
    Assert(&'a str),
    /// They are assumed.
    Assume,
}

/// A program with invariants.
pub struct Instrumented {
    /// Its text.
    pub text: String,
    /// Where each invariant is looked at.
    pub looks: Vec<Range<u32>>,
}

/// Something to be written into a text: where, what, and the invariant that it looks at.
type Insertion = (usize, String, Option<usize>);

/// The text of the program with its invariants.
///
/// # Errors
/// A sentence, if an invariant stands where none can be looked at.
pub fn instrument(unit: &Unit, invariants: &Invariants, usage: Use<'_>) -> Result<Instrumented, String> {
    let file = FileId(0);
    let text = unit.source.files().get(file).map_or("", |file| file.text());
    let mut insertions: Vec<Insertion> = Vec::new();
    for (number, invariant) in invariants.all.iter().enumerate() {
        let (at, insertion) = look_at(unit, text, invariant, usage)?;
        insertions.push((at, insertion, Some(number)));
    }
    for update in &invariants.updates {
        change(unit, text, update, &mut insertions)?;
    }
    if !invariants.ghosts.is_empty() {
        let mut definitions = String::from("\n");
        let mut declarations = String::new();
        for ghost in &invariants.ghosts {
            check_name(unit, &ghost.name)?;
            definitions += &format!("int {} = {};\n", ghost.name, ghost.initial);
            declarations += &format!(" extern int {};", ghost.name);
        }
        for body in unit.functions.values().filter_map(|function| function.body.as_ref()) {
            let start = body.span.start as usize;
            if body.span.file == file && text[start..].starts_with('{') {
                insertions.push((start + 1, declarations.clone(), None));
            }
        }
        insertions.push((text.len(), definitions, None));
    }
    // At one place they come in the order in which they were found; declarations come first in their blocks.
    insertions.sort_by_key(|(at, insertion, _)| (*at, !insertion.starts_with(" extern")));
    let mut result = String::new();
    let mut looks = vec![0..0; invariants.all.len()];
    let mut done = 0;
    for (at, insertion, invariant) in insertions {
        result.push_str(&text[done..at]);
        done = at;
        let start = result.len() as u32;
        result.push_str(&insertion);
        if let Some(invariant) = invariant {
            looks[invariant] = start..result.len() as u32;
        }
    }
    result.push_str(&text[done..]);
    Ok(Instrumented { text: result, looks })
}

/// Where an invariant is looked at, and what is to be written there.
///
/// # Errors
/// A sentence, if none can be looked at there.
pub fn look_at(unit: &Unit, text: &str, invariant: &Invariant, usage: Use<'_>) -> Result<(usize, String), String> {
    check_value(&invariant.value)?;
    let start = start_of(unit, invariant)?;
    let line = invariant.location.line;
    let look = look(&invariant.value, usage);
    let word: String = text[start..].chars().take_while(|symbol| symbol.is_ascii_alphanumeric()).collect();
    match (invariant.is_of_loop, word.as_str()) {
        (true, "while") => {
            let open = find(text, start, '(').ok_or_else(|| no_loop(line))?;
            Ok((open + 1, format!("({look}), ")))
        }
        (true, "for") => {
            let condition = find(text, start, ';').ok_or_else(|| no_loop(line))? + 1;
            let is_empty = text[condition..].trim_start().starts_with(';');
            Ok((condition, format!(" ({look}), {}", if is_empty { "1" } else { "" })))
        }
        (true, _) => Err(no_loop(line)),
        // In front of a statement without braces under a condition, the assertion would take the place of the
        // statement.
        (false, _) if !follows_a_statement(text, start) => {
            Err(format!("the invariant of line {line} stands where it would have to be put in braces"))
        }
        (false, _) => Ok((start, format!("{look}; "))),
    }
}

fn start_of(unit: &Unit, invariant: &Invariant) -> Result<usize, String> {
    let at = Places::new(unit).statement(&invariant.location)?;
    if at.file != FileId(0) {
        return Err("an invariant stands in a file that is included".to_owned());
    }
    let span = Statements::of(unit).first_in(at.file, at.start..at.start + 1).ok_or("no statement begins there")?;
    Ok(span.start as usize)
}

/// Writes the change of a ghost around its statement.
fn change(unit: &Unit, text: &str, update: &GhostUpdate, insertions: &mut Vec<Insertion>) -> Result<(), String> {
    check_value(&update.value)?;
    let line = update.location.line;
    let at = Places::new(unit).statement(&update.location)?;
    let found = unit.statements().into_iter().find(|statement| {
        let is_expression = matches!(statement.kind, StatementKind::Expr(_));
        is_expression && statement.span.file == FileId(0) && (at.file, at.start) == (FileId(0), statement.span.start)
    });
    let span =
        found.ok_or_else(|| format!("the ghost of line {line} hangs on no statement that is an expression"))?.span;
    let (start, mut end) = (span.start as usize, span.end as usize);
    if !text[start..end].trim_end().ends_with(';') {
        let rest = text[end..].len() - text[end..].trim_start().len();
        if !text[end + rest..].starts_with(';') {
            return Err(format!("the statement of line {line}, on which a ghost hangs, does not end in `;`"));
        }
        end += rest + 1;
    }
    let changed = format!("{} = ({});", update.name, update.value);
    let word: String = text[start..].chars().take_while(|symbol| symbol.is_alphanumeric() || *symbol == '_').collect();
    let (begin, finish) = ("__VERIFIER_atomic_begin();", "__VERIFIER_atomic_end();");
    let (before, behind) = match waits(&word) {
        true => ("{ ".to_owned(), format!(" {begin} {changed} {finish} }}")),
        false => (format!("{{ {begin} {changed} {finish} "), " }".to_owned()),
    };
    insertions.push((start, before, None));
    insertions.push((end, behind, None));
    Ok(())
}

/// Whether a function may wait for other threads.
fn waits(function: &str) -> bool {
    let is_lock = function.starts_with("pthread_") && function.ends_with("lock") && !function.ends_with("unlock");
    is_lock || function.contains("wait") || function == "pthread_join"
}

/// A ghost needs a name of its own.
fn check_name(unit: &Unit, name: &str) -> Result<(), String> {
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    let is_word =
        !name.is_empty() && name.chars().all(is_part) && !name.starts_with(|first: char| first.is_ascii_digit());
    let is_taken = unit.variables.values().any(|variable| *variable.name == *name)
        || unit.functions.values().any(|function| *function.name == *name);
    match is_word && !is_taken && !name.starts_with("__") {
        true => Ok(()),
        false => Err(format!("`{name}` is no name for a ghost, or the program has it already")),
    }
}

fn no_loop(line: u32) -> String {
    format!("no loop with a condition in front begins at line {line}")
}

/// An expression that looks at an invariant.
fn look(value: &str, usage: Use<'_>) -> String {
    let look = match usage {
        Use::Assert("__assert_fail") => format!("(({value}) ? (void)0 : __assert_fail(\"\", \"\", 0, \"\"))"),
        Use::Assert(function) => format!("(({value}) ? (void)0 : (void){function}())"),
        Use::Assume => format!("__VERIFIER_assume(({value}) ? 1 : 0)"),
    };
    format!("__VERIFIER_atomic_begin(), {look}, __VERIFIER_atomic_end()")
}

/// The first symbol from a place on that stands outside of comments and literals; `;` must be one parenthesis deep.
fn find(text: &str, from: usize, wanted: char) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = from;
    let mut depth = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'*') => at += text[at + 2..].find("*/")? + 3,
            b'/' if bytes.get(at + 1) == Some(&b'/') => at += text[at..].find('\n')?,
            quote @ (b'"' | b'\'') => {
                at += 1;
                while *bytes.get(at)? != quote {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
            }
            b'(' if wanted == '(' => return Some(at),
            b'(' => depth += 1,
            b')' => depth -= 1,
            b';' if wanted == ';' && depth == 1 => return Some(at),
            b'{' | b'}' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether what stands in front of a statement ends another one, or begins a block.
fn follows_a_statement(text: &str, start: usize) -> bool {
    let mut before = text[..start].trim_end();
    while let Some(without) = before.strip_suffix("*/") {
        before = without.rfind("/*").map_or("", |at| &without[..at]).trim_end();
    }
    before.ends_with([';', '{', '}', ':'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_loops_are_found_behind_comments() {
        let text = "while /* ( */ (x) { }";
        assert_eq!(find(text, 0, '('), Some(14));
        let text = "for (i = f(';', \";\"); i < 3; i++) ;";
        assert_eq!(find(text, 0, ';').map(|at| &text[at..at + 4]), Some("; i "));
        assert!(follows_a_statement("{ x; ", 5) && follows_a_statement("{ /* c */ ", 10));
        assert!(!follows_a_statement("if (x) ", 7));
    }
}
