//! Witnesses: each is accepted by the validator, in both forms, and is rejected after a line of it was changed. Of proofs, those by
//! `compositional` and `sequential`, whose invariants are in the witness; of an invariant that counts, too, that it is turned into its opposite.
//!
//! Which changes count, and must be noticed: the hash of the file, the property (which the validator is told), the data model; the place of a waypoint, moved out of the
//! file or one column to the right; a number in an assumption. Others may leave a witness of something that happens: another input, the
//! next line, another thread of the same function. They are counted, too.
//!
//! Run with `--nocapture` to see the counts; `RADDLE_ALL=1` takes all programs of the shared sets.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_bmc::bmc::Bmc;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_cli::properties::Questions;
use raddle_cli::supervise::{Limits, Supervisor};
use raddle_cli::witness::validate::Judge;
use raddle_cli::witness::{Form, text};
use raddle_program::property::Property;
use raddle_program::types::DataModel;
use raddle_tests::case::Truth;
use raddle_tests::shared::{SETS, benchmarks, cases};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::engine::Engine;
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Reason, Verdict};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many changes of a kind are tried in a witness.
const SAMPLE: usize = 2;

/// How long the search for a violation may take.
const LIMIT: Duration = Duration::from_secs(20);

#[derive(Default)]
struct Counts {
    written: usize,
    accepted: usize,
    changed: usize,
    rejected: usize,
    others: usize,
    others_rejected: usize,
    complaints: Vec<String>,
}

#[test]
fn witnesses_are_accepted_and_changed_ones_rejected() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut programs: Vec<(PathBuf, Property, DataModel)> = Vec::new();
    for (name, property) in [
        ("bank_transfer_deadlock", Property::Deadlock),
        ("lost_update", Property::Assertions),
        ("lost_update", Property::DataRace),
        ("peterson", Property::Assertions),
        ("double_checked_init", Property::DataRace),
        ("treiber_stack", Property::Assertions),
        ("isr_ring", Property::Assertions),
    ] {
        programs.push((examples.join(name).with_extension("c"), property, DataModel::Lp64));
    }
    let all = std::env::var_os("RADDLE_ALL").is_some();
    match benchmarks() {
        None => eprintln!("skipped, since the folder shared is not there: the sets of others"),
        Some(benchmarks) => {
            for set in SETS {
                let cases = cases(set, &benchmarks, all);
                let is_unsafe =
                    |case: &&raddle_tests::case::Case| case.truths.get(&set.property) == Some(&Truth::Unsafe);
                programs.extend(
                    cases.iter().filter(is_unsafe).map(|case| (case.path.clone(), set.property, case.data_model)),
                );
            }
        }
    }
    let work = move || {
        let mut counts = Counts::default();
        for (path, property, data_model) in programs {
            try_program(&path, property, data_model, &mut counts);
        }
        counts
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread can be started");
    let counts = thread.join().expect("no bug is met");
    println!(
        "{} of {} witnesses accepted; of {} changes that count {} rejected; of {} others {}",
        counts.accepted, counts.written, counts.changed, counts.rejected, counts.others, counts.others_rejected
    );
    assert!(counts.written > 0);
    assert!(counts.complaints.is_empty(), "{}", counts.complaints.join("\n"));
}

fn try_program(path: &Path, property: Property, data_model: DataModel, counts: &mut Counts) {
    let options = PreprocessOptions { data_model, ..PreprocessOptions::default() };
    let target = Target::new(path, options);
    let front = Front::read(&target).expect("it can be read");
    let Some(answers) = violation(&front, path, property) else {
        println!("no violation is found in time: {}", path.display());
        return;
    };
    let name = format!("{} ({property})", path.display());
    let share = Supervisor::<()>::new(Limits::default()).share();
    let asked = Questions::read(&[property.name().to_owned()]).expect("it is a property");
    let accepts = |witness: &str, form: Form| {
        let cancellation = Cancellation::new();
        cancel_later(&cancellation, Duration::from_secs(30));
        let show = |_: &_| String::new();
        let judge = Judge { front: &front, target: &target, cancellation: &cancellation, share: &share, show: &show };
        let (_, verdict) = judge.judge(witness, form, Some(&asked));
        (verdict.word == "UNSAFE", verdict.line())
    };
    for form in [Form::Yaml, Form::Graphml] {
        let witness = match text(&answers, None, &target, form, &Cancellation::new(), &share) {
            Ok(Some(witness)) => witness,
            Ok(None) => panic!("{name}: a violation has a witness"),
            Err(why) => {
                counts.complaints.push(format!("{name}: not written: {why}"));
                continue;
            }
        };
        counts.written += 1;
        let start = Instant::now();
        let (is_accepted, line) = accepts(&witness, form);
        if start.elapsed() > Duration::from_secs(2) {
            println!("slow: {name}: {form:?} {:?}", start.elapsed());
        }
        counts.accepted += usize::from(is_accepted);
        if !is_accepted {
            counts.complaints.push(format!("{name}: {form:?} not accepted: {line}"));
            continue;
        }
        if form == Form::Graphml {
            continue;
        }
        for change in changes(&witness) {
            let is_rejected = !accepts(&change.text, form).0;
            if !change.counts {
                counts.others += 1;
                counts.others_rejected += usize::from(is_rejected);
                continue;
            }
            counts.changed += 1;
            counts.rejected += usize::from(is_rejected);
            if !is_rejected {
                counts.complaints.push(format!("{name}: accepted with {}", change.what));
            }
        }
    }
}

#[test]
fn invariants_are_accepted_and_changed_ones_rejected() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut programs: Vec<PathBuf> =
        ["lost_update_fixed", "peterson_fixed", "dekker_fixed", "isr_ring_fixed", "ticket_lock_fixed"]
            .iter()
            .map(|name| here.join("../examples").join(name).with_extension("c"))
            .collect();
    programs.push(here.join("../docs/programs/balanced.c"));
    let corpus = here.join("corpus/compositional");
    let all = std::env::var_os("RADDLE_ALL").is_some();
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(corpus).expect("there is a corpus").flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    programs.extend(files.into_iter().step_by(if all { 1 } else { 12 }));
    let work = move || {
        let mut counts = Counts::default();
        for path in programs {
            for engine in ["compositional", "sequential"].map(|name| engine_named(name).expect("it is an engine")) {
                try_proof(&path, engine, &mut counts);
            }
        }
        counts
    };
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work).expect("a thread can be started");
    let counts = thread.join().expect("no bug is met");
    println!(
        "{} of {} proofs accepted, {} with invariants; of {} changes that count {} rejected",
        counts.accepted, counts.written, counts.others, counts.changed, counts.rejected
    );
    assert!(counts.others > 0 && counts.changed > 0);
    assert!(counts.complaints.is_empty(), "{}", counts.complaints.join("\n"));
}

fn try_proof(path: &Path, engine: &dyn Engine, counts: &mut Counts) {
    let target = Target::new(path, PreprocessOptions::default());
    let Ok(front) = Front::read(&target) else { return };
    let file = path.to_string_lossy().into_owned();
    let properties = vec![Property::Assertions];
    let task = Task { program: AnalyzedProgram::new(front.program.clone()), properties, error_functions: None, file };
    let cancellation = Cancellation::new();
    cancel_later(&cancellation, LIMIT);
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    let answers = decide(&task, engine, &front.replayer(), &mut cx);
    let Verdict::Safe(_) = &answers.outcomes[0].verdict else { return };
    let name = format!("{} ({})", path.display(), engine.name());
    let share = Supervisor::<()>::new(Limits::default()).share();
    let witness = match text(&answers, None, &target, Form::Yaml, &Cancellation::new(), &share) {
        Ok(Some(witness)) => witness,
        Ok(None) => panic!("{name}: a proof has a witness"),
        Err(why) => return counts.complaints.push(format!("{name}: not written: {why}")),
    };
    let verdict_on = |witness: &str| {
        let cancellation = Cancellation::new();
        cancel_later(&cancellation, Duration::from_secs(30));
        let show = |_: &_| String::new();
        let judge = Judge { front: &front, target: &target, cancellation: &cancellation, share: &share, show: &show };
        judge.judge(witness, Form::Yaml, None).1
    };
    counts.written += 1;
    let verdict = verdict_on(&witness);
    // What the engines do not decide in time says nothing of the witness.
    if verdict.line().contains("out of time") {
        println!("not decided in time: {name}");
        return;
    }
    if verdict.word != "SAFE" {
        return counts.complaints.push(format!("{name}: not accepted: {}", verdict.line()));
    }
    counts.accepted += 1;
    counts.others += usize::from(witness.contains("- invariant:"));
    let lines: Vec<&str> = witness.lines().collect();
    let mut n_changed = 0;
    for (at, line) in lines.iter().enumerate() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let body = line.trim_start();
        let of_invariant = lines.get(at + 1).is_some_and(|next| next.starts_with("        format: c_expression"));
        let changed = match body.strip_prefix("value: \"") {
            // What can never hold where a thread comes.
            Some(_) if of_invariant && n_changed < SAMPLE => format!("{indent}value: \"0\""),
            Some(_) | None if body.starts_with("data_model: ") => format!("{indent}data_model: ILP32"),
            Some(_) | None if body.starts_with("entry_type:") || body.starts_with("- entry_type:") => {
                line.replace("invariant_set", "violation_sequence")
            }
            Some(_) | None if body.starts_with("column: ") => format!("{indent}column: 1000"),
            Some(_) | None => continue,
        };
        if changed == *line {
            continue;
        }
        n_changed += usize::from(of_invariant);
        let mut text = lines.clone();
        text[at] = &changed;
        counts.changed += 1;
        let is_rejected = verdict_on(&(text.join("\n") + "\n")).word != "SAFE";
        counts.rejected += usize::from(is_rejected);
        // A statement that no thread comes to has any invariant.
        if !is_rejected && !of_invariant {
            counts.complaints.push(format!("{name}: accepted with `{}`", changed.trim()));
        }
    }
}

/// The answer with the violation, if one is found in time.
fn violation(front: &Front, path: &Path, property: Property) -> Option<Answers> {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: vec![property],
        error_functions: None,
        file: path.to_string_lossy().into_owned(),
    };
    let cancellation = Cancellation::new();
    cancel_later(&cancellation, LIMIT);
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    let answers = decide(&task, &Bmc, &front.replayer(), &mut cx);
    matches!(answers.outcomes[0].verdict, Verdict::Unsafe(_)).then_some(answers)
}

fn cancel_later(cancellation: &Cancellation, limit: Duration) {
    let cancellation = cancellation.clone();
    std::thread::spawn(move || {
        std::thread::sleep(limit);
        cancellation.cancel(Reason::Timeout { limit });
    });
}

/// A witness with one line changed.
struct Change {
    text: String,
    what: String,
    /// Whether it must be noticed.
    counts: bool,
}

/// Changes of one kind: which line becomes what.
struct Kind {
    name: &'static str,
    counts: bool,
    lines: Vec<(usize, String)>,
}

fn changes(witness: &str) -> Vec<Change> {
    let lines: Vec<&str> = witness.lines().collect();
    let mut by_kind: Vec<Kind> = Vec::new();
    let mut add = |name: &'static str, counts: bool, at: usize, line: String| match by_kind
        .iter_mut()
        .find(|kind| kind.name == name)
    {
        Some(kind) => kind.lines.push((at, line)),
        None => by_kind.push(Kind { name, counts, lines: vec![(at, line)] }),
    };
    for (at, line) in lines.iter().enumerate() {
        let body = line.trim_start();
        let number = |prefix: &str| body.strip_prefix(prefix).and_then(|rest| rest.parse::<u32>().ok());
        let with = |body: String| format!("{}{body}", &line[..line.len() - line.trim_start().len()]);
        let hex = body.rsplit('"').nth(1).filter(|hash| hash.len() == 64);
        if let Some(hash) = hex.filter(|hash| hash.bytes().all(|digit| digit.is_ascii_hexdigit())) {
            let last = if hash.ends_with('0') { "1" } else { "0" };
            add("another hash", true, at, line.replace(hash, &format!("{}{last}", &hash[..63])));
        } else if body.starts_with("specification:") {
            let other = if body.contains("data-race") { "G ! overflow" } else { "G ! data-race" };
            add("another property", true, at, with(format!("specification: \"{other}\"")));
        } else if let Some(model) = body.strip_prefix("data_model: ") {
            let other = if model == "LP64" { "ILP32" } else { "LP64" };
            add("another data model", true, at, with(format!("data_model: {other}")));
        } else if let Some(line_number) = number("line: ") {
            add("a place outside of the file", true, at, with(format!("line: {}", line_number + 1_000_000)));
            add("the next line", false, at, with(format!("line: {}", line_number + 1)));
        } else if let Some(column) = number("column: ") {
            add("the next column", true, at, with(format!("column: {}", column + 1)));
        } else if let Some(thread) = number("thread_id: ") {
            add("another thread", false, at, with(format!("thread_id: {}", thread + 1)));
        } else if let Some(value) = body.strip_prefix("value: \"") {
            let value = value.trim_end_matches('"');
            let (front, last) = value.rsplit_once(' ').map_or(("", value), |(front, last)| (front, last));
            let Ok(last) = last.trim_end_matches('U').parse::<i128>() else { continue };
            let changed = if front.is_empty() { "0".to_owned() } else { format!("{front} {}", last + 1) };
            let is_input = value.starts_with("\\\\result");
            let kind = if is_input { "another input" } else { "another number in an assumption" };
            add(kind, !is_input, at, with(format!("value: \"{changed}\"")));
        }
    }
    let mut changes = Vec::new();
    for Kind { name: kind, counts, lines: changed } in by_kind {
        let stride = changed.len().div_ceil(SAMPLE).max(1);
        // The last ones are those of the violation.
        for (at, line) in changed.iter().rev().step_by(stride) {
            let mut lines = lines.clone();
            lines[*at] = line;
            let what = format!("{kind}: `{}`", line.trim());
            changes.push(Change { text: lines.join("\n") + "\n", what, counts });
        }
    }
    changes
}
