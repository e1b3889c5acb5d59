//! What a finding is recognized by after the program was edited: a number that does not depend on lines.
//!
//! A data race has the kind, the object with its member, the functions with accesses that may race, and the lock that most accesses hold. A
//! deadlock has the locks, and the functions that wait. An object is its name with the function or the file of its declaration; memory
//! without a name is its type with the function that allocates it. So a finding is a new one if another function takes part in
//! it, and the same one if lines move.

use raddle_program::source::fnv_1a;
use std::collections::BTreeSet;

use crate::finding::{DeadlockFinding, RaceFinding};
use crate::objects::Object;

/// Of a data race of one member.
pub fn of_race(finding: &RaceFinding, member: &str) -> String {
    let open = finding.accesses.iter().filter(|access| access.is_open);
    let functions: BTreeSet<String> = open
        .map(|access| {
            let function = access.stack.last().map_or("", |frame| &frame.function);
            let verb = if access.is_write { "writes" } else { "reads" };
            format!("{function} {verb}")
        })
        .collect();
    let mut parts = vec!["data-race".to_owned(), object(&finding.object), member.to_owned()];
    parts.extend(functions);
    parts.extend(finding.guard.iter().map(|guard| format!("lock {}", without_lines(&guard.lock))));
    digest(&parts)
}

/// Of threads that may wait for each other.
pub fn of_deadlock(finding: &DeadlockFinding) -> String {
    let waits: BTreeSet<String> = finding
        .waits
        .iter()
        .map(|wait| {
            let function = wait.stack.last().map_or("", |frame| &frame.function);
            format!("{function} holds {} wants {}", without_lines(&wait.holds), without_lines(&wait.wants))
        })
        .collect();
    let mut parts = vec!["deadlock".to_owned()];
    parts.extend(waits);
    digest(&parts)
}

fn object(object: &Object) -> String {
    let file = object.place.file.rsplit('/').next().unwrap_or_default();
    match (&object.name, &object.function, &object.allocated_in) {
        (Some(name), Some(function), _) => format!("{name} of {function}"),
        (Some(name), None, _) => format!("{name} in {file}"),
        (None, _, Some(function)) => format!("{} of {function}", object.tag.as_deref().unwrap_or("memory")),
        (None, _, None) => format!("{} in {file}", object.tag.as_deref().unwrap_or("memory")),
    }
}

/// The name of a lock without the line of an allocation: `pool@src/pool.c:31.lock` is `pool@pool.c.lock`.
fn without_lines(name: &str) -> String {
    let Some((tag, rest)) = name.split_once('@') else { return name.to_owned() };
    let Some((file, rest)) = rest.split_once(':') else { return name.to_owned() };
    let file = file.rsplit('/').next().unwrap_or_default();
    format!("{tag}@{file}{}", rest.trim_start_matches(|symbol: char| symbol.is_ascii_digit()))
}

/// 64 bits in hexadecimal digits.
fn digest(parts: &[String]) -> String {
    format!("{:016x}", fnv_1a(parts.iter().flat_map(|part| part.bytes().chain([0]))))
}

#[cfg(test)]
mod tests {
    use super::{digest, without_lines};

    #[test]
    fn names_of_locks_have_no_lines() {
        assert_eq!(without_lines("pool@src/pool.c:31.lock"), "pool@pool.c.lock");
        assert_eq!(without_lines("queue.lock"), "queue.lock");
        assert_eq!(without_lines("memory@a.c:7"), "memory@a.c");
    }

    #[test]
    fn digests_keep_parts_apart() {
        let of = |parts: &[&str]| digest(&parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["a"]), "089be207b544f1e4");
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
    }
}
