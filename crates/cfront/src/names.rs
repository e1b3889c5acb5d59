//! The names of objects in traces: one place decides them, so that the program and the reference interpreter agree.
//!
//! - An object at file scope has its own name, a static local is `function::name`, a string literal `string@` and the
//!   offset of its first byte in the source.
//! - The thread-local object behind `errno` has that name.
//! - Parameters and locals have their own names; the second one of that name in a function is `name.2`, and so on in the
//!   order of the declarations. The same suffix tells apart whatever else would have equal names.
//! - The strings that `main` gets live in the global [`MAIN_VECTOR`] (`argc` is 1: the pointer to [`MAIN_NAME`], then null); a
//!   third parameter of `main` points to [`MAIN_ENVIRONMENT`], which holds one null pointer. With arguments of its own (see
//!   `crate::arguments`), the vector and each argument are globals of that text.

use std::sync::Arc;

use raddle_program::entity::Table;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::typed::{FunctionId, Storage, StringId, Unit, VariableId};

/// The array that the second parameter of `main` points to: two pointers.
pub const MAIN_VECTOR: &str = "main::argv";

/// The array of characters that the first of these pointers points to.
pub const MAIN_NAME: &str = "main::program";

/// What [`MAIN_NAME`] holds, without the terminating zero.
pub const MAIN_NAME_TEXT: &str = "program";

/// The array that the third parameter of `main` points to: one null pointer.
pub const MAIN_ENVIRONMENT: &str = "main::environ";

/// The names of all objects of a unit.
#[derive(Clone, Debug)]
pub struct ObjectNames {
    /// Unique among globals; of parameters and locals, unique in their function.
    pub variables: Table<VariableId, Arc<str>>,
    /// Unique among globals.
    pub strings: Table<StringId, Arc<str>>,
    /// Of the thread-local object behind `errno`: that name, unless the program has a global of its own that is called so.
    pub error_number: Arc<str>,
}

impl ObjectNames {
    /// Names everything in the order of the tables.
    pub fn of(unit: &Unit) -> ObjectNames {
        let mut globals = UniqueNames::default();
        let mut locals: FxHashMap<Option<FunctionId>, UniqueNames> = FxHashMap::default();
        // Objects that are replaced by another object (see `check::link`) are named after all others: no expression refers to them any
        // more.
        let present: FxHashSet<VariableId> = unit.globals.iter().copied().collect();
        let is_replaced = |id: VariableId| {
            let variable = &unit.variables[id];
            let is_static = matches!(variable.storage, Storage::Static | Storage::Thread);
            is_static && variable.function.is_none() && !present.contains(&id)
        };
        let mut variables: Table<VariableId, Arc<str>> = Table::new();
        for (id, variable) in unit.variables.iter() {
            variables.push(match variable.storage {
                _ if is_replaced(id) => "".into(),
                Storage::Automatic | Storage::Parameter => {
                    locals.entry(variable.function).or_default().take(&variable.name)
                }
                Storage::Static | Storage::Thread => match variable.function {
                    None => globals.take(&variable.name),
                    Some(function) => globals.take(&format!("{}::{}", unit.functions[function].name, variable.name)),
                },
            });
        }
        for id in unit.variables.ids().filter(|&id| is_replaced(id)) {
            variables[id] = globals.take(&unit.variables[id].name);
        }
        let strings =
            unit.strings.values().map(|string| globals.take(&format!("string@{}", string.span.start))).collect();
        let error_number = globals.take("errno");
        ObjectNames { variables, strings, error_number }
    }
}

/// Names that were given so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct UniqueNames {
    taken: FxHashSet<Arc<str>>,
    next: FxHashMap<Arc<str>, u32>,
}

impl UniqueNames {
    /// The name itself, or the name with the first free suffix from `.2` on.
    pub(crate) fn take(&mut self, name: &str) -> Arc<str> {
        let name: Arc<str> = name.into();
        if self.taken.insert(name.clone()) {
            return name;
        }
        let next = self.next.entry(name.clone()).or_insert(2);
        loop {
            let suffixed: Arc<str> = format!("{name}.{next}").into();
            *next += 1;
            if self.taken.insert(suffixed.clone()) {
                return suffixed;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_names_get_suffixes() {
        let mut names = UniqueNames::default();
        assert_eq!(
            ["x", "y", "x", "x", "x.2"].map(|name| names.take(name).to_string()),
            ["x", "y", "x.2", "x.3", "x.2.2"]
        );
    }
}
