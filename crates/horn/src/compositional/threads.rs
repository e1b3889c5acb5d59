//! What threads do to each other, as far as views can say it: creation, end, join, detachment.
//!
//! Of each kind it is remembered whether one of its threads was created, of a single one whether it has ended and whether it was joined.
//! Ids are any numbers that were not given before ([`crate::compositional::ids`] says when they may be constants). A join of an id that is known to be that of a single thread waits for its end;
//! any other join may go on at any time, with any result.

use raddle_logic::sort::Sort;
use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId};

use crate::compositional::population::{Population, small};
use crate::sequentialize::path::Next;
use crate::sequentialize::synchronize::deliver;
use crate::sequentialize::threads::{id_width, target_of};
use crate::symbolic::layout::TAG;
use crate::symbolic::step::{Evaluated, Symbolic};

/// One of the kind was created.
pub const CREATED: u128 = 1;
/// The thread of a single kind has ended.
pub const ENDED: u128 = 2;
/// It was joined.
pub const JOINED: u128 = 3;

/// A creation under way.
pub struct Creation<'a> {
    /// The kind of the new thread.
    pub kind: usize,
    /// The context that it starts in.
    pub context: usize,
    /// Its argument.
    pub argument: &'a Expr,
    /// Where its id goes.
    pub id: &'a Expr,
    /// Whether nobody may join it.
    pub is_detached: Option<&'a Expr>,
    /// A register for the code.
    pub result: Option<LocalId>,
}

impl Population {
    /// A thread starts; its id is stored in the same step.
    pub fn create(&self, symbolic: &mut Symbolic<'_>, creation: &Creation<'_>) -> Evaluated<()> {
        if let Some(state) = creation.is_detached {
            symbolic.value(state)?;
        }
        let address = symbolic.value(creation.id)?;
        let id = match self.kinds[creation.kind].name {
            Some(name) => name,
            None => self.new_id(symbolic),
        };
        let null = symbolic.terms.number(TAG + 64, 0);
        let is_null = symbolic.terms.eq(address, null);
        if is_null != symbolic.terms.truth() {
            symbolic.unsupported_if(
                is_null,
                "an id of a thread that may be stored nowhere, for the compositional engine",
            )?;
            let Some((ty, _)) = target_of(symbolic, creation.id.ty) else {
                return symbolic.unsupported("the id of a thread is stored in something that is no such number");
            };
            let (tag, offset) = symbolic.parts(address);
            symbolic.write(tag, offset, ty, id)?;
        }
        symbolic.call(creation.context, std::slice::from_ref(creation.argument))?;
        if let Some(result) = creation.result {
            deliver(symbolic, result, 0)?;
        }
        let kind = &self.kinds[creation.kind];
        if let Some(slot) = kind.status {
            symbolic.state[slot] = small(symbolic.terms, CREATED);
        }
        if let Some(slot) = kind.id {
            symbolic.state[slot] = id;
        }
        Ok(())
    }

    /// An id that was not given before: main's is 1.
    fn new_id(&self, symbolic: &mut Symbolic<'_>) -> Term {
        let width = id_width(symbolic.program().types.model());
        let id = symbolic.terms.fresh("id", Sort::BitVec(width));
        let one = symbolic.terms.number(width, 1);
        let mut all = vec![symbolic.terms.bv_ugt(id, one)];
        for kind in &self.kinds {
            if let (Some(of), Some(status)) = (kind.id, kind.status) {
                let none = small(symbolic.terms, 0);
                let is_none = symbolic.terms.eq(symbolic.state[status], none);
                let differs = symbolic.terms.ne(id, symbolic.state[of]);
                all.push(symbolic.terms.or(is_none, differs));
            }
        }
        let is_new = symbolic.terms.and_all(&all);
        symbolic.guard = symbolic.terms.and(symbolic.guard, is_new);
        id
    }

    /// A thread ends.
    pub fn end(&self, symbolic: &mut Symbolic<'_>, copy: u32) {
        let kind = &self.kinds[self.kind_of[copy as usize]];
        if let (true, Some(slot)) = (kind.is_single, kind.status) {
            symbolic.state[slot] = small(symbolic.terms, ENDED);
        }
    }

    /// Waits for the end of a thread, if it is known which.
    pub fn join(
        &self,
        symbolic: &mut Symbolic<'_>,
        copy: u32,
        id: &Expr,
        (value, result): (Option<LocalId>, Option<LocalId>),
    ) -> Evaluated<Vec<Next>> {
        let id = symbolic.value(id)?;
        let width = id_width(symbolic.program().types.model());
        let id = symbolic.terms.resize_unsigned(id, width);
        if let Some(value) = value {
            let ty = symbolic.local_type(value);
            let any = symbolic.any(ty, false)?;
            symbolic.set_register(value, any)?;
        }
        let (guard, state) = (symbolic.guard, symbolic.state.clone());
        let mut ways = Vec::new();
        let mut is_waiting = symbolic.terms.falsity();
        for kind in self.kinds.iter().filter(|kind| kind.copies[0] != copy && kind.is_joined) {
            let of = kind.name.or_else(|| kind.id.map(|slot| state[slot]));
            let (Some(of), Some(status)) = (of, kind.status) else { continue };
            let is_named = symbolic.terms.eq(id, of);
            let (created, ended) = (small(symbolic.terms, CREATED), small(symbolic.terms, ENDED));
            let (runs, has_ended) =
                (symbolic.terms.eq(state[status], created), symbolic.terms.eq(state[status], ended));
            let here = symbolic.terms.and(is_named, has_ended);
            symbolic.guard = symbolic.terms.and(guard, here);
            symbolic.state = state.clone();
            symbolic.state[status] = small(symbolic.terms, JOINED);
            let went = match result {
                Some(result) => deliver(symbolic, result, 0),
                None => Ok(()),
            };
            if went.is_ok() && symbolic.guard != symbolic.terms.falsity() {
                ways.push(Next::of(symbolic, Vec::new(), None));
            }
            let is_or_was = symbolic.terms.or(runs, has_ended);
            let waits = symbolic.terms.and(is_named, is_or_was);
            is_waiting = symbolic.terms.or(is_waiting, waits);
        }
        let negation = symbolic.terms.not(is_waiting);
        symbolic.guard = symbolic.terms.and(guard, negation);
        symbolic.state = state;
        if symbolic.guard != symbolic.terms.falsity() {
            self.any_code(symbolic, result)?;
            ways.push(Next::of(symbolic, Vec::new(), None));
        }
        Ok(ways)
    }

    /// Gives a register any code.
    pub fn any_code(&self, symbolic: &mut Symbolic<'_>, result: Option<LocalId>) -> Evaluated<()> {
        let Some(result) = result else { return Ok(()) };
        let ty = symbolic.local_type(result);
        let any = symbolic.any(ty, false)?;
        symbolic.set_register(result, any)
    }
}
