//! Labels and jumps: `goto`, labels as values, local labels, and what may not be jumped into (C11 6.8.1, 6.8.6.1).
//!
//! A *zone* is a region that must not be entered by a jump: the scope of a variably modified declaration, or a statement
//! expression. Zones form a tree; a jump is allowed if the label's zone is the jump's or one around it.

use raddle_program::source::Span;
use rustc_hash::FxHashMap;
use std::sync::Arc;

use super::Checker;
use crate::ast::{Identifier, Name};
use crate::diagnostic::Diagnostic;
use crate::typed::{Label, LabelId, Statement, StatementKind};

/// Why a region must not be entered by a jump.
#[derive(Clone, Copy, Debug)]
pub(super) enum Zone {
    /// The scope of a variably modified declaration, which stands there.
    VariableLength(Span),
    /// A statement expression, which stands there.
    StatementExpression(Span),
}

/// The labels and zones of a function.
pub(super) struct Labels {
    // The function's labels, then those of blocks with `__label__`, innermost last.
    scopes: Vec<FxHashMap<Name, KnownLabel>>,
    // Zone `k` is entry `k - 1`, with the zone around it; zone 0 is the function itself.
    zones: Vec<(Zone, usize)>,
    zone: usize,
}

struct KnownLabel {
    id: LabelId,
    // Where it stands, and in which zone.
    defined: Option<(Span, usize)>,
    // A second definition: wrong only if a jump names the label.
    repeated: Option<Span>,
    // The first use that is no `goto`, or the first `goto`.
    used: Option<Span>,
    jumps: Vec<(Span, usize)>,
}

impl Labels {
    /// No labels, in the function's own zone.
    pub fn new() -> Self {
        Labels { scopes: vec![FxHashMap::default()], zones: Vec::new(), zone: 0 }
    }

    /// The present zone.
    pub fn zone(&self) -> usize {
        self.zone
    }

    /// Goes back to a zone that was left open.
    pub fn leave_zone(&mut self, zone: usize) {
        self.zone = zone;
    }

    /// The innermost zone that contains `inner` and not `outer`, if a jump from `outer` to `inner` is forbidden.
    pub fn entered_zone(&self, outer: usize, inner: usize) -> Option<Zone> {
        let mut around = outer;
        loop {
            if around == inner {
                return None;
            }
            match around.checked_sub(1).and_then(|index| self.zones.get(index)) {
                Some((_, parent)) => around = *parent,
                None => break,
            }
        }
        inner.checked_sub(1).and_then(|index| self.zones.get(index)).map(|(zone, _)| *zone)
    }
}

impl Checker {
    /// From here to the end of the block no jump may enter.
    pub(super) fn enter_zone(&mut self, zone: Zone) {
        if let Some(function) = self.functions.last_mut() {
            let labels = &mut function.labels;
            labels.zones.push((zone, labels.zone));
            labels.zone = labels.zones.len();
        }
    }

    /// Opens a block with the labels that `__label__` announces.
    pub(super) fn open_local_labels(&mut self, names: &[Identifier]) {
        let mut scope: FxHashMap<Name, KnownLabel> = FxHashMap::default();
        for name in names {
            if scope.contains_key(&name.name) {
                self.error(name.span, format!("label `{}` is announced twice", name.name), "remove one of them");
                continue;
            }
            let id = self.new_label(&name.name, name.span);
            scope.insert(name.name.clone(), known(id));
        }
        if let Some(function) = self.functions.last_mut() {
            function.labels.scopes.push(scope);
        }
    }

    /// Closes a block opened by `open_local_labels`.
    pub(super) fn close_local_labels(&mut self) {
        let scope = self.functions.last_mut().and_then(|function| function.labels.scopes.pop());
        self.judge_labels(scope.unwrap_or_default());
    }

    /// At the end of a function: every label that is used must stand somewhere.
    pub(super) fn finish_labels(&mut self) {
        self.close_local_labels();
    }

    fn judge_labels(&mut self, scope: FxHashMap<Name, KnownLabel>) {
        let mut labels: Vec<(Name, KnownLabel)> = scope.into_iter().collect();
        // The table has no order of its own; messages come in the order of the labels' first mention.
        labels.sort_by_key(|(_, label)| label.id);
        for (name, label) in labels {
            match (label.defined, label.used) {
                (None, Some(used)) => {
                    self.error(
                        used,
                        format!("label `{name}` does not exist in this function"),
                        format!("write `{name}:` before a statement, or correct the name"),
                    );
                }
                (Some((first, _)), used) => {
                    if let Some(second) = label.repeated {
                        self.judge_repetition(&name, first, second, used.is_some());
                    }
                    for (span, zone) in &label.jumps {
                        self.judge_jump(&name, &label, *span, *zone);
                    }
                }
                (None, None) => {}
            }
        }
    }

    fn judge_repetition(&mut self, name: &Name, first: Span, second: Span, is_used: bool) {
        if is_used {
            self.error_with_note(
                second,
                format!("label `{name}` stands twice in this function"),
                "rename one of them",
                (first, "the first one is here"),
            );
        } else {
            self.warning(
                second,
                format!("label `{name}` stands twice in this function"),
                "nothing jumps to it: remove one of them",
            );
        }
    }

    fn judge_jump(&mut self, name: &Name, label: &KnownLabel, span: Span, zone: usize) {
        let Some((defined, target)) = label.defined else { return };
        let entered = self.functions.last().and_then(|function| function.labels.entered_zone(zone, target));
        if let Some(entered) = entered {
            self.jump_into_zone(format!("`goto {name}`"), span, entered, defined);
        }
    }

    /// The error for a jump into a zone.
    pub(super) fn jump_into_zone(&mut self, what: String, span: Span, zone: Zone, label: Span) {
        let (message, advice, begin) = match zone {
            Zone::VariableLength(begin) => (
                format!("{what} jumps into the scope of a variable length"),
                "move the label out of the scope, or use a constant length",
                begin,
            ),
            Zone::StatementExpression(begin) => {
                (format!("{what} jumps into a statement expression"), "move the label out of the expression", begin)
            }
        };
        let diagnostic = Diagnostic::error(span, message, advice);
        self.diagnostics.push(diagnostic.note(label, "the label is here").note(begin, "the region begins here"));
    }

    /// A fresh label.
    pub(super) fn new_label(&mut self, name: &str, span: Span) -> LabelId {
        self.unit.labels.push(Label { name: Arc::from(name), span, address_taken: false })
    }

    /// `name:`
    pub(super) fn define_label(&mut self, name: &Identifier, out: &mut Vec<Statement>) {
        let zone = self.functions.last().map_or(0, |function| function.labels.zone);
        let mut id = self.label_id(name);
        if let Some(label) = self.find_label(&name.name) {
            if label.defined.is_some() {
                label.repeated.get_or_insert(name.span);
                id = self.new_label(&name.name, name.span);
            } else {
                label.defined = Some((name.span, zone));
                self.unit.labels[id].span = name.span;
            }
        }
        out.push(Statement { kind: StatementKind::Label(id), span: name.span });
    }

    /// The target of `goto name;`
    pub(super) fn goto_label(&mut self, name: &Identifier) -> LabelId {
        let zone = self.functions.last().map_or(0, |function| function.labels.zone);
        let id = self.label_id(name);
        if let Some(label) = self.find_label(&name.name) {
            label.used.get_or_insert(name.span);
            label.jumps.push((name.span, zone));
        }
        id
    }

    /// The target of `&&name`.
    pub(super) fn label_address(&mut self, name: &Identifier) -> LabelId {
        let id = self.label_id(name);
        if let Some(label) = self.find_label(&name.name) {
            label.used.get_or_insert(name.span);
        }
        if self.unevaluated == 0 {
            self.unit.labels[id].address_taken = true;
        }
        id
    }

    fn find_label(&mut self, name: &str) -> Option<&mut KnownLabel> {
        let labels = &mut self.functions.last_mut()?.labels;
        labels.scopes.iter_mut().rev().find_map(|scope| scope.get_mut(name))
    }

    // Labels that nothing announced belong to the function.
    fn label_id(&mut self, name: &Identifier) -> LabelId {
        if let Some(label) = self.find_label(&name.name) {
            return label.id;
        }
        let id = self.new_label(&name.name, name.span);
        if let Some(scope) = self.functions.last_mut().and_then(|function| function.labels.scopes.first_mut()) {
            scope.insert(name.name.clone(), known(id));
        }
        id
    }
}

fn known(id: LabelId) -> KnownLabel {
    KnownLabel { id, defined: None, repeated: None, used: None, jumps: Vec::new() }
}
