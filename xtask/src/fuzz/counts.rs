//! The counts of a campaign: per property and engine, how many verdicts of each kind.
//!
//! Three figures say what a campaign is worth. *Decided*: for how many questions (a program and a property that some
//! engine decides) both the reference interpreter and an engine have a verdict; and for how many programs all of them
//! have. *Verdicts*: the verdicts of the reference interpreter about the programs that are aimed at a property, for
//! each property, and about whole programs, which are unsafe if any such property is violated. A campaign without
//! violations, or without verdicts, has nothing to agree about.

use super::judge::{Judgement, Says};
use raddle_program::property::Property;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Counts of a campaign so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// The number of the next program.
    pub next: u64,
    /// Programs judged.
    pub programs: u64,
    /// States that the reference interpreter visited.
    pub states: u64,
    /// For each property: how often the reference interpreter says safe, unsafe, unknown.
    pub reference: BTreeMap<Property, [u64; 3]>,
    /// For each engine and property: how often it says safe, unsafe, unknown.
    pub engines: BTreeMap<String, BTreeMap<Property, [u64; 3]>>,
    /// For each engine and property: how often both decided.
    pub both: BTreeMap<String, BTreeMap<Property, u64>>,
    /// For each property that some engine decides: how often some engine and the reference interpreter did.
    #[serde(default)]
    pub settled: BTreeMap<Property, u64>,
    /// How many programs had all of these properties decided.
    #[serde(default)]
    pub settled_programs: u64,
    /// What the reference interpreter says of whole programs: safe, unsafe, unknown.
    #[serde(default)]
    pub whole: [u64; 3],
    /// For each property: what the reference interpreter says of the programs that are aimed at it.
    #[serde(default)]
    pub aimed: BTreeMap<Property, [u64; 3]>,
    /// Why the reference interpreter did not know.
    pub reference_reasons: BTreeMap<String, u64>,
    /// Why engines did not know.
    pub engine_reasons: BTreeMap<String, u64>,
    /// How many milliseconds each engine took, the reference interpreter, and the scan.
    #[serde(default)]
    pub milliseconds: BTreeMap<String, u64>,
    /// Differences by kind.
    pub differences: BTreeMap<String, u64>,
    /// Panics.
    pub panics: u64,
}

impl Counts {
    /// Counts a judgement about a program that is aimed at a property.
    pub fn add(&mut self, judgement: &Judgement, aim: Option<Property>) {
        self.add_verdicts(judgement, aim);
        self.programs += 1;
        self.states += judgement.states as u64;
        for (&property, &says) in &judgement.reference {
            self.reference.entry(property).or_default()[says as usize] += 1;
        }
        for (engine, said) in &judgement.engines {
            let counts = self.engines.entry(engine.clone()).or_default();
            for (&property, &says) in said {
                counts.entry(property).or_default()[says as usize] += 1;
                let reference = judgement.reference.get(&property).copied().unwrap_or(Says::Unknown);
                if says != Says::Unknown && reference != Says::Unknown {
                    *self.both.entry(engine.clone()).or_default().entry(property).or_default() += 1;
                }
            }
        }
        if let Some(reason) = &judgement.reference_reason {
            *self.reference_reasons.entry(stem(reason)).or_default() += 1;
        }
        for (engine, reason) in &judgement.engine_reasons {
            *self.engine_reasons.entry(format!("{engine}: {}", stem(reason))).or_default() += 1;
        }
        for (name, took) in &judgement.milliseconds {
            *self.milliseconds.entry(name.clone()).or_default() += took;
        }
        for difference in &judgement.differences {
            *self.differences.entry(difference.kind.name().to_owned()).or_default() += 1;
            self.panics += u64::from(difference.kind.is_panic());
        }
    }

    fn add_verdicts(&mut self, judgement: &Judgement, aim: Option<Property>) {
        let mut whole = Says::Safe;
        let mut is_settled = true;
        for (&property, &reference) in &judgement.reference {
            let mut engines = judgement.engines.values().filter_map(|said| said.get(&property)).peekable();
            if engines.peek().is_none() {
                continue;
            }
            if reference != Says::Unknown && engines.any(|&says| says != Says::Unknown) {
                *self.settled.entry(property).or_default() += 1;
            } else {
                is_settled = false;
            }
            whole = match (whole, reference) {
                (Says::Unsafe, _) | (_, Says::Unsafe) => Says::Unsafe,
                (Says::Unknown, _) | (_, Says::Unknown) => Says::Unknown,
                (Says::Safe, Says::Safe) => Says::Safe,
            };
            if aim == Some(property) {
                self.aimed.entry(property).or_default()[reference as usize] += 1;
            }
        }
        if !judgement.reference.is_empty() {
            self.whole[whole as usize] += 1;
            self.settled_programs += u64::from(is_settled);
        }
    }

    /// The table as text.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let programs = self.programs.max(1);
        let percent = |count: u64| format!("{:5.1}%", 100.0 * count as f64 / programs as f64);
        let _ = writeln!(text, "{:12} {:12} {:>7} {:>7} {:>7} {:>7}", "", "", "safe", "unsafe", "unknown", "both");
        for property in Property::ALL {
            let mut title = property.name();
            let mut row = |who: &str, counts: &[u64; 3], both: String| {
                let shares = counts.map(percent).join("  ");
                let _ = writeln!(text, "{title:12} {who:12} {shares}  {both}");
                title = "";
            };
            if let Some(counts) = self.reference.get(&property) {
                row("reference", counts, String::new());
            }
            for (engine, counts) in &self.engines {
                let Some(counts) = counts.get(&property) else { continue };
                let both = self.both.get(engine).and_then(|both| both.get(&property));
                row(engine, counts, both.map_or(String::new(), |&both| percent(both)));
            }
        }
        self.write_worth(&mut text);
        for (title, reasons) in [("reference", &self.reference_reasons), ("engine", &self.engine_reasons)] {
            let mut reasons: Vec<(&String, &u64)> = reasons.iter().collect();
            reasons.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (reason, count) in reasons.into_iter().take(8) {
                let _ = writeln!(text, "{count:7} unknown to the {title}: {reason}");
            }
        }
        let mut slowest: Vec<(&String, &u64)> = self.milliseconds.iter().collect();
        slowest.sort_by_key(|(_, took)| std::cmp::Reverse(**took));
        let slowest: Vec<String> = slowest.iter().map(|(name, took)| format!("{name} {}", *took / programs)).collect();
        let _ = writeln!(text, "milliseconds for each program: {}", slowest.join(", "));
        let differences: u64 = self.differences.values().sum();
        let kinds: Vec<String> = self.differences.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let _ = writeln!(
            text,
            "{} programs, {} states each, {differences} differences ({}), {} panics",
            self.programs,
            self.states / programs,
            if kinds.is_empty() { "none".to_owned() } else { kinds.join(", ") },
            self.panics
        );
        text
    }
}

impl Counts {
    /// The figures that say what the campaign is worth.
    fn write_worth(&self, text: &mut String) {
        if self.settled.is_empty() {
            return;
        }
        let share = |count: u64, all: u64| format!("{:.1}%", 100.0 * count as f64 / all.max(1) as f64);
        let named: Vec<String> = self
            .settled
            .iter()
            .map(|(property, &count)| format!("{} {}", property.name(), share(count, self.programs)))
            .collect();
        let questions = self.programs * self.settled.len() as u64;
        let _ = writeln!(
            text,
            "decided by both: {} of the questions ({}); all questions of {} of the programs",
            share(self.settled.values().sum(), questions),
            named.join(", "),
            share(self.settled_programs, self.programs)
        );
        let verdicts = |[safe, is_unsafe, unknown]: &[u64; 3]| {
            let all = safe + is_unsafe + unknown;
            format!("safe {} unsafe {} of {all}", share(*safe, all), share(*is_unsafe, all))
        };
        let _ = writeln!(text, "whole programs: {}", verdicts(&self.whole));
        for (property, counts) in &self.aimed {
            let _ = writeln!(text, "aimed at {}: {}", property.name(), verdicts(counts));
        }
    }
}

/// A reason without what is particular to one program.
fn stem(reason: &str) -> String {
    let reason = reason.split(" at /").next().unwrap_or(reason);
    let reason: String = reason.chars().take(90).collect();
    reason.split(" (/").next().unwrap_or_default().to_owned()
}
