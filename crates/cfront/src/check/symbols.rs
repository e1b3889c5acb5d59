//! What a file gives to a linker and wants from it: its external definitions, and the external names that it uses.

use raddle_program::source::SourceMap;
use raddle_program::types::DataModel;
use rustc_hash::FxHashSet;

use super::link::Needs;
use super::walk::{Rewrite, walk, walk_initializer};
use super::{Checker, Linked, UnitOptions};
use crate::arguments::Start;
use crate::ast::{Name, TranslationUnit};
use crate::diagnostic::Diagnostic;
use crate::kernel;
use crate::lower::library::{Library, is_denied};
use crate::typed::{Expr, ExprKind, VariableId};
use crate::written;

/// The external symbols of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileSymbols {
    /// What it defines, and whether the definition is weak.
    pub defined: Vec<(Name, bool)>,
    /// What it uses and does not define.
    pub undefined: Vec<Name>,
}

/// The symbols of a parsed file, with the messages about it.
pub fn symbols_of(
    source: SourceMap,
    unit: &TranslationUnit,
    options: UnitOptions,
    model: DataModel,
) -> (FileSymbols, Vec<Diagnostic>) {
    let mut checker = Checker::new(source, model);
    checker.unit(Start::Bare, unit, options);
    let used = checker.used();
    let Needs { defined, mut undefined } = checker.needs(&used);
    undefined.sort_unstable();
    undefined.dedup();
    (FileSymbols { defined, undefined }, checker.diagnostics)
}

/// Whether the tool has a model of a library function of this name.
pub fn is_library_function(name: &str, model: DataModel) -> bool {
    Library::new().model(name).is_some()
        || is_denied(name)
        || written::text(name, model).is_some()
        || kernel::model(name).is_some()
}

impl Checker {
    /// The objects and functions that some expression names.
    fn used(&mut self) -> FxHashSet<Linked> {
        let mut used = Used::default();
        for (_, function) in self.unit.functions.iter_mut() {
            if let Some(body) = &mut function.body {
                walk(body, &mut used);
            }
        }
        for (_, variable) in self.unit.variables.iter_mut() {
            if let Some(initializer) = &mut variable.initializer {
                walk_initializer(initializer, &mut used, &mut Vec::new());
            }
        }
        used.found
    }
}

#[derive(Default)]
struct Used {
    found: FxHashSet<Linked>,
}

impl Rewrite for Used {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        match expr.kind {
            ExprKind::Variable(variable) => _ = self.found.insert(Linked::Variable(variable)),
            ExprKind::Function(function) => _ = self.found.insert(Linked::Function(function)),
            _ => {}
        }
    }
}
