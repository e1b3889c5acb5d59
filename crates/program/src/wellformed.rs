//! Whether a program is one that the rest of the tool may rely on. Checked after lowering and after every transform.
//!
//! What is checked, by [`Rule`]:
//!
//! - `Ids`: every id (type, record, global, procedure, local, label) exists, and the parts of a type come before it. Where
//!   this fails nothing else is checked.
//! - `Layout`: members and bit-fields lie inside their record and their location; alignments are powers of two.
//! - `Names`: globals, procedures, and the locals and labels of a procedure have different names.
//! - `ObjectTypes`: globals and locals are of complete object types without unknown or variable lengths.
//! - `InitialValues`: the initial parts of a global are scalars, sorted, disjoint, inside it, in the range of their types
//!   and not zero; an external global has none.
//! - `Main`: `main` has a body and no parameters.
//! - `Declared`: a procedure without a body has no code, labels or variables, and is neither called nor started.
//! - `Parameters`: the parameters are the first locals, in order, and no other local is one.
//! - `Registers`: a register is a scalar, and its address is never taken, nor is it indexed or a record.
//! - `Lifetimes`: `Live` is not of parameters; `Dead` is of memory that is no parameter.
//! - `Labels`: every label is defined exactly once.
//! - `Jumps`: `Break` and `Continue` are inside the body of a loop (not in its test or step).
//! - `Accesses`: a step or a test has at most one listed access; operands of `CopyBytes`, `FillBytes`, `Spawn`, `Join`,
//!   `Free`, `Synchronize` and `AllocationSize` have none, because they act by themselves (and some wait), and branches of
//!   `Conditional` have none. This holds inside atomic sections too: where a section begins and ends is not a matter of
//!   syntax.
//! - `Places`: a place has the type that its parts give it; members and elements are of records and arrays; a
//!   `BitLocation` is of a bit-field.
//! - `Expressions`: operands and results have the types that [`crate::syntax`] states; numbers are in range; only whole
//!   values that are stored, passed or returned may be no machine integers or pointers.
//! - `Effects`: operands, results and their number are as the effect states; what is assigned has the type of its target.
//! - `Calls`: there is an argument of the right type for each parameter; the result has the procedure's type.
//! - `Returns`: a returned value has the procedure's type.
//! - `BitFields`: bit-fields are written directly only in temporaries and by `Initialize`.
//! - `Initializers`: `Initialize` stores into a local in memory.
//! - `Spans`: spans lie inside their files (or are `NOWHERE`).
//!
//! Not checked, since it is no matter of syntax: that atomic sections are balanced, that locals live when they are used,
//! and that types of pointers fit what they lead to.

mod code;
mod expressions;
mod tables;

use std::fmt;

use crate::source::Span;
use crate::syntax::{ProcedureId, Program};

/// What is demanded of a program; see the list at the top of this module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Rule {
    Ids,
    Layout,
    Names,
    ObjectTypes,
    InitialValues,
    Main,
    Declared,
    Parameters,
    Registers,
    Lifetimes,
    Labels,
    Jumps,
    Accesses,
    Places,
    Expressions,
    Effects,
    Calls,
    Returns,
    BitFields,
    Initializers,
    Spans,
}

/// Where a program breaks a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defect {
    /// Which rule.
    pub rule: Rule,
    /// The procedure, with its name, if it is inside one.
    pub procedure: Option<(ProcedureId, String)>,
    /// Where; `NOWHERE` if the thing has no place.
    pub span: Span,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.rule, self.message)?;
        if let Some((procedure, name)) = &self.procedure {
            write!(f, " (in {procedure} `{name}`)")?;
        }
        write!(f, " at {:?}", self.span)
    }
}

/// Checks a program against all rules. Never panics, whatever the program.
///
/// # Errors
/// The places where rules are broken, at least one, in the order of the program.
pub fn wellformed(program: &Program) -> Result<(), Vec<Defect>> {
    let mut checker = Checker { program, procedure: None, span: Span::NOWHERE, defects: Vec::new() };
    checker.ids();
    if checker.defects.is_empty() {
        checker.tables();
        for (id, procedure) in program.procedures.iter() {
            checker.procedure = Some(id);
            checker.span = procedure.span;
            checker.locals(procedure);
            checker.code(procedure);
        }
    }
    if checker.defects.is_empty() { Ok(()) } else { Err(checker.defects) }
}

/// The defects found so far, and where the check stands.
struct Checker<'p> {
    program: &'p Program,
    procedure: Option<ProcedureId>,
    span: Span,
    defects: Vec<Defect>,
}

impl Checker<'_> {
    /// Notes a defect unless a condition holds.
    fn expect(&mut self, holds: bool, rule: Rule, message: impl FnOnce() -> String) {
        if holds {
            return;
        }
        let procedure = self.procedure.map(|id| (id, self.program.procedures[id].name.to_string()));
        self.defects.push(Defect { rule, procedure, span: self.span, message: message() });
    }

    /// Notes a defect of the rule on spans, and makes a span the current place.
    fn at(&mut self, span: Span) {
        self.span = span;
        let length = self.program.source.files().get(span.file).map(|file| file.length());
        let is_inside = span.start <= span.end && length.is_some_and(|length| span.end <= length);
        self.expect(span == Span::NOWHERE || is_inside, Rule::Spans, || {
            format!("the span {span:?} lies outside its file")
        });
    }
}
