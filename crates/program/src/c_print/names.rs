//! Names that C allows and that do not clash.

use rustc_hash::FxHashSet;
use std::sync::Arc;

use super::library::LIBRARY;
use crate::entity::Table;
use crate::syntax::{Effect, GlobalId, LabelId, LocalId, Procedure, ProcedureId, Program, Statement};
use crate::types::{RecordId, Types};
use crate::visit::{Visitor, walk_block};

const KEYWORDS: [&str; 50] = [
    "asm",
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "typeof",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "_Alignas",
    "_Alignof",
    "_Atomic",
    "_Bool",
    "_Complex",
    "_Float16",
    "_Generic",
    "_Imaginary",
    "_Noreturn",
    "_Static_assert",
    "_Thread_local",
    "__float128",
    "__int128",
    "__thread",
];

/// Turns names into C identifiers, each different from all before.
#[derive(Clone, Default)]
pub(super) struct Scope(FxHashSet<String>);

impl Scope {
    /// A scope in which some names are taken.
    pub(super) fn with(taken: impl IntoIterator<Item = String>) -> Self {
        Scope(taken.into_iter().chain(KEYWORDS.iter().map(|&word| word.to_owned())).collect())
    }

    /// An identifier as close to a name as may be.
    pub(super) fn add(&mut self, name: &str) -> String {
        let mut plain = identifier(name);
        if self.0.contains(&plain) {
            let stem = plain;
            let mut number = 2_u64;
            loop {
                plain = format!("{stem}_{number}");
                if !self.0.contains(&plain) {
                    break;
                }
                number += 1;
            }
        }
        self.0.insert(plain.clone());
        plain
    }
}

/// A name with all characters that C does not allow replaced by underscores.
pub(super) fn identifier(name: &str) -> String {
    let replace = |char: char| if char.is_ascii_alphanumeric() { char } else { '_' };
    let plain: String = name.replace("::", "__").chars().map(replace).collect();
    if plain.starts_with(|first: char| first.is_ascii_digit()) || plain.is_empty() {
        format!("_{plain}")
    } else {
        plain
    }
}

/// The name of a member: members have a scope of their own.
pub(super) fn member_identifier(name: &str) -> String {
    let plain = identifier(name);
    if KEYWORDS.contains(&plain.as_str()) { plain + "_" } else { plain }
}

/// The names that hold in the whole file.
pub(super) struct FileNames {
    pub(super) globals: Table<GlobalId, String>,
    pub(super) procedures: Table<ProcedureId, String>,
    /// Tags, with `struct` or `union` before them.
    pub(super) records: Table<RecordId, String>,
    /// All names but tags.
    pub(super) scope: Scope,
}

impl FileNames {
    pub(super) fn of(program: &Program) -> FileNames {
        let mut called = Called::default();
        for procedure in program.procedures.values() {
            walk_block(&procedure.body, &mut called);
        }
        // What is declared and called is one function, whether it has a place in the table or not.
        let declared: FxHashSet<String> = (program.procedures.values())
            .filter(|procedure| !procedure.is_defined)
            .map(|procedure| identifier(&procedure.name))
            .collect();
        let library = LIBRARY.iter().map(|&(name, ..)| name.to_owned());
        let mut scope = Scope::with(library.chain(called.0.iter().map(|name| identifier(name))));
        scope.0.insert("main".to_owned());
        scope.0.extend(declared);
        let mut procedures: Table<ProcedureId, String> = Table::new();
        for (id, procedure) in program.procedures.iter() {
            procedures.push(if id == program.main {
                "main".to_owned()
            } else if procedure.is_defined {
                scope.add(&procedure.name)
            } else {
                identifier(&procedure.name)
            });
        }
        let globals = program.globals.values().map(|global| scope.add(&global.name)).collect();
        FileNames { globals, procedures, records: tags(&program.types), scope }
    }
}

fn tags(types: &Types) -> Table<RecordId, String> {
    let mut scope = Scope::with([]);
    let keyword = |is_union: bool| if is_union { "union" } else { "struct" };
    let no_tag: Arc<str> = "anonymous".into();
    (types.records().values())
        .map(|record| {
            let tag = scope.add(record.tag.as_ref().unwrap_or(&no_tag));
            format!("{} {tag}", keyword(record.is_union))
        })
        .collect()
}

/// Names of functions that effects call, but for those of the library.
#[derive(Default)]
struct Called(Vec<Arc<str>>);

impl Visitor for Called {
    fn statement(&mut self, statement: &Statement) {
        if let Statement::Step(step) = statement
            && let Effect::External { name, .. } | Effect::Assert { function: name, .. } = &step.effect
        {
            self.0.push(name.clone());
        }
    }
}

/// The names in a procedure: different from those of the file, so that nothing is hidden.
pub(super) struct LocalNames {
    pub(super) locals: Table<LocalId, String>,
    pub(super) labels: Table<LabelId, String>,
    /// For labels that the printer makes.
    pub(super) label_scope: Scope,
}

impl LocalNames {
    pub(super) fn of(file: &FileNames, procedure: &Procedure) -> LocalNames {
        let mut scope = file.scope.clone();
        let locals = procedure.locals.values().map(|local| scope.add(&local.name)).collect();
        let mut label_scope = Scope::with([]);
        let labels = procedure.labels.values().map(|label| label_scope.add(&label.name)).collect();
        LocalNames { locals, labels, label_scope }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers() {
        for (name, expected) in [("f::x", "f__x"), ("t.1", "t_1"), ("string@17", "string_17"), ("1", "_1"), ("", "_")] {
            assert_eq!(identifier(name), expected);
        }
        let mut scope = Scope::with([]);
        assert_eq!([scope.add("t.1"), scope.add("t_1"), scope.add("while")], ["t_1", "t_1_2", "while_2"]);
    }
}
