//! Thread creation, end, join and detachment, as precisely as views can express them.
//!
//! A slot of each template records whether a thread was created and, for a single template, whether the thread has ended or was joined. The
//! id of a new thread is any number that differs from the id of main and from the stored ids of single templates
//! ([`crate::compositional::ids`] says when ids can be constants). A join by the id of a single template's thread waits for its end. Any
//! other join may continue at any time, with any result.

use raddle_logic::sort::Sort;
use raddle_logic::term::Term;
use raddle_program::syntax::{Expr, LocalId};

use crate::compositional::population::{Population, small};
use crate::sequentialize::path::Next;
use crate::sequentialize::synchronize::deliver;
use crate::sequentialize::threads::{id_width, target_of};
use crate::symbolic::layout::TAG;
use crate::symbolic::step::{Evaluated, Symbolic};

/// The status of a template: a thread was created.
pub const CREATED: u128 = 1;
/// The status of a single template: its thread has ended.
pub const ENDED: u128 = 2;
/// The status of a single template: its thread was joined.
pub const JOINED: u128 = 3;

/// A thread creation.
pub struct Creation<'a> {
    /// The template of the new thread.
    pub kind: usize,
    /// The context of its start procedure.
    pub context: usize,
    /// Its argument.
    pub argument: &'a Expr,
    /// The address at which its id is stored.
    pub id: &'a Expr,
    /// The detach state.
    pub is_detached: Option<&'a Expr>,
    /// The register for the return code.
    pub result: Option<LocalId>,
}

impl Population {
    /// Creates a thread and stores its id in the same step.
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

    /// An id that differs from main's id, which is 1, and from the stored ids of single templates.
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

    /// Records the end of a thread.
    pub fn end(&self, symbolic: &mut Symbolic<'_>, copy: u32) {
        let kind = &self.kinds[self.kind_of[copy as usize]];
        if let (true, Some(slot)) = (kind.is_single, kind.status) {
            symbolic.state[slot] = small(symbolic.terms, ENDED);
        }
    }

    /// Waits for the end of a thread, if the id determines the thread.
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

    /// Assigns any return code to a register.
    pub fn any_code(&self, symbolic: &mut Symbolic<'_>, result: Option<LocalId>) -> Evaluated<()> {
        let Some(result) = result else { return Ok(()) };
        let ty = symbolic.local_type(result);
        let any = symbolic.any(ty, false)?;
        symbolic.set_register(result, any)
    }
}
