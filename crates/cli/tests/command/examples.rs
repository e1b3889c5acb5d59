//! The examples are what their stories say: each header names a command and its verdict, and `examples/README.md` has a
//! row for each with the verdict of every property.

use crate::common::{self, Folder, Run, raddle};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The columns of the table, behind the name and the story.
const PROPERTIES: [&str; 7] = ["assertions", "deadlock", "data-race", "memory", "overflow", "arithmetic", "locks"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect("the repository has this file")
}

/// Runs a command line of the documents, where users run it.
fn run(command: &str) -> Run {
    let arguments = command.strip_prefix("raddle ").expect("a command of raddle").split_whitespace();
    Run::of(&raddle().current_dir(root()).args(arguments).output().expect("the command was built"))
}

/// The names of the example programs.
fn names() -> BTreeSet<String> {
    let folder = std::fs::read_dir(root().join("examples")).expect("the repository has examples");
    let files = folder.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    files.filter(|name| Path::new(name).extension().is_some_and(|extension| extension == "c")).collect()
}

#[test]
fn every_command_gives_the_verdict_beside_it() {
    for name in names() {
        let source = text(&format!("examples/{name}"));
        let (header, _) = source.split_once("*/").expect("an example begins with its story");
        let lines: Vec<&str> = header.lines().map(|line| line.trim_start_matches(" *").trim()).collect();
        let command = lines.iter().position(|line| line.starts_with("raddle check ")).expect("a story has a command");
        assert_eq!(lines[command], format!("raddle check examples/{name}"));
        let run = run(lines[command]);
        assert_eq!(run.last_line(), lines[command + 1], "{name}: {}{}", run.out, run.err);
    }
}

#[test]
fn the_programs_of_papers_have_the_verdicts_beside_their_commands() {
    let mut n_programs = 0;
    for paper in std::fs::read_dir(root().join("examples/papers")).expect("the repository has them").flatten() {
        let paper = paper.file_name().to_string_lossy().into_owned();
        let folder = format!("examples/papers/{paper}");
        let mut files: Vec<String> = std::fs::read_dir(root().join(&folder))
            .expect("a paper has a folder")
            .flatten()
            .map(|file| format!("{folder}/{}", file.file_name().to_string_lossy()))
            .filter(|file| Path::new(file).extension().is_some_and(|extension| extension == "c"))
            .collect();
        files.sort();
        for file in files {
            let source = text(&file);
            let (header, _) = source.split_once("*/").expect("a program begins with what it is about");
            let lines: Vec<&str> = header.lines().map(|line| line.trim_start_matches(" *").trim()).collect();
            let command = lines.iter().position(|line| line.starts_with("raddle check ")).expect("there is a command");
            assert!(lines[command].ends_with(&file), "{file}: {}", lines[command]);
            let run = run(lines[command]);
            assert_eq!(run.last_line(), lines[command + 1], "{file}: {}{}", run.out, run.err);
            n_programs += 1;
        }
    }
    assert!(n_programs > 0);
}

#[test]
fn the_blocks_of_p1_1_are_explained() {
    let run = run("raddle explain examples/papers/esbmc/p1_1.c");
    let thread: Vec<&str> = run.out.lines().skip_while(|row| !row.contains("*thread_1(")).collect();
    let rows = |of: &str| -> Vec<&str> {
        let end = thread.iter().position(|row| row.contains("*thread_2(")).unwrap_or(thread.len());
        thread[..end].iter().filter(|row| row.contains(of)).copied().collect()
    };
    // Blocks (a) and (b) of the paper: the first lock of my is inside of (a), the second one begins (b).
    let has_switch = |row: &&str| row.get(4..12).is_some_and(|column| column.contains('*'));
    assert_eq!(rows("lock(&mx)").iter().map(has_switch).collect::<Vec<_>>(), [true, false], "{}", run.out);
    let of_my: Vec<bool> = rows("lock(&my)").iter().map(has_switch).collect();
    assert_eq!(of_my, [false, false, true, false], "{}", run.out);
    assert!(run.out.contains("reads x: protected by mx"), "{}", run.out);
    let racy = self::run("raddle explain -D RACY examples/papers/esbmc/p1_1.c");
    assert!(racy.out.contains("writes y: protected by nothing that is known"), "{}", racy.out);
    assert!(racy.out.matches("non-mover").count() > run.out.matches("non-mover").count(), "{}", racy.out);
}

#[test]
fn the_numbers_of_locals_and_of_shared_memory_are_explained() {
    let folder = Folder::new();
    let path = folder.write(
        "count.c",
        "#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int x = 5, any;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *count(void *unused) {
    int step = __VERIFIER_nondet_int();
    for (int i = 0; i < 9; i++)
        any = any + i;
    pthread_mutex_lock(&m);
    x = step > 0 ? 6 : 7;
    pthread_mutex_unlock(&m);
    any = any + step;
    return unused;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, count, 0);
    pthread_create(&u, 0, count, 0);
    return 0;
}
",
    );
    let run = common::run(&["explain", &path]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let remark = |of: &str| -> Option<&str> {
        let row = run.out.lines().position(|row| row.contains(of)).expect("the line is there");
        run.out.lines().skip(row + 1).take_while(|row| row.contains("// ")).find(|row| row.contains('='))
    };
    assert!(remark("for (int i").is_some_and(|row| row.contains("0 <= i <= 9")), "{}", run.out);
    assert!(remark("any + i").is_some_and(|row| row.contains("0 <= i <= 8")), "{}", run.out);
    // Any number.
    assert_eq!(remark("any + step"), None, "{}", run.out);
    let (_, memory) = run.out.split_once("Once there is a second thread").expect("memory is explained");
    assert!(memory.contains("  5 <= x <= 7\n") && !memory.contains("any"), "{}", run.out);
}

#[test]
fn the_graph_of_variables_is_explained() {
    let folder = Folder::new();
    let path = folder.write(
        "graph.c",
        "extern void reach_error(void);
int x, y, flag, unused;
int main(void) {
    if (flag)
        x = y;
    unused = x;
    if (x == 3)
        reach_error();
    return 0;
}
",
    );
    let run = common::run(&["explain", "--slice", &path]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows: Vec<Vec<&str>> = run.out.lines().map(|row| row.split_whitespace().collect()).collect();
    assert!(rows.contains(&vec!["x", "0", "0", "y;", "when", "it", "is", "stored:", "flag"]), "{}", run.out);
    assert!(rows.contains(&vec!["y", "1", "0"]) && rows.contains(&vec!["flag", "1", "0"]), "{}", run.out);
    assert!(rows.contains(&vec!["unused", "-", "2", "x"]), "{}", run.out);
}

#[test]
fn the_table_gives_the_verdict_of_every_property() {
    let table = text("examples/README.md");
    let mut rows = BTreeMap::new();
    for line in table.lines().filter(|line| line.starts_with("| [")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let name = cells[0].trim_start_matches('[').split(']').next().unwrap_or("").to_owned();
        rows.insert(name, cells[2..].iter().map(|cell| cell.replace('*', "").to_uppercase()).collect::<Vec<_>>());
    }
    assert_eq!(rows.keys().cloned().collect::<BTreeSet<_>>(), names(), "each example has a row");
    for (name, expected) in rows {
        let run = run(&format!("raddle check --format json examples/{name}"));
        let object: serde_json::Value = serde_json::from_str(&run.out).expect("one object");
        let properties = object["properties"].as_array().expect("a list");
        let verdict = |property: &str| {
            let row = properties.iter().find(|row| row["property"] == property);
            row.and_then(|row| row["verdict"].as_str()).unwrap_or("").to_owned()
        };
        assert_eq!(PROPERTIES.map(verdict).to_vec(), expected, "{name}");
    }
}

#[test]
fn the_trace_in_the_table_of_examples_is_the_one_that_is_printed() {
    let readme = text("examples/README.md");
    let block = readme.split("```").nth(1).and_then(|block| block.strip_prefix("text\n")).expect("a trace");
    let (command, shown) = block.split_once('\n').expect("a command and what it prints");
    let run = run(command.strip_prefix("$ ").expect("a prompt"));
    let printed: Vec<&str> = run.out.lines().map(str::trim_end).collect();
    let shown: Vec<&str> = shown.lines().map(str::trim_end).collect();
    assert!(printed.windows(shown.len()).any(|window| window == shown), "{}", run.out);
}
