//! The proof of a search: the steps that CaDiCaL reports to its tracer, one line each.
//!
//! Each learned clause names the clauses from which it follows by unit propagation (LRAT). Clauses from the theory are lines of their own
//! kind, for a checker that knows the theory. Clauses of the formula are only counted, since the checker makes the formula again. The lines
//! are listed in `raddle_certify::proof`.
//!
//! CaDiCaL removes clauses that it may need again (*weakening*); they stay in the proof. Derivations that are no unit propagation (RAT)
//! cannot be written. The techniques that produce them are switched off; if such a step occurs nevertheless, the proof is abandoned.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::FxHashSet;

/// Where proofs are written, by one solver after the other.
pub struct ProofWriter {
    out: Box<dyn Write>,
    /// Steps on which no conclusion depends so far: a solver also simplifies clauses that turn out to be unused.
    pending: Vec<u8>,
    broken: Option<String>,
}

/// A writer that solvers share with their user.
pub type SharedProof = Rc<RefCell<ProofWriter>>;

impl ProofWriter {
    /// A proof without lines.
    pub fn new(out: Box<dyn Write>) -> ProofWriter {
        ProofWriter { out, pending: Vec::new(), broken: None }
    }

    /// Writes a line, with the steps before it.
    pub fn line(&mut self, line: &str) {
        self.step(line);
        if self.broken.is_none()
            && let Err(error) = self.out.write_all(&self.pending)
        {
            self.broken = Some(error.to_string());
        }
        self.pending.clear();
    }

    /// A step that is written if a conclusion follows.
    pub(super) fn step(&mut self, step: &str) {
        self.pending.extend_from_slice(step.as_bytes());
        self.pending.push(b'\n');
    }

    /// A solver begins: what the one before did after its last conclusion is left out.
    pub(super) fn begin_solver(&mut self) {
        self.pending.clear();
        self.line("solver");
    }

    /// There will be no proof.
    pub(super) fn break_off(&mut self, why: &str) {
        self.broken.get_or_insert_with(|| why.to_owned());
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// Why there is none.
    pub fn finish(&mut self) -> Result<(), String> {
        self.pending.clear();
        self.line("end");
        if let Err(error) = self.out.flush() {
            self.broken.get_or_insert_with(|| error.to_string());
        }
        match &self.broken {
            None => Ok(()),
            Some(why) => Err(why.clone()),
        }
    }
}

/// Where original clauses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    Formula,
    Theory,
}

/// Listens to CaDiCaL.
pub(super) struct Tracer {
    proof: SharedProof,
    pub(super) origin: Origin,
    /// Numbers of clauses of the formula that are not written yet.
    numbered: Option<(i64, i64)>,
    kept: FxHashSet<i64>,
    /// The clause that says why there is no model.
    conclusion: Option<i64>,
    text: String,
}

impl Tracer {
    pub(super) fn new(proof: SharedProof) -> Tracer {
        proof.borrow_mut().begin_solver();
        Tracer {
            proof,
            origin: Origin::Formula,
            numbered: None,
            kept: FxHashSet::default(),
            conclusion: None,
            text: String::new(),
        }
    }

    fn count(&mut self) {
        if let Some((first, last)) = self.numbered.take() {
            self.proof.borrow_mut().step(&format!("f {first} {last}"));
        }
    }

    fn write(&mut self) {
        self.proof.borrow_mut().step(&self.text);
        self.text.clear();
    }

    fn push(&mut self, number: i64) {
        use std::fmt::Write;
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        let _ = write!(self.text, "{number}");
    }

    fn push_literals(&mut self, literals: &[i32]) {
        for &literal in literals {
            self.push(literal.into());
        }
        self.push(0);
    }

    /// Something that happened outside of CaDiCaL.
    pub(super) fn note(&mut self, line: &str) {
        self.count();
        self.proof.borrow_mut().step(line);
    }

    /// A search ended so.
    pub(super) fn end(&mut self, line: &str) {
        self.count();
        self.proof.borrow_mut().line(line);
    }

    pub(super) fn begin_search(&mut self) {
        self.count();
        self.conclusion = None;
        self.origin = Origin::Theory;
    }

    pub(super) fn end_search(&mut self) {
        self.origin = Origin::Formula;
    }

    /// There is no model.
    pub(super) fn conclude(&mut self) {
        match self.conclusion {
            Some(number) => self.end(&format!("u {number}")),
            None => self.proof.borrow_mut().break_off("the solver does not say why there is no model"),
        }
    }

    /// The search was given up: by a budget, after which there may be another one, or from outside.
    pub(super) fn give_up(&mut self) {
        self.end("i");
    }

    fn learn(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.count();
        self.push(id);
        self.push_literals(clause);
        for &antecedent in antecedents {
            self.push(antecedent);
        }
        self.push(0);
        self.write();
    }
}

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, clause: &[i32], restored: bool) {
        if restored && self.kept.contains(&id) {
            return;
        }
        match (self.origin, self.numbered) {
            (Origin::Formula, Some((first, last))) if id == last + 1 => self.numbered = Some((first, id)),
            (Origin::Formula, _) => {
                self.count();
                self.numbered = Some((id, id));
            }
            (Origin::Theory, _) => {
                self.count();
                self.text.push('t');
                self.push(id);
                self.push_literals(clause);
                self.write();
            }
        }
    }

    fn add_derived_clause(&mut self, id: i64, _redundant: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        if witness != 0 {
            self.proof.borrow_mut().break_off("the solver derived a clause that does not follow by propagation");
        }
        self.learn(id, clause, antecedents);
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, _clause: &[i32]) {
        if !self.kept.contains(&id) {
            self.count();
            self.proof.borrow_mut().step(&format!("d {id} 0"));
        }
    }

    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        self.kept.insert(id);
    }

    fn strengthen(&mut self, _id: i64) {}

    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}

    fn add_assumption(&mut self, _lit: i32) {}

    fn add_constraint(&mut self, _clause: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.learn(id, clause, antecedents);
        self.conclusion = Some(id);
    }

    fn conclude_sat(&mut self, _conclusion_type: i32, _model: &[i32]) {}

    fn conclude_unsat(&mut self, _conclusion_type: i32, _clause_ids: &[i64]) {}

    fn conclude_unknown(&mut self, _trail: &[i32]) {}

    fn report_status(&mut self, status: i32, id: i64) {
        if status == 20 && id != 0 {
            self.conclusion = Some(id);
        }
    }
}
