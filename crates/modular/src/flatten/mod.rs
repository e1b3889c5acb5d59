//! Translates a program to a [`Composition`]: calls are inlined, numeric places become variables, threads are separated.
//!
//! Supported: a fixed set of threads, which main creates in one straight line; scalars of at most 64 bits in globals and locals, also as
//! members of records and elements of arrays with constant indices; normal mutexes that are unlocked by the thread that locked them, as the
//! text shows; joins that the text resolves; atomic sections that do not wait; inputs; calls without recursion. Everything else is
//! unsupported, and the answer is UNKNOWN with the source location: pointers, allocated memory, indices that are not constant, threads
//! created by threads or in loops, all other synchronization.
//!
//! The prologue is the code of main up to the last thread creation. Between two creations main does nothing that other threads notice, so
//! all threads may as well start behind the last one. The rest of main is a thread like the others if it asserts or writes something.
//! Otherwise it is omitted: it can only wait or end the process, and every execution up to that point also exists without it.

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

/// The composition of a program.
///
/// # Errors
/// The reason why it is unsupported.
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

/// An object whose scalars become variables.
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
    /// The type that represents pointers, which are only passed on.
    address: raddle_program::types::TypeId,
    composition: Composition,
    /// The variables of scalars, by object and offset.
    cells: HashMap<(Root, u64), LocalId>,
    /// The scalars of an object: offset and size.
    roots: HashMap<Root, Vec<(u64, u64)>>,
    /// The variables of the arguments of created threads, in order.
    arguments: Vec<LocalId>,
    /// Locals whose parts are indeterminate at first.
    indeterminate: HashSet<Root>,
    /// The procedures of inlined calls, with the name of the thread.
    instances: Vec<(ProcedureId, String)>,
    n_nodes: usize,
}

/// The most nodes of a composition.
const NODE_LIMIT: usize = 20_000;

impl Flattening<'_> {
    /// Reports an unsupported construct.
    fn unsupported<T>(&self, what: &str, span: Span) -> Result<T, Reason> {
        let place = self.program.source.place(span);
        Err(Reason::Unsupported { what: format!("{what}, thread by thread"), place })
    }

    /// Adds a variable.
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
