//! Proofs, traces and witnesses that were tampered with, and the checkers that must accept none whose claim is false.
//!
//! | file | concept |
//! |---|---|
//! | `pairs` | a program that satisfies a property and its twin that violates it, from the corpus |
//! | `text` | changes of bytes, words and lines, whatever they mean |
//! | `proofs` | proofs of the first program, and of weaker questions, as proofs of the twin |
//! | `traces` | violations of the twin as violations of the first program |
//! | `witnesses` | witnesses of each as witnesses of the other one |
//!
//! A change may leave a proof of a true claim a proof. So each changed text is submitted where its claim is false: as a proof for the program
//! that violates the property, as a violation for the program that satisfies it. Whatever is accepted there is wrong.

mod pairs;
mod proofs;
mod text;
mod traces;
mod witnesses;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use crate::fuzz::random::Random;
use crate::options::{Evidence, TamperOptions};
use crate::repository;

/// Checkers recurse over programs.
const STACK_BYTES: usize = 1 << 30;

/// How long an engine may take to write what is changed.
const WRITING: Duration = Duration::from_secs(5);

/// How many changes are made of one text.
const CHANGES_OF_ONE: u64 = 20;

/// What a checker said of a changed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fate {
    /// It is no text of its format, or about something else.
    Unread,
    /// It was read and rejected.
    Rejected,
    /// It was accepted, and its claim is true.
    True,
    /// It was accepted, and its claim is false.
    False,
}

/// What came of all changes of a kind of evidence.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// How often each change had each fate.
    pub counts: BTreeMap<&'static str, BTreeMap<Fate, u64>>,
    /// Texts whose false claim was accepted: what was done, and the text.
    pub accepted: Vec<(String, String)>,
    /// How many texts were changed.
    pub originals: u64,
}

impl Outcome {
    /// How many changed texts were submitted.
    #[must_use]
    pub fn submitted(&self) -> u64 {
        self.counts.values().flat_map(BTreeMap::values).sum()
    }

    fn add(&mut self, change: &'static str, fate: Fate, what: impl FnOnce() -> (String, String)) {
        *self.counts.entry(change).or_default().entry(fate).or_default() += 1;
        if fate == Fate::False {
            self.accepted.push(what());
        }
    }

    /// The table: for each change how many texts were not read, rejected, and accepted truly and falsely.
    #[must_use]
    pub fn table(&self, name: &str) -> String {
        let mut text = format!("{name:32} unread rejected  true  false\n");
        let of = |fates: &BTreeMap<Fate, u64>, fate| fates.get(&fate).copied().unwrap_or_default();
        for (change, fates) in &self.counts {
            let [unread, rejected, is_true, is_false] =
                [Fate::Unread, Fate::Rejected, Fate::True, Fate::False].map(|fate| of(fates, fate));
            let _ = writeln!(text, "  {change:30} {unread:6} {rejected:8} {is_true:5} {is_false:6}");
        }
        let _ = writeln!(text, "  {} changes of {} texts", self.submitted(), self.originals);
        text
    }
}

/// Changes as many texts of each kind as the options say. True if no false claim was accepted.
///
/// # Errors
/// A sentence, if the corpus cannot be read or a finding cannot be written.
pub fn run(options: &TamperOptions) -> Result<bool, String> {
    let mut is_clean = true;
    let all = [Evidence::Proofs, Evidence::Traces, Evidence::Witnesses];
    for evidence in all.into_iter().filter(|evidence| options.evidence.is_none_or(|it| it == *evidence)) {
        let outcome = campaign(evidence, options.count, options.seed)?;
        print!("{}", outcome.table(name(evidence)));
        for (number, (what, text)) in outcome.accepted.iter().enumerate() {
            is_clean = false;
            let folder = options.findings.clone().unwrap_or_else(|| repository().join("target/tamper"));
            let path = save(&folder, name(evidence), number, text)?;
            println!("accepted: {what}\n  in {}", path.display());
        }
    }
    Ok(is_clean)
}

/// Changes texts of one kind until so many were submitted.
///
/// # Errors
/// A sentence, if the corpus cannot be read.
pub fn campaign(evidence: Evidence, count: u64, seed: u64) -> Result<Outcome, String> {
    let pairs = pairs::all()?;
    let mut random = Random::new(seed);
    let work = || {
        let mut outcome = Outcome::default();
        // Not every pair has what is asked for; a bound on attempts ends a campaign that finds nothing.
        for _ in 0..(count + 50) {
            if outcome.submitted() >= count {
                break;
            }
            let pair = &pairs[random.below(pairs.len())];
            let left = CHANGES_OF_ONE.min(count - outcome.submitted());
            match evidence {
                Evidence::Proofs => proofs::tamper(pair, left, &mut random, &mut outcome),
                Evidence::Traces => traces::tamper(pair, left, &mut random, &mut outcome),
                Evidence::Witnesses => witnesses::tamper(pair, left, &mut random, &mut outcome),
            }
        }
        outcome
    };
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        spawned.map_err(|error| error.to_string())?.join().map_err(|_| "a checker panicked".to_owned())
    })
}

fn name(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Proofs => "proofs",
        Evidence::Traces => "traces",
        Evidence::Witnesses => "witnesses",
    }
}

fn save(folder: &std::path::Path, name: &str, number: usize, text: &str) -> Result<PathBuf, String> {
    let cannot = |error: std::io::Error| format!("cannot write into {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let path = folder.join(format!("{name}_{number}.txt"));
    std::fs::write(&path, text).map_err(cannot)?;
    Ok(path)
}
