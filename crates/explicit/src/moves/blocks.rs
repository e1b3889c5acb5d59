//! Which steps make a reducible block: the class of each, and what may follow what.
//!
//! A block is right movers, at most one step that moves in neither direction, left movers. What starts a block of its own, so that
//! nothing is hidden: what waits, if deadlocks are asked for (else nested acquisitions would be one step); what may race, if
//! races are.

use std::cell::RefCell;

use raddle_program::automaton::Location;
use raddle_program::property::{Property, Violation};
use raddle_program::semantics::{Record, State, Token};
use raddle_program::syntax::{Effect, ProcedureId, Synchronization};

use crate::discipline::{self, Discipline, Use};
use crate::moves::{Marks, Mover, may_die};
use raddle_analysis::movers::Class;
use raddle_analysis::written_locks::Section;

/// How moves are made blocks.
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    /// What is taken for granted of locks.
    pub discipline: &'a RefCell<Discipline>,
    /// Whether what a thread waits for starts a block.
    pub waits_start: bool,
    /// Whether what may race starts a block.
    pub races_start: bool,
    /// Whether threads are asked for anything but their end by a join.
    pub asks_threads: bool,
}

/// In which part of a block a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Only right movers so far: it can still be put off.
    PreCommit,
    /// Only left movers may follow.
    PostCommit,
}

impl Phase {
    pub(super) fn after(self, class: Class) -> Phase {
        match class {
            Class::Right | Class::Both => self,
            Class::Left | Class::Non => Phase::PostCommit,
        }
    }
}

impl Mover<'_, '_> {
    /// A thread that waits inside an atomic section lets other threads see what the section wrote so far, and runs alone as soon
    /// as it can go on: neither what it waits for nor any other lock is a mover then.
    pub(super) fn take_note_of_wait(&self, state: &State, thread: u32) {
        if let Some(blocks) = self.blocks
            && state.threads[thread as usize].atomic_depth > 0
        {
            blocks.discipline.borrow_mut().wait_in_section();
        }
    }

    /// Something was done of which the discipline cannot be told.
    pub(super) fn end_trust(&self) {
        if let Some(blocks) = self.blocks {
            blocks.discipline.borrow_mut().give_up();
        }
    }

    /// What the section that begins at a location does to a lock that the program wrote itself, where moves are blocks.
    pub(super) fn section_at(&self, procedure: ProcedureId, location: Location) -> Option<Section> {
        self.blocks?;
        self.never_racing?.section_at(procedure, location)
    }

    /// How a step commutes with those of others, while the discipline of locks holds; `None` without blocks.
    pub(super) fn class_of(
        &self,
        state: &State,
        thread: u32,
        record: &Record,
        marks: Marks,
        seen: Option<&Seen>,
        is_ordered: bool,
    ) -> Option<Class> {
        let (blocks, seen) = (self.blocks?, seen?);
        let (accesses, tokens) = (&record.accesses[marks.accesses..], &record.tokens[marks.tokens..]);
        let mut discipline = blocks.discipline.borrow_mut();
        let is_misuse = |violation: &Violation| violation.kind.property() == Property::Locks;
        if record.violations[marks.violations..].iter().any(is_misuse) {
            discipline.give_up();
            return Some(Class::Non);
        }
        if accesses.is_empty() && tokens.is_empty() || discipline::is_single(state, thread) {
            return Some(Class::Both);
        }
        if let Some(class) = seen.wakes
            && !self.future.may_cancel()
        {
            return Some(class);
        }
        let held = match &seen.held {
            Some(held) => held.clone(),
            None => discipline::held(state, thread),
        };
        let mut class = Class::Both;
        for access in accesses.iter().filter(|access| state.objects[access.object].is_shared) {
            let is_settled = is_ordered && access.atomic.is_none() && !may_die(state, thread, access);
            if !is_settled && !discipline.access(state, access, &held) {
                class = Class::Non;
            }
        }
        for &token in tokens {
            let of_token = match token {
                Token::Synchronization(object, offset) => {
                    let address = (object, offset);
                    match seen.operation.map(discipline::use_of) {
                        Some(Use::Takes) if discipline.is_mover(state, address) => Class::Right,
                        Some(Use::GivesBack) if discipline.is_mover(state, address) => Class::Left,
                        Some(Use::Observes) => {
                            discipline.observe(state, address);
                            Class::Non
                        }
                        Some(Use::Takes | Use::GivesBack | Use::Other) | None => Class::Non,
                    }
                }
                Token::Life(object) => {
                    discipline.end_of_life(state, object, &held);
                    Class::Non
                }
                // A join asks which threads there are, too: which of two joins of one thread fails hangs on their order.
                Token::End(_) if !blocks.asks_threads && !seen.is_join && discipline.is_end_mover() => Class::Left,
                Token::End(_)
                | Token::Threads
                | Token::Cancel(_)
                | Token::Keys
                | Token::KeyUse
                | Token::Addresses
                | Token::Abandoned
                | Token::Child => Class::Non,
            };
            class = class.and(of_token);
        }
        Some(class)
    }

    /// Whether a step of this class may follow in a block without a look at the other threads.
    pub(super) fn belongs_to_block(
        &self,
        class: Class,
        phase: Phase,
        only_wakes: bool,
        seen: Option<&Seen>,
        record: &Record,
        marks: Marks,
    ) -> bool {
        let Some(blocks) = self.blocks else { return false };
        // Who only woke up before it keeps nobody from anything, and might as well wake up later.
        let waits = seen.is_some_and(|seen| seen.may_wait) && !only_wakes;
        match class {
            Class::Both | Class::Left => true,
            Class::Right => phase == Phase::PreCommit && !(waits && blocks.waits_start),
            // What does not wait and does not access memory cannot race, and nobody stands in front of it for ever.
            Class::Non => {
                let accesses = record.accesses.len() > marks.accesses;
                phase == Phase::PreCommit && !(waits && blocks.waits_start) && !(accesses && blocks.races_start)
            }
        }
    }
}

/// What is to be known of a step before it is taken.
pub(super) struct Seen {
    pub(super) operation: Option<Synchronization>,
    is_join: bool,
    /// If a thread wakes up from its wait for a condition: how that moves as long as nobody is cancelled. Who was signalled is
    /// none of those who wait any more. Who wakes up for nothing may do so after what comes next: whom a signal wakes instead
    /// of nobody stands where it would have stood.
    pub(super) wakes: Option<Class>,
    /// Whether it waits until others make it possible.
    pub(super) may_wait: bool,
    /// The locks that were held before it; only of calls about them.
    held: Option<Vec<discipline::Lock>>,
}

impl Seen {
    pub(super) fn before(effect: &Effect, state: &State, thread: u32) -> Seen {
        let operation = match effect {
            Effect::Synchronize { operation, .. } => Some(*operation),
            _ => None,
        };
        let is_join = matches!(effect, Effect::Join { .. });
        let is_signalled = state.threads[thread as usize].waiting.is_none_or(|waiting| waiting.is_signalled);
        let wakes = (operation == Some(Synchronization::ConditionWake)).then_some(if is_signalled {
            Class::Both
        } else {
            Class::Right
        });
        Seen {
            operation,
            is_join,
            wakes,
            may_wait: is_join || operation.is_some_and(Synchronization::may_block),
            held: operation.map(|_| discipline::held(state, thread)),
        }
    }
}
