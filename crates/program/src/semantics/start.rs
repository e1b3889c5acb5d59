//! The initial states of executions and threads: the objects of globals with their initial values, and a frame for the start procedure.

use std::cell::Cell;
use std::rc::Rc;

use crate::entity::{Entity, Table};
use crate::semantics::memory::{Cells, Life, Object, Origin};
use crate::semantics::record::Interruption;
use crate::semantics::state::{Cancellation, State, Thread};
use crate::semantics::step::{Machine, check_size};
use crate::semantics::value::{ObjectId, Value};
use crate::syntax::{Global, GlobalId, InitialValue, ProcedureId};

impl Machine<'_> {
    /// The state in which main stands at its start. The error is a global that cannot be represented.
    pub fn initial(&self) -> Result<State, Interruption> {
        let mut state = State {
            threads: Vec::new(),
            objects: Table::new(),
            symbols: Table::new(),
            synchronization: Default::default(),
            keys: Default::default(),
            has_ended: false,
            addresses: Default::default(),
            undefined: Vec::new(),
        };
        // Globals first: the object of a global has the global's number.
        for (global, data) in self.program.globals.iter() {
            let mut object = self.global(data, Origin::Global(global))?;
            if data.is_thread_local {
                object.life = Life::OutOfScope;
            }
            state.objects.push(Rc::new(object));
        }
        self.add_thread(&mut state, self.program.main, &[])?;
        Ok(state)
    }

    fn global(&self, global: &Global, origin: Origin) -> Result<Object, Interruption> {
        let size = self.program.types.size_of(global.ty).unwrap_or(0);
        check_size(size)?;
        let mut cells = if global.is_external { Cells::indeterminate(size) } else { Cells::zeroed(size) };
        for part in &global.initial {
            let bytes = self.program.types.size_of(part.ty).expect("parts of initial values are scalars");
            match &part.value {
                InitialValue::Integer(number) => cells.store_bits(part.offset, bytes, *number as u128),
                InitialValue::Address(target, offset) => {
                    let address = Value::Pointer(ObjectId::from_index(target.index()), *offset);
                    cells.store_mark(part.offset, bytes, address.content().expect("an address has a mark"));
                }
                InitialValue::Procedure(procedure) => {
                    let address = Value::Procedure(*procedure);
                    cells.store_mark(part.offset, bytes, address.content().expect("an address has a mark"));
                }
            }
        }
        let is_shared = !global.is_thread_local;
        Ok(Object {
            origin,
            ty: Some(global.ty),
            cells,
            life: Life::Live,
            is_shared,
            is_read_only: global.is_read_only,
            is_listed: true,
            memo: Cell::new(None),
        })
    }

    /// The object of a global as a thread sees it.
    pub fn global_object(&self, state: &State, thread: u32, global: GlobalId) -> ObjectId {
        if !self.program.globals[global].is_thread_local {
            return ObjectId::from_index(global.index());
        }
        let own = &state.threads[thread as usize].thread_locals;
        let found = own.iter().find(|(id, _)| *id == global);
        found.expect("every thread has its copy of every thread-local").1
    }

    /// Adds a thread that stands at the start of a procedure, with values for its parameters.
    pub(super) fn add_thread(
        &self,
        state: &mut State,
        start: ProcedureId,
        arguments: &[Value],
    ) -> Result<u32, Interruption> {
        let thread = state.threads.len() as u32;
        let mut thread_locals = Vec::new();
        for (global, data) in self.program.globals.iter().filter(|(_, data)| data.is_thread_local) {
            let object = self.global(data, Origin::ThreadLocal(thread, global))?;
            thread_locals.push((global, state.objects.push(Rc::new(object))));
        }
        state.threads.push(Rc::new(Thread {
            frames: Vec::new(),
            returned: Value::Integer(0),
            is_joined: false,
            is_detached: false,
            has_vanished: false,
            cancellation: Cancellation::default(),
            cleanup: Vec::new(),
            specific: Default::default(),
            ending: None,
            atomic_depth: 0,
            thread_locals,
            waiting: None,
            barrier: None,
            n_allocations: 0,
            is_cut: false,
        }));
        self.push_frame(state, thread, start, arguments, None)?;
        Ok(thread)
    }
}
