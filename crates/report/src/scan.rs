//! The findings of a scan, as text and as JSON ([`json`]).

mod object;

pub(crate) use object::ScanObject;
pub use object::{SCAN_FORMAT, json, json_of_messages, single_members};

use raddle_program::source::SourceMap;
use raddle_program::trace::Trace;
use raddle_scan::{Access, Assumption, Counts, Coverage, DeadlockFinding, Frame, RaceFinding, Scan, Status, Wait};
use std::collections::BTreeMap;
use std::fmt::Write;

use crate::escape::escape;
use crate::style::Style;
use crate::text::{steps, wrap};

/// Of each finding so many places are shown, unless all are asked for.
const SHOWN_LINES: usize = 6;
/// So many assumptions are named, unless all are asked for.
const SHOWN_ASSUMPTIONS: usize = 8;
/// Of the members at which the same accesses may race so many are named.
const SHOWN_MEMBERS: usize = 6;
/// So many findings are shown beside an answer.
const SHOWN_BESIDE: usize = 3;

/// What executions are shown with.
pub struct Shown<'a> {
    /// The files of the program.
    pub source: &'a SourceMap,
    /// How to print.
    pub style: Style,
    /// Why executions could not be followed.
    pub ends: &'a [String],
    /// What is assumed of the callers of a library.
    pub callers: Option<&'a str>,
    /// How many findings are not listed since an earlier scan had them, if there was one.
    pub known: Option<usize>,
}

/// For people. With `is_verbose`, all accesses of each finding, with their stacks, and all assumptions.
pub fn text(program: &str, scan: &Scan, shown: Option<&Shown<'_>>, is_verbose: bool) -> String {
    let mut text = String::new();
    head(program, &scan.coverage, &mut text);
    if let Some(known) = shown.and_then(|shown| shown.known) {
        let new = scan.races.len() + scan.deadlocks.len();
        let _ = writeln!(text, "  baseline   {}, {known} known", counted(new, "new finding", "new findings"));
    }
    if !scan.races.is_empty() {
        text += "\nmay race\n";
    }
    let groups = if is_verbose { scan.races.iter().map(|finding| vec![finding]).collect() } else { alike(&scan.races) };
    for (number, group) in groups.iter().enumerate() {
        race(number + 1, group[0], is_verbose, &mut text);
        further(&group[1..], &mut text);
        execution(group[0].trace.as_deref(), group[0].status, shown, &mut text);
    }
    if !scan.consequences.is_empty() {
        text += "\nmay race as a consequence\n";
        consequences(&scan.consequences, is_verbose, &mut text);
    }
    if !scan.deadlocks.is_empty() {
        text += "\nmay wait for each other\n";
    }
    for (number, finding) in scan.deadlocks.iter().enumerate() {
        deadlock(number + 1, finding, is_verbose, &mut text);
        execution(finding.trace.as_deref(), finding.status, shown, &mut text);
    }
    assumptions(&scan.coverage.assumptions, is_verbose, &mut text);
    if let Some(Shown { ends: ends @ [_, ..], .. }) = shown {
        text += "\nexecutions were not followed any further because of\n";
        for end in *ends {
            let _ = writeln!(text, "       {}", escape(end));
        }
    }
    if let Some((callers, style)) = shown.and_then(|shown| Some((shown.callers?, shown.style))) {
        text.push('\n');
        for line in wrap(callers, style.width.saturating_sub(2).max(20)) {
            let _ = writeln!(text, "  {line}");
        }
    }
    text
}

/// The execution that shows a finding.
fn execution(trace: Option<&Trace>, status: Status, shown: Option<&Shown<'_>>, text: &mut String) {
    let (Some(trace), Some(shown)) = (trace, shown) else { return };
    if status == Status::Possible {
        *text += "       this execution depends on functions without a body (--externals):\n";
    }
    for line in steps(trace, shown.source, shown.style) {
        let _ = writeln!(text, "     {}", line.trim_end());
    }
}

/// What is said beside an answer that leaves data races or deadlocks open: how the shared data are protected, and the first findings.
/// With `is_whole`, all of them.
pub fn beside(scan: &Scan, is_whole: bool) -> String {
    let mut text = String::new();
    let Coverage { threads, shared, accesses, .. } = &scan.coverage;
    if threads.len() == 1 {
        text += "  no thread is created: nothing is shared\n";
    } else {
        let _ = writeln!(text, "  shared data: {}", shares(shared, *accesses));
    }
    let limit = if is_whole { usize::MAX } else { SHOWN_BESIDE };
    let groups = alike(&scan.races);
    for (number, group) in groups.iter().enumerate().take(limit) {
        race(number + 1, group[0], false, &mut text);
        further(&group[1..], &mut text);
    }
    if !scan.consequences.is_empty() {
        let count = counted(scan.consequences.len(), "location", "locations");
        let _ = writeln!(text, "  {count} may race as a consequence (raddle scan shows which)");
    }
    for (number, finding) in scan.deadlocks.iter().enumerate().take(limit) {
        if number == 0 {
            text += "  may wait for each other:\n";
        }
        deadlock(number + 1, finding, false, &mut text);
    }
    let hidden = groups.iter().skip(limit).map(Vec::len).sum::<usize>() + scan.deadlocks.len().saturating_sub(limit);
    if hidden > 0 {
        let _ = writeln!(text, "       and {} (raddle scan shows them)", counted(hidden, "other", "others"));
    }
    assumptions(&scan.coverage.assumptions, false, &mut text);
    text
}

fn head(program: &str, coverage: &Coverage, text: &mut String) {
    let Coverage { functions_reached, functions, threads, accesses, shared, .. } = coverage;
    let _ = writeln!(text, "{}: {functions_reached} of {functions} functions are reached", escape(program));
    if threads.len() == 1 {
        *text += "  no thread is created: nothing is shared\n";
        return;
    }
    let _ = writeln!(text, "  threads    first thread");
    for thread in threads {
        if let Some(place) = &thread.created_at {
            let several = if thread.is_several { ", maybe several" } else { "" };
            let said = format!("{}, created at {}:{}{several}", thread.function, place.file, place.line);
            let _ = writeln!(text, "             {}", escape(&said));
        }
    }
    let _ = writeln!(text, "  shared     {}", shares(shared, *accesses));
}

/// How many locations are shared, and what protects them.
fn shares(shared: &Counts, accesses: usize) -> String {
    let total = shared.locked + shared.ordered + shared.atomic + shared.open + shared.consequences;
    let parts = [
        (shared.locked, "under a lock"),
        (shared.ordered, "in order by creations and joins"),
        (shared.atomic, "atomic"),
        (shared.open, "may race"),
        (shared.consequences, "may race as a consequence"),
    ];
    let said: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if total == 0 {
        return "nothing that a thread writes is accessed by another one".to_owned();
    }
    format!("{} at {accesses} accesses: {}", counted(total, "location", "locations"), said.join(", "))
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// Accesses as people see them: their file and line, the function of their thread, and whether they write.
type Sight<'a> = (&'a str, u32, &'a str, bool);

fn sight<'a>(row: &[&'a Access]) -> Sight<'a> {
    let Access { place, thread, .. } = row[0];
    (place.file.as_ref(), place.line, thread.function.as_ref(), row.iter().any(|access| access.is_write))
}

/// The findings about one object that the same two accesses show first, together: often one access through a pointer that may lead to any
/// member. What an execution confirms stands alone.
fn alike(findings: &[RaceFinding]) -> Vec<Vec<&RaceFinding>> {
    let mut groups: Vec<Vec<&RaceFinding>> = Vec::new();
    let mut known: BTreeMap<(String, String, Vec<Sight<'_>>), usize> = BTreeMap::new();
    for finding in findings {
        let rows = ordered_rows(finding, false);
        let is_alone = finding.status != Status::Possible || finding.trace.is_some() || rows.len() < 2;
        let key = (finding.object.to_string(), why(finding), rows.iter().take(2).map(|row| sight(row)).collect());
        match known.get(&key).filter(|_| !is_alone) {
            Some(&group) => groups[group].push(finding),
            None => {
                if !is_alone {
                    known.insert(key, groups.len());
                }
                groups.push(vec![finding]);
            }
        }
    }
    groups
}

/// The members at which the accesses of a finding may race as well.
fn further(findings: &[&RaceFinding], text: &mut String) {
    if findings.is_empty() {
        return;
    }
    let name = |finding: &&RaceFinding| match finding.member.as_str() {
        "" => finding.object.to_string(),
        member => member.to_owned(),
    };
    let named: Vec<String> = findings.iter().take(SHOWN_MEMBERS).map(name).collect();
    let rest = match findings.len() - named.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    let count = counted(findings.len(), "more member", "more members");
    let said = format!("the first two places may race at {count}: {}{rest} (-v shows each)", named.join(", "));
    let _ = writeln!(text, "       {}", escape(&said));
}

/// What is known of the locks at the accesses of a finding.
fn why(finding: &RaceFinding) -> String {
    match &finding.guard {
        Some(guard) => format!("{} is held at {} of {} accesses", guard.lock, guard.held, guard.of),
        None if finding.accesses.iter().all(|access| access.locks.is_empty()) => "no lock is held".to_owned(),
        None => "no lock is held at most accesses".to_owned(),
    }
}

fn race(number: usize, finding: &RaceFinding, is_verbose: bool, text: &mut String) {
    let object = format!("{}{}", finding.object, finding.member);
    let why = why(finding);
    let _ = writeln!(text, "{number:3}. {}: {}{}", escape(&object), escape(&why), mark(finding.status));
    let limit = if is_verbose { usize::MAX } else { SHOWN_LINES };
    let rows = ordered_rows(finding, is_verbose);
    for row in rows.iter().take(limit) {
        *text += &line(row, is_verbose);
    }
    if rows.len() > limit {
        let _ =
            writeln!(text, "       and {} (-v shows them)", counted(rows.len() - limit, "other place", "other places"));
    }
}

/// The accesses of a finding, grouped by place, thread and locks, in the order in which the text shows them. Without `is_verbose`, only the
/// accesses that may race.
fn ordered_rows(finding: &RaceFinding, is_verbose: bool) -> Vec<Vec<&Access>> {
    // Where most accesses hold a lock, the accesses without it come first.
    let is_odd = |access: &Access| {
        finding.guard.as_ref().is_some_and(|guard| access.is_open && !access.locks.contains(&guard.lock))
    };
    let rows: Vec<Vec<&Access>> =
        rows(&finding.accesses).into_iter().filter(|row| is_verbose || row[0].is_open).collect();
    let tellers = tellers(&rows);
    let mut ordered: Vec<(usize, Vec<&Access>)> = rows.into_iter().enumerate().collect();
    ordered.sort_by_key(|(number, row)| (!is_odd(row[0]), !tellers.contains(number)));
    ordered.into_iter().map(|(_, row)| row).collect()
}

/// The consequences of each cause. With `is_verbose`, also their accesses.
fn consequences(findings: &[RaceFinding], is_verbose: bool, text: &mut String) {
    let mut by_cause: BTreeMap<&[String], Vec<&RaceFinding>> = BTreeMap::new();
    for finding in findings {
        by_cause.entry(&finding.causes).or_default().push(finding);
    }
    for (causes, findings) in by_cause {
        let said = format!(
            "of {}: if each access to {} is atomic, or made with one lock, {} in order",
            causes.join(" and "),
            if causes.len() == 1 { "it" } else { "them" },
            if findings.len() == 1 { "this location is" } else { "these locations are" },
        );
        let _ = writeln!(text, "  {}", escape(&said));
        for (number, finding) in findings.into_iter().enumerate() {
            if is_verbose {
                race(number + 1, finding, true, text);
            } else {
                let _ = writeln!(text, "       {}", escape(&format!("{}{}", finding.object, finding.member)));
            }
        }
    }
}

fn mark(status: Status) -> &'static str {
    match status {
        Status::Confirmed => "  [confirmed]",
        Status::Possible | Status::Excluded => "",
    }
}

/// Of each kind of threads one row, which writes if any does: all threads that take part are seen at a glance.
fn tellers(rows: &[Vec<&Access>]) -> Vec<usize> {
    let mut tellers: Vec<usize> = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let writes = |row: &[&Access]| row.iter().any(|access| access.is_write);
        match tellers.iter_mut().find(|teller| rows[**teller][0].thread == row[0].thread) {
            Some(teller) if !writes(&rows[*teller]) && writes(row) => *teller = number,
            Some(_) => {}
            None => tellers.push(number),
        }
    }
    tellers
}

fn deadlock(number: usize, finding: &DeadlockFinding, is_verbose: bool, text: &mut String) {
    let cycle = match finding.locks.as_slice() {
        [one, other] if one == other => format!("two locks {one}"),
        locks => [locks, &locks[..1]].concat().join(" -> "),
    };
    let _ = writeln!(text, "{number:3}. {}{}", escape(&cycle), mark(finding.status));
    for wait in &finding.waits {
        let Wait { place, thread, holds, wants, stack } = wait;
        let thread = if thread.created_at.is_none() { "first thread" } else { &thread.function };
        let function = stack.last().map_or("", |frame| &frame.function);
        let said = format!("{}:{}: {thread} holds {holds} and locks {wants} in {function}", place.file, place.line);
        let _ = writeln!(text, "       {}", escape(&said));
        if is_verbose {
            calls(stack, text);
        }
    }
}

fn calls(stack: &[Frame], text: &mut String) {
    if stack.len() > 1 {
        let frames: Vec<String> = stack.iter().map(frame).collect();
        let _ = writeln!(text, "         by {}", escape(&frames.join(" -> ")));
    }
}

/// The accesses by place, thread and locks: `x++` reads and writes at one.
fn rows(accesses: &[Access]) -> Vec<Vec<&Access>> {
    let mut rows: Vec<Vec<&Access>> = Vec::new();
    for access in accesses {
        let is_same = |row: &&mut Vec<&Access>| {
            let first = row[0];
            (&first.place.file, first.place.line) == (&access.place.file, access.place.line)
                && first.thread == access.thread
                && first.locks == access.locks
        };
        match rows.iter_mut().find(is_same) {
            Some(row) => row.push(access),
            None => rows.push(vec![access]),
        }
    }
    rows
}

fn line(row: &[&Access], is_verbose: bool) -> String {
    let access = row[0];
    let verb = match (row.iter().any(|access| !access.is_write), row.iter().any(|access| access.is_write)) {
        (true, true) => "reads and writes",
        (_, false) => "reads",
        (false, true) => "writes",
    };
    let atomic = if row.iter().all(|access| access.is_atomic) { " atomically" } else { "" };
    let locks = match access.locks.as_slice() {
        [] => "no lock".to_owned(),
        locks => format!("with {}", locks.join(", ")),
    };
    let thread = if access.thread.created_at.is_none() { "first thread" } else { &access.thread.function };
    let function = access.stack.last().map_or("", |frame| &frame.function);
    let (place, line) = (&access.place.file, access.place.line);
    let said = format!("{place}:{line}: {thread} {verb}{atomic} in {function}, {locks}");
    let mut text = format!("       {}\n", escape(&said));
    if is_verbose {
        calls(&access.stack, &mut text);
    }
    text
}

fn frame(frame: &Frame) -> String {
    match &frame.calls_at {
        Some(place) => format!("{} ({}:{})", frame.function, place.file, place.line),
        None => frame.function.to_string(),
    }
}

fn assumptions(assumptions: &[Assumption], is_verbose: bool, text: &mut String) {
    if assumptions.is_empty() {
        return;
    }
    let limit = if is_verbose { usize::MAX } else { SHOWN_ASSUMPTIONS };
    *text += "\nassumed to access no shared data, but to call the functions that they get\n";
    let mut ordered: Vec<&Assumption> = assumptions.iter().collect();
    ordered.sort_by_key(|assumption| std::cmp::Reverse(assumption.places));
    for assumption in ordered.iter().take(limit) {
        let Assumption { what, place, places } = assumption;
        let places =
            if *places == 1 { String::new() } else { format!(" and {} more", counted(places - 1, "place", "places")) };
        let said = format!("{what} ({}:{}{places})", place.file, place.line);
        let _ = writeln!(text, "       {}", escape(&said));
    }
    if assumptions.len() > limit {
        let _ = writeln!(text, "       and {} more (-v names them)", assumptions.len() - limit);
    }
}
