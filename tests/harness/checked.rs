//! The certification of every run: proofs of SAFE are changed in memory and submitted to it. No changed proof is accepted for the twin
//! of a program, which violates the property, and few are for the program itself: where nothing is lost that the property needs.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_horn::InvariantProver;
use raddle_program::property::Property;
use raddle_program::trace::Trace;
use raddle_verify::certify::Replayer;
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::{answer, confirm};
use raddle_verify::static_answers::argument;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Argument, Check, Outcome, Proof, Proved, Reason, Verdict};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Programs that `static` proves, each with a twin that violates the property.
const ARGUED: [(&str, &str, Property); 16] = [
    ("race/joined_one_after_the_other", "race/join_only_one", Property::DataRace),
    ("race/lock_of_the_entry", "race/lock_of_another_entry", Property::DataRace),
    ("race/lock_with_the_same_index", "race/lock_with_an_index_of_its_own", Property::DataRace),
    ("race/joined_in_a_loop", "race/joined_in_a_loop_but_one", Property::DataRace),
    ("race/joined_in_objects", "race/joined_in_objects_but_one", Property::DataRace),
    ("race/joined_in_objects_then_freed", "race/joined_in_objects_then_freed_but_one", Property::DataRace),
    ("race/joined_up_to_a_bound", "race/joined_up_to_another_bound", Property::DataRace),
    ("race/joined_in_a_heap_array", "race/joined_in_a_heap_array_that_moves", Property::DataRace),
    ("race/filled_before_it_is_published", "race/filled_after_it_is_published", Property::DataRace),
    ("race/trylock_checked", "race/trylock_ignored", Property::DataRace),
    ("race/creator_keeps_the_lock", "race/creator_lets_the_lock_go", Property::DataRace),
    ("race/created_after_the_lock_was_free", "race/created_while_the_lock_was_free", Property::DataRace),
    ("deadlock/same_order", "deadlock/opposite_order", Property::Deadlock),
    ("deadlock/opposite_order_behind_gate", "deadlock/opposite_order", Property::Deadlock),
    ("deadlock/joins_with_lock_7_right", "deadlock/joins_with_lock_7", Property::Deadlock),
    ("deadlock/spin_lock_unlocked", "deadlock/spin_lock_kept", Property::Deadlock),
];

/// Programs with invariants, each with a twin that violates its assertion, and the engine that finds the invariant.
const INVARIANT: [(&str, &str, &str); 5] = [
    ("compositional/workers_count_under_a_lock", "compositional/workers_count_without_a_lock", "compositional"),
    ("compositional/flag_is_taken_at_once", "compositional/flag_is_given_back_by_another", "compositional"),
    ("compositional/created_once", "compositional/created_twice", "compositional"),
    ("compositional/tickets_differ", "compositional/tickets_are_drawn_in_two_steps", "compositional"),
    ("sequential/both_grow_under_a_lock", "sequential/one_grows_outside_of_the_lock", "sequential"),
];

/// How many arguments of each program are changed, and how many invariants.
const CHANGED_ARGUMENTS: usize = 80;
const CHANGED_INVARIANTS: usize = 12;

/// No trace is submitted here.
struct NoTraces;

impl Replayer for NoTraces {
    fn replay(&self, _: &Trace) -> Result<(), String> {
        Err("a proof is submitted".to_owned())
    }
}

fn task(name: &str, property: Property) -> Task {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(format!("{name}.c"));
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).expect("a case can be read");
    Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: name.to_owned(),
    }
}

/// The context of a run, as `raddle check` makes it.
fn context() -> Context {
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    cx.prover = Some(Arc::new(InvariantProver));
    cx
}

/// What the certification of a run makes of a proof by an engine.
fn certified(task: &Task, engine: &'static str, proof: Proof) -> Verdict {
    let property = task.properties[0];
    let answers = Answers { outcomes: vec![Outcome { property, verdict: Verdict::safe(proof) }] };
    confirm(task, answers, &NoTraces, &context().run_of(engine)).outcomes.remove(0).verdict
}

fn is_checked(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Safe(proved) if proved.is_checked())
}

fn free(property: Property, argument: Argument) -> Proof {
    match property {
        Property::DataRace => Proof::RaceFree { accesses: 1, pairs: 1, follows_values: false, argument },
        _ => Proof::DeadlockFree { points: 1, circles: 0, argument },
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

/// A change of an argument, with its name; `None` if it does not apply.
fn changed(lines: &[String], dice: &mut Dice) -> Option<(&'static str, Vec<String>)> {
    let mut lines = lines.to_vec();
    let at = dice.roll(lines.len());
    let mut words: Vec<String> = lines[at].split(' ').map(str::to_owned).collect();
    let place = 1 + dice.roll(words.len() - 1);
    let name = match dice.roll(6) {
        0 => {
            let is_alike = |line: &String| line.split(' ').next() == Some(&words[0]);
            lines.retain(|line| !is_alike(line));
            return Some(("all lines of a kind are missing", lines));
        }
        1 => {
            lines.remove(at);
            return Some(("a line is missing", lines));
        }
        2 => {
            words[place] = (words[place].parse::<i64>().ok()? + 1).to_string();
            "a thread, an object, a lock or a step is the next one"
        }
        3 => {
            words[place] = dice.roll(9).to_string();
            "a thread, an object, a lock or a step is another one"
        }
        4 => {
            // Ranks, and locks, change places.
            let other = lines.iter().position(|other| *other != lines[at] && other.starts_with(&words[0]))?;
            let last = words.pop()?;
            let (front, behind) = lines[other].rsplit_once(' ')?;
            words.push(behind.to_owned());
            lines[other] = format!("{front} {last}");
            "two lines change what is last"
        }
        _ => {
            let others = ["order", "atomic", "lock", "once", "creator", "birth", "given", "point"];
            words[0] = others[dice.roll(others.len())].to_owned();
            "a line is of another kind"
        }
    };
    let line = words.join(" ");
    (line != lines[at]).then(|| {
        lines[at] = line;
        (name, lines)
    })
}

#[test]
fn a_thousand_changed_arguments_are_not_accepted() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut refused) = (BTreeMap::new(), BTreeMap::new());
    for (safe, twin, property) in ARGUED {
        let (task, twin) = (task(safe, property), self::task(twin, property));
        let lines = argument(&task.program, &[property]).unwrap_or_else(|why| panic!("{safe}: {why}"));
        assert!(is_checked(&certified(&task, "static", free(property, Ok(lines.clone())))), "{safe}");
        assert!(!is_checked(&certified(&twin, "static", free(property, Ok(lines.clone())))), "{}", twin.file);
        let mut left = CHANGED_ARGUMENTS;
        while left > 0 {
            let Some((kind, changed)) = changed(&lines, &mut dice) else { continue };
            left -= 1;
            let proof = free(property, Ok(changed.clone()));
            assert!(!is_checked(&certified(&twin, "static", proof.clone())), "{}: {changed:?}", twin.file);
            let counts = if is_checked(&certified(&task, "static", proof)) { &mut accepted } else { &mut refused };
            *counts.entry(kind).or_insert(0) += 1;
        }
    }
    let total: usize = refused.values().sum();
    assert!(total >= 1000, "refused: {refused:?}, accepted: {accepted:?}");
}

/// What an argument must name is there, or the property is open by an internal error; what it lacks leaves the answer to the engine.
#[test]
fn a_false_argument_is_an_error_and_a_short_one_is_not_checked() {
    let (safe, _, property) = ARGUED[0];
    let task = task(safe, property);
    let lines = argument(&task.program, &[property]).expect("there is an argument");
    let wrong = [vec!["lock 0 0 0 9999 0 0 0 1 0".to_owned()], vec!["nothing 1".to_owned()]].concat();
    for line in wrong {
        let argument = Ok([&lines[..], &[line]].concat());
        let verdict = certified(&task, "static", free(property, argument));
        assert!(matches!(verdict, Verdict::Unknown(Reason::Internal { .. })), "{verdict:?}");
    }
    let short: Vec<String> = lines.iter().filter(|line| line.starts_with("thread")).cloned().collect();
    for argument in [Ok(short), Err("a rule without lines".to_owned())] {
        match certified(&task, "static", free(property, argument)) {
            Verdict::Safe(Proved { by: "static", check: Check::Open(_), .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// The invariant of a proof, and the proof with another one.
fn with_invariant(proof: &Proof, change: impl FnOnce(&str) -> String) -> Proof {
    let mut proof = proof.clone();
    match &mut proof {
        Proof::Compositional { found: text, .. } | Proof::Invariant { certificate: text, .. } => *text = change(text),
        other => panic!("there is no invariant: {other:?}"),
    }
    proof
}

/// Each predicate means something else: the ones whose number is chosen.
fn with_meanings(text: &str, meaning: &str, is_chosen: impl Fn(usize) -> bool) -> String {
    let changed = |(number, line): (usize, &str)| match line.split_once(" Bool ") {
        // What clauses derive has no text that could be negated.
        Some((head, body)) if is_chosen(number) && !(meaning.contains("BODY") && body.contains("exists")) => {
            let body = body.strip_suffix(')').unwrap_or(body);
            format!("{head} Bool {})\n", meaning.replace("BODY", body))
        }
        _ => format!("{line}\n"),
    };
    text.lines().enumerate().map(changed).collect()
}

#[test]
fn changed_invariants_are_not_accepted() {
    let mut dice = Dice(0x5eed);
    let (mut accepted, mut refused, mut n_needed) = (0, 0, 0);
    for (safe, twin, engine) in INVARIANT {
        let property = Property::Assertions;
        let (task, twin) = (task(safe, property), self::task(twin, property));
        let engine = engine_named(engine).expect("it is an engine");
        let found = answer(&task, engine, &mut context()).outcomes.remove(0).verdict;
        let Verdict::Safe(Proved { proof, .. }) = found else { panic!("{safe}: {found:?}") };
        assert!(is_checked(&certified(&task, engine.name(), proof.clone())), "{safe}");
        let everything = with_invariant(&proof, |text| with_meanings(text, "true", |_| true));
        for proof in [&proof, &everything] {
            assert!(!is_checked(&certified(&twin, engine.name(), proof.clone())), "{}", twin.file);
        }
        // What the clauses know of locks may be enough.
        if everything != proof {
            let verdict = certified(&task, engine.name(), everything);
            assert!(matches!(verdict, Verdict::Unknown(Reason::Internal { .. })), "{safe}: {verdict:?}");
            n_needed += 1;
        }
        let mut n_lines = 0;
        with_invariant(&proof, |text| {
            n_lines = text.lines().count();
            text.to_owned()
        });
        for _ in 0..CHANGED_INVARIANTS {
            let meaning = ["true", "false", "(not BODY)"][dice.roll(3)];
            let chosen = dice.roll(n_lines);
            let changed = with_invariant(&proof, |text| with_meanings(text, meaning, |number| number == chosen));
            if changed == proof {
                continue;
            }
            assert!(!is_checked(&certified(&twin, engine.name(), changed.clone())), "{}", twin.file);
            let counts =
                if is_checked(&certified(&task, engine.name(), changed)) { &mut accepted } else { &mut refused };
            *counts += 1;
        }
    }
    assert!(n_needed > 2, "{n_needed} invariants are needed");
    assert!(refused > accepted && refused > 10, "{refused} are refused, {accepted} accepted");
}
