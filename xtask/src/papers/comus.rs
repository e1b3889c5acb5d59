//! Figs. 5 and 6 of Rasin, Grumberg, Shoham: *Modular Verification of Concurrent Programs via Sequential Model Checking*.
//!
//! Threads against seconds, safe and unsafe, for each engine. The programs are ours, in the shape of theirs; the paper prints its seconds as figures only.

use std::path::Path;

use super::{Measured, Program, measure};
use crate::options::PapersOptions;

/// The engines that are compared.
const ENGINES: [&str; 5] = ["modular", "bmc", "explicit", "sequential", "compositional"];

/// A family of programs: its name, its file, the numbers of threads, what else is defined, whether that makes it violated.
type Family = (&'static str, &'static str, &'static [u32], &'static [&'static str], bool);

const FAMILIES: [Family; 13] = [
    ("peterson", "peterson.c", &[2], &[], false),
    ("peterson, unsafe", "peterson.c", &[2], &["BUG"], true),
    ("fib_bench, chain", "fib_bench.c", &[2, 3, 4, 5, 6, 8, 10], &[], false),
    ("fib_bench, chain, unsafe", "fib_bench.c", &[2, 3, 4, 5, 6, 8, 10], &["BUG"], true),
    ("fib_bench, ring", "fib_bench.c", &[3], &["RING=15"], false),
    ("fib_bench, ring", "fib_bench.c", &[4], &["RING=31"], false),
    ("fib_bench, ring", "fib_bench.c", &[5], &["RING=63"], false),
    ("sum_matrix", "sum_matrix.c", &[2, 3, 4, 5, 6, 8, 10], &[], false),
    ("sum_matrix, unsafe", "sum_matrix.c", &[2, 3, 4, 5, 6, 8, 10], &["BUG"], true),
    ("pascal_triangle", "pascal_triangle.c", &[2, 3, 4, 5, 6, 8, 10], &[], false),
    ("pascal_triangle, unsafe", "pascal_triangle.c", &[2, 3, 4, 5, 6, 8, 10], &["BUG"], true),
    ("increasing", "longest_increasing_subsequence.c", &[2, 3, 4, 5, 6, 8, 10], &[], false),
    ("increasing, unsafe", "longest_increasing_subsequence.c", &[2, 3, 4, 5, 6, 8, 10], &["BUG"], true),
];

fn programs() -> Vec<(u32, Program)> {
    let program = |&(name, file, _, defines, is_violated): &Family, threads: u32| Program {
        name: name.to_owned(),
        file,
        defines: defines.iter().map(|&define| define.to_owned()).chain([format!("THREADS={threads}")]).collect(),
        property: "assertions",
        is_violated,
    };
    let rows = FAMILIES.iter().flat_map(|family| family.2.iter().map(move |&threads| (family, threads)));
    rows.map(|(family, threads)| (threads, program(family, threads))).collect()
}

/// Prints the tables. True if no answer is wrong.
pub(super) fn run(command: &Path, options: &PapersOptions) -> Result<bool, String> {
    let wanted = |program: &Program| options.name.as_ref().is_none_or(|name| program.name.contains(name.as_str()));
    let rows: Vec<_> = programs().into_iter().filter(|(_, program)| wanted(program)).collect();
    if rows.is_empty() {
        return Err("no program of the paper has this in its name".to_owned());
    }
    println!("seconds; - is no answer\n");
    print!("{:28}{:>8}", "program", "threads");
    ENGINES.iter().for_each(|engine| print!("{engine:>15}"));
    println!();
    let mut is_right = true;
    for (threads, program) in &rows {
        print!("{:28}{threads:>8}", program.name);
        for engine in ENGINES {
            let measured = measure(command, "comus", program, (engine, &[]), options.timeout)?;
            is_right &= !measured.is_wrong(program);
            print!("{:>15}", cell(program, &measured));
        }
        println!();
    }
    Ok(is_right)
}

fn cell(program: &Program, measured: &Measured) -> String {
    if measured.is_wrong(program) {
        return "WRONG".to_owned();
    }
    match measured.verdict.as_str() {
        "UNKNOWN" => "-".to_owned(),
        _ => format!("{:.2}", measured.seconds),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn the_table_names_programs_that_are_there() {
        for (_, program) in programs() {
            let file = repository().join("examples/papers/comus").join(program.file);
            assert!(file.is_file(), "{}", file.display());
        }
    }
}
