//! From a program to a [`Composition`]: calls inlined, places that are numbers made variables, threads taken apart.
//!
//! What is taken: a fixed set of threads, which main creates in one straight line; scalars of at most 64 bits in globals and locals, also as
//! members of records and elements of arrays with constant indices; normal mutexes that are unlocked by the thread that locked them, as the
//! text shows; joins that the text resolves; atomic sections that do not wait; inputs; calls without recursion. Everything else has no form
//! here, and the answer is UNKNOWN with the place: pointers, memory that is allocated, indices that are not constant, threads created by
//! threads or in loops, all other synchronization.
//!
//! The prologue is what main does until it has created the last thread. Between two creations it does nothing that others notice, so that
//! all threads may as well start behind the last one. What main does then is a thread like the others, if it asserts or
//! writes anything; if not, it is left out: all it can do is wait, or end the process, and what happened until then can happen without it.

mod expression;
mod inline;
mod locks;
mod parts;

use raddle_program::automaton::Automaton;
use raddle_program::entity::Table;
use raddle_program::live::LiveRegisters;
use raddle_program::source::Span;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId, Program};
use std::collections::{HashMap, HashSet};

use crate::composition::{Code, Composition, Variable, VariableKind};
use raddle_verify::task::Task;
use raddle_verify::verdict::Reason;

/// The threads of a program.
///
/// # Errors
/// Why it has no such form.
pub fn flatten(task: &Task) -> Result<Composition, Reason> {
    let program = &*task.program;
    let (automata, live) = (program.automata(), program.live());
    let mut types = program.types.clone();
    let int = types.int(raddle_program::types::IntKind::Int);
    let address = types.int(raddle_program::types::IntKind::UnsignedLong);
    let truth = types.intern(raddle_program::types::TypeKind::Bool);
    let composition = Composition {
        types,
        int,
        truth,
        variables: Table::new(),
        prologue: Code::default(),
        prologue_end: 0,
        threads: Vec::new(),
    };
    let mut flattening = Flattening {
        task,
        program,
        automata,
        live,
        address,
        composition,
        cells: HashMap::new(),
        roots: HashMap::new(),
        arguments: Vec::new(),
        indeterminate: HashSet::new(),
        instances: Vec::new(),
        n_nodes: 0,
    };
    flattening.threads()?;
    Ok(flattening.composition)
}

/// An object whose scalars are variables.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Root {
    Global(GlobalId),
    /// A local of a call.
    Local(usize, LocalId),
}

struct Flattening<'a> {
    task: &'a Task,
    program: &'a Program,
    automata: &'a Table<ProcedureId, Automaton>,
    live: &'a Table<ProcedureId, LiveRegisters>,
    /// What stands for pointers: they are only passed on.
    address: raddle_program::types::TypeId,
    composition: Composition,
    /// The variables of scalars: by object and offset.
    cells: HashMap<(Root, u64), LocalId>,
    /// The scalars of an object: offset and size.
    roots: HashMap<Root, Vec<(u64, u64)>>,
    /// The variables that hold arguments of created threads, in order.
    arguments: Vec<LocalId>,
    /// Locals whose parts have any value at first.
    indeterminate: HashSet<Root>,
    /// The procedures of calls that were inlined, with the name of the thread.
    instances: Vec<(ProcedureId, String)>,
    n_nodes: usize,
}

/// More nodes than this are no small set of threads any more.
const NODE_LIMIT: usize = 20_000;

impl Flattening<'_> {
    /// There is no form for what stands at a place.
    fn unsupported<T>(&self, what: &str, span: Span) -> Result<T, Reason> {
        let place = self.program.source.place(span);
        Err(Reason::Unsupported { what: format!("{what}, thread by thread"), place })
    }

    /// A further variable.
    fn variable(
        &mut self,
        name: &str,
        ty: raddle_program::types::TypeId,
        initial: Option<i128>,
        kind: VariableKind,
    ) -> LocalId {
        let is_taken = |name: &str| self.composition.variables.values().any(|known| &*known.name == name);
        let mut unused = name.to_owned();
        let mut number = 1;
        while is_taken(&unused) {
            unused = format!("{name}.{number}");
            number += 1;
        }
        self.composition.add(Variable { name: unused.into(), ty, initial, kind })
    }
}
