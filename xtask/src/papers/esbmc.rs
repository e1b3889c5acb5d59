//! Tables 2 and 3 of Cordeiro, Fischer: *Bounded Model Checking of Multi-threaded Software using SMT solvers*.
//!
//! The paper's seconds are of 2010, to be read for how they grow. Its seconds in Table 3 are for all properties,
//! Raddle's for the one that the program is about. The paper counts all interleavings; Raddle's counts end with the
//! first violation, and interleavings that reach a known state end there.

use super::curves::{Curve, Picture, add_point};
use super::table::Table;
use super::{Chapter, Program};
use crate::measuring::Measuring;

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

/// What the paper measured of other tools: with monotonic and with peephole partial-order reduction (Table 2), and SATABS (Table 3).
const RIVALS: [(&str, [&str; 3]); 22] = [
    ("din_phil2_unsat", ["0.2", "0.1", "26"]),
    ("din_phil3_unsat", ["0.8", "1", "26"]),
    ("din_phil4_unsat", ["5", "41.9", "26"]),
    ("din_phil5_unsat", ["21.4", "138.7", "26.2"]),
    ("din_phil6_unsat", ["48.8", "470.4", "26.4"]),
    ("din_phil7_unsat", ["150.8", "-", "27.1"]),
    ("din_phil2_sat", ["0.1", "0.1", MISSED]),
    ("din_phil3_sat", ["1.2", "0.3", MISSED]),
    ("din_phil4_sat", ["8.9", "3.6", MISSED]),
    ("din_phil5_sat", ["88.4", "57.6", MISSED]),
    ("din_phil6_sat", ["294.4", "2130.8", MISSED]),
    ("din_phil7_sat", ["1136.8", "-", MISSED]),
    ("carter01_ok", ["", "", "25"]),
    ("lazy01_ok", ["", "", "3"]),
    ("phase01_ok", ["", "", "23, violated"]),
    ("stateful01_ok", ["", "", "2"]),
    ("stateful06_ok", ["", "", "-"]),
    ("stateful20_ok", ["", "", "-"]),
    ("sync01_ok", ["", "", ""]),
    ("sync01_bad", ["", "", ""]),
    ("tc10_rec_lock_bad", ["", "", "0.3, missed"]),
    ("tc14_laog_bad", ["", "", "20, missed"]),
];

/// SATABS took 27 to 31 seconds for each of these and found nothing.
const MISSED: &str = "missed";

/// The engines that are compared.
const ENGINES: [&str; 4] = ["auto", "lazy", "schedule", "widen"];

/// The table, and how the seconds of the philosophers grow.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let mut chapter = Chapter::default();
    let mut table = Table::new(
        "Tables 2 and 3: interleavings",
        "Seconds; of `lazy` interleavings generated/failed, of `widen` iterations. The paper's in brackets. MPOR, PPOR and SATABS are \
         other tools that the paper measured, for the philosophers and in Table 3. The last five programs have no row in the paper's tables.",
        &["program", "is", "auto", "lazy", "schedule", "widen", "paper: MPOR", "PPOR", "SATABS"],
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
            let printed = theirs.as_ref().and_then(|it| match engine {
                "lazy" => Some((it.lazy, format!(" {}", it.interleavings))),
                "schedule" => Some((it.schedule, String::new())),
                "widen" => Some((it.widening, format!(" {}", it.iterations))),
                _ => None,
            });
            if let Some(threads) = program.name.strip_prefix("din_phil").and_then(|rest| rest.strip_suffix("_unsat"))
                && let Ok(threads) = threads.parse()
            {
                for (is_theirs, seconds) in [
                    (false, measured.is_decided().then_some(measured.seconds)),
                    (true, printed.as_ref().and_then(|it| it.0)),
                ] {
                    if is_theirs && printed.is_none() {
                        continue;
                    }
                    let name = if is_theirs { format!("{engine}, paper") } else { engine.to_owned() };
                    add_point(&mut philosophers, &name, is_theirs, threads, seconds);
                }
            }
            let printed = printed.map_or_else(String::new, |(time, more)| format!(" [{}{more}]", seconds(time)));
            row.push(format!("{}{counted}{printed}", measured.cell(program.is_violated)));
        }
        let rivals = RIVALS.iter().find(|(name, _)| *name == program.name).map_or([""; 3], |(_, seconds)| *seconds);
        row.extend(rivals.map(str::to_owned));
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
