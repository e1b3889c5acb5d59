//! Symbols: which names of C mean the same object or function for the linker (gcc manual: "Common Function Attributes" `alias`,
//! `weak`, `weakref`, `ifunc`; "Controlling Names Used in Assembler Code"; "Symbol-Renaming Pragmas"; "Weak Pragmas").
//!
//! This module keeps what declarations, attributes and pragmas say; `link` resolves the symbols when all files are checked.

use raddle_program::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::attribute::Attributes;
use super::declaration::Declared;
use super::{Checker, Linked};
use crate::ast::Name;
use crate::ast::{Pragma, PragmaKind};

/// What declarations and pragmas say about symbols.
#[derive(Default)]
pub(super) struct Linkage {
    /// The symbols that attributes name.
    pub targets: Vec<Name>,
    /// Assembly at file level.
    pub assembly: Vec<Span>,
    /// What is said of each entity.
    pub facts: FxHashMap<Linked, Facts>,
}

/// What is said of one entity.
#[derive(Clone, Default)]
pub(super) struct Facts {
    /// Its assembler label.
    pub label: Option<Name>,
    /// The symbol that it is an alias of.
    pub target: Option<Name>,
    /// `weak`
    pub is_weak: bool,
    /// Why it has no model.
    pub unsupported: Option<&'static str>,
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

    pub(super) fn facts(&mut self, entity: Linked) -> &mut Facts {
        self.linkage.facts.entry(entity).or_default()
    }
}
