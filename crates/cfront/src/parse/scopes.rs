//! The typedef names at the parser's position (C11 6.2.1): the only meaning of names that C's grammar needs.

use crate::lex::NameId;
use rustc_hash::FxHashMap;

/// The ordinary identifiers in scope, as far as some scope declares them.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    /// Whether the innermost declaration of a name is a typedef.
    visible: FxHashMap<NameId, bool>,
    /// For each open scope what its declarations hid, to be restored when it closes.
    hidden: Vec<Vec<(NameId, Option<bool>)>>,
}

impl Scopes {
    /// Opens a scope.
    pub(super) fn open(&mut self) {
        self.hidden.push(Vec::new());
    }

    /// Closes the innermost scope.
    pub(super) fn close(&mut self) {
        for (name, before) in self.hidden.pop().unwrap_or_default().into_iter().rev() {
            match before {
                Some(is_typedef) => self.visible.insert(name, is_typedef),
                None => self.visible.remove(&name),
            };
        }
    }

    /// Declares a name in the innermost scope.
    pub(super) fn declare(&mut self, name: NameId, is_typedef: bool) {
        let before = self.visible.insert(name, is_typedef);
        if let Some(hidden) = self.hidden.last_mut() {
            hidden.push((name, before));
        }
    }

    /// Whether the name is a typedef here.
    pub(super) fn is_typedef(&self, name: NameId) -> bool {
        self.visible.get(&name).copied().unwrap_or(false)
    }
}
