//! The files of a program one after the other: each has scopes, names with linkage and `static` names of its own.

use raddle_program::entity::Entity;
use rustc_hash::{FxHashMap, FxHashSet};

use super::scope::Scopes;
use super::{Checker, Linked};
use crate::arguments::Start;
use crate::ast::{Name, StorageClass, TranslationUnit};
use crate::typed::FunctionId;

/// Options of the compiler that change which definitions a file gives to the linker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnitOptions {
    /// `-std=gnu89` and the like, `-fgnu89-inline`: an `extern inline` definition is one to be inlined only, and `inline`
    /// alone is an external definition.
    pub has_gnu_inline: bool,
    /// `-fcommon`: tentative definitions of one name in several files are one object.
    pub has_common: bool,
    /// Whether the file models functions that the program does not define: its definitions are weak.
    pub is_model: bool,
}

impl UnitOptions {
    /// What the arguments of a compiler say; the last one counts.
    pub fn of_arguments(arguments: &[String]) -> UnitOptions {
        let mut options = UnitOptions::default();
        for argument in arguments {
            match argument.as_str() {
                "-fcommon" => options.has_common = true,
                "-fno-common" => options.has_common = false,
                "-ansi" | "-fgnu89-inline" => options.has_gnu_inline = true,
                "-fno-gnu89-inline" => options.has_gnu_inline = false,
                _ => {
                    if let Some(standard) = argument.strip_prefix("-std=") {
                        options.has_gnu_inline = standard.ends_with("89")
                            || standard.ends_with("90")
                            || matches!(standard, "iso9899:1990" | "iso9899:199409");
                    }
                }
            }
        }
        options
    }
}

/// The files that were checked.
#[derive(Default)]
pub(super) struct Units {
    /// Those that are complete.
    pub finished: Vec<FinishedUnit>,
    /// The options of the present one.
    pub options: UnitOptions,
    /// What was added with the names of a file after all were checked, such as functions of the library that are written in C.
    later: FxHashMap<Linked, usize>,
}

/// A file that was checked.
pub(super) struct FinishedUnit {
    /// What is visible at its end.
    pub scopes: Scopes,
    /// Its names with linkage.
    pub linked: FxHashMap<Name, Linked>,
    /// Those of them that are `static`.
    pub internal: FxHashSet<Name>,
    /// Its options.
    pub options: UnitOptions,
    /// The number of objects, of functions and of records when it ended.
    ends: [usize; 3],
}

impl Units {
    /// The file that an object or a function belongs to.
    pub fn of(&self, entity: Linked) -> usize {
        if let Some(&unit) = self.later.get(&entity) {
            return unit;
        }
        let (kind, index) = match entity {
            Linked::Variable(variable) => (0, variable.index()),
            Linked::Function(function) => (1, function.index()),
        };
        let before = self.finished.partition_point(|unit| unit.ends[kind] <= index);
        before.min(self.finished.len().saturating_sub(1))
    }
}

impl Checker {
    /// Checks a file of the program.
    pub(super) fn unit(&mut self, start: Start<'_>, unit: &TranslationUnit, options: UnitOptions) {
        self.units.options = options;
        let earlier_main = self.unit.main.take();
        for item in &unit.items {
            self.item(item);
        }
        self.note_pragmas(&unit.pragmas);
        self.start(start);
        self.unit.main = self.unit.main.or(earlier_main);
        self.end_of_unit();
    }

    /// Completes the present file: what follows is another one.
    pub(super) fn end_of_unit(&mut self) {
        let options = self.units.options;
        self.finish_unit();
        let ends = [self.unit.variables.len(), self.unit.functions.len(), self.unit.types.records().len()];
        self.units.finished.push(FinishedUnit {
            scopes: std::mem::take(&mut self.scopes),
            linked: std::mem::take(&mut self.linked),
            internal: std::mem::take(&mut self.internal),
            options,
            ends,
        });
    }

    /// Notes what a declaration at file level says about whether a definition in this file is an external one (C11 6.7.4p7).
    pub(super) fn note_inline(&mut self, function: FunctionId, is_inline: bool, storage: Option<StorageClass>) {
        let is_external = match self.units.options.has_gnu_inline {
            true => storage != Some(StorageClass::Extern) || !is_inline,
            false => storage == Some(StorageClass::Extern) || !is_inline,
        };
        if is_external {
            self.external_definitions.insert(function);
        }
    }

    /// Runs something that sees the names of the file that an object or a function belongs to, or of the first file.
    pub(super) fn with_names_of<T>(&mut self, entity: Option<Linked>, work: impl FnOnce(&mut Self) -> T) -> T {
        let unit = entity.map_or(0, |entity| self.units.of(entity));
        if self.units.finished.is_empty() {
            return work(self);
        }
        let (variables, functions) = (self.unit.variables.next_id(), self.unit.functions.next_id());
        std::mem::swap(&mut self.scopes, &mut self.units.finished[unit].scopes);
        let result = work(self);
        std::mem::swap(&mut self.scopes, &mut self.units.finished[unit].scopes);
        let variables = self.unit.variables.ids().filter(|&id| id >= variables).map(Linked::Variable);
        let functions = self.unit.functions.ids().filter(|&id| id >= functions).map(Linked::Function);
        for added in variables.chain(functions) {
            self.units.later.entry(added).or_insert(unit);
        }
        result
    }
}
