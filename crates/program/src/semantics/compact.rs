//! Removes unreachable objects and facts, so that states stay small in long executions.

use std::rc::Rc;

use crate::entity::{Entity, Table};
use crate::semantics::memory::{Cells, Content};
use crate::semantics::record::{Access, Token};
use crate::semantics::state::{State, SyncAddress};
use crate::semantics::value::{ObjectId, SymbolId, Value};

/// New names of objects: `None` for those that were forgotten.
#[derive(Clone, Debug)]
pub struct Renamed {
    objects: Vec<Option<ObjectId>>,
}

impl Renamed {
    /// An access under its new name; `None` if its object was forgotten, so that nothing can conflict with it any more.
    pub fn access(&self, access: &Access) -> Option<Access> {
        Some(Access { object: self.objects[access.object.index()]?, ..*access })
    }

    /// An address under its new name.
    pub fn address(&self, address: SyncAddress) -> Option<SyncAddress> {
        Some((self.objects[address.0.index()]?, address.1))
    }

    /// A token under its new name.
    pub fn token(&self, token: Token) -> Option<Token> {
        Some(match token {
            Token::Synchronization(object, offset) => Token::Synchronization(self.objects[object.index()]?, offset),
            Token::Life(object) => Token::Life(self.objects[object.index()]?),
            Token::End(_)
            | Token::Threads
            | Token::Cancel(_)
            | Token::Keys
            | Token::KeyUse
            | Token::Addresses
            | Token::Abandoned
            | Token::Child => token,
        })
    }
}

impl State {
    /// Whether enough may be forgotten that it pays.
    pub fn is_littered(&self) -> bool {
        use crate::semantics::memory::Life;
        let n_dead = self.objects.values().filter(|object| object.life != Life::Live).count();
        n_dead > 24 || self.symbols.len() > 48
    }

    /// Forgets objects and symbols that are not reached from the first `n_globals` objects or from a thread.
    pub fn compact(&mut self, n_globals: usize) -> Renamed {
        self.undefined.clear();
        let marking = self.mark(n_globals);
        self.rename(&marking);
        Renamed { objects: marking.objects }
    }

    /// Whether a symbol is reached from the first `n_globals` objects or from a thread.
    pub fn reaches(&self, symbol: SymbolId, n_globals: usize) -> bool {
        self.mark(n_globals).symbols[symbol.index()].is_some()
    }

    fn mark(&self, n_globals: usize) -> Marking {
        let mut marking = Marking {
            objects: vec![None; self.objects.len()],
            order: Vec::new(),
            symbols: vec![None; self.symbols.len()],
            symbol_order: Vec::new(),
        };
        (0..n_globals).for_each(|global| marking.object(ObjectId::from_index(global)));
        for thread in &self.threads {
            thread.thread_locals.iter().for_each(|(_, object)| marking.object(*object));
            thread.addresses().for_each(|object| marking.object(object));
            thread.values().for_each(|value| marking.value(value));
            for frame in &thread.frames {
                frame.registers.iter().for_each(|value| marking.value(value));
                frame.allocations.iter().for_each(|object| marking.object(*object));
            }
        }
        let mut next = 0;
        while let Some(&object) = marking.order.get(next) {
            next += 1;
            marking.cells(&self.objects[object].cells);
        }
        marking
    }

    fn rename(&mut self, marking: &Marking) {
        let objects = std::mem::take(&mut self.objects);
        self.objects = marking.order.iter().map(|&object| objects[object].clone()).collect::<Table<_, _>>();
        drop(objects);
        let symbols = std::mem::take(&mut self.symbols);
        self.symbols = marking.symbol_order.iter().map(|&symbol| symbols[symbol]).collect();
        for (_, object) in self.objects.iter_mut() {
            if !object.cells.marks().is_empty() {
                let object = Rc::make_mut(object);
                object.memo.set(None);
                object.cells.contents_mut().for_each(|content| marking.rename_content(content));
            }
        }
        for thread in &mut self.threads {
            let thread = Rc::make_mut(thread);
            thread.thread_locals.iter_mut().for_each(|(_, object)| *object = marking.renamed(*object));
            thread.addresses_mut().for_each(|object| *object = marking.renamed(*object));
            thread.values_mut().for_each(|value| marking.rename_value(value));
            for frame in &mut thread.frames {
                let frame = Rc::make_mut(frame);
                frame.registers.iter_mut().for_each(|value| marking.rename_value(value));
                frame.allocations.iter_mut().for_each(|object| *object = marking.renamed(*object));
            }
        }
        let renamed = |(object, offset): (ObjectId, u64)| Some((marking.objects[object.index()]?, offset));
        let objects = std::mem::take(&mut self.synchronization);
        self.synchronization =
            objects.into_iter().filter_map(|(address, object)| Some((renamed(address)?, object))).collect();
        self.addresses = self.addresses.renamed(|object| marking.objects[object.index()]);
    }
}

/// What is reached, in the order of discovery.
struct Marking {
    objects: Vec<Option<ObjectId>>,
    order: Vec<ObjectId>,
    symbols: Vec<Option<SymbolId>>,
    symbol_order: Vec<SymbolId>,
}

impl Marking {
    fn object(&mut self, object: ObjectId) {
        if self.objects[object.index()].is_none() {
            self.objects[object.index()] = Some(ObjectId::from_index(self.order.len()));
            self.order.push(object);
        }
    }

    fn symbol(&mut self, symbol: SymbolId) {
        if self.symbols[symbol.index()].is_none() {
            self.symbols[symbol.index()] = Some(SymbolId::from_index(self.symbol_order.len()));
            self.symbol_order.push(symbol);
        }
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Pointer(object, _) => self.object(*object),
            Value::Symbol(symbol, _) => self.symbol(*symbol),
            Value::Blob(cells) => self.cells(cells),
            Value::Part(part) => part.object().into_iter().for_each(|object| self.object(object)),
            Value::Integer(_) | Value::Procedure(_) | Value::Indeterminate => {}
        }
    }

    fn cells(&mut self, cells: &Cells) {
        for mark in cells.marks() {
            match mark.content {
                Content::Pointer(object, _) => self.object(object),
                Content::Symbol(symbol, _) => self.symbol(symbol),
                Content::Part(part) => part.object().into_iter().for_each(|object| self.object(object)),
                Content::Procedure(_) | Content::Indeterminate => {}
            }
        }
    }

    fn renamed(&self, object: ObjectId) -> ObjectId {
        self.objects[object.index()].expect("what is reached was marked")
    }

    fn rename_content(&self, content: &mut Content) {
        match content {
            Content::Pointer(object, _) => *object = self.renamed(*object),
            Content::Symbol(symbol, _) => *symbol = self.symbols[symbol.index()].expect("what is reached was marked"),
            Content::Part(part) => *part = part.renamed(|object| self.renamed(object)),
            Content::Procedure(_) | Content::Indeterminate => {}
        }
    }

    fn rename_value(&self, value: &mut Value) {
        match value {
            Value::Pointer(object, _) => *object = self.renamed(*object),
            Value::Symbol(symbol, _) => *symbol = self.symbols[symbol.index()].expect("what is reached was marked"),
            Value::Part(part) => *part = part.renamed(|object| self.renamed(object)),
            Value::Blob(cells) => {
                Rc::make_mut(cells).contents_mut().for_each(|content| self.rename_content(content));
            }
            Value::Integer(_) | Value::Procedure(_) | Value::Indeterminate => {}
        }
    }
}
