//! Symbols: which names of C mean the same object or function for the linker (gcc manual: "Common Function Attributes" `alias`,
//! `weak`, `weakref`, `ifunc`; "Controlling Names Used in Assembler Code"; "Symbol-Renaming Pragmas"; "Weak Pragmas").
//!
//! Each object and function with linkage has a symbol: its assembler label, or its name. At the end of the file, a declaration
//! whose symbol another entity defines, and an alias, is replaced by that entity wherever an expression names it. So both
//! readings of C see one object. A weak symbol that nothing defines may be null: whether it is, is an input of the program, an
//! object `__raddle_defined_NAME` that nothing writes.
//!
//! What cannot be resolved is `Unsupported` where it is used: a resolver function (`ifunc`), an alias of a symbol that the file does
//! not define, two definitions of one symbol, global register variables, symbols that assembly at file level mentions, and the
//! bounds of a section (`__start_NAME`). A weak definition counts as the definition.

use raddle_program::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::attribute::Attributes;
use super::declaration::Declared;
use super::{Checker, Linked};
use crate::ast::Name;
use crate::library::{Library, is_denied};
use crate::pragma::{Pragma, PragmaKind};
use crate::written;

/// What declarations and pragmas say about symbols.
#[derive(Default)]
pub(super) struct Linkage {
    /// The symbols that attributes name.
    pub targets: Vec<Name>,
    /// Assembly at file level.
    pub assembly: Vec<Span>,
    facts: FxHashMap<Linked, Facts>,
}

/// What is said of one entity.
#[derive(Clone, Default)]
struct Facts {
    label: Option<Name>,
    target: Option<Name>,
    is_weak: bool,
    unsupported: Option<&'static str>,
}

/// What stands for an entity.
#[derive(Clone)]
pub(super) enum Replacement {
    /// Another entity.
    Entity(Linked),
    /// Itself, or a null address: an input decides. The name is that of the entity.
    Perhaps(Name),
    /// Nothing that has a model.
    Unsupported(Arc<str>),
}

/// What a symbol stands for.
enum Meaning {
    Defined(Linked),
    Undefined(Name),
    DefinedTwice,
}

/// The entities of the file by their symbols.
struct Symbols {
    names: FxHashMap<Linked, Name>,
    definitions: FxHashMap<Name, Vec<Linked>>,
    aliases: FxHashMap<Name, Name>,
    /// The first declaration of each symbol.
    first: FxHashMap<Name, Linked>,
}

impl Symbols {
    fn meaning(&self, symbol: &Name) -> Meaning {
        let mut symbol = symbol;
        // A chain of aliases has an end, unless it is a cycle.
        for _ in 0..=self.aliases.len() {
            match self.definitions.get(symbol).map(Vec::as_slice) {
                Some(&[entity]) => return Meaning::Defined(entity),
                Some(_) => return Meaning::DefinedTwice,
                None => {}
            }
            match self.aliases.get(symbol) {
                Some(next) => symbol = next,
                None => break,
            }
        }
        Meaning::Undefined(symbol.clone())
    }
}

impl Checker {
    /// Keeps what a declaration says about the symbol of what it declares.
    pub(super) fn note_linkage(&mut self, entity: Linked, declared: &Declared) {
        if let Some(label) = declared.asm_label {
            // A `*` in front keeps the compiler from adding a prefix, of which there is none here.
            self.facts(entity).label = Some(label.trim_start_matches('*').into());
        }
        self.note_link_attributes(entity, declared.attributes);
    }

    /// Keeps what attributes say about the symbol of an entity.
    pub(super) fn note_link_attributes(&mut self, entity: Linked, attributes: Attributes) {
        let target = attributes.alias.map(|target| self.linkage.targets[target].clone());
        if target.is_some() || attributes.is_weak {
            let facts = self.facts(entity);
            facts.is_weak |= attributes.is_weak;
            facts.target = target.or(facts.target.take());
        }
        if attributes.has_resolver {
            self.refuse_linked(entity, "function with a resolver (ifunc)");
        }
    }

    /// Notes that uses of an entity have no model.
    pub(super) fn refuse_linked(&mut self, entity: Linked, what: &'static str) {
        self.facts(entity).unsupported.get_or_insert(what);
    }

    /// Keeps what pragmas for the whole file say.
    pub(super) fn note_pragmas(&mut self, pragmas: &[Pragma]) {
        for Pragma { kind, span } in pragmas {
            match kind {
                PragmaKind::Renamed { name, symbol } => {
                    if let Some(&entity) = self.linked.get(name) {
                        self.facts(entity).label.get_or_insert(symbol.clone());
                    }
                }
                PragmaKind::Weak { name, target } => {
                    if let Some(&entity) = self.linked.get(name) {
                        let facts = self.facts(entity);
                        facts.is_weak = true;
                        facts.target = target.clone().or(facts.target.take());
                    }
                }
                PragmaKind::Unsupported(what) => self.refuse_program(what, *span),
            }
        }
    }

    fn facts(&mut self, entity: Linked) -> &mut Facts {
        self.linkage.facts.entry(entity).or_default()
    }

    /// Replaces what is an alias, or is defined under another name, wherever it is used.
    pub(super) fn resolve_linkage(&mut self) {
        self.refuse_what_the_linker_defines();
        let facts = std::mem::take(&mut self.linkage.facts);
        if facts.is_empty() {
            return;
        }
        let entities = self.entities();
        let symbols = self.symbols(&entities, &facts);
        let mut replacements = FxHashMap::default();
        for &entity in &entities {
            let facts = facts.get(&entity).cloned().unwrap_or_default();
            if let Some(replacement) = self.replacement(entity, &facts, &symbols) {
                replacements.insert(entity, replacement);
            }
        }
        if self.unit.main.is_none()
            && let Meaning::Defined(Linked::Function(main)) = symbols.meaning(&"main".into())
        {
            self.unit.main = Some(main);
        }
        if !replacements.is_empty() {
            self.replace(&replacements);
        }
    }

    /// Symbols that stand for something without a declaration in C.
    fn refuse_what_the_linker_defines(&mut self) {
        let texts: Vec<String> =
            self.linkage.assembly.iter().map(|&span| self.unit.source.text(span).to_owned()).collect();
        for entity in self.entities() {
            let Some(name) = self.name_of(entity).filter(|_| !self.is_defined(entity)) else { continue };
            let label = self.linkage.facts.get(&entity).and_then(|facts| facts.label.clone());
            let symbol = label.unwrap_or(name);
            if matches!(entity, Linked::Variable(_))
                && (symbol.starts_with("__start_") || symbol.starts_with("__stop_"))
            {
                self.refuse_linked(entity, "bound of a section");
            }
            let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$');
            if texts.iter().any(|text| text.split(|it| !is_word(it)).any(|word| *word == *symbol)) {
                self.refuse_linked(entity, "symbol that assembly at file level mentions");
            }
        }
    }

    /// All objects with static storage duration and all functions, in the order of their declarations.
    fn entities(&self) -> Vec<Linked> {
        let variables = self.unit.globals.iter().map(|&variable| Linked::Variable(variable));
        variables.chain(self.unit.functions.ids().map(Linked::Function)).collect()
    }

    fn name_of(&self, entity: Linked) -> Option<Name> {
        let name = match entity {
            Linked::Variable(variable) => &self.unit.variables[variable].name,
            Linked::Function(function) => &self.unit.functions[function].name,
        };
        // Objects inside of functions have no symbol of their name.
        (self.linked.get(name) == Some(&entity)).then(|| name.clone())
    }

    fn is_defined(&self, entity: Linked) -> bool {
        match entity {
            Linked::Variable(variable) => !self.unit.variables[variable].is_undefined,
            Linked::Function(function) => self.unit.functions[function].body.is_some(),
        }
    }

    fn symbols(&self, entities: &[Linked], facts: &FxHashMap<Linked, Facts>) -> Symbols {
        let mut symbols = Symbols {
            names: FxHashMap::default(),
            definitions: FxHashMap::default(),
            aliases: FxHashMap::default(),
            first: FxHashMap::default(),
        };
        for &entity in entities {
            let facts = facts.get(&entity);
            let label = facts.and_then(|facts| facts.label.clone());
            let Some(symbol) = label.or_else(|| self.name_of(entity)) else { continue };
            symbols.first.entry(symbol.clone()).or_insert(entity);
            if let Some(target) = facts.and_then(|facts| facts.target.clone()) {
                symbols.aliases.insert(symbol.clone(), target);
            } else if self.is_defined(entity) {
                symbols.definitions.entry(symbol.clone()).or_default().push(entity);
            }
            symbols.names.insert(entity, symbol);
        }
        symbols
    }

    fn replacement(&mut self, entity: Linked, facts: &Facts, symbols: &Symbols) -> Option<Replacement> {
        let unsupported = |what: &str| Some(Replacement::Unsupported(what.into()));
        if let Some(what) = facts.unsupported {
            return unsupported(what);
        }
        let symbol = symbols.names.get(&entity)?;
        match symbols.meaning(facts.target.as_ref().unwrap_or(symbol)) {
            Meaning::DefinedTwice => unsupported("symbol that is defined twice"),
            Meaning::Defined(other) if other == entity => None,
            Meaning::Defined(other) => self.stands_for(entity, other),
            Meaning::Undefined(_) if facts.target.is_some() && !facts.is_weak => {
                unsupported("alias of a symbol that this file does not define")
            }
            Meaning::Undefined(symbol) => match symbols.first.get(&symbol) {
                Some(&first) if first != entity => self.stands_for(entity, first),
                Some(_) | None => self.undefined(entity, facts, &symbol),
            },
        }
    }

    /// An entity as another one, if their types allow it.
    fn stands_for(&mut self, entity: Linked, other: Linked) -> Option<Replacement> {
        let agrees = match (entity, other) {
            (Linked::Variable(alias), Linked::Variable(object)) => {
                let (alias, object) = (&self.unit.variables[alias], &self.unit.variables[object]);
                let size = |ty| self.unit.types.size_of(ty);
                alias.storage == object.storage
                    && alias.ty.qualifiers.is_atomic == object.ty.qualifiers.is_atomic
                    && (self.compatible(alias.ty.ty, object.ty.ty) || size(alias.ty.ty) == size(object.ty.ty))
            }
            (Linked::Function(alias), Linked::Function(function)) => {
                self.compatible(self.unit.functions[alias].ty, self.unit.functions[function].ty)
            }
            (Linked::Variable(_), Linked::Function(_)) | (Linked::Function(_), Linked::Variable(_)) => false,
        };
        Some(match agrees {
            true => Replacement::Entity(other),
            false => Replacement::Unsupported("symbol that is declared with two types".into()),
        })
    }

    /// An entity whose symbol nothing in the file defines.
    fn undefined(&mut self, entity: Linked, facts: &Facts, symbol: &Name) -> Option<Replacement> {
        let name = self.name_of(entity)?;
        let Linked::Function(function) = entity else {
            return facts.is_weak.then_some(Replacement::Perhaps(name));
        };
        let library = Library::new();
        let model = self.unit.types.model();
        let is_known =
            |name: &str| library.model(name).is_some() || is_denied(name) || written::text(name, model).is_some();
        if *symbol != name {
            // Headers of C libraries redirect a function to a version of it: `fscanf` to `__isoc99_fscanf`, `lseek` to `lseek64`.
            let is_version = symbol.starts_with("__") || symbol.starts_with(&*name);
            match (is_known(&name), is_known(symbol)) {
                (true, _) if is_version => {}
                (true, false) => return Some(Replacement::Unsupported("library function under another symbol".into())),
                (_, true) | (false, false) => {
                    self.unit.functions[function].name = symbol.clone();
                    self.linked.entry(symbol.clone()).or_insert(entity);
                }
            }
        }
        (facts.is_weak && !is_known(&self.unit.functions[function].name)).then_some(Replacement::Perhaps(name))
    }
}
