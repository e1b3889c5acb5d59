//! Outputs of the preprocessor that are kept: answers are those of a run from nothing, whatever changes between runs.

use crate::common::{Folder, Run, raddle};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A program of three units with headers in two folders.
fn project() -> Folder {
    let folder = Folder::new();
    for name in ["first", "second"] {
        std::fs::create_dir(folder.path(name)).expect("a folder can be made");
    }
    write(
        &folder,
        "second/state.h",
        "extern int table0, table1, table2, table3;\nvoid step0(void);\nvoid step1(void);\n",
    );
    write(&folder, "second/limit.h", "#define TABLE table2\n");
    for unit in 0..2 {
        write(
            &folder,
            &format!("unit{unit}.c"),
            &format!("#include <state.h>\n#include \"limit.h\"\nvoid step{unit}(void) {{ TABLE++; table{unit}++; }}\n"),
        );
    }
    write(
        &folder,
        "main.c",
        "#include <pthread.h>\n#include <state.h>\nint table0, table1, table2, table3;\n\
         static void *run(void *x) { step0(); step1(); return x; }\n\
         int main(void) {\n  pthread_t id;\n  pthread_create(&id, 0, run, 0);\n  step0();\n  pthread_join(id, 0);\n}\n",
    );
    folder
}

/// Writes a file that is as old as files of a project usually are: what is changed while it is read is not kept.
fn write(folder: &Folder, name: &str, text: &str) {
    let path = folder.write(name, text);
    let file = std::fs::File::options().write(true).open(path).expect("it was written");
    file.set_modified(SystemTime::now() - Duration::from_secs(60)).expect("a time can be set");
}

fn scan(folder: &Folder, options: &[&str]) -> Run {
    let files = ["-Ifirst", "-Isecond", "main.c", "unit0.c", "unit1.c"];
    let output =
        raddle().current_dir(folder.path("")).args(["scan", "--format", "json"]).args(options).args(files).output();
    Run::of(&output.expect("the command was built"))
}

/// Scans with what is kept, and from nothing: the answers are the same. Returns the answer.
fn both(folder: &Folder) -> String {
    let (kept, fresh) = (scan(folder, &["--cache", "kept"]), scan(folder, &["--no-cache"]));
    assert_eq!((kept.code, &kept.out, &kept.err), (fresh.code, &fresh.out, &fresh.err));
    assert_eq!(fresh.code, Some(5), "{}", fresh.err);
    kept.out
}

fn entries(folder: &Path) -> Vec<std::path::PathBuf> {
    let all = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<_> = all.map(|entry| entry.path()).collect();
    found.sort();
    found
}

#[test]
fn what_is_kept_is_what_the_preprocessor_gives() {
    let folder = project();
    let first = both(&folder);
    assert_eq!(entries(&folder.path("kept")).len(), 3, "an entry for each unit");
    assert_eq!(both(&folder), first);
    // Numbers that look like any (Knuth's multiplier).
    let mut state = 7_u64;
    for _ in 0..12 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = (state >> 33) % 4;
        match (state >> 40) % 3 {
            0 => write(&folder, "second/limit.h", &format!("#define TABLE table{number}\n")),
            1 => write(
                &folder,
                "unit1.c",
                &format!(
                    "#include <state.h>\n#include \"limit.h\"\nvoid step1(void) {{ TABLE++; table{number}++; }}\n"
                ),
            ),
            _ => write(
                &folder,
                "unit0.c",
                &format!("#include <state.h>\nint step_{number};\nvoid step0(void) {{ table{number}++; }}\n"),
            ),
        }
        both(&folder);
    }
    assert!(entries(&folder.path("kept")).len() > 3);
}

#[test]
fn what_is_kept_is_used() {
    let folder = project();
    both(&folder);
    let before = entries(&folder.path("kept"));
    let times = || -> Vec<SystemTime> {
        entries(&folder.path("kept")).iter().filter_map(|it| it.metadata().ok()?.modified().ok()).collect()
    };
    let old = SystemTime::now() - Duration::from_secs(3600);
    for entry in &before {
        std::fs::File::options()
            .write(true)
            .open(entry)
            .expect("it is there")
            .set_modified(old)
            .expect("a time can be set");
    }
    both(&folder);
    assert_eq!(entries(&folder.path("kept")), before);
    assert!(times().iter().all(|&time| time > old + Duration::from_secs(60)), "entries that are used are marked so");
}

#[test]
fn a_header_that_appears_in_front_is_seen() {
    let folder = project();
    let before = both(&folder);
    write(&folder, "first/limit.h", "#define TABLE table3\n");
    let front = both(&folder);
    assert_ne!(front, before, "the first folder is searched first");
    write(&folder, "limit.h", "#define TABLE table1\n");
    assert_ne!(both(&folder), front, "beside the including file");
    std::fs::remove_file(folder.path("limit.h")).expect("it is there");
    assert_eq!(both(&folder), front);
}

#[test]
fn a_damaged_entry_is_none() {
    let folder = project();
    let right = both(&folder);
    for damage in [0, 1, 2, 3] {
        for entry in entries(&folder.path("kept")) {
            let mut bytes = std::fs::read(&entry).expect("it is there");
            match damage {
                0 => bytes.truncate(bytes.len() / 2),
                1 => bytes.clear(),
                2 => {
                    let middle = bytes.len() / 2;
                    bytes[middle] ^= 1;
                }
                _ => std::fs::remove_file(&entry).expect("it is there"),
            }
            if damage != 3 {
                std::fs::write(&entry, bytes).expect("it can be written");
            }
        }
        assert_eq!(both(&folder), right);
    }
    folder.write("file", "");
    let nowhere = scan(&folder, &["--cache", "file/below"]);
    assert_eq!((nowhere.code, nowhere.out), (Some(5), right), "a folder that cannot be made");
}

#[test]
fn several_processes_share_a_folder() {
    let folder = project();
    let right = scan(&folder, &["--no-cache"]).out;
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(scan(&folder, &["--cache", "kept"]).out, right));
        }
    });
    assert_eq!(both(&folder), right);
    let is_whole = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "i");
    assert!(entries(&folder.path("kept")).iter().all(is_whole), "no temporary file is left");
}
