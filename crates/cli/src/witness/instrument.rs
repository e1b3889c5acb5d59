//! A program with its invariants written into it: as assertions, to see whether they hold, or as assumptions.
//!
//! It is done on the text, so that an invariant means what it would mean to a compiler at that place. Lines stay where they are. Each
//! is looked at in one step; an invariant holds at a place if it holds whenever a thread comes there, since others may run until it
//! goes on.

use raddle_cfront::typed::Unit;
use raddle_program::source::FileId;
use raddle_reference::landmark::Statements;
use raddle_report::witness::Invariant;

use super::validate::Places;

/// What is to be done with invariants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use<'a> {
    /// They are asserted: if one does not hold, this function is called.
    Assert(&'a str),
    /// They are assumed.
    Assume,
}

/// The text of the program with its invariants.
///
/// # Errors
/// A sentence, if an invariant stands where none can be looked at.
pub fn instrument(unit: &Unit, invariants: &[Invariant], usage: Use<'_>) -> Result<String, String> {
    let places = Places::new(unit);
    let statements = Statements::of(unit);
    let file = FileId(0);
    let text = unit.source.files().get(file).map_or("", |file| file.text()).to_owned();
    // What is written where; of one place the last one first, so that they come in order.
    let mut insertions: Vec<(usize, String)> = Vec::new();
    for invariant in invariants {
        check_value(&invariant.value)?;
        let at = places.statement(&invariant.location)?;
        if at.file != file {
            return Err("an invariant stands in a file that is included".to_owned());
        }
        let span = statements.first_in(at.file, at.start..at.start + 1).ok_or("no statement begins there")?;
        let start = span.start as usize;
        let line = invariant.location.line;
        let look = look(&invariant.value, usage);
        let word: String = text[start..].chars().take_while(|symbol| symbol.is_ascii_alphanumeric()).collect();
        match (invariant.is_of_loop, word.as_str()) {
            (true, "while") => {
                let open = find(&text, start, '(').ok_or_else(|| no_loop(line))?;
                insertions.push((open + 1, format!("({look}), ")));
            }
            (true, "for") => {
                let condition = find(&text, start, ';').ok_or_else(|| no_loop(line))? + 1;
                let is_empty = text[condition..].trim_start().starts_with(';');
                insertions.push((condition, format!(" ({look}), {}", if is_empty { "1" } else { "" })));
            }
            (true, _) => return Err(no_loop(line)),
            // In front of a statement that a condition hangs on, it would take the place of that.
            (false, _) if !follows_a_statement(&text, start) => {
                return Err(format!("the invariant of line {line} stands where it would have to be put in braces"));
            }
            (false, _) => insertions.push((start, format!("{look}; "))),
        }
    }
    insertions.sort_by_key(|(at, _)| *at);
    let mut result = text;
    for (at, insertion) in insertions.iter().rev() {
        result.insert_str(*at, insertion);
    }
    Ok(result)
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

/// An invariant comes from a file: it may be no more than an expression without effects.
fn check_value(value: &str) -> Result<(), String> {
    let mut depth = 0i32;
    let symbols: Vec<char> = value.chars().collect();
    for (at, &symbol) in symbols.iter().enumerate() {
        let next = symbols.get(at + 1).copied().unwrap_or(' ');
        let before = at.checked_sub(1).map_or(' ', |at| symbols[at]);
        match symbol {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' | '}' | ';' | '#' | '"' | '\'' | '\\' | '\n' | '@' | '`' => {
                return Err(format!("`{symbol}` in an invariant is not understood"));
            }
            '=' if next != '=' && !['=', '!', '<', '>'].contains(&before) => {
                return Err("an invariant may not assign anything".to_owned());
            }
            '+' | '-' if next == symbol => return Err("an invariant may not change anything".to_owned()),
            '/' if ['/', '*'].contains(&next) => return Err("a comment in an invariant is not understood".to_owned()),
            '=' if before == '<' && at >= 2 && symbols[at - 2] == '<' => {
                return Err("an invariant may not assign anything".to_owned());
            }
            '=' if before == '>' && at >= 2 && symbols[at - 2] == '>' => {
                return Err("an invariant may not assign anything".to_owned());
            }
            _ => {}
        }
        if depth < 0 {
            return Err("the parentheses of an invariant do not match".to_owned());
        }
        let is_call = symbol == '(' && (before.is_alphanumeric() || before == '_');
        if is_call {
            return Err("a call in an invariant is not understood".to_owned());
        }
    }
    match depth {
        0 => Ok(()),
        _ => Err("the parentheses of an invariant do not match".to_owned()),
    }
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
    fn invariants_are_expressions_without_effects() {
        for right in ["x == 1", "(x <= 3) && y >= -1", "x != 0 || p == 0", "a[i] < 3"] {
            assert_eq!(check_value(right), Ok(()), "{right}");
        }
        for wrong in ["x = 1", "x++", "f(1)", "1); abort(", "x; y", "x /* */", "x <<= 1", "x >>= 1", "(1", "x += 1"] {
            assert!(check_value(wrong).is_err(), "{wrong}");
        }
    }

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
