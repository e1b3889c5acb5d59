//! Tables I and II of Popeea, Rybalchenko, Wilhelm: *Reduction for Compositional Verification of Multi-Threaded Programs*.
//!
//! The paper's Comp reasons without blocks (in Raddle: `-o engines.reduction=none`), its RedComp with them. Its seconds
//! are of a machine of 2014 with a limit of 5,400, to be read for how they grow. The programs are new, in the shape of
//! the paper's. Below the table P1-x up to x = 200: with blocks its growth must be linear at most.

use super::curves::{Curve, Picture, add_point};
use super::table::Table;
use super::{Chapter, Program};
use crate::measuring::Measuring;

/// Name, file, definitions, whether it is violated; seconds of Comp and RedComp (none: out of time).
type Row = (&'static str, &'static str, &'static [&'static str], bool, Option<u32>, Option<u32>);

const ROWS: [Row; 16] = [
    ("P1-1", "p1.c", &["X=1"], false, Some(7), Some(2)),
    ("P1-5", "p1.c", &["X=5"], false, Some(101), Some(32)),
    ("P1-10", "p1.c", &["X=10"], false, Some(840), Some(64)),
    ("P1-50", "p1.c", &["X=50"], false, None, Some(2_400)),
    ("P2-5", "p2.c", &["X=5"], false, Some(270), Some(140)),
    ("P2-10", "p2.c", &["X=10"], false, Some(1_020), Some(220)),
    ("P2-50", "p2.c", &["X=50"], false, None, Some(3_778)),
    ("stack-safe-5", "stack.c", &["N=5"], false, Some(96), Some(17)),
    ("stack-safe-10", "stack.c", &["N=10"], false, Some(224), Some(75)),
    ("stack-unsafe-5", "stack.c", &["N=5", "BUG"], true, Some(9), Some(2)),
    ("stack-unsafe-10", "stack.c", &["N=10", "BUG"], true, Some(9), Some(3)),
    ("pbzip2-safe", "compressor.c", &[], false, None, Some(840)),
    ("twostage-3-unsafe", "two_stage.c", &["WRITERS=2"], true, None, Some(17)),
    ("pbzip2-unsafe", "compressor.c", &["BUG"], true, None, None),
    ("P1-100", "p1.c", &["X=100"], false, None, None),
    ("P1-200", "p1.c", &["X=200"], false, None, None),
];

/// Name, file, definitions, whether some execution does not end; seconds of Comp and RedComp, where the paper has them. `-` as seconds
/// stands for out of time.
type TerminationRow = (&'static str, &'static str, &'static [&'static str], bool, &'static str, &'static str);

/// Table II, and what the text of the paper reports beside it: Example 2, and the sync01-safe that loses a signal; and
/// twins.
const TERMINATION: [TerminationRow; 7] = [
    ("fig2-tacas12", "two_ranks.c", &[], false, "2", "3"),
    ("fig2-tacas12, fills up", "two_ranks.c", &["REFILLS"], true, "", ""),
    ("sync01-safe-fixed", "sync.c", &[], false, "308", "4"),
    ("sync01-safe", "sync.c", &["LOST"], true, "", ""),
    ("dining-philo", "philosophers.c", &[], false, "-", "7"),
    ("dining-philo, greedy", "philosophers.c", &["GREEDY"], true, "", ""),
    ("Example 2", "loop.c", &[], false, "", ""),
];

fn termination_rows() -> Vec<(Program, TerminationRow)> {
    let program = |row: &TerminationRow| Program {
        name: row.0.to_owned(),
        file: row.1,
        defines: row.2.iter().map(|&define| define.to_owned()).collect(),
        property: "termination",
        is_violated: row.3,
    };
    TERMINATION.iter().map(|row| (program(row), *row)).collect()
}

/// Table II.
fn termination(measuring: &mut Measuring, chapter: &mut Chapter) -> Result<(), String> {
    let mut table = Table::new(
        "Table II: termination",
        "Seconds. Programs without figures of the paper are told of in its text, or are twins of others.",
        &["program", "is", "explicit", "ranking", "auto", "paper: Comp", "paper: RedComp"],
    );
    for (program, (.., comp, redcomp)) in termination_rows() {
        if !measuring.is_wanted(&program.name) {
            continue;
        }
        let truth = if program.is_violated { "unsafe" } else { "safe" };
        let mut row = vec![program.name.clone(), truth.to_owned()];
        for engine in ["explicit", "ranking", "auto"] {
            let measured = measuring.program("redcomp", &program, (engine, &[]))?;
            chapter.n_wrong += usize::from(measured.is_wrong(program.is_violated));
            row.push(measured.cell(program.is_violated));
        }
        row.extend([comp.to_owned(), redcomp.to_owned()]);
        table.rows.push(row);
    }
    chapter.tables.push(table);
    Ok(())
}

fn rows() -> Vec<(Program, Row)> {
    let program = |row: &Row| Program {
        name: row.0.to_owned(),
        file: row.1,
        defines: row.2.iter().map(|&define| define.to_owned()).collect(),
        property: "assertions",
        is_violated: row.3,
    };
    ROWS.iter().map(|row| (program(row), *row)).collect()
}

/// Both tables, and how the seconds of P1-x grow.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let mut chapter = Chapter::default();
    let mut table = Table::new(
        "Table I: safety",
        "Seconds of `compositional` without and with reducible blocks, and of `auto`; `-` of the paper is out of time (5,400 s) or, of P1-100 and P1-200, not measured.",
        &["program", "is", "without blocks", "with blocks", "auto", "paper: Comp", "paper: RedComp"],
    );
    let mut growth: Vec<Curve> = Vec::new();
    for (program, (.., comp, redcomp)) in rows() {
        if !measuring.is_wanted(&program.name) {
            continue;
        }
        let truth = if program.is_violated { "unsafe" } else { "safe" };
        let mut row = vec![program.name.clone(), truth.to_owned()];
        let x: Option<u32> = program.name.strip_prefix("P1-").and_then(|x| x.parse().ok());
        for (reduction, name) in [("none", "without blocks"), ("blocks", "with blocks")] {
            let setting = format!("engines.reduction={reduction}");
            let measured = measuring.program("redcomp", &program, ("compositional", &["-o", &setting]))?;
            chapter.n_wrong += usize::from(measured.is_wrong(program.is_violated));
            row.push(measured.cell(program.is_violated));
            let seconds = measured.is_decided().then_some(measured.seconds);
            x.into_iter().for_each(|x| add_point(&mut growth, name, false, x, seconds));
        }
        let measured = measuring.program("redcomp", &program, ("auto", &[]))?;
        chapter.n_wrong += usize::from(measured.is_wrong(program.is_violated));
        row.push(measured.cell(program.is_violated));
        for (seconds, name) in [(comp, "paper: Comp"), (redcomp, "paper: RedComp")] {
            row.push(seconds.map_or_else(|| "-".to_owned(), |seconds| seconds.to_string()));
            x.into_iter().for_each(|x| add_point(&mut growth, name, true, x, seconds.map(f64::from)));
        }
        table.rows.push(row);
    }
    chapter.tables.push(table);
    if !growth.is_empty() {
        let title = "P1-x, by x".to_owned();
        chapter.pictures.push(Picture { file: "redcomp-p1", title, size: "x", curves: growth });
    }
    termination(measuring, &mut chapter)?;
    Ok(chapter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn the_table_names_programs_that_are_there() {
        let ends = termination_rows().into_iter().map(|(program, _)| program);
        for program in rows().into_iter().map(|(program, _)| program).chain(ends) {
            let file = repository().join("examples/papers/redcomp").join(program.file);
            assert!(file.is_file(), "{}", file.display());
        }
    }
}
