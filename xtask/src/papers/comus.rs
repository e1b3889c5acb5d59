//! Figs. 5 and 6 of Rasin, Grumberg, Shoham: *Modular Verification of Concurrent Programs via Sequential Model Checking*.
//!
//! Threads against seconds, safe and unsafe, for each engine. The programs are new, in the shape of the paper's; the
//! paper prints its seconds as figures only.

use super::curves::{Picture, add_point};
use super::table::Table;
use super::{Chapter, Program};
use crate::measuring::Measuring;

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

/// The table, and a picture for each family of safe programs.
pub(super) fn chapter(measuring: &mut Measuring) -> Result<Chapter, String> {
    let mut chapter = Chapter::default();
    let columns: Vec<&str> = ["program", "threads"].into_iter().chain(ENGINES).collect();
    let mut table = Table::new(
        "Figs. 5 and 6: threads against seconds",
        "Seconds. Who has no answer for some threads is not asked about more. The paper prints its seconds as figures only.",
        &columns,
    );
    // The engines that had no answer in a family.
    let mut silent: Vec<(String, &str)> = Vec::new();
    for (threads, program) in programs() {
        if !measuring.is_wanted(&program.name) {
            continue;
        }
        let mut row = vec![program.name.clone(), threads.to_string()];
        for engine in ENGINES {
            let known = (program.name.clone(), engine);
            if silent.contains(&known) {
                row.push(String::new());
                continue;
            }
            let measured = measuring.program("comus", &program, (engine, &[]))?;
            chapter.n_wrong += usize::from(measured.is_wrong(program.is_violated));
            row.push(measured.cell(program.is_violated));
            // Rings differ in more than their threads.
            if !measured.is_decided() && !program.name.contains("ring") {
                silent.push(known);
            }
            if let Some((file, title)) = pictured(&program) {
                let seconds = measured.is_decided().then_some(measured.seconds);
                let place = chapter.pictures.iter().position(|picture| picture.file == file);
                let place = place.unwrap_or_else(|| {
                    let picture = Picture { file, title: title.to_owned(), size: "threads", curves: Vec::new() };
                    chapter.pictures.push(picture);
                    chapter.pictures.len() - 1
                });
                add_point(&mut chapter.pictures[place].curves, engine, false, threads, seconds);
            }
        }
        table.rows.push(row);
    }
    chapter.tables.push(table);
    Ok(chapter)
}

/// The picture that a program stands in: its file and title.
fn pictured(program: &Program) -> Option<(&'static str, &'static str)> {
    match program.name.as_str() {
        "fib_bench, chain" => Some(("comus-fib-bench", "fib_bench, chain, safe")),
        "sum_matrix" => Some(("comus-sum-matrix", "sum_matrix, safe")),
        "pascal_triangle" => Some(("comus-pascal-triangle", "pascal_triangle, safe")),
        "increasing" => Some(("comus-increasing", "longest increasing subsequence, safe")),
        _ => None,
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
