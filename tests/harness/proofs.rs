//! Proofs of safe programs of the corpus are accepted; proofs that were tampered with are not.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_certify::ProofText;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_cli::proof::{Head, Written, follow};
use raddle_cli::question::Question;
use raddle_program::externals::Externals;
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::options::Order;
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

/// Safe programs whose proofs have learned clauses and clauses of the theory, and what is proved of them.
const PROGRAMS: [(&str, Property); 13] = [
    ("pitfalls/atomics/45_increment_by_exchange.c", Property::Assertions),
    ("pitfalls/memory/66_list_popped_by_two_locked.c", Property::Assertions),
    ("pitfalls/memory/66_list_popped_by_two_locked.c", Property::Memory),
    ("leaks/freed_by_the_second_worker.c", Property::Leaks),
    ("leaks/made_by_the_first_that_missed_it.c", Property::Leaks),
    ("reach/timed_lock_may_time_out.c", Property::Assertions),
    ("reach/semaphore_of_one.c", Property::Assertions),
    ("reach/semaphore_of_one.c", Property::DataRace),
    ("reach/once_and_the_loser_waits.c", Property::Assertions),
    ("reach/increment_locked.c", Property::Assertions),
    ("reach/loop_condition_only_grows.c", Property::Assertions),
    ("deadlock/read_lock_upgraded_3_right.c", Property::Deadlock),
    ("deadlock/waiters_one_signal_3_right.c", Property::Deadlock),
];

fn read(name: &str) -> Front {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    Front::read(&Target::new(&path, PreprocessOptions::default())).expect("a case can be read")
}

fn question(property: Property) -> Question {
    Question {
        data_model: DataModel::Lp64,
        arguments: None,
        callers: None,
        interrupts: std::sync::Arc::default(),
        externals: Externals::Pure,
        properties: vec![property],
        error_functions: None,
    }
}

fn head(property: Property) -> Head {
    Head { engine: "bmc".to_owned(), order: Order::Theory, unwind: None, question: question(property) }
}

fn prove(front: &Front, property: Property) -> Vec<u8> {
    let written = Written::new(&head(property));
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: "case".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    cx.sat_solvers = Some(written.solvers());
    let engine = engine_named("bmc").expect("bmc is an engine");
    let answers = decide(&task, engine, &front.replayer(), &mut cx);
    assert!(matches!(answers.outcomes[0].verdict, Verdict::Safe(_)), "{:?}", answers.outcomes[0].verdict);
    drop(cx);
    written.finish().expect("there is a proof")
}

fn judge(front: &Front, property: Property, proof: Vec<u8>) -> Result<(), String> {
    let mut proof = ProofText::new(proof);
    let head = Head::read(&mut proof, &question(property)).map_err(|rejected| rejected.to_string())?;
    follow(front, "case", &head, proof, Cancellation::new())
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

fn numbers(line: &str) -> Vec<i64> {
    line.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// The lines that the conclusions of the proof rest on: learned clauses and clauses of the theory.
fn needed(lines: &[String]) -> Vec<usize> {
    let mut needed = Vec::new();
    let mut names: BTreeSet<i64> = BTreeSet::new();
    for (index, line) in lines.iter().enumerate().rev() {
        let numbers = numbers(line);
        match line.split(' ').next() {
            Some("u") => {
                names.insert(numbers[0]);
            }
            Some("solver") => names.clear(),
            Some("t") if names.contains(&numbers[0]) => needed.push(index),
            Some(word) if word.parse::<i64>().is_ok() && names.contains(&numbers[0]) => {
                needed.push(index);
                names.extend(numbers.iter().skip(1).skip_while(|&&number| number != 0).filter(|&&name| name != 0));
            }
            Some(_) | None => {}
        }
    }
    needed
}

/// A change to a line that a conclusion rests on, with its name; `None` if it does not apply here.
fn mutated(lines: &[String], line: usize, kind: usize, dice: &mut Dice) -> Option<(&'static str, Vec<String>)> {
    let mut lines = lines.to_vec();
    let is_learned = !lines[line].starts_with('t');
    let mut words: Vec<String> = lines[line].split(' ').map(str::to_owned).collect();
    let first = if is_learned { 1 } else { 2 };
    let end = (first..words.len()).find(|&at| words[at] == "0")?;
    let n_names = words.len().saturating_sub(end + 2);
    let name = match kind {
        0 => {
            lines.remove(line);
            return Some(("a line is missing", lines));
        }
        1 if end > first => {
            let at = first + dice.roll(end - first);
            words[at] = (-words[at].parse::<i64>().ok()?).to_string();
            "a literal is negated"
        }
        2 if end > first => {
            words.remove(first + dice.roll(end - first));
            "a literal is missing"
        }
        3 if n_names > 1 => {
            words.remove(end + 1 + dice.roll(n_names));
            "a name is missing"
        }
        4 if n_names > 1 => {
            let at = end + 1 + dice.roll(n_names);
            words[at] = (words[at].parse::<i64>().ok()? + 1).to_string();
            "a name is another"
        }
        5 if n_names > 1 => {
            let at = end + 1 + dice.roll(n_names - 1);
            let last = words.len() - 2;
            words.swap(at, last);
            "names are out of order"
        }
        6 => {
            words[first - 1] = (words[first - 1].parse::<i64>().ok()? + 1).to_string();
            "a number is another"
        }
        7 if is_learned => {
            words.truncate(end + 1);
            words.insert(0, "t".to_owned());
            "what was learned is said to be of the theory"
        }
        8 => {
            lines.truncate(line);
            return Some(("the end is missing", lines));
        }
        _ => return None,
    };
    lines[line] = words.join(" ");
    Some((name, lines))
}

#[test]
fn proofs_are_accepted() {
    for (name, property) in PROGRAMS {
        let front = read(name);
        assert_eq!(judge(&front, property, prove(&front, property)), Ok(()), "{name}");
    }
}

/// Also where the solver does more after its last answer, and where nothing is asked of it at all.
#[test]
fn proofs_without_a_search_are_accepted() {
    for name in ["deadlock/c11_mutex_kept.c", "deadlock/joins_with_lock_3.c", "deadlock/main_returns_with_the_lock.c"] {
        for property in [Property::Memory, Property::Arithmetic, Property::DataRace] {
            let front = read(name);
            assert_eq!(judge(&front, property, prove(&front, property)), Ok(()), "{name}: {property}");
        }
    }
}

/// A proof is about one program: the twin without the lock has none.
#[test]
fn a_proof_of_another_program_is_rejected() {
    let proof = prove(&read("reach/increment_locked.c"), Property::Assertions);
    assert!(judge(&read("reach/semaphore_of_one.c"), Property::Assertions, proof).is_err());
}

/// A mutated proof may still be one: a literal may be missing that was not needed, names may come in another order. That must
/// be seldom, or the mutations would show nothing.
#[test]
fn a_thousand_mutated_proofs_are_rejected() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut accepted: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rejected: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, property) in PROGRAMS {
        let front = read(name);
        let proof = String::from_utf8(prove(&front, property)).expect("a proof is text");
        let lines: Vec<String> = proof.lines().map(str::to_owned).collect();
        let needed = needed(&lines);
        if needed.is_empty() {
            assert_ne!(property, Property::Assertions, "{name}");
            continue;
        }
        let mut left = 120;
        while left > 0 {
            let line = needed[dice.roll(needed.len())];
            let kind = dice.roll(9);
            let Some((kind, lines)) = mutated(&lines, line, kind, &mut dice) else { continue };
            left -= 1;
            let text = lines.join("\n") + "\n";
            let counts = if text != proof && judge(&front, property, text.into_bytes()).is_err() {
                &mut rejected
            } else {
                &mut accepted
            };
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    let total: usize = rejected.values().sum();
    assert!(total >= 1000, "rejected: {rejected:?}, accepted: {accepted:?}");
    for kind in ["a line is missing", "a number is another", "the end is missing"] {
        assert!(!accepted.contains_key(kind), "accepted: {accepted:?}");
    }
}
