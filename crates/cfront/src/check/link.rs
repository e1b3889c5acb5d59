//! Linking: which definition each name with linkage means, in a program of one or several files (C11 6.2.2, 6.7.4p7, 6.9p5;
//! System V ABI, chapter 4, "Symbol Table").
//!
//! Each object and function with linkage has a symbol: its assembler label, or its name. A declaration whose symbol another entity
//! defines, and an alias, is replaced by that entity wherever an expression names it. So both readings of C see one object.
//!
//! - A `static` name and the target of an alias are looked up in their own file only.
//! - Of the definitions of one external symbol, one that is not weak is taken before a weak one, and the first file before later ones.
//!   Two definitions that are not weak are an error; under `-fcommon` tentative definitions give way to another definition.
//! - An inline definition (C11 6.7.4p7) serves its own file. If another file has the external definition, C does not say which one
//!   a call takes: the text must be the same, or uses of the function are `Unsupported`.
//! - A weak symbol that nothing defines may be null: whether it is, is an input of the program, an object
//!   `__raddle_defined_NAME` that nothing writes.
//!
//! What cannot be resolved is `Unsupported` where it is used: a resolver function (`ifunc`), an alias of a symbol that its file does
//! not define, two definitions of one symbol in one file, global register variables, symbols that assembly at file level mentions,
//! and the bounds of a section (`__start_NAME`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::linkage::{Facts, Replacement};
use super::{Checker, Linked};
use crate::ast::Name;
use crate::lower::library::{Library, is_denied};
use crate::typed::FunctionId;
use crate::written;

/// Functions whose call is a violation whatever their body is: copies of them are one function.
const ERROR_FUNCTIONS: [&str; 2] = ["reach_error", "__VERIFIER_error"];

/// The precedence of a definition among those of the same symbol; the greatest is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Inline,
    Weak,
    Common,
    Strong,
}

/// A definition that other files see.
#[derive(Clone, Copy)]
struct Export {
    /// What is defined: behind an alias, its target.
    entity: Linked,
    /// What declares the symbol.
    named: Linked,
    strength: Strength,
}

/// The meaning of a symbol inside of its file.
enum Meaning {
    Defined(Linked),
    Undefined(Name),
    DefinedTwice,
}

/// The symbols of one file.
#[derive(Default)]
struct OwnSymbols {
    definitions: FxHashMap<Name, Vec<Linked>>,
    aliases: FxHashMap<Name, Name>,
}

/// The entities of the program by their symbols.
struct Symbols {
    units: Vec<OwnSymbols>,
    names: FxHashMap<Linked, Name>,
    internal: FxHashSet<Linked>,
    exports: FxHashMap<Name, Vec<Export>>,
    /// The first declaration of each external symbol.
    first: FxHashMap<Name, Linked>,
}

/// What a file defines for other files, and what it wants from them.
pub(super) struct Needs {
    /// The symbols of its definitions, and whether they are weak.
    pub defined: Vec<(Name, bool)>,
    /// The symbols of what it uses and does not define.
    pub undefined: Vec<Name>,
}

impl OwnSymbols {
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

impl Symbols {
    /// The definition that the program takes for a symbol.
    fn chosen(&self, symbol: &Name) -> Option<Export> {
        let mut chosen: Option<Export> = None;
        for &export in self.exports.get(symbol)? {
            if chosen.is_none_or(|best| export.strength > best.strength) {
                chosen = Some(export);
            }
        }
        chosen
    }
}

impl Checker {
    /// Replaces what another entity defines, wherever it is used, and gives functions names of their own.
    pub(super) fn resolve_linkage(&mut self) {
        let facts = std::mem::take(&mut self.linkage.facts);
        let entities = self.entities();
        let symbols = self.symbols(&entities, &facts);
        self.join_names();
        self.refuse_second_definitions(&symbols);
        let mut replacements = FxHashMap::default();
        for &entity in &entities {
            let facts = facts.get(&entity).cloned().unwrap_or_default();
            if let Some(replacement) = self.replacement(entity, &facts, &symbols) {
                replacements.insert(entity, replacement);
            }
        }
        if let Some(Export { entity: Linked::Function(main), .. }) = symbols.chosen(&"main".into())
            && (self.unit.main.is_none() || self.unit.main.is_some_and(|known| self.is_replaced(known, &replacements)))
        {
            self.unit.main = Some(main);
        }
        if self.units.finished.len() > 1 {
            self.tell_functions_apart(&mut replacements);
        }
        for linked in self.linked.values_mut() {
            if let Some(&Replacement::Entity(other)) = replacements.get(linked) {
                *linked = other;
            }
        }
        // What an entity is replaced by may be undefined itself: that is the second step.
        let is_entity = |replacement: &Replacement| matches!(replacement, Replacement::Entity(_));
        let (joined, undefined): (FxHashMap<_, _>, FxHashMap<_, _>) =
            replacements.into_iter().partition(|(_, replacement)| is_entity(replacement));
        for replacements in [&joined, &undefined] {
            if !replacements.is_empty() {
                self.replace(replacements);
            }
        }
        self.drop_unused_bodies(&joined);
    }

    /// The symbols of a single file; `used` is what its expressions name.
    pub(super) fn needs(&self, used: &FxHashSet<Linked>) -> Needs {
        let facts = &self.linkage.facts;
        let entities = self.entities();
        let symbols = self.symbols(&entities, facts);
        let mut defined: Vec<(Name, bool)> = Vec::new();
        for (symbol, exports) in &symbols.exports {
            let strongest = exports.iter().map(|export| export.strength).max();
            if let Some(strength) = strongest.filter(|&strength| strength > Strength::Inline) {
                defined.push((symbol.clone(), strength < Strength::Strong));
            }
        }
        defined.sort_unstable();
        let mut undefined = Vec::new();
        for entity in entities.iter().filter(|entity| used.contains(entity)) {
            let is_weak = facts.get(entity).is_some_and(|facts| facts.is_weak);
            let target = facts.get(entity).and_then(|facts| facts.target.as_ref());
            let Some(symbol) = target.or_else(|| symbols.names.get(entity)) else { continue };
            let is_open = matches!(symbols.units[self.units.of(*entity)].meaning(symbol), Meaning::Undefined(_));
            // As an archive is searched: not for weak references.
            if is_open && !is_weak && (target.is_some() || !symbols.internal.contains(entity)) {
                undefined.push(symbol.clone());
            }
        }
        Needs { defined, undefined }
    }

    fn is_replaced(&self, main: FunctionId, replacements: &FxHashMap<Linked, Replacement>) -> bool {
        matches!(replacements.get(&Linked::Function(main)), Some(Replacement::Entity(_)))
    }

    /// The names that the functions see which the library writes in C: the external names of all files.
    fn join_names(&mut self) {
        if let [unit] = &self.units.finished[..] {
            self.linked.clone_from(&unit.linked);
            self.internal.clone_from(&unit.internal);
            return;
        }
        for unit in &self.units.finished {
            for (name, &entity) in unit.linked.iter().filter(|(name, _)| !unit.internal.contains(*name)) {
                self.linked.entry(name.clone()).or_insert(entity);
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
        let unit = self.units.finished.get(self.units.of(entity))?;
        (unit.linked.get(name) == Some(&entity)).then(|| name.clone())
    }

    fn is_defined(&self, entity: Linked) -> bool {
        match entity {
            Linked::Variable(variable) => !self.unit.variables[variable].is_undefined,
            Linked::Function(function) => self.unit.functions[function].body.is_some(),
        }
    }

    fn symbols(&self, entities: &[Linked], facts: &FxHashMap<Linked, Facts>) -> Symbols {
        let mut symbols = Symbols {
            units: self.units.finished.iter().map(|_| OwnSymbols::default()).collect(),
            names: FxHashMap::default(),
            internal: FxHashSet::default(),
            exports: FxHashMap::default(),
            first: FxHashMap::default(),
        };
        for &entity in entities {
            let facts = facts.get(&entity);
            let unit = self.units.of(entity);
            let name = self.name_of(entity);
            let Some(symbol) = facts.and_then(|facts| facts.label.clone()).or_else(|| name.clone()) else { continue };
            if name.is_none_or(|name| self.units.finished[unit].internal.contains(&name)) {
                symbols.internal.insert(entity);
            } else if self.strength(entity, false) > Strength::Inline {
                symbols.first.entry(symbol.clone()).or_insert(entity);
            }
            if let Some(target) = facts.and_then(|facts| facts.target.clone()) {
                symbols.units[unit].aliases.insert(symbol.clone(), target);
            } else if self.is_defined(entity) {
                symbols.units[unit].definitions.entry(symbol.clone()).or_default().push(entity);
            }
            symbols.names.insert(entity, symbol);
        }
        for &named in entities.iter().filter(|entity| !symbols.internal.contains(*entity)) {
            let Some(symbol) = symbols.names.get(&named) else { continue };
            let facts = facts.get(&named);
            let entity = match facts.and_then(|facts| facts.target.as_ref()) {
                Some(target) => match symbols.units[self.units.of(named)].meaning(target) {
                    Meaning::Defined(entity) => entity,
                    Meaning::Undefined(_) | Meaning::DefinedTwice => continue,
                },
                None if self.is_defined(named) => named,
                None => continue,
            };
            let strength = self.strength(named, facts.is_some_and(|facts| facts.is_weak));
            symbols.exports.entry(symbol.clone()).or_default().push(Export { entity, named, strength });
        }
        symbols
    }

    fn strength(&self, named: Linked, is_weak: bool) -> Strength {
        let options = self.units.finished[self.units.of(named)].options;
        let is_weak = is_weak || options.is_model;
        match named {
            Linked::Function(function) => {
                let is_inline = self.unit.functions[function].body.is_some()
                    && (self.inline_bodies.contains(&function) || !self.external_definitions.contains(&function));
                match (is_inline, is_weak) {
                    (true, _) => Strength::Inline,
                    (false, true) => Strength::Weak,
                    (false, false) => Strength::Strong,
                }
            }
            Linked::Variable(variable) => {
                let variable = &self.unit.variables[variable];
                match is_weak {
                    true => Strength::Weak,
                    false if options.has_common && variable.initializer.is_none() && !variable.is_undefined => {
                        Strength::Common
                    }
                    false => Strength::Strong,
                }
            }
        }
    }

    /// Two files define one symbol.
    fn refuse_second_definitions(&mut self, symbols: &Symbols) {
        let mut pairs: Vec<(Name, Linked, Linked)> = Vec::new();
        for (symbol, exports) in &symbols.exports {
            let mut strong = exports.iter().filter(|export| export.strength == Strength::Strong);
            let Some(first) = strong.next() else { continue };
            let is_other = |export: &&Export| self.units.of(export.named) != self.units.of(first.named);
            pairs.extend(strong.filter(is_other).map(|second| (symbol.clone(), first.named, second.named)));
        }
        pairs.sort_by_key(|(_, _, second)| self.span_of(*second));
        for (symbol, first, second) in pairs {
            let (message, advice) = match (&*symbol, second) {
                ("main", _) => (
                    "a second file of this program defines `main`".to_owned(),
                    "name the files of one program, or check each file alone with --each",
                ),
                (_, Linked::Function(_)) => (
                    format!("function `{symbol}` is defined in two files"),
                    "remove one of the definitions, or declare the function `static` in both files",
                ),
                (_, Linked::Variable(_)) => (
                    format!("`{symbol}` is defined in two files"),
                    "declare it `extern` in one of them, or `static` in both; compilers accept it with --cc-arg=-fcommon",
                ),
            };
            let note = (self.span_of(first), "the first definition is here");
            self.error_with_note(self.span_of(second), message, advice, note);
        }
    }

    pub(super) fn span_of(&self, entity: Linked) -> raddle_program::source::Span {
        match entity {
            Linked::Variable(variable) => self.unit.variables[variable].span,
            Linked::Function(function) => self.unit.functions[function].span,
        }
    }

    fn replacement(&mut self, entity: Linked, facts: &Facts, symbols: &Symbols) -> Option<Replacement> {
        let unsupported = |what: &str| Some(Replacement::Unsupported(what.into()));
        if let Some(what) = facts.unsupported {
            return unsupported(what);
        }
        let symbol = symbols.names.get(&entity)?;
        let is_internal = symbols.internal.contains(&entity);
        let is_inline = self.strength(entity, false) == Strength::Inline;
        // Another file may override a weak definition or an alias. Its inline definition serves only that file.
        let is_other = |chosen: &Export| {
            !is_internal
                && self.units.of(chosen.named) != self.units.of(entity)
                && (is_inline || chosen.strength > Strength::Inline)
        };
        if let Some(chosen) = symbols.chosen(symbol).filter(is_other) {
            return match is_inline {
                true => self.inline_stands_for(entity, chosen),
                false => self.stands_for(entity, chosen.entity),
            };
        }
        match symbols.units[self.units.of(entity)].meaning(facts.target.as_ref().unwrap_or(symbol)) {
            Meaning::DefinedTwice => unsupported("symbol that is defined twice"),
            Meaning::Defined(other) if other == entity => None,
            Meaning::Defined(other) => self.stands_for(entity, other),
            Meaning::Undefined(_) if facts.target.is_some() && !facts.is_weak => {
                unsupported("alias of a symbol that this file does not define")
            }
            Meaning::Undefined(symbol) => {
                let chosen = symbols.chosen(&symbol).filter(|export| export.strength > Strength::Inline);
                // Files that include one header of a library with other macros may declare a function of it differently.
                let first = symbols.first.get(&symbol).copied().filter(|&first| self.agree(entity, first));
                let other = chosen.map(|export| export.entity).or(first);
                match other.filter(|&other| other != entity && !(is_internal && facts.target.is_none())) {
                    Some(other) => self.stands_for(entity, other),
                    None => self.undefined(entity, facts, &symbol),
                }
            }
        }
    }

    /// An inline definition of one file, where another file has a definition.
    fn inline_stands_for(&mut self, entity: Linked, chosen: Export) -> Option<Replacement> {
        if self.is_same_text(entity, chosen.entity) {
            return self.stands_for(entity, chosen.entity);
        }
        // Without an external definition each file has its own.
        (chosen.strength > Strength::Inline)
            .then(|| Replacement::Unsupported("inline function whose external definition differs".into()))
    }

    /// Whether two functions have bodies of the same text.
    fn is_same_text(&self, one: Linked, other: Linked) -> bool {
        let text = |entity| match entity {
            Linked::Function(function) => {
                self.unit.functions[function].body.as_ref().map(|body| self.unit.source.text(body.span))
            }
            Linked::Variable(_) => None,
        };
        matches!((text(one), text(other)), (Some(one), Some(other)) if one == other)
    }

    /// An entity as another one, if their types allow it.
    fn stands_for(&mut self, entity: Linked, other: Linked) -> Option<Replacement> {
        if self.units.of(entity) != self.units.of(other) {
            self.require_agreement(entity, other);
            return Some(Replacement::Entity(other));
        }
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

    /// An entity whose symbol nothing in the program defines.
    fn undefined(&mut self, entity: Linked, facts: &Facts, symbol: &Name) -> Option<Replacement> {
        let name = self.name_of(entity)?;
        if let Some(what) = self.defined_by_the_linker(entity, symbol) {
            return Some(Replacement::Unsupported(what.into()));
        }
        let Linked::Function(function) = entity else {
            return facts.is_weak.then_some(Replacement::Perhaps(name));
        };
        if *symbol == name && !facts.is_weak {
            return None;
        }
        let library = Library::new();
        let model = self.unit.types.model();
        let is_known =
            |name: &str| library.model(name).is_some() || is_denied(name) || written::text(name, model).is_some();
        if *symbol != name {
            // Headers of C libraries redirect a function to a version of it: `fscanf` to `__isoc99_fscanf`, `lseek` to `lseek64`, `getopt` to
            // `_getopt$UNIX2003`.
            let is_version = symbol.starts_with("__") || symbol.trim_start_matches('_').starts_with(&*name);
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

    /// What a symbol is that something else than C defines.
    fn defined_by_the_linker(&self, entity: Linked, symbol: &Name) -> Option<&'static str> {
        let is_word = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '$');
        let is_mentioned = |&span: &raddle_program::source::Span| {
            self.unit.source.text(span).split(|it| !is_word(it)).any(|word| *word == **symbol)
        };
        if self.linkage.assembly.iter().any(is_mentioned) {
            return Some("symbol that assembly at file level mentions");
        }
        let is_bound = symbol.starts_with("__start_") || symbol.starts_with("__stop_");
        (is_bound && matches!(entity, Linked::Variable(_))).then_some("bound of a section")
    }

    /// Functions of several files that have one name get suffixes, as objects do: traces tell them apart by their names.
    fn tell_functions_apart(&mut self, replacements: &mut FxHashMap<Linked, Replacement>) {
        let targets = targets(replacements);
        let is_replaced =
            |function| matches!(replacements.get(&Linked::Function(function)), Some(Replacement::Entity(_)));
        // An alias may keep a weak definition that another file overrides.
        let is_present =
            |function: &FunctionId| !is_replaced(*function) || targets.contains(&Linked::Function(*function));
        let present: Vec<FunctionId> = self.unit.functions.ids().filter(is_present).collect();
        let is_external = |function: &FunctionId| {
            let (entity, name) = (Linked::Function(*function), &self.unit.functions[*function].name);
            let unit = &self.units.finished[self.units.of(entity)];
            unit.linked.get(name) == Some(&entity) && !unit.internal.contains(name) && !is_replaced(*function)
        };
        // External functions keep their names.
        let (external, own): (Vec<FunctionId>, Vec<FunctionId>) = present.into_iter().partition(is_external);
        let mut names = crate::names::UniqueNames::default();
        let mut first: FxHashMap<Name, Linked> = FxHashMap::default();
        for function in external.into_iter().chain(own) {
            let name = self.unit.functions[function].name.clone();
            let entity = Linked::Function(function);
            if let Some(&known) = first.get(&name).filter(|_| ERROR_FUNCTIONS.contains(&&*name)) {
                replacements.insert(entity, Replacement::Entity(known));
            } else if self.unit.functions[function].body.is_some() || !first.contains_key(&name) {
                first.entry(name.clone()).or_insert(entity);
                self.unit.functions[function].name = names.take(&name);
            }
        }
    }

    /// Removes bodies of functions that were replaced.
    fn drop_unused_bodies(&mut self, replacements: &FxHashMap<Linked, Replacement>) {
        let targets = targets(replacements);
        for (&entity, replacement) in replacements {
            if let (Linked::Function(function), Replacement::Entity(_)) = (entity, replacement)
                && !targets.contains(&entity)
            {
                self.unit.functions[function].body = None;
            }
        }
    }
}

/// What other entities are replaced by.
fn targets(replacements: &FxHashMap<Linked, Replacement>) -> FxHashSet<Linked> {
    let target = |replacement: &Replacement| match replacement {
        Replacement::Entity(other) => Some(*other),
        Replacement::Perhaps(_) | Replacement::Unsupported(_) => None,
    };
    replacements.values().filter_map(target).collect()
}
