//! Rules of the engines, each broken in turn, and the guards that must fail then.
//!
//! A mutant is a small edit that breaks one rule ([`table`], [`analyses`], [`steps`]). Each one is made in a copy of the
//! repository, so that the work tree stays as it is; its guards are run there: cases of the corpus, tests, or a family
//! of the fuzzer. A mutant that no guard detects fails the run: a test is missing, or the rule is not needed. So does a
//! guard that fails without any mutant, since it would detect everything.
//!
//! A mutant costs a build. `--only` takes one, `--part 2/5` a fifth of them; a fast test checks that each edit still
//! applies.

pub mod activations;
mod analyses;
mod contents;
mod elements;
mod front_end;
mod mappings;
mod new_objects;
pub mod orders;
mod owned;
mod resets;
mod sections;
mod steps;
mod sums;
pub mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::options::MutantsOptions;
use crate::repository;
use activations::ACTIVATIONS;
use analyses::ANALYSES;
use contents::CONTENTS;
use elements::ELEMENTS;
use front_end::FRONT_END;
use mappings::MAPPINGS;
use new_objects::NEW_OBJECTS;
use orders::ORDERS;
use owned::OWNED;
use resets::RESETS;
use sections::SECTIONS;
use steps::STEPS;
use sums::SUMS;
use table::{Edit, Guard, MUTANTS, Mutant};

/// What the guards say of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// It fails: the mutant is detected.
    Notices,
    /// It passes.
    Passes,
    /// What it needs cannot be built.
    Unbuilt,
}

/// All mutants.
pub fn all() -> impl Iterator<Item = &'static Mutant> {
    MUTANTS
        .iter()
        .chain(ANALYSES)
        .chain(CONTENTS)
        .chain(ELEMENTS)
        .chain(STEPS)
        .chain(ORDERS)
        .chain(FRONT_END)
        .chain(NEW_OBJECTS)
        .chain(OWNED)
        .chain(SECTIONS)
        .chain(MAPPINGS)
        .chain(SUMS)
        .chain(ACTIVATIONS)
        .chain(RESETS)
}

/// Makes the mutants that the options choose, and runs their guards. True if each one is detected by all of its guards.
///
/// # Errors
/// A sentence, if nothing is chosen, an edit does not apply, or something cannot be run.
pub fn run(options: &MutantsOptions) -> Result<bool, String> {
    let chosen = chosen(options)?;
    if options.list {
        chosen.iter().for_each(|mutant| println!("{:24} {}", mutant.name, mutant.rule));
        return Ok(true);
    }
    let copy = Copy::make()?;
    let mut is_clean = true;
    let guards: BTreeSet<Guard> = chosen.iter().flat_map(|mutant| mutant.guards.iter().copied()).collect();
    for guard in guards {
        let said = copy.ask(guard)?;
        if said != Said::Passes {
            println!("{guard}: fails without a mutant");
            is_clean = false;
        }
    }
    for mutant in chosen {
        let start = Instant::now();
        copy.apply(mutant.edits, false)?;
        let said: Result<Vec<(Guard, Said)>, String> =
            mutant.guards.iter().map(|&guard| Ok((guard, copy.ask(guard)?))).collect();
        copy.apply(mutant.edits, true)?;
        println!("{}: {} ({:.0} s)", mutant.name, mutant.rule, start.elapsed().as_secs_f64());
        for (guard, said) in said? {
            is_clean &= said == Said::Notices;
            let word = match said {
                Said::Notices => "noticed by",
                Said::Passes => "SURVIVES",
                Said::Unbuilt => "DOES NOT BUILD for",
            };
            println!("  {word} {guard}");
        }
    }
    Ok(is_clean)
}

/// The mutants that the options name.
fn chosen(options: &MutantsOptions) -> Result<Vec<&'static Mutant>, String> {
    let (part, parts) = match &options.part {
        None => (1, 1),
        Some(text) => {
            let numbers =
                text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
            numbers
                .filter(|&(part, parts): &(usize, usize)| (1..=parts).contains(&part))
                .ok_or_else(|| format!("`{text}` is no part: write 2/5 for the second fifth"))?
        }
    };
    let is_chosen = |mutant: &&Mutant| options.only.is_empty() || options.only.iter().any(|name| name == mutant.name);
    let named: Vec<&Mutant> = all().filter(is_chosen).collect();
    if let Some(name) = options.only.iter().find(|name| !all().any(|mutant| mutant.name == **name)) {
        return Err(format!("no mutant is called {name}; --list names them"));
    }
    Ok(named.into_iter().skip(part - 1).step_by(parts).collect())
}

/// A copy of the repository, with builds of its own.
struct Copy {
    source: PathBuf,
    target: PathBuf,
}

impl Copy {
    /// Brings the copy up to date: files that did not change keep their times, so that little is built again.
    fn make() -> Result<Copy, String> {
        let folder = repository().join("target/mutants");
        let copy = Copy { source: folder.join("source"), target: folder.join("target") };
        let mut list = Command::new("git");
        let output = list.args(["ls-files", "-z"]).current_dir(repository()).output();
        let output = output.map_err(|error| format!("cannot run git: {error}"))?;
        for name in String::from_utf8_lossy(&output.stdout).split('\0').filter(|name| !name.is_empty()) {
            let Ok(text) = std::fs::read(repository().join(name)) else { continue };
            let to = copy.source.join(name);
            if std::fs::read(&to).is_ok_and(|old| old == text) {
                continue;
            }
            let cannot = |error: std::io::Error| format!("cannot write {}: {error}", to.display());
            std::fs::create_dir_all(to.parent().unwrap_or(&copy.source)).map_err(cannot)?;
            std::fs::write(&to, text).map_err(cannot)?;
        }
        Ok(copy)
    }

    /// Makes edits, or takes them back.
    fn apply(&self, edits: &[Edit], is_undone: bool) -> Result<(), String> {
        for edit in edits {
            let path = self.source.join(edit.file);
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
            let (from, to) = if is_undone { (edit.replacement, edit.text) } else { (edit.text, edit.replacement) };
            if text.matches(from).count() != 1 {
                return Err(format!("{}: not exactly once: {from}", edit.file));
            }
            std::fs::write(&path, text.replacen(from, to, 1))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// Runs a guard in the copy.
    fn ask(&self, guard: Guard) -> Result<Said, String> {
        let folder = tempfile::tempdir().map_err(|error| format!("cannot make a folder: {error}"))?;
        if !self.succeeds(&guard.build())? {
            return Ok(Said::Unbuilt);
        }
        let passes = self.succeeds(&guard.command(folder.path()))?;
        Ok(if passes { Said::Passes } else { Said::Notices })
    }

    fn succeeds(&self, arguments: &[String]) -> Result<bool, String> {
        let mut run = Command::new("cargo");
        run.args(arguments).current_dir(&self.source).env("CARGO_TARGET_DIR", &self.target);
        run.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let status = run.status().map_err(|error| format!("cannot run cargo: {error}"))?;
        Ok(status.success())
    }
}

impl Guard {
    /// How cargo builds it.
    fn build(self) -> Vec<String> {
        match self {
            Guard::Fuzz { .. } => words("build -q -p raddle-xtask"),
            Guard::Corpus(_) => words("test -q --no-run -p raddle-tests --test corpus"),
            Guard::Test { package, target, .. } => words(&format!("test -q --no-run -p {package} {target}")),
        }
    }

    /// How cargo runs it; what it leaves behind goes into a folder.
    fn command(self, folder: &Path) -> Vec<String> {
        let folder = folder.display();
        match self {
            Guard::Corpus(name) => words(&format!("test -q -p raddle-tests --test corpus {name}")),
            Guard::Test { package, target, name } => words(&format!("test -q -p {package} {target} {name}")),
            Guard::Fuzz { family, count } => words(&format!(
                "run -q -p raddle-xtask -- fuzz --family {family} --seed 1 --count {count} --timeout 1 --states 20000 \
                 --keep-large --state {folder}/state.json --findings {folder}/findings"
            )),
        }
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}
