//! Which steps make a reducible block: the class of each, and which class may follow which.
//!
//! A block is right movers, at most one non-mover, left movers. Some steps start a block of their own, so that nothing
//! is hidden: steps that may wait, if deadlocks are asked for (else nested acquisitions would be one step); steps that
//! may race, if races are asked for.

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
    /// The assumptions about locks.
    pub discipline: &'a RefCell<Discipline>,
    /// Whether a step that may wait starts a block.
    pub waits_start: bool,
    /// Whether a step that may race starts a block.
    pub races_start: bool,
    /// Whether the program tests threads in another way than by a join.
    pub asks_threads: bool,
}

/// In which part of a block a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// Only right movers so far: the block can still be delayed.
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
    /// A thread that waits inside an atomic section lets other threads see what the section wrote so far, and runs
    /// alone as soon as it can go on. Then neither the lock that it waits for nor any other lock is a mover.
    pub(super) fn take_note_of_wait(&self, state: &State, thread: u32) {
        if let Some(blocks) = self.blocks
            && state.threads[thread as usize].atomic_depth > 0
        {
            blocks.discipline.borrow_mut().wait_in_section();
        }
    }

    /// An operation occurred after which the discipline is unknown.
    pub(super) fn end_trust(&self) {
        if let Some(blocks) = self.blocks {
            blocks.discipline.borrow_mut().give_up();
        }
    }

    /// What the section that begins at a location does to a lock that the program wrote itself, if moves are blocks.
    pub(super) fn section_at(&self, procedure: ProcedureId, location: Location) -> Option<Section> {
        self.blocks?;
        self.never_racing?.section_at(procedure, location)
    }

    /// How a step commutes with those of other threads, while the lock discipline holds; `None` without blocks.
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
                Token::Life(object) if !self.ends_life_of_used(state, thread, object) => Class::Both,
                Token::Life(object) => {
                    discipline.end_of_life(state, object, &held);
                    Class::Non
                }
                // A join depends on which threads exist, too: the order of two joins of one thread decides which one
                // fails.
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

    /// Whether a step of this class may follow in a block without checking the other threads.
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
        // A thread that has only woken up so far blocks no other thread, and might as well wake up later.
        let waits = seen.is_some_and(|seen| seen.may_wait) && !only_wakes;
        match class {
            Class::Both | Class::Left => true,
            Class::Right => phase == Phase::PreCommit && !(waits && blocks.waits_start),
            // A step that does not wait and does not access memory cannot race, and no thread waits for ever in front
            // of it.
            Class::Non => {
                let accesses = record.accesses.len() > marks.accesses;
                phase == Phase::PreCommit && !(waits && blocks.waits_start) && !(accesses && blocks.races_start)
            }
        }
    }
}

/// What has to be known of a step before it is taken.
pub(super) struct Seen {
    pub(super) operation: Option<Synchronization>,
    is_join: bool,
    /// If the step is a wake-up from a condition wait: its class, as long as no thread is cancelled. A signalled thread
    /// is not among the waiting ones any more, so its wake-up moves in both directions. A spurious wake-up can be
    /// delayed behind the next step: if that is a signal, which then wakes this thread instead of none, the thread is
    /// in the same state afterwards.
    pub(super) wakes: Option<Class>,
    /// Whether it waits until other threads make it possible.
    pub(super) may_wait: bool,
    /// The locks that were held before it, if it is a call on a synchronization object.
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
