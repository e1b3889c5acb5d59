//! Inputs that are no programs: each ends in a verdict line and in exit status 3.

use crate::common::{Folder, Run, raddle, run};

fn is_unreadable(run: &Run, what: &str) {
    assert_eq!(run.code, Some(3), "{what}: {}{}", run.out, run.err);
    assert!(run.last_line().starts_with("VERDICT: UNKNOWN ("), "{what}: {}", run.out);
    assert_eq!(run.out.matches("VERDICT:").count(), 1, "{what}: {}", run.out);
}

#[test]
fn files_that_are_not_there_or_not_files() {
    let folder = Folder::new();
    is_unreadable(&run(&["check", "/no/such/file.c"]), "missing");
    is_unreadable(&run(&["check", &folder.path(".").display().to_string()]), "directory");
}

#[test]
fn texts_that_are_no_programs() {
    let folder = Folder::new();
    for (name, text) in [
        ("empty.c", &b""[..]),
        ("nomain.c", b"int x;\n"),
        ("syntax.c", b"int main( { return 0 }\n"),
        ("undeclared.c", b"int main(void) { return undeclared; }\n"),
        ("comment.c", b"int main(void) { return 0; } /* no end"),
        ("string.c", b"char *s = \"no end\n;int main(void) { return 0; }"),
        ("binary.i", b"\x00\x01\xff\xfe\x1b[2J\x7fELF"),
        ("directive.c", b"#include \"missing.h\"\nint main(void) { return 0; }\n"),
        ("error.c", b"#error VERDICT: SAFE\nint main(void) { return 0; }\n"),
    ] {
        let path = folder.write(name, text);
        let run = run(&["check", &path]);
        is_unreadable(&run, name);
        assert!(!run.err.contains("panicked") && !run.err.contains("internal error"), "{name}: {}", run.err);
    }
}

#[test]
fn messages_show_the_place_and_the_number_of_errors() {
    let folder = Folder::new();
    let path = folder.write("two.c", "int main(void) {\n    return a;\n}\nint f(void) {\n    return b;\n}\n");
    let run = run(&["check", &path]);
    is_unreadable(&run, "two errors");
    assert_eq!(run.last_line(), "VERDICT: UNKNOWN (input cannot be read as C: 2 errors)");
    assert!(run.err.contains("two.c:2:12") && run.err.contains("return b;"), "{}", run.err);
}

#[test]
fn task_definitions_that_cannot_be_used() {
    let folder = Folder::new();
    for (name, text) in [
        ("broken.yml", ": : ["),
        ("none.yml", "properties: []\n"),
        ("two.yml", "input_files: [a.c, b.c]\n"),
        ("missing.yml", "input_files: missing.c\n"),
    ] {
        is_unreadable(&run(&["check", &folder.write(name, text)]), name);
    }
    is_unreadable(&run(&["check", "missing.yml"]), "missing task definition");
}

#[test]
fn the_other_files_are_checked_all_the_same() {
    let folder = Folder::new();
    let good = folder.write("good.c", "int main(void) { return 0; }\n");
    let run = run(&["check", "--each", "missing.c", &good]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.out.lines().filter(|line| line.starts_with("VERDICT: ")).count(), 2, "{}", run.out);
    assert_eq!(run.last_line(), "VERDICT: SAFE", "{}", run.out);
}

#[test]
fn names_may_hold_anything() {
    let folder = Folder::new();
    for name in ["with space.c", "new\nline.c", "-dash.c", "VERDICT: SAFE.c", "quote'\".c", "\u{1b}[31m.c", "ä.c"] {
        folder.write(name, "#include <assert.h>\nint main(void) { assert(0); return 0; }\n");
        let output = raddle().current_dir(folder.path(".")).args(["check", "-p", "assertions", "--", name]).output();
        let run = Run::of(&output.expect("the command was built"));
        assert_eq!(run.code, Some(10), "{name}: {}{}", run.out, run.err);
        assert_eq!(run.last_line(), "VERDICT: UNSAFE (assertions)", "{name}");
        assert_eq!(run.out.matches("VERDICT:").count(), 1, "{name}: {}", run.out);
        assert!(!run.out.contains('\u{1b}'), "{name}");
    }
}

#[test]
fn a_binary_file_is_said_to_be_one() {
    let folder = Folder::new();
    let path = folder.write("program", [b"\x7fELF".as_slice(), &[0; 64]].concat());
    let run = run(&["check", &path]);
    assert_eq!(run.code, Some(3), "{}", run.out);
    assert!(run.last_line().contains("is a binary file, not C"), "{}", run.out);
    assert!(run.err.is_empty(), "{}", run.err);
}

#[test]
fn an_interrupt_handler_runs_unless_that_is_turned_off() {
    let folder = Folder::new();
    let text = "int x;\nvoid TIM2_IRQHandler(void) { x = 1; }\nint main(void) { return x; }\n";
    let path = folder.write("b.c", text);
    let races = run(&["check", "-p", "data-race", &path]);
    assert_eq!(races.last_line(), "VERDICT: UNSAFE (data-race)", "{}", races.out);
    assert!(races.out.contains("Interrupts may call TIM2_IRQHandler at any time"), "{}", races.out);
    let off = run(&["check", "-p", "data-race", "--interrupt", "none", &path]);
    assert_eq!(
        off.last_line(),
        "VERDICT: UNKNOWN (safe if no interrupt or signal calls TIM2_IRQHandler)",
        "{}",
        off.out
    );
}

#[test]
fn an_interrupt_handler_with_the_attribute_is_said_not_to_run_where_none_does() {
    let folder = Folder::new();
    let text = "int x;\n__attribute__((interrupt)) void tick(void *frame) { x = 1; }\nint main(void) { return x; }\n";
    let run = run(&["check", "-p", "assertions", "--interrupt", "none", &folder.write("a.c", text)]);
    assert_eq!(run.last_line(), "VERDICT: UNKNOWN (safe if no interrupt or signal calls tick)", "{}", run.out);
    assert!(run.err.contains("`tick` is an interrupt handler, and no interrupt is taken to happen"), "{}", run.err);
}

#[test]
fn headers_that_are_not_built_in_are_those_of_the_machine() {
    let folder = Folder::new();
    // glibc has it, and it is not built in.
    let path = folder.write("a.c", "#include <sysexits.h>\nint main(void) { return 0; }\n");
    let read = run(&["check", "-p", "assertions", "--assumptions", &path]);
    if read.code == Some(3) {
        eprintln!("skipped headers_that_are_not_built_in_are_those_of_the_machine: sysexits.h is not there");
        return;
    }
    assert_eq!(read.code, Some(0), "{}{}", read.out, read.err);
    assert!(read.out.contains("Headers are those of this machine"), "{}", read.out);
    let refused = run(&["check", "--no-system-headers", &path]);
    assert_eq!(refused.code, Some(3), "{}", refused.out);
    assert!(refused.err.contains("the header `sysexits.h` is not there"), "{}", refused.err);
    let missing = run(&["check", &folder.write("b.c", "#include <nowhere_at_all.h>\nint main(void) { return 0; }\n")]);
    assert_eq!(missing.code, Some(3), "{}", missing.out);
}

#[test]
fn a_dash_is_standard_input() {
    use std::io::Write;
    let answer = |text: &str, arguments: &[&str]| {
        let mut command = crate::common::raddle();
        command.args(arguments).stdin(std::process::Stdio::piped());
        command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
        let mut child = command.spawn().expect("the command was built");
        child.stdin.take().expect("it is piped").write_all(text.as_bytes()).expect("it is read");
        crate::common::Run::of(&child.wait_with_output().expect("it ends"))
    };
    let program = "#include <assert.h>\nint main(void) {\n    assert(0);\n}\n";
    for arguments in [&["check", "-p", "assertions", "-"][..], &["-p", "assertions", "-"]] {
        let run = answer(program, arguments);
        assert_eq!((run.code, run.last_line()), (Some(10), "VERDICT: UNSAFE (assertions)"), "{}", run.err);
        assert!(run.out.contains("--> <stdin>:3:5"), "{}", run.out);
    }
    let broken = answer("int main(void) { return }\n", &["check", "-"]);
    assert!(broken.code == Some(3) && broken.err.contains("--> <stdin>:1:25"), "{}", broken.err);
    // A header that is not built in is looked for on this machine: the text is needed twice.
    let twice = answer("#include <sys/times.h>\nint main(void) { return 0; }\n", &["check", "-p", "assertions", "-"]);
    assert_eq!(twice.code, Some(0), "{}{}", twice.out, twice.err);
    let folder = Folder::new();
    let other = folder.write("other.c", "int f(void) { return 0; }\n");
    let linked = answer("int f(void);\nint main(void) { return f(); }\n", &["check", "-p", "assertions", "-", &other]);
    assert_eq!(linked.code, Some(0), "{}{}", linked.out, linked.err);
    // An editor gives the text of a file that it has not saved; what the file includes lies beside it.
    folder.write("right.h", "#define RIGHT 1\n");
    let saved = "#include <assert.h>\n#include \"right.h\"\nint main(void) { assert(RIGHT); }\n";
    let file = folder.write("saved.c", saved);
    let typed = answer(&saved.replace("RIGHT)", "!RIGHT)"), &["check", "-p", "assertions", "--unsaved", &file, &file]);
    assert_eq!(typed.last_line(), "VERDICT: UNSAFE (assertions)", "{}", typed.err);
    assert!(typed.out.contains("assert(!RIGHT)") && typed.out.contains("saved.c:3:18"), "{}", typed.out);
    let journal = folder.path("journal").display().to_string();
    let kept = answer(program, &["check", "--resume", &journal, "-"]);
    assert!(kept.code == Some(2) && kept.err.contains("standard input is read by one process"), "{}", kept.err);
}
