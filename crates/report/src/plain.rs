//! Proofs and reasons in the words of the reader: what was shown, not how an engine went about it.

use raddle_verify::verdict::{Proof, Reason};

/// What a proof shows, in one line.
pub fn proof(proof: &Proof) -> String {
    let fair = |is_fair: bool| if is_fair { ", if scheduling is strongly fair (--fair)" } else { "" };
    match proof {
        Proof::Exhausted { states, transitions: _ } => {
            format!("{} explored, none violates it", counted(*states, "state"))
        }
        Proof::NoLasso { states, is_fair, .. } => {
            format!("every execution ends{} ({} explored)", fair(*is_fair), counted(*states, "state"))
        }
        Proof::Ranked { ranks: 0, seldom: 0, is_fair, .. } => {
            format!("every execution ends{}: no loop", fair(*is_fair))
        }
        Proof::Ranked { is_fair, .. } => {
            format!("every execution ends{}: each loop has a ranking function", fair(*is_fair))
        }
        Proof::RaceFree { pairs: 0, .. } => "no two threads access the same data, one of them writing".to_owned(),
        Proof::RaceFree { pairs, .. } => {
            let pairs = counted(*pairs, "pair");
            format!("{pairs} of conflicting accesses, each ordered, guarded by a lock, atomic or disjoint")
        }
        Proof::DeadlockFree { points: 0, .. } => "no blocking operation".to_owned(),
        Proof::DeadlockFree { points, circles: 0, .. } => {
            format!("{}, no cycle of waiting threads", counted(*points, "blocking operation"))
        }
        Proof::DeadlockFree { points, circles, .. } => {
            let cycles = counted(*circles, "cycle");
            format!("{}; {cycles} of waiting threads, none reachable", counted(*points, "blocking operation"))
        }
        Proof::Intervals { assertions: 0 } => "no assertion is reachable".to_owned(),
        Proof::Intervals { assertions: 1 } => {
            "1 assertion holds for all values in the ranges of its operands".to_owned()
        }
        Proof::Intervals { assertions } => {
            format!("{} hold for all values in the ranges of their operands", counted(*assertions, "assertion"))
        }
        Proof::Freed { ends: 0 } => "the process never ends in order".to_owned(),
        Proof::Freed { ends } => {
            format!("all that is allocated is freed, at {} of the process", counted(*ends, "end"))
        }
        Proof::Operators { steps: 0 } => "no operation that could violate it is reachable".to_owned(),
        Proof::Operators { steps: 1 } => "1 operation stays in range".to_owned(),
        Proof::Operators { steps } => format!("{} stay in range", counted(*steps, "operation")),
        Proof::Inside { steps: 0, .. } => "no access that could violate it is reachable".to_owned(),
        Proof::Inside { steps, if_allocated } => {
            let what = if *steps == 1 { "1 access stays" } else { &format!("{steps} accesses stay") };
            let condition = if *if_allocated { ", if malloc succeeds for any size" } else { "" };
            format!("{what} inside live objects{condition}")
        }
        Proof::Residual { open, rest } => {
            format!(
                "value ranges decide all but {}; the program up to the last of these: {rest}",
                counted(*open, "step")
            )
        }
        Proof::Usage { calls: 0 } => "no call of the thread library is reachable".to_owned(),
        Proof::Usage { calls: 1 } => "1 call of the thread library is no misuse".to_owned(),
        Proof::Usage { calls } => format!("{} of the thread library, none of them a misuse", counted(*calls, "call")),
        Proof::Invariant { .. } => "an inductive invariant implies it (proved twice)".to_owned(),
        Proof::Compositional { is_unbounded, at_once, .. } => {
            let threads = match (is_unbounded, at_once) {
                (false, _) => "all threads".to_owned(),
                (true, None) => "any number of threads".to_owned(),
                (true, Some(most)) => format!("any number of threads, up to {most} of a kind at the same time"),
            };
            format!("an inductive invariant of {threads} implies it (proved twice)")
        }
        Proof::Modular { threads, .. } => {
            format!("{} verified one at a time, in any environment (proved twice)", counted(*threads, "thread"))
        }
        Proof::External { tool } => format!("{tool} reports it; its proof was not checked"),
        Proof::Induction { depth, .. } => format!("induction over {}", counted(*depth, "loop iteration")),
        Proof::Unwound { bound, events, threads } => format!(
            "fully unwound: {}, {}, loop bound {bound} is never exceeded",
            counted(*threads, "thread"),
            counted(*events, "event")
        ),
    }
}

/// Why a property is open, without the reports of the engines that have nothing to add.
pub fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Stopped { by, reached } => {
            let progress = reached.split("; ").map(without_engine).find(|part| part.starts_with("no violation"));
            let progress = progress.map(|progress| progress.replace("was found up to there: ", "up to "));
            let obstacle = reached.split("; ").find_map(|part| part.strip_prefix("static: "));
            let obstacle = obstacle.map(|obstacle| format!("no proof: {obstacle}"));
            [Some(self::reason(by)), progress, obstacle].into_iter().flatten().collect::<Vec<_>>().join("; ")
        }
        Reason::Several { of } => {
            const SHOWN: usize = 2;
            let mut texts: Vec<String> = Vec::new();
            for text in of.iter().map(|it| self::reason(&it.reason)) {
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            let more = texts.len().saturating_sub(SHOWN);
            texts.truncate(SHOWN);
            let end = if more > 0 { format!("; {more} more (-v shows all)") } else { String::new() };
            format!("{}{end}", texts.join("; "))
        }
        other => other.to_string(),
    }
}

/// A part of a report without the name of its engine: `bmc: no violation` is `no violation`.
fn without_engine(part: &str) -> &str {
    match part.split_once(": ") {
        Some((engine, rest)) if engine.chars().all(|symbol| symbol.is_ascii_alphanumeric() || symbol == '-') => rest,
        _ => part,
    }
}

/// `1 state`, `12,480 states`.
fn counted(count: u64, what: &str) -> String {
    plural(count, what, &format!("{what}s"))
}

fn plural(count: u64, one: &str, several: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped} {}", if count == 1 { one } else { several })
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_verify::verdict::EngineReason;
    use std::time::Duration;

    #[test]
    fn proofs_say_what_was_shown() {
        assert_eq!(
            proof(&Proof::Exhausted { states: 12480, transitions: 2 }),
            "12,480 states explored, none violates it"
        );
        assert_eq!(
            proof(&Proof::DeadlockFree { points: 2, circles: 0, argument: Ok(Vec::new()) }),
            "2 blocking operations, no cycle of waiting threads"
        );
        assert_eq!(
            proof(&Proof::Unwound { bound: 2, events: 20, threads: 3 }),
            "fully unwound: 3 threads, 20 events, loop bound 2 is never exceeded"
        );
    }

    #[test]
    fn a_reason_of_several_engines_is_said_once() {
        let late = Reason::Timeout { limit: Duration::from_secs(7) };
        let of = ["bmc", "lazy"].map(|engine| EngineReason { engine: engine.to_owned(), reason: late.clone() });
        assert_eq!(reason(&Reason::Several { of: of.to_vec() }), "out of time after 7 s");
        let reached = "sequential: it has threads; bmc: no violation was found up to there: 140 iterations".to_owned();
        let stopped = Reason::Stopped { by: Box::new(late.clone()), reached };
        assert_eq!(reason(&stopped), "out of time after 7 s; no violation up to 140 iterations");
        let reached = "static: the access at a.c:1:2 may leave its object; bmc: the bound of 2 iterations".to_owned();
        let stopped = Reason::Stopped { by: Box::new(late), reached };
        assert_eq!(reason(&stopped), "out of time after 7 s; no proof: the access at a.c:1:2 may leave its object");
    }
}
