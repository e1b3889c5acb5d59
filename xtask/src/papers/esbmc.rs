//! Tables 2 and 3 of Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*.
//!
//! Their seconds are of 2010, to be read for how they grow; theirs of Table 3 check all properties, ours the one that the program
//! is about. Their interleavings count all, ours end with the first violation, and those that come to a known state end there.

use std::path::Path;

use super::{Measured, Program, measure};
use crate::options::PapersOptions;

/// What the paper says of a program: seconds (none: out of time or memory), interleavings, iterations of the widening.
struct Theirs {
    lazy: Option<f64>,
    interleavings: &'static str,
    schedule: Option<f64>,
    widening: Option<f64>,
    iterations: u32,
}

/// `din_phil` with 2 to 7 threads in Table 2: lazy, interleavings, schedule, widening, iterations.
type Row = (Option<f64>, &'static str, Option<f64>, Option<f64>, u32);

const UNSATISFIABLE: [Row; 6] = [
    (Some(0.2), "2/0", Some(0.2), Some(0.2), 1),
    (Some(0.5), "6/0", Some(0.4), Some(0.5), 1),
    (Some(2.0), "24/0", Some(1.6), Some(1.6), 1),
    (Some(11.1), "120/0", Some(8.3), Some(8.7), 1),
    (Some(74.0), "720/0", Some(115.8), Some(115.4), 1),
    (Some(574.1), "5040/0", None, None, 0),
];

const SATISFIABLE: [Row; 6] = [
    (Some(0.2), "2/2", Some(0.2), Some(0.4), 3),
    (Some(0.2), "6/6", Some(0.5), Some(1.6), 4),
    (Some(0.2), "24/24", Some(1.8), Some(2.6), 5),
    (Some(0.3), "120/120", Some(8.8), Some(33.0), 6),
    (Some(0.3), "720/720", Some(105.6), Some(105.2), 1),
    (Some(0.3), "5040/5040", None, None, 0),
];

/// The other programs of Table 3: name, file, definitions, property, whether it is violated, what the paper says.
type Other = (&'static str, &'static str, &'static [&'static str], &'static str, bool, Row);

const OTHERS: [Other; 12] = [
    ("carter01_ok", "carter01.c", &[], "assertions", false, (Some(0.3), "2/0", Some(0.3), Some(0.3), 1)),
    ("lazy01_ok", "lazy01.c", &[], "assertions", false, (Some(0.3), "6/0", Some(0.2), Some(0.2), 1)),
    ("phase01_ok", "phase01.c", &[], "assertions", false, (Some(0.2), "2/0", Some(0.2), Some(0.2), 1)),
    ("stateful01_ok", "stateful.c", &[], "assertions", false, (Some(0.2), "2/0", Some(0.2), Some(0.2), 1)),
    ("stateful06_ok", "stateful.c", &["N=2"], "assertions", false, (Some(0.2), "2/0", Some(0.2), Some(0.2), 1)),
    ("stateful20_ok", "stateful.c", &["THREADS=3"], "assertions", false, (Some(0.7), "6/6", Some(3.3), Some(5.7), 1)),
    ("sync01_ok", "sync01_good.c", &[], "deadlock", false, (Some(0.3), "2/0", Some(0.3), Some(0.2), 1)),
    ("sync01_bad", "sync01_bad.c", &[], "deadlock", true, (Some(0.3), "2/1", Some(0.3), Some(0.3), 1)),
    ("sync02_ok", "sync02_good.c", &[], "assertions", false, (Some(0.3), "2/0", Some(0.3), Some(0.3), 1)),
    ("sync02_bad", "sync02_bad.c", &[], "assertions", true, (Some(0.3), "2/1", Some(0.3), Some(0.3), 1)),
    ("tc10_rec_lock_bad", "recursive_lock.c", &[], "deadlock", true, (Some(0.3), "1/1", Some(0.3), Some(0.3), 1)),
    ("tc14_laog_bad", "lock_order.c", &["N=5"], "deadlock", true, (Some(0.8), "120/120", None, None, 2)),
];

/// Programs without a row in the paper's tables.
const UNMEASURED: [Other; 5] = [
    ("fig1", "array_index.c", &[], "assertions", true, (None, "", None, None, 0)),
    ("P1-1", "p1_1.c", &[], "assertions", false, (None, "", None, None, 0)),
    ("P2-1", "p2_1.c", &[], "assertions", false, (None, "", None, None, 0)),
    ("phil10 sat", "philosophers_bug.c", &["N=10"], "assertions", true, (None, "", None, None, 0)),
    ("phil10 unsat", "philosophers_safe.c", &["N=10"], "assertions", false, (None, "", None, None, 0)),
];

fn rows() -> Vec<(Program, Option<Theirs>)> {
    let theirs = |(lazy, interleavings, schedule, widening, iterations): Row| Theirs {
        lazy,
        interleavings,
        schedule,
        widening,
        iterations,
    };
    let mut rows = Vec::new();
    let variants =
        [("unsat", "philosophers_safe.c", false, UNSATISFIABLE), ("sat", "philosophers_bug.c", true, SATISFIABLE)];
    for (variant, file, is_violated, table) in variants {
        for (n, row) in (2..).zip(table) {
            let name = format!("din_phil{n}_{variant}");
            let defines = vec![format!("N={n}")];
            rows.push((Program { name, file, defines, property: "assertions", is_violated }, Some(theirs(row))));
        }
    }
    for ((name, file, defines, property, is_violated, row), is_theirs) in
        OTHERS.into_iter().map(|row| (row, true)).chain(UNMEASURED.into_iter().map(|row| (row, false)))
    {
        let defines = defines.iter().map(|&define| define.to_owned()).collect();
        let program = Program { name: name.to_owned(), file, defines, property, is_violated };
        rows.push((program, is_theirs.then(|| theirs(row))));
    }
    rows
}

/// Prints the table. True if no answer is wrong.
pub(super) fn run(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let wanted = |program: &Program| options.name.as_ref().is_none_or(|name| program.name.contains(name.as_str()));
    let rows: Vec<_> = rows().into_iter().filter(|(program, _)| wanted(program)).collect();
    if rows.is_empty() {
        return Err("no program of the paper has this in its name".to_owned());
    }
    println!(
        "seconds; of lazy interleavings generated/failed, of widen iterations; the paper's in brackets; - is no answer\n"
    );
    println!("{:20}{:8}  {:34}{:22}{:26}", "program", "", "lazy", "schedule", "widen");
    let mut is_right = true;
    for (program, theirs) in &rows {
        let ask = |engine| measure(command, "esbmc", program, (engine, &[]), options.timeout);
        let (lazy, schedule, widen) = (ask("lazy")?, ask("schedule")?, ask("widen")?);
        is_right &= ![&lazy, &schedule, &widen].iter().any(|it| it.is_wrong(program));
        let truth = if program.is_violated { "UNSAFE" } else { "SAFE" };
        let generated = format!(" {}/{}", lazy.counter("interleavings"), lazy.counter("interleavings failed"));
        let iterations = format!(" {}", widen.counter("widenings") + 1);
        let of = |theirs: &Option<Theirs>, pick: &dyn Fn(&Theirs) -> String| theirs.as_ref().map(pick);
        let lazy_then = of(theirs, &|it| format!("[{} {}]", seconds(it.lazy), it.interleavings));
        let schedule_then = of(theirs, &|it| format!("[{}]", seconds(it.schedule)));
        let widen_then = of(theirs, &|it| format!("[{} {}]", seconds(it.widening), it.iterations));
        println!(
            "{:20}{truth:8}  {:34}{:22}{:26}",
            program.name,
            cell(program, &lazy, &generated, lazy_then),
            cell(program, &schedule, "", schedule_then),
            cell(program, &widen, &iterations, widen_then)
        );
    }
    Ok(is_right)
}

fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds}"))
}

fn cell(program: &Program, measured: &Measured, more: &str, theirs: Option<String>) -> String {
    let theirs = theirs.unwrap_or_default();
    if measured.is_wrong(program) {
        return format!("WRONG {theirs}");
    }
    match measured.verdict.as_str() {
        "UNKNOWN" => format!("- {theirs}"),
        _ => format!("{:.2}{more} {theirs}", measured.seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn the_tables_name_programs_that_are_there() {
        for (program, _) in rows() {
            let file = repository().join("examples/papers/esbmc").join(program.file);
            assert!(file.is_file(), "{}", file.display());
        }
    }
}
