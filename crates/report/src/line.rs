//! What is known of one line of a program, for people.

use raddle_scan::{Access, Barrier, LineAccess, LineFacts, Rival, Thread};
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::escape::escape;

/// So many accesses of other threads are listed for each access of the line.
const SHOWN: usize = 12;

/// The text about a line; `source` is its text.
pub fn line(file: &str, number: u32, source: &str, facts: &LineFacts) -> String {
    let mut text = format!("{}:{number}: {}\n", escape(file), escape(source.trim()));
    let functions: Vec<&str> = facts.functions.iter().map(AsRef::as_ref).collect();
    let _ = writeln!(text, "  in         {}", escape(&functions.join(", ")));
    if facts.threads.is_empty() {
        text += "  threads    none: no call that is known leads here\n";
    }
    for (index, thread) in facts.threads.iter().enumerate() {
        let head = if index == 0 { "threads" } else { "" };
        let _ = writeln!(text, "  {head:10} {}", escape(&named(thread)));
    }
    if !facts.threads.is_empty() && facts.accesses.is_empty() {
        text += "  accesses   none to memory that another thread can reach\n";
    }
    // `x++` in a macro may stand at several columns: what is said twice is said once.
    let mut said: Vec<String> = Vec::new();
    for access in &facts.accesses {
        let about = one(access);
        if !said.contains(&about) {
            said.push(about);
        }
    }
    said.iter().for_each(|about| text.push_str(about));
    if !facts.assumed.is_empty() {
        let assumed: Vec<&str> = facts.assumed.iter().map(AsRef::as_ref).collect();
        let said = "assumed to access no shared data, but to call the functions that they get";
        let _ = writeln!(text, "\n  {said}: {}", escape(&assumed.join(", ")));
    }
    text
}

fn one(access: &LineAccess) -> String {
    let mut text = String::from("\n");
    let LineAccess { location, access, rivals } = access;
    let said = format!("{} {location}, {}", verb(access), locks(access));
    let _ = writeln!(text, "  {} {}", escape(&function(&access.thread)), escape(&said));
    if rivals.is_empty() {
        text += "    no other thread accesses it in a way that conflicts\n";
        return text;
    }
    let _ = writeln!(text, "    {}", escape(&summary(rivals)));
    let mut lines: Vec<String> = Vec::new();
    for rival in rivals {
        let line = about(rival);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines.iter().take(SHOWN) {
        let _ = writeln!(text, "      {}", escape(line));
    }
    if lines.len() > SHOWN {
        let _ = writeln!(text, "      and {} more accesses", lines.len() - SHOWN);
    }
    text
}

/// What keeps how many of the conflicting accesses apart.
fn summary(rivals: &[Rival]) -> String {
    let mut of_barriers: BTreeMap<&Barrier, usize> = BTreeMap::new();
    for barrier in rivals.iter().filter_map(|rival| rival.apart.as_ref()) {
        *of_barriers.entry(barrier).or_default() += 1;
    }
    let n_all = rivals.len();
    let n_open = n_all - of_barriers.values().sum::<usize>();
    let guards = |(barrier, count): (&Barrier, usize)| {
        let of = if count == n_all { String::new() } else { format!(" at {count} of {n_all} conflicting accesses") };
        match barrier {
            Barrier::Lock(Some(lock)) => format!("guarded by {lock}{of}"),
            Barrier::Lock(None) => format!("guarded by a lock of the same object{of}"),
            Barrier::Order => format!("ordered by creations and joins{of}"),
            Barrier::Atomic => format!("atomic{of}"),
        }
    };
    let guards = of_barriers.into_iter().map(guards).collect::<Vec<String>>().join(", ");
    match (n_open, guards.is_empty()) {
        (0, _) => format!("cannot race under the assumptions of the scan: {guards}"),
        (_, true) => "may race".to_owned(),
        (_, false) => format!("may race at {n_open} of {n_all} conflicting accesses: {guards}"),
    }
}

fn about(rival: &Rival) -> String {
    let Rival { access, apart } = rival;
    let place = format!("{}:{}", access.place.file, access.place.line);
    let said = format!("{place}: {} {}, {}", function(&access.thread), verb(access), locks(access));
    match apart {
        None => format!("{said}: nothing keeps the two apart"),
        Some(Barrier::Lock(Some(lock))) => format!("{said}: kept apart by {lock}"),
        Some(Barrier::Lock(None)) => format!("{said}: kept apart by a lock of the same object"),
        Some(Barrier::Order) => format!("{said}: ordered by creations and joins"),
        Some(Barrier::Atomic) => format!("{said}: both are atomic"),
    }
}

fn verb(access: &Access) -> String {
    let verb = if access.is_write { "writes" } else { "reads" };
    if access.is_atomic { format!("{verb} atomically") } else { verb.to_owned() }
}

fn locks(access: &Access) -> String {
    if access.locks.is_empty() { "no lock".to_owned() } else { format!("with {}", access.locks.join(", ")) }
}

fn function(thread: &Thread) -> String {
    if thread.created_at.is_none() { "first thread".to_owned() } else { thread.function.to_string() }
}

fn named(thread: &Thread) -> String {
    match &thread.created_at {
        None => "first thread".to_owned(),
        Some(place) => {
            let several = if thread.is_several { ", maybe several" } else { "" };
            format!("{}, created at {}:{}{several}", thread.function, place.file, place.line)
        }
    }
}
