//! The `.prog` notation reads back what was printed, and never panics.

use crate::support::Random;
use raddle_program::source::SourceMap;
use raddle_program::syntax::Program;
use raddle_program::text::{print, read};

/// Gives the texts of a program's own files.
fn loader(source: &SourceMap) -> impl Fn(&str) -> Option<String> {
    let files: Vec<(String, String)> =
        source.files().values().map(|file| (file.name().to_string(), file.text().to_string())).collect();
    move |name| files.iter().find(|(known, _)| known == name).map(|(_, text)| text.clone())
}

fn read_back(program: &Program, text: &str) -> Program {
    read(text, loader(&program.source)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn random_programs_read_back_equal() {
    for seed in 0..400 {
        let program = crate::support::program(seed);
        let text = print(&program);
        let back = read_back(&program, &text);
        assert!(back == program, "seed {seed}:\n{text}\n------\n{}", print(&back));
        assert_eq!(print(&back), text, "seed {seed}");
    }
}

#[test]
fn without_its_files_a_program_prints_the_same() {
    for seed in 0..50 {
        let program = crate::support::program(seed);
        let text = print(&program);
        let back = read(&text, |_| None).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(print(&back), text);
        let changed = read(&text, |_| Some("something else".to_owned())).expect("a changed file is as none");
        assert_eq!(changed, back);
    }
}

#[test]
fn mutated_texts_do_not_panic() {
    let mut random = Random::new(7);
    let texts: Vec<String> = (0..20).map(|seed| print(&crate::support::program(seed))).collect();
    let snippets =
        ["(", "{", "}", "- ", "99999999999999999999999999999999999999999", "#7", "'", "@", "*", " struct ", "\n"];
    let mut accepted = 0;
    for round in 0..2_000 {
        let mut bytes = texts[round % texts.len()].clone().into_bytes();
        for _ in 0..1 + random.below(3) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => _ = bytes.remove(at),
                1 => bytes[at] = b' ' + random.below(95) as u8,
                2 => bytes.splice(at..at, random.pick(&snippets).bytes()).for_each(drop),
                _ => {
                    let (from, to) = (random.below(bytes.len()), random.below(bytes.len()));
                    let piece: Vec<u8> = bytes[from.min(to)..from.max(to).min(from.min(to) + 80)].to_vec();
                    bytes.splice(at..at, piece).for_each(drop);
                }
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(program) = read(&text, |_| None) {
            accepted += 1;
            // What is read can be checked and printed, well-formed or not.
            let checked = raddle_program::wellformed::wellformed(&program);
            let printed = print(&program);
            if checked.is_ok() {
                let back = read(&printed, |_| None).unwrap_or_else(|error| panic!("{error}\n{printed}"));
                assert!(back == program, "{printed}");
            }
        }
    }
    assert!(accepted > 20, "{accepted} mutants were programs: too few to tell anything");
}

#[test]
fn deep_nesting_ends_in_an_error() {
    let program =
        |body: &str| format!("program lp64;\ntype 0 void;\ntype 1 int;\nprocedure f() -> int {{\n{body}}}\nmain f;\n");
    let deep = 200_000;
    let texts = [
        program(&format!("return {}1;\n", "(".repeat(deep))),
        program(&format!("return {}1;\n", "~".repeat(deep))),
        program(&format!("return {}x;\n", "*".repeat(deep))),
        program(&"while (1) {\n".repeat(deep)),
        program(&format!("return 1{};\n", "[0]".repeat(deep))),
        format!("program lp64;\ntype 0 void;\ntype 1 {};\n", "void(".repeat(deep)),
    ];
    let run = move || texts.iter().for_each(|text| assert!(read(text, |_| None).is_err()));
    std::thread::Builder::new().stack_size(256 << 20).spawn(run).expect("a thread starts").join().expect("no overflow");
}

#[test]
fn errors_say_where() {
    let error = |text: &str| read(text, |_| None).expect_err("this is no program").to_string();
    assert_eq!(error(""), "line 1: there is no text");
    assert_eq!(error("program lp64;\n"), "line 1: no `main` is named");
    assert_eq!(error("program lp64;\ntype 0 void;\ntype 1 int*;\n"), "line 3: this type is not in the table");
    assert_eq!(error("program lp64;\nmain f;\n"), "line 2: there is no one procedure `f`");
    let body = "program lp64;\ntype 0 void;\ntype 1 int;\nprocedure f() -> int {\n  return y;\n}\nmain f;\n";
    assert_eq!(error(body), "line 5: there is no one global `y`");
}

#[test]
fn a_program_written_by_hand() {
    let text = r#"program lp64;
record 0 struct node size 16 align 8 {
  int value at 0;
  struct node* next at 8;
}
type 0 void;
type 1 int;
type 2 struct node;
type 3 struct node*;
type 4 void*;
global int x = { 0: int 5 };
global struct node* head;

procedure worker(argument) -> void* {
  register parameter void* argument;
  register variable struct node* p;
  label again;
  again:
  p = head;
  if (p == (0 : struct node*)) {
    goto again;
  } else {
    p->value = p->value;
  }
  while (x > 0) {
    call worker(argument);
  } step {
    atomic_begin;
  }
  return argument;
}

procedure main() -> int {
  return (x + 1) * -(5);
}

main main;
"#;
    let program = read(text, |_| None).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(print(&program), text);
}

#[test]
fn the_example_of_the_documentation_is_a_program() {
    let source = include_str!("../../src/text.rs");
    let lines = source.lines().skip_while(|line| *line != "//! ```text").skip(1);
    let lines = lines.take_while(|line| *line != "//! ```").filter_map(|line| line.strip_prefix("//! "));
    let text = lines.collect::<Vec<_>>().join("\n");
    let program = read(&text, |_| None).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let back = read(&print(&program), |_| None).unwrap_or_else(|error| panic!("{error}"));
    assert!(back == program);
    assert_eq!(program.globals.len(), 3);
}
