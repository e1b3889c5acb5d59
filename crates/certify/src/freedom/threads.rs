//! Classes of threads, as the proof lists them: the threads that creations at some locations start with one function.
//!
//! The proof says `thread NUMBER PARENT PROCEDURE TRANSITION START`: threads of class PARENT, in the code of a
//! procedure, start threads of class NUMBER with START. A class that is listed again is created at more locations. The
//! choice of classes does not affect soundness, as long as every creation in the program belongs to one of them.

use raddle_program::automaton::Transition;
use raddle_program::entity::Entity;
use raddle_program::syntax::{ProcedureId, Program};

use super::address::{At, Class, Code};

/// The classes.
#[derive(Clone, Debug)]
pub struct Classes {
    classes: Vec<ClassData>,
}

#[derive(Clone, Debug)]
struct ClassData {
    parent: Option<Class>,
    start: ProcedureId,
    created_at: Vec<At>,
}

impl Classes {
    /// Main alone.
    pub fn new(program: &Program) -> Classes {
        Classes { classes: vec![ClassData { parent: None, start: program.main, created_at: Vec::new() }] }
    }

    /// Reads the numbers of a line `thread`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, program: &Program, numbers: &[i64]) -> Result<(), String> {
        let numbers: Vec<usize> = numbers.iter().filter_map(|&number| usize::try_from(number).ok()).collect();
        let &[number, parent, procedure, transition, start] = numbers.as_slice() else {
            return Err("a class of threads has five numbers".into());
        };
        let n_procedures = program.procedures.len();
        if procedure >= n_procedures || start >= n_procedures || u32::try_from(transition).is_err() {
            return Err("there is no such procedure".into());
        }
        if number == 0 || number > self.classes.len() || parent >= self.classes.len() {
            return Err("classes of threads are listed in order, behind those that create them".into());
        }
        let (procedure, start) = (ProcedureId::from_index(procedure), ProcedureId::from_index(start));
        let at = (Code { class: parent, procedure }, Transition::from_index(transition));
        if number == self.classes.len() {
            self.classes.push(ClassData { parent: Some(parent), start, created_at: vec![at] });
            return Ok(());
        }
        let class = &mut self.classes[number];
        if class.start != start || class.created_at.contains(&at) {
            return Err("a class of threads has one function, and lists each place once".into());
        }
        class.created_at.push(at);
        Ok(())
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.classes.len()
    }

    /// Their numbers, parents before children.
    pub fn all(&self) -> std::ops::Range<Class> {
        0..self.classes.len()
    }

    /// Where the threads of a class start.
    pub fn start(&self, class: Class) -> Code {
        Code { class, procedure: self.classes[class].start }
    }

    /// Where they are created.
    pub fn created_at(&self, class: Class) -> &[At] {
        &self.classes[class].created_at
    }

    /// The class that a place creates with a function.
    pub fn created(&self, at: At, start: ProcedureId) -> Option<Class> {
        self.all().find(|&class| self.classes[class].start == start && self.classes[class].created_at.contains(&at))
    }

    /// A class and all above it, up to main.
    pub fn above(&self, class: Class) -> Vec<Class> {
        std::iter::successors(Some(class), |&class| self.classes[class].parent).collect()
    }

    /// A class and all below it.
    pub fn family(&self, class: Class) -> impl Iterator<Item = Class> + '_ {
        self.all().filter(move |&other| self.above(other).contains(&class))
    }
}
