//! `annotate`: annotations for the thread-safety analysis of Clang that follow from what a scan knows.
//!
//! `raddle_scan::protections` says which locks protect which data. Clang checks less and knows less: one function at a time, locks by the text of
//! their expressions ([`follow`]). [`infer`] keeps what both agree on, and [`declarations`], [`text`] and [`patch`] write it
//! into the sources. What is protected and not annotated is told with the reason: an annotation that Clang rejects helps no reader.
//!
//! The patch inserts macros and one `#include`, nothing else. [`header`] is the file that defines them.
//!
//! Members that a lock in the same structure protects are not annotated. In C, Clang does not relate the lock in `GUARDED_BY(lock)` to the
//! structure that is accessed, and warns at every access (issue 161854 of the LLVM project).

mod declarations;
mod follow;
mod header;
mod infer;
mod notes;
mod operations;
mod patch;
mod path;
mod text;
mod writing;

pub use patch::Change;

use raddle_cfront::ast::TranslationUnit;
use raddle_cfront::typed::{FunctionId, Unit};
use raddle_program::source::Span;
use raddle_scan::Protection;
use std::collections::{BTreeMap, BTreeSet};

use declarations::Declarations;
use infer::Inference;
use path::Path;
use writing::Writing;

/// The annotations of a program.
#[derive(Clone, Debug, Default)]
pub struct Annotations {
    /// The changed files.
    pub changes: Vec<Change>,
    /// The header: its path in the patch, and its text. `None` if nothing is annotated.
    pub header: Option<(String, String)>,
    /// What is protected and not annotated, and why: the place, and a sentence.
    pub notes: Vec<(Span, String)>,
}

impl Annotations {
    /// The unified patch.
    pub fn patch(&self) -> String {
        let header = self.header.iter().map(|(path, text)| patch::new_file(path, text));
        header.chain(self.changes.iter().map(Change::patch)).collect()
    }
}

/// Annotates a program. `syntax` has its units; `path_in_patch` names a file of the user, relative to where the patch is applied, or says
/// that the file is not to be changed.
pub fn annotate<'t>(
    unit: &Unit,
    syntax: impl Iterator<Item = &'t TranslationUnit>,
    protections: &[Protection],
    path_in_patch: &dyn Fn(&str) -> Option<String>,
) -> Annotations {
    let declarations = Declarations::of(&unit.source, syntax, path_in_patch);
    let is_own = |function: &FunctionId| {
        let data = &unit.functions[*function];
        data.body.is_some() && declarations.is_own(data.span)
    };
    let functions: Vec<FunctionId> = unit.functions.ids().filter(is_own).collect();
    let mut inference = Inference::new(unit, protections, functions);
    // A function whose annotations have no place is called without locks; then annotations of its callers may go, too.
    loop {
        inference.solve();
        let mut writing = Writing::new(unit, &declarations);
        let guards = guards(unit, &inference, &mut writing, protections);
        let required = inference.required(&guards);
        let mut without_place: BTreeSet<FunctionId> = BTreeSet::new();
        for (function, _) in inference.checked() {
            let words = writing::of_function(required.get(&function), inference.effect(function));
            if !words.is_empty() && !writing.function(function, &words) {
                without_place.insert(function);
            }
        }
        without_place.retain(|function| !inference.plain.contains(function));
        if !without_place.is_empty() {
            inference.plain.extend(without_place);
            continue;
        }
        for (function, locks) in inference.excluded() {
            writing.function(function, &writing::excludes(&locks));
        }
        let mut notes = notes::of_data(unit, &inference, &guards, protections, &writing);
        if writing.is_empty() {
            return Annotations { notes, ..Annotations::default() };
        }
        notes.extend(notes::of_functions(unit, &inference, &mut writing));
        let (changes, header) = writing.finish(&inference.called());
        return Annotations { changes, header, notes };
    }
}

/// The data that get `GUARDED_BY` or `PT_GUARDED_BY`, with the lock.
fn guards(
    unit: &Unit,
    inference: &Inference<'_>,
    writing: &mut Writing<'_>,
    protections: &[Protection],
) -> BTreeMap<(Span, bool), Path> {
    let mut guards = BTreeMap::new();
    for protection in protections {
        let key = (protection.data, protection.is_pointee);
        let locks = protection.locks.iter().filter_map(|lock| inference.path_of(lock));
        let accepted = locks.filter(|lock| infer::is_global(unit, lock.base));
        let accepted: Vec<Path> =
            accepted.filter(|lock| inference.unheld(protection.data, protection.is_pointee, lock).is_none()).collect();
        let is_written = |lock: &&Path| writing.data(protection, lock);
        if let Some(lock) = accepted.iter().find(is_written) {
            guards.insert(key, lock.clone());
        }
    }
    guards
}
