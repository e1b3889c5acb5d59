//! Invariants of `compositional` are proved again; of many that were changed the check rejects all but those that z3 does not
//! refute. At the end stands how many of these z3 proves, too (its time is limited).

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_horn::compositional::{Compositional, prove_again, queries};
use raddle_program::property::Property;
use raddle_tests::sample::is_everything;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Proof, Proved, Verdict};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

/// Safe programs of the corpus: proved thread by thread, and by two at a time; of any number of threads, and of a few.
const PROGRAMS: [&str; 6] = [
    "compositional/workers_count_under_a_lock.c",
    "compositional/flag_is_taken_at_once.c",
    "compositional/joined_before_it_counts.c",
    "compositional/own_of_each_thread.c",
    "compositional/created_once.c",
    "compositional/tickets_differ.c",
];

/// How many invariants are changed in every run, and where everything is tried.
const CHANGED: usize = 60;
const MANY_CHANGED: usize = 1_000;

fn task(name: &str) -> Task {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).expect("a case can be read");
    Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![Property::Assertions],
        error_functions: None,
        file: name.to_owned(),
    }
}

fn context() -> Context {
    Context::new(Cancellation::new(), Arc::new(Silent))
}

/// How long an invariant is looked for of a program that has none.
const STEPS: u64 = 60_000;

#[test]
fn what_is_violated_has_no_invariant_though_nobody_looks_for_violations() {
    struct ReplaysAll;
    impl raddle_verify::certify::Replayer for ReplaysAll {
        fn replay(&self, _: &raddle_program::trace::Trace) -> Result<(), String> {
            Ok(())
        }
    }
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let files = ["compositional", "reach"]
        .map(|folder| std::fs::read_dir(corpus.join(folder)).expect("the corpus is there"))
        .into_iter()
        .flatten();
    let mut n_asked = 0;
    for file in files {
        let path = file.expect("it can be listed").path();
        let text = std::fs::read_to_string(&path).expect("a case can be read");
        if text.starts_with("//@ unsafe") && text.contains("pthread_create") {
            let name = path.strip_prefix(&corpus).expect("it is in the corpus").to_str().expect("names are plain");
            let mut cx = Context::new(Cancellation::new().with_steps(STEPS), Arc::new(Silent));
            let engine = Compositional { violations: None };
            let answers = decide(&task(name), &engine, &ReplaysAll, &mut cx);
            assert!(!matches!(answers.outcomes[0].verdict, Verdict::Safe(_)), "{name}");
            n_asked += 1;
        }
    }
    assert!(n_asked > 60, "{n_asked} cases are violated");
}

/// The invariant that the engine finds.
fn found(task: &Task) -> String {
    struct NoViolations;
    impl raddle_verify::certify::Replayer for NoViolations {
        fn replay(&self, _: &raddle_program::trace::Trace) -> Result<(), String> {
            Err("the program is safe".to_owned())
        }
    }
    let engine = engine_named("compositional").expect("it is an engine");
    let answers = decide(task, engine, &NoViolations, &mut context());
    match &answers.outcomes[0].verdict {
        Verdict::Safe(Proved { proof: Proof::Compositional { found, .. }, .. }) => found.clone(),
        other => panic!("{}: {other:?}", task.file),
    }
}

/// Numbers that look random and are always the same.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % below as u64) as usize
    }
}

/// A word of a formula turned into another one that fits in its place.
fn turned(word: &str, dice: &mut Dice) -> Option<String> {
    let (bare, closing) = word.split_at(word.trim_end_matches(')').len());
    let opening = &bare[..bare.len() - bare.trim_start_matches('(').len()];
    let bare = bare.trim_start_matches('(');
    let other = match bare {
        "bvult" => "bvule".to_owned(),
        "bvule" => "bvult".to_owned(),
        "bvslt" => "bvsle".to_owned(),
        "bvsle" => "bvslt".to_owned(),
        "and" => "or".to_owned(),
        "or" => "and".to_owned(),
        "true" => "false".to_owned(),
        "false" => "true".to_owned(),
        "=" => "distinct".to_owned(),
        "bvadd" => "bvsub".to_owned(),
        number if number.starts_with("#x") || number.starts_with("#b") => {
            let mut digits: Vec<u8> = number.bytes().collect();
            let at = 2 + dice.roll(digits.len() - 2);
            digits[at] = if digits[at] == b'0' { b'1' } else { b'0' };
            String::from_utf8(digits).ok()?
        }
        _ => return None,
    };
    Some(format!("{opening}{other}{closing}"))
}

/// The invariant with one change in the formula of one predicate.
fn changed(found: &str, dice: &mut Dice) -> Option<String> {
    let mut lines: Vec<String> = found.lines().map(str::to_owned).collect();
    let at = 2 + dice.roll(lines.len() - 2);
    let (head, body) = lines[at].split_once(" Bool ")?;
    if body.contains("exists") {
        return None;
    }
    let body = match dice.roll(6) {
        0 => "true)".to_owned(),
        1 => "false)".to_owned(),
        2 => format!("(not {})", body),
        _ => {
            let mut words: Vec<String> = body.split(' ').map(str::to_owned).collect();
            let word = dice.roll(words.len());
            words[word] = turned(&words[word], dice)?;
            words.join(" ")
        }
    };
    let line = format!("{head} Bool {body}");
    if line == lines[at] {
        return None;
    }
    lines[at] = line;
    Some(lines.join("\n") + "\n")
}

fn z3_is_installed() -> bool {
    let version = Command::new("z3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// What z3 says of the clauses.
#[derive(PartialEq, Eq, Debug)]
enum Opinion {
    /// All are kept.
    Proved,
    /// One is not.
    Refuted,
    /// It ran out of time, or does not know.
    Open,
}

fn opinion_of_z3(all: &[String]) -> Opinion {
    let directory = tempfile::tempdir().expect("a directory for queries");
    let path = directory.path().join("queries.smt2");
    // One process asks all of them: each in a state of its own.
    let text: String = all.iter().map(|query| format!("(reset)\n{query}\n")).collect();
    std::fs::write(&path, text).expect("the queries are written");
    let output = Command::new("z3").arg("-T:60").arg(&path).output().expect("z3 runs");
    let answers = String::from_utf8_lossy(&output.stdout);
    if answers.lines().any(|line| line == "sat") {
        Opinion::Refuted
    } else if answers.lines().filter(|line| *line == "unsat").count() == all.len() {
        Opinion::Proved
    } else {
        Opinion::Open
    }
}

#[test]
fn invariants_are_proved_again_and_changed_ones_are_not() {
    let has_z3 = z3_is_installed();
    if !has_z3 {
        eprintln!("skipped: the second opinion on what is accepted (there is no z3)");
    }
    let mut dice = Dice(0x5eed);
    let wanted = if is_everything() { MANY_CHANGED } else { CHANGED };
    let (mut rejected, mut accepted, mut proved_by_z3, mut unreadable) = (0, 0, 0, 0);
    for (number, name) in PROGRAMS.iter().enumerate() {
        let task = task(name);
        let found = found(&task);
        assert_eq!(prove_again(&task, Property::Assertions, &found, &mut context()), Ok(()), "{name}");
        // What is derived has no text to change: a short invariant may have hardly any.
        let mut tries = wanted * 10;
        while (rejected + accepted) * PROGRAMS.len() < wanted * (number + 1) && tries > 0 {
            tries -= 1;
            let Some(changed) = changed(&found, &mut dice) else { continue };
            match prove_again(&task, Property::Assertions, &changed, &mut context()) {
                Err(why) if why.contains("kept by clause") => rejected += 1,
                Err(_) => unreadable += 1,
                Ok(()) => {
                    accepted += 1;
                    if has_z3 {
                        let all = queries(&task, Property::Assertions, &changed, &mut context()).expect("it was read");
                        let opinion = opinion_of_z3(&all);
                        assert_ne!(opinion, Opinion::Refuted, "{name}: z3 refutes what was accepted:\n{changed}");
                        proved_by_z3 += usize::from(opinion == Opinion::Proved);
                    }
                }
            }
            assert!(unreadable < MANY_CHANGED, "{name}: most changes cannot be read");
        }
    }
    println!("{rejected} rejected, {accepted} accepted ({proved_by_z3} of them by z3, too), {unreadable} not readable");
    assert!(rejected > accepted && rejected + accepted == wanted, "most changes are no invariant");
}
