//! Ghosts of locks: for a global mutex a variable that says whether a thread holds it. Invariants need it if a thread
//! breaks them while it holds the lock.
//!
//! A ghost changes with the statements that lock and unlock. So all uses of the mutex have to be such statements, or
//! initialize or destroy it.

use raddle_cfront::typed::{StatementKind, Unit};
use raddle_program::source::FileId;
use raddle_report::witness::{Ghost, GhostUpdate};

use super::around::function_around;
use super::location;

/// How many locks get ghosts.
const LIMIT: usize = 4;

/// The ghosts of the locks of a program, with where they change.
pub fn of_locks(unit: &Unit) -> (Vec<Ghost>, Vec<GhostUpdate>) {
    let text = unit.source.files().get(FileId(0)).map_or("", |file| file.text());
    let mut locks: Vec<(String, Vec<GhostUpdate>)> = Vec::new();
    let mut n_uses: Vec<usize> = Vec::new();
    for statement in unit.statements() {
        let StatementKind::Expr(_) = &statement.kind else { continue };
        let Some((operation, name)) = operation(unit.source.text(statement.span)) else { continue };
        let at = locks.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            locks.push((name.to_owned(), Vec::new()));
            n_uses.push(0);
            locks.len() - 1
        });
        n_uses[at] += 1;
        let value = match operation {
            "pthread_mutex_lock" => "1",
            "pthread_mutex_unlock" => "0",
            _ => continue,
        };
        let function = function_around(unit, statement.span);
        let location = location(&unit.source, statement.span, function.as_deref());
        locks[at].1.push(GhostUpdate { location, name: format!("{name}_locked"), value: value.to_owned() });
    }
    let is_free = |name: &str| {
        !unit.variables.values().any(|variable| *variable.name == *name)
            && !unit.functions.values().any(|function| *function.name == *name)
    };
    let (mut ghosts, mut updates) = (Vec::new(), Vec::new());
    for ((name, of_lock), n_uses) in locks.into_iter().zip(n_uses) {
        let named = unit.variables.values().filter(|variable| *variable.name == *name);
        let is_global = named.clone().count() == 1 && named.into_iter().all(|variable| variable.function.is_none());
        // Its declaration is the one use that is no statement.
        let is_used_so_only = words(text).filter(|word| *word == name).count() == n_uses + 1;
        let ghost = format!("{name}_locked");
        if is_global && is_used_so_only && is_free(&ghost) && !of_lock.is_empty() && ghosts.len() < LIMIT {
            ghosts.push(Ghost { name: ghost, initial: 0 });
            updates.extend(of_lock);
        }
    }
    (ghosts, updates)
}

/// What a statement does with which mutex: `pthread_mutex_lock(&m);`.
fn operation(statement: &str) -> Option<(&str, &str)> {
    let (operation, rest) = statement.split_once('(')?;
    let rest = rest.trim_end().trim_end_matches(';').trim_end().strip_suffix(')')?;
    let operation = operation.trim_end();
    let name = match operation {
        "pthread_mutex_lock" | "pthread_mutex_unlock" | "pthread_mutex_destroy" => rest,
        "pthread_mutex_init" => rest.split_once(',')?.0,
        _ => return None,
    };
    let name = name.trim().strip_prefix('&')?.trim();
    (words(name).eq([name])).then_some((operation, name))
}

/// The words of a text: what may be names.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |symbol: char| symbol.is_ascii_alphanumeric() || symbol == '_';
    text.split(move |symbol: char| !is_part(symbol)).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_that_lock_are_read() {
        assert_eq!(operation("pthread_mutex_lock(&m);"), Some(("pthread_mutex_lock", "m")));
        assert_eq!(operation("pthread_mutex_init (& m, 0) ;"), Some(("pthread_mutex_init", "m")));
        for other in ["pthread_mutex_lock(&m.l);", "pthread_mutex_trylock(&m);", "pthread_mutex_lock(p);", "x = 1;"] {
            assert_eq!(operation(other), None, "{other}");
        }
    }
}
