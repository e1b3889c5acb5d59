//! New objects that are passed to procedures, and that procedures return.
//!
//! The proof says `birth CLASS PROCEDURE TRANSITION` ([`super::birth`]), and `given CLASS PROCEDURE NUMBER` for a parameter that gets nothing
//! but new objects in the code of a class of threads. The checker
//! - follows the argument through the procedure, whatever it holds;
//! - looks for such an object at each call of the procedure that the code of the class makes. No thread starts with it.

use raddle_program::automaton::{Automaton, Transition};
use raddle_program::byte_set::ByteSet;
use raddle_program::entity::Table;
use raddle_program::syntax::{Effect, ProcedureId, Program};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::address::{At, Code};
use super::birth::{Birth, Following, Kept, Uses, is_null};
use super::pointers::{Access, Pointers};

/// How many procedures that call each other are followed.
const DEPTH: usize = 32;

/// What the proof says of new objects.
#[derive(Clone, Debug, Default)]
pub struct Births {
    sources: BTreeSet<At>,
    given: BTreeSet<(Code, usize)>,
}

/// What is known of new objects.
pub struct NewObjects {
    /// Behind the steps that make them.
    pub births: BTreeMap<At, Birth>,
    given: BTreeMap<(Code, usize), Uses>,
}

impl Births {
    /// Reads the numbers behind `birth`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, program: &Program, numbers: &[i64]) -> Result<(), String> {
        let (code, transition) = place(program, numbers).ok_or("there is no such allocation")?;
        let is_new = self.sources.insert((code, Transition(u32::try_from(transition).unwrap_or(u32::MAX))));
        is_new.then_some(()).ok_or_else(|| "this was said before".into())
    }

    /// Reads the numbers behind `given`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read_given(&mut self, program: &Program, numbers: &[i64]) -> Result<(), String> {
        let given = place(program, numbers).ok_or("there is no such parameter")?;
        self.given.insert(given).then_some(()).ok_or_else(|| "this was said before".into())
    }

    /// The facts about each object. If `is_checked` is false, an address may be passed on.
    ///
    /// # Errors
    /// A step or a parameter about which nothing is known.
    pub fn known(
        &self,
        program: &Program,
        automata: &Table<ProcedureId, Automaton>,
        is_checked: bool,
    ) -> Result<NewObjects, String> {
        let procedures = Procedures::new(program, automata, is_checked);
        let birth = |&at: &At| {
            let birth = Following::from_step(&procedures, at.0.procedure, at.1);
            birth.map(|birth| (at, birth)).ok_or_else(|| match automata[at.0.procedure].transitions.get(at.1) {
                Some(data) => {
                    let place = program.source.place(data.span);
                    format!("at {place} nothing new is made that is seen to be known to one activation alone")
                }
                None => "there is no such allocation".to_owned(),
            })
        };
        let given = |&(code, argument): &(Code, usize)| {
            let kept = procedures.kept(code.procedure, argument);
            let name = &program.procedures[code.procedure].name;
            let why = || format!("it is not seen that `{name}` keeps its argument {argument} to itself");
            kept.map(|kept| ((code, argument), kept.uses.clone())).ok_or_else(why)
        };
        Ok(NewObjects {
            births: self.sources.iter().map(birth).collect::<Result<_, _>>()?,
            given: self.given.iter().map(given).collect::<Result<_, _>>()?,
        })
    }
}

impl NewObjects {
    /// Checks that the parameters get new objects only.
    ///
    /// # Errors
    /// A call that may pass another one.
    pub fn check_calls(&self, pointers: &Pointers<'_>) -> Result<(), String> {
        for &(code, argument) in self.given.keys() {
            let name = &pointers.program.procedures[code.procedure].name;
            if code.class >= pointers.classes.count() {
                return Err(format!("there are no threads of class {}", code.class));
            }
            if pointers.classes.start(code.class) == code {
                return Err(format!("a thread starts with `{name}`, whose argument {argument} is said to be new"));
            }
            for (&at, callees) in &pointers.calls {
                let is_call = at.0.class == code.class && callees.contains(&code.procedure);
                if is_call && !self.of(at.0).any(|uses| uses.gifts.contains(&(at.1, argument))) {
                    let span = pointers.automata[at.0.procedure].transitions[at.1].span;
                    let place = pointers.program.source.place(span);
                    return Err(format!("the call of `{name}` at {place} may pass an object that is not new"));
                }
            }
        }
        Ok(())
    }

    /// Whether an access is made only to a new object that its own thread alone can reach so far.
    pub fn is_use(&self, access: &Access) -> bool {
        let (code, step) = access.at;
        self.of(code).any(|uses| if access.is_write { &uses.writes } else { &uses.reads }.contains(&step))
    }

    /// What is done with new objects in some code.
    fn of(&self, code: Code) -> impl Iterator<Item = &Uses> {
        let made =
            self.births.range((code, Transition(0))..=(code, Transition(u32::MAX))).map(|(_, birth)| &birth.uses);
        made.chain(self.given.range((code, 0)..=(code, usize::MAX)).map(|(_, uses)| uses))
    }
}

/// What was found out, where it was asked; `None` if nothing is known.
type Answers<K, V> = RefCell<BTreeMap<K, Option<V>>>;

/// What procedures do with new objects, found when it is asked for.
pub struct Procedures<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its automata.
    pub automata: &'p Table<ProcedureId, Automaton>,
    /// Whether an address that goes elsewhere is no secret any more; false in tests only.
    pub is_checked: bool,
    kept: Answers<(ProcedureId, usize), Rc<Kept>>,
    returned: Answers<ProcedureId, ByteSet>,
    asked: RefCell<Vec<ProcedureId>>,
}

impl<'p> Procedures<'p> {
    fn new(program: &'p Program, automata: &'p Table<ProcedureId, Automaton>, is_checked: bool) -> Self {
        let (kept, returned, asked) = Default::default();
        Procedures { program, automata, is_checked, kept, returned, asked }
    }

    /// What a procedure does with a new object that it gets; `None` if other code may learn its address.
    pub fn kept(&self, procedure: ProcedureId, argument: usize) -> Option<Rc<Kept>> {
        if let Some(kept) = self.kept.borrow().get(&(procedure, argument)) {
            return kept.clone();
        }
        let kept = self.ask(procedure, || Following::from_caller(self, procedure, argument).map(Rc::new))?;
        self.kept.borrow_mut().insert((procedure, argument), kept.clone());
        kept
    }

    /// The bytes that are written of the new object that a procedure returns, unless it returns null; `None` if it may return another.
    pub fn returned(&self, procedure: ProcedureId) -> Option<ByteSet> {
        if let Some(returned) = self.returned.borrow().get(&procedure) {
            return returned.clone();
        }
        let returned = self.ask(procedure, || self.find_returned(procedure))?;
        self.returned.borrow_mut().insert(procedure, returned.clone());
        returned
    }

    /// An answer about a procedure; `None` if it depends on itself, or on too many other ones.
    fn ask<T>(&self, procedure: ProcedureId, answer: impl FnOnce() -> T) -> Option<T> {
        if self.asked.borrow().len() == DEPTH || self.asked.borrow().contains(&procedure) {
            return None;
        }
        self.asked.borrow_mut().push(procedure);
        let answer = answer();
        self.asked.borrow_mut().pop();
        Some(answer)
    }

    fn find_returned(&self, procedure: ProcedureId) -> Option<ByteSet> {
        if !self.program.procedures[procedure].is_defined {
            return None;
        }
        let automaton = &self.automata[procedure];
        let mut written: Option<ByteSet> = None;
        for (end, data) in automaton.transitions.iter() {
            let Effect::Return(result) = &data.effect else { continue };
            if is_null(result.as_ref()?) {
                continue;
            }
            let mut sources = automaton.transitions.ids();
            let here = sources.find_map(|step| Following::returned(self, procedure, step, end))?;
            written = Some(written.map_or_else(|| here.clone(), |written| written.intersection(&here)));
        }
        written
    }
}

/// A procedure in the code of a class, and a number that is not negative.
fn place(program: &Program, numbers: &[i64]) -> Option<(Code, usize)> {
    let &[class, procedure, number] = numbers else { return None };
    let procedure = u32::try_from(procedure).ok().filter(|&it| (it as usize) < program.procedures.len())?;
    let code = Code { class: usize::try_from(class).ok()?, procedure: ProcedureId(procedure) };
    Some((code, usize::try_from(number).ok()?))
}
