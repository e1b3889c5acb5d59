//! What is protected and not annotated, and why.

use raddle_cfront::typed::Unit;
use raddle_program::source::Span;
use raddle_scan::Protection;
use std::collections::BTreeMap;

use crate::infer::{Inference, is_global};
use crate::path::Path;
use crate::writing::Writing;

/// Of data.
pub fn of_data(
    unit: &Unit,
    inference: &Inference<'_>,
    guards: &BTreeMap<(Span, bool), Path>,
    protections: &[Protection],
    writing: &Writing<'_>,
) -> Vec<(Span, String)> {
    let mut notes = Vec::new();
    for protection in protections.iter().filter(|it| !guards.contains_key(&(it.data, it.is_pointee))) {
        let Some(name) = writing.name_of(protection.data) else { continue };
        // What a pointer leads to is told where it is declared, if it has a name.
        if protection.is_pointee && protection.is_locked_by_itself {
            continue;
        }
        if let Some(why) = why(unit, inference, protection, writing) {
            let what = if protection.is_pointee { format!("what {name} points to") } else { name.to_string() };
            notes.push((protection.data, format!("{what} is protected and not annotated: {why}")));
        }
    }
    notes.sort_by_key(|(span, _)| *span);
    notes
}

fn why(unit: &Unit, inference: &Inference<'_>, protection: &Protection, writing: &Writing<'_>) -> Option<String> {
    if protection.is_locked_by_itself {
        return Some("its lock is not a variable of its own, but a member beside it, or not always the same lock; in C, Clang follows neither".into());
    }
    let paths: Vec<Path> = protection.locks.iter().filter_map(|lock| inference.path_of(lock)).collect();
    let Some(lock) = paths.iter().find(|path| is_global(unit, path.base)) else {
        return Some("no function names its lock directly".into());
    };
    let name = lock.text(&unit.variables[lock.base].name);
    if let Some((function, span)) = inference.unheld(protection.data, protection.is_pointee, lock) {
        let place = unit.source.place(span);
        let function = &unit.functions[function].name;
        return Some(format!(
            "{function} accesses it at {}:{} without {name} in the eyes of Clang, while no other thread can",
            place.file, place.line
        ));
    }
    match writing.why_not(protection, lock)? {
        "it is annotated" => None,
        why => Some(format!("{why} ({name})")),
    }
}

/// Of functions that Clang cannot follow: they are excluded from its analysis.
pub fn of_functions(unit: &Unit, inference: &Inference<'_>, writing: &mut Writing<'_>) -> Vec<(Span, String)> {
    let mut troubled: Vec<_> = inference.followed.iter().filter_map(|(&f, it)| Some((f, it.trouble?))).collect();
    troubled.sort_unstable_by_key(|(function, _)| *function);
    let mut notes = Vec::new();
    for (function, (span, why)) in troubled {
        let name = &unit.functions[function].name;
        let place = unit.source.place(span);
        let what = if writing.exclude(function) { "is excluded from the analysis" } else { "gets a warning of Clang" };
        notes.push((unit.functions[function].span, format!("{name} {what}: {why} (line {})", place.line)));
    }
    notes
}
