//! The accesses to a location that may have a data race: a row for each, with its thread and its locks.

use raddle_analysis::shared_location::{LocationAccess, SharedLocation};

use crate::escape::escape;

/// The accesses to a location, those first that nothing keeps apart. Every line ends in a line break.
pub fn location(shared: &SharedLocation) -> String {
    let mut text = format!("accesses to {}, * marks those that may race:\n", escape(&shared.location));
    let (open, others): (Vec<&LocationAccess>, Vec<&LocationAccess>) =
        shared.accesses.iter().partition(|access| access.is_open);
    for access in open.into_iter().chain(others) {
        let mark = if access.is_open { '*' } else { ' ' };
        let kind = if access.is_write { "write" } else { "read" };
        let atomic = if access.is_atomic { ", atomic" } else { "" };
        let locks = match access.locks.as_slice() {
            [] => "no lock".to_owned(),
            [lock] => format!("lock {lock}"),
            locks => format!("locks {}", locks.join(", ")),
        };
        let said = format!("{} by {}; {locks}{atomic}", access.place, access.thread);
        text.push_str(&format!("  {mark} {kind:<5} {}\n", escape(&said)));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::source::SourcePlace;

    #[test]
    fn open_accesses_come_first() {
        let access = |line: u32, is_open: bool, locks: &[&str]| LocationAccess {
            place: SourcePlace { file: "a.c".into(), line, column: 3 },
            is_write: is_open,
            is_atomic: false,
            thread: "main".to_owned(),
            locks: locks.iter().map(|&lock| lock.to_owned()).collect(),
            is_open,
        };
        let shared = SharedLocation {
            location: "x".to_owned(),
            accesses: vec![access(1, false, &["m"]), access(2, true, &[]), access(3, false, &["m", "n"])],
        };
        assert_eq!(
            location(&shared),
            "accesses to x, * marks those that may race:\n  \
             * write a.c:2:3 by main; no lock\n    read  a.c:1:3 by main; lock m\n    read  a.c:3:3 by main; locks m, n\n"
        );
    }
}
