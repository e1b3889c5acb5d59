//! Names as small numbers: each spelling is stored once. Keywords come first, so that one look-up tells them apart.

use super::token::{Keyword, NameId};
use crate::ast::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The names of a translation unit, keywords included.
#[derive(Clone, Debug)]
pub(super) struct Interner {
    names: Vec<Name>,
    ids: FxHashMap<Name, NameId>,
}

impl Interner {
    /// An interner that knows the keywords.
    pub(super) fn new() -> Self {
        let mut interner = Interner { names: Vec::new(), ids: FxHashMap::default() };
        for (spelling, _) in Keyword::SPELLINGS {
            interner.intern(spelling);
        }
        interner
    }

    /// The id of a spelling, new or old.
    pub(super) fn intern(&mut self, spelling: &str) -> NameId {
        if let Some(&id) = self.ids.get(spelling) {
            return id;
        }
        self.add(Arc::from(spelling))
    }

    /// The id of a name that another interner has, new or old.
    pub(super) fn intern_name(&mut self, name: &Name) -> NameId {
        self.find(name).unwrap_or_else(|| self.add(name.clone()))
    }

    fn add(&mut self, name: Name) -> NameId {
        let id = NameId(u32::try_from(self.names.len()).expect("a file has fewer than 2^32 names"));
        self.names.push(name.clone());
        self.ids.insert(name, id);
        id
    }

    /// The id of a spelling that was met before.
    pub(super) fn find(&self, spelling: &str) -> Option<NameId> {
        self.ids.get(spelling).copied()
    }

    /// The keyword with this spelling, if it is one.
    pub(super) fn keyword(&self, id: NameId) -> Option<Keyword> {
        Keyword::SPELLINGS.get(id.0 as usize).map(|&(_, keyword)| keyword)
    }

    /// The spelling.
    pub(super) fn name(&self, id: NameId) -> &Name {
        &self.names[id.0 as usize]
    }
}
