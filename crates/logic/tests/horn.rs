//! Every system of `tests/corpus/horn`: decided as its first line says, read again after it was printed; z3, where it is installed,
//! agrees. Interpretations that were changed are rejected, unless z3 proves them.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use raddle_logic::horn::interpretation::Checked;
use raddle_logic::horn::unwind::{Aim, Limits, Unwound};
use raddle_logic::horn::{Answer, Budget, Interpretation, Meaning, System, print, read, solve, solve::Run, solve::Why};
use raddle_logic::sat::Cadical;
use raddle_logic::smtlib::{Query, print as print_query};
use raddle_logic::sort::Sort;
use raddle_logic::term::{Op, Term, Terms};
use raddle_logic::traverse::{Substitution, reachable, variables_of};

/// How long a system may take, in seconds.
const LIMIT: u64 = 20;

struct Case {
    name: String,
    text: String,
    is_safe: bool,
}

fn cases() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/horn");
    let only = std::env::var("RADDLE_HORN").unwrap_or_default();
    let mut cases = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there is a folder of Horn systems") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        if !name.contains(&only) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let is_safe = match text.lines().next() {
            Some("; safe") => true,
            Some("; unsafe") => false,
            other => panic!("{name}: the first line says neither safe nor unsafe: {other:?}"),
        };
        cases.push(Case { name, text, is_safe });
    }
    cases.sort_by(|one, other| one.name.cmp(&other.name));
    cases
}

fn decide(terms: &mut Terms, system: &System) -> (Answer, Run, Duration) {
    let start = Instant::now();
    let interruption = Rc::new(move || start.elapsed() > Duration::from_secs(LIMIT));
    let run = Run::new(Budget { interruption: Some(interruption), ..Budget::default() });
    let answer = solve::solve(terms, system, &run);
    (answer, run, start.elapsed())
}

#[test]
fn systems_are_decided_and_none_wrongly() {
    let (mut decided, mut all) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases() {
        let mut terms = Terms::new();
        let system = read::read(&case.text, &mut terms).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let (answer, run, time) = decide(&mut terms, &system);
        let counters = run.counters();
        let word = match &answer {
            Answer::Safe(_) => "safe",
            Answer::Unsafe(_) => "unsafe",
            Answer::Unknown(_) => "unknown",
        };
        println!("{:40} {word:8} {:6.2} s {counters:?}", case.name, time.as_secs_f64());
        all += 1;
        match answer {
            Answer::Safe(_) if case.is_safe => decided += 1,
            Answer::Unsafe(_) if !case.is_safe => decided += 1,
            Answer::Unknown(Why::Wrong(why)) => wrong.push(format!("{}: {why}", case.name)),
            Answer::Unknown(why) => println!("    {why:?}"),
            Answer::Safe(_) | Answer::Unsafe(_) => wrong.push(case.name),
        }
    }
    println!("{decided} of {all} decided");
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn what_is_unwound_to_an_end_is_as_the_system_says() {
    let mut ended = 0;
    let limit = Duration::from_millis(if std::env::var_os("RADDLE_ALL").is_some() { 2_000 } else { 500 });
    for case in cases() {
        for aim in [Aim::Proof, Aim::Derivations] {
            let mut terms = Terms::new();
            let system = read::read(&case.text, &mut terms).unwrap_or_else(|error| panic!("{}: {error}", case.name));
            let start = Instant::now();
            let interruption = Rc::new(move || start.elapsed() > limit);
            let run = Run::new(Budget { interruption: Some(interruption), ..Budget::default() });
            match solve::unwind(&mut terms, &system, (aim, Limits::default()), &run) {
                Unwound::Complete { .. } => {
                    assert!(case.is_safe, "{}", case.name);
                    ended += 1;
                }
                Unwound::Unsafe(_) => assert!(!case.is_safe, "{}", case.name),
                Unwound::Wrong(depth) => panic!("{}: wrong after {depth} steps", case.name),
                Unwound::Open(_) | Unwound::Stopped(_) => {}
            }
        }
    }
    assert!(ended > 5 || std::env::var("RADDLE_HORN").is_ok(), "{ended} only");
}

#[test]
fn what_is_printed_is_read_as_the_same_system() {
    for case in cases() {
        let text = |text: &str| {
            let mut terms = Terms::new();
            let system = read::read(text, &mut terms).unwrap_or_else(|error| panic!("{}: {error}\n{text}", case.name));
            let mut printed = String::new();
            print::print(&terms, &system, &mut printed).expect("a string takes everything");
            printed
        };
        let once = text(&case.text);
        assert_eq!(text(&once), once, "{}", case.name);
    }
}

fn z3_is_installed(test: &str) -> bool {
    let version = Command::new("z3").arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_there = version.is_ok_and(|status| status.success());
    if !is_there {
        eprintln!("skipped: {test} (there is no z3)");
    }
    is_there
}

fn z3(path: &std::path::Path, seconds: u32) -> String {
    let answer = Command::new("z3").arg(format!("-T:{seconds}")).arg(path).output().expect("z3 runs");
    String::from_utf8_lossy(&answer.stdout).lines().next().unwrap_or_default().to_owned()
}

#[test]
fn z3_contradicts_no_case() {
    if !z3_is_installed("z3_contradicts_no_case") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory for systems");
    let mut decided = 0;
    for case in cases() {
        let path = directory.path().join("system.smt2");
        // As we print it: z3 reads what we write, too.
        let mut terms = Terms::new();
        let system = read::read(&case.text, &mut terms).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let mut printed = String::new();
        print::print(&terms, &system, &mut printed).expect("a string takes everything");
        std::fs::write(&path, printed).expect("the system is written");
        let start = Instant::now();
        let answer = z3(&path, 1);
        println!("{:40} {answer:8} {:6.2} s", case.name, start.elapsed().as_secs_f64());
        match answer.as_str() {
            "sat" => assert!(case.is_safe, "{}: z3 says that it is safe", case.name),
            "unsat" => assert!(!case.is_safe, "{}: z3 says that it is unsafe", case.name),
            "unknown" | "timeout" => continue,
            other => panic!("{}: z3 says {other}", case.name),
        }
        decided += 1;
    }
    println!("z3 decides {decided}");
}

/// Formulas that differ a little: a conjunct dropped or negated, a constant changed, a comparison turned around, a parameter taken for
/// another one.
fn mutants(terms: &mut Terms, formula: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let parts = reachable(terms, &[formula]);
    let variables = variables_of(terms, &[formula]);
    let mut replace = |terms: &mut Terms, part: Term, by: Term| {
        let mutant = Substitution::from_pairs([(part, by)]).apply(terms, formula);
        if mutant != formula {
            found.push(mutant);
        }
    };
    for part in parts {
        match terms.sort(part) {
            Sort::Bool if terms.op(part) != Op::Not => {
                let (truth, falsity, negation) = (terms.truth(), terms.falsity(), terms.not(part));
                for by in [truth, falsity, negation] {
                    replace(terms, part, by);
                }
                if let (Op::BvUlt | Op::BvSlt, &[left, right]) = (terms.op(part), terms.arguments(part)) {
                    let (turned, equal) = (terms.rebuild(part, &[right, left]), terms.eq(left, right));
                    replace(terms, part, turned);
                    replace(terms, part, equal);
                }
            }
            Sort::BitVec(width) if terms.is_constant(part) => {
                let one = terms.number(width, 1);
                let (more, less) = (terms.bv_add(part, one), terms.bv_sub(part, one));
                let (other, twice) = (terms.bv_not(part), terms.bv_add(part, part));
                for by in [more, less, other, twice] {
                    replace(terms, part, by);
                }
            }
            Sort::BitVec(_) if terms.is_variable(part) => {
                for &other in variables.iter().filter(|&&other| other != part) {
                    if terms.sort(other) == terms.sort(part) {
                        replace(terms, part, other);
                    }
                }
            }
            Sort::Bool | Sort::BitVec(_) | Sort::Array { .. } => {}
        }
    }
    found
}

/// Of a thousand interpretations that were changed the check rejects all but those that z3 proves.
#[test]
fn what_is_no_interpretation_is_rejected() {
    let has_z3 = z3_is_installed("what_is_no_interpretation_is_rejected (what is accepted)");
    let directory = tempfile::tempdir().expect("a directory for queries");
    // Asking about all that is accepted takes long: else every seventh clause.
    let stride = if std::env::var_os("RADDLE_ALL").is_some() { 1 } else { 7 };
    let (mut rejected, mut accepted, mut met, mut asked, mut proved) = (0, 0, 0, 0, 0);
    for case in cases().into_iter().filter(|case| case.is_safe) {
        let mut terms = Terms::new();
        let system = read::read(&case.text, &mut terms).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let run = Run::new(Budget { queries: Some(2_000), ..Budget::default() });
        let Answer::Safe(found) = solve::solve(&mut terms, &system, &run) else { continue };
        for (place, meaning) in found.meanings.iter().enumerate() {
            let Meaning::Formula(formula) = *meaning else { continue };
            let mut changed = mutants(&mut terms, formula);
            changed.truncate(120);
            // Some are changed twice.
            for once in changed.iter().copied().step_by(5).take(6).collect::<Vec<_>>() {
                changed.extend(mutants(&mut terms, once).into_iter().filter(|&twice| twice != formula).take(12));
            }
            for mutant in changed {
                let mut meanings = found.meanings.clone();
                meanings[place] = Meaning::Formula(mutant);
                let mutated = Interpretation { meanings };
                match mutated.check(&mut terms, &system, Cadical::new) {
                    Checked::Fails { .. } => rejected += 1,
                    Checked::Holds => {
                        accepted += 1;
                        for clause in system.clauses() {
                            let Some(assertions) = mutated.negation(&mut terms, &system, clause) else { continue };
                            met += 1;
                            if has_z3 && met % stride == 0 {
                                let query = Query { assertions, ..Query::default() };
                                let mut text = String::new();
                                print_query(&terms, &query, &mut text).expect("a string takes everything");
                                let path = directory.path().join("query.smt2");
                                std::fs::write(&path, text).expect("the query is written");
                                let answer = z3(&path, 10);
                                assert_ne!(answer, "sat", "{}: a wrong interpretation was accepted", case.name);
                                asked += 1;
                                proved += usize::from(answer == "unsat");
                            }
                        }
                    }
                    other @ (Checked::Interrupted { .. } | Checked::Cyclic) => panic!("{}: {other:?}", case.name),
                }
            }
        }
    }
    println!(
        "{rejected} rejected, {accepted} accepted; of {asked} clauses of these z3 proves {proved} and refutes none"
    );
    assert!(
        rejected + accepted >= 1_000 || std::env::var_os("RADDLE_HORN").is_some(),
        "{rejected} + {accepted} are few"
    );
    assert!(rejected > accepted / 4, "most changes are no interpretation");
}
