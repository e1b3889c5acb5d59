//! Tables 2 and 3 of Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*.
//!
//! Their seconds are of 2010, to be read for how they grow; theirs of Table 3 check all properties, ours the one that the program
//! is about. Their interleavings count all, ours end with the first violation, and those that come to a known state end there.

use super::curves::{Curve, Picture, add_point};
use super::measuring::Measuring;
use super::table::Table;
use super::{Chapter, Program};

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

/// The engines that are compared.
const ENGINES: [&str; 3] = ["lazy", "schedule", "widen"];

/// The table, and how the seconds of the philosophers grow.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let mut chapter = Chapter::default();
    let mut table = Table::new(
        "Tables 2 and 3: interleavings",
        "Seconds; of `lazy` interleavings generated/failed, of `widen` iterations. The paper's in brackets. The last five programs have no \
         row in the paper's tables.",
        &["program", "is", "lazy", "schedule", "widen"],
    );
    let mut philosophers: Vec<Curve> = Vec::new();
    for (program, theirs) in rows() {
        if !measuring.is_wanted(&program.name) {
            continue;
        }
        let truth = if program.is_violated { "unsafe" } else { "safe" };
        let mut row = vec![program.name.clone(), truth.to_owned()];
        for engine in ENGINES {
            let measured = measuring.program("esbmc", &program, (engine, &[]))?;
            chapter.n_wrong += usize::from(measured.is_wrong(program.is_violated));
            let counted = match engine {
                _ if !measured.is_decided() => String::new(),
                "lazy" => {
                    format!(" {}/{}", measured.counter("interleavings"), measured.counter("interleavings failed"))
                }
                "widen" => format!(" {}", measured.counter("widenings") + 1),
                _ => String::new(),
            };
            let printed = theirs.as_ref().map(|it| match engine {
                "lazy" => (it.lazy, format!(" {}", it.interleavings)),
                "widen" => (it.widening, format!(" {}", it.iterations)),
                _ => (it.schedule, String::new()),
            });
            if let Some(threads) = program.name.strip_prefix("din_phil").and_then(|rest| rest.strip_suffix("_unsat"))
                && let Ok(threads) = threads.parse()
            {
                for (is_theirs, seconds) in [
                    (false, measured.is_decided().then_some(measured.seconds)),
                    (true, printed.as_ref().and_then(|it| it.0)),
                ] {
                    let name = if is_theirs { format!("{engine}, paper") } else { engine.to_owned() };
                    add_point(&mut philosophers, &name, is_theirs, threads, seconds);
                }
            }
            let printed = printed.map_or_else(String::new, |(time, more)| format!(" [{}{more}]", seconds(time)));
            row.push(format!("{}{counted}{printed}", measured.cell(program.is_violated)));
        }
        table.rows.push(row);
    }
    chapter.tables.push(table);
    if !philosophers.is_empty() {
        let title = "Philosophers that cannot fail, by threads".to_owned();
        chapter.pictures.push(Picture { file: "esbmc", title, size: "threads", curves: philosophers });
    }
    Ok(chapter)
}

fn seconds(seconds: Option<f64>) -> String {
    seconds.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds}"))
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
