//! Tables I and II of Popeea, Rybalchenko, Wilhelm: *Reduction for Compositional Verification of Multi-Threaded Programs*.
//!
//! Their Comp reasons without blocks (ours: `--reduction none`), their RedComp with them. Their seconds are of a machine of 2014 with a limit of
//! 5,400, to be read for how they grow. The programs are ours, in the shape of theirs. Below the table P1-x up to x = 200: with blocks its growth is to be
//! linear at most.

use std::path::Path;

use super::{Measured, Program, measure};
use crate::options::PapersOptions;

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

/// Table II, and what the text of the paper tells beside it: Example 2, and the sync01-safe that loses a signal; and twins.
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

/// Prints Table II. True if no answer is wrong.
fn termination(command: &Path, options: &PapersOptions, rows: &[(Program, TerminationRow)]) -> Result<bool, String> {
    println!("\ntermination\n");
    println!("{:24}{:8}{:12}{:12}{:>8}{:>10}", "program", "", "explicit", "ranking", "Comp", "RedComp");
    let mut is_right = true;
    for (program, row) in rows {
        let ask = |engine| measure(command, "redcomp", program, (engine, &[]), options.timeout);
        let (explicit, ranking) = (ask("explicit")?, ask("ranking")?);
        is_right &= ![&explicit, &ranking].iter().any(|it| it.is_wrong(program));
        let truth = if program.is_violated { "UNSAFE" } else { "SAFE" };
        let said = |measured: &Measured| match measured.verdict.as_str() {
            _ if measured.is_wrong(program) => "WRONG".to_owned(),
            "UNKNOWN" => "-".to_owned(),
            _ => format!("{:.2}", measured.seconds),
        };
        let (explicit, ranking) = (said(&explicit), said(&ranking));
        println!("{:24}{truth:8}{explicit:12}{ranking:12}{:>8}{:>10}", program.name, row.4, row.5);
    }
    Ok(is_right)
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

/// Prints the table. True if no answer is wrong.
pub(super) fn run(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let wanted = |program: &Program| options.name.as_ref().is_none_or(|name| program.name.contains(name.as_str()));
    let rows: Vec<_> = rows().into_iter().filter(|(program, _)| wanted(program)).collect();
    let ends: Vec<_> = termination_rows().into_iter().filter(|(program, _)| wanted(program)).collect();
    if rows.is_empty() && ends.is_empty() {
        return Err("no program of the paper has this in its name".to_owned());
    }
    println!("seconds; the paper's in brackets; - is no answer\n");
    println!("{:20}{:8}{:20}{:20}", "program", "", "without blocks", "with blocks");
    let mut is_right = true;
    for (program, row) in &rows {
        let ask = |reduction| {
            measure(command, "redcomp", program, ("compositional", &["--reduction", reduction]), options.timeout)
        };
        let (without, with) = (ask("none")?, ask("blocks")?);
        is_right &= ![&without, &with].iter().any(|it| it.is_wrong(program));
        let truth = if program.is_violated { "UNSAFE" } else { "SAFE" };
        println!("{:20}{truth:8}{:20}{:20}", program.name, cell(program, &without, row.4), cell(program, &with, row.5));
    }
    is_right &= termination(command, options, &ends)?;
    Ok(is_right)
}

fn cell(program: &Program, measured: &Measured, theirs: Option<u32>) -> String {
    let theirs = theirs.map_or_else(|| "-".to_owned(), |seconds| seconds.to_string());
    if measured.is_wrong(program) {
        return format!("WRONG [{theirs}]");
    }
    match measured.verdict.as_str() {
        "UNKNOWN" => format!("- [{theirs}]"),
        _ => format!("{:.2} [{theirs}]", measured.seconds),
    }
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
