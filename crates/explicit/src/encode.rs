//! States as keys: exact, compact, and the same for states that differ in names only.
//!
//! Objects are numbered in the order in which they are reached from the globals and from the threads, symbols in the order in
//! which they are met; what is not reached is not part of the state. Dead registers are left out. Every object and
//! every thread becomes a row of bytes that is stored once and named by a number (the collapse of SPIN); a key is the row
//! of these numbers. Two states have equal keys if and only if they are equal up to such renaming.

use std::collections::BTreeSet;

use raddle_program::bits::BitSet;
use raddle_program::entity::{Entity, Table};
use raddle_program::live::LiveRegisters;
use raddle_program::semantics::{
    Cancellation, Cells, Content, Life, Object, ObjectId, Origin, Routine, State, SymbolId, Thread, Value,
};
use raddle_program::syntax::{GlobalId, ProcedureId, Program, Region};
use rustc_hash::FxHashMap;

use crate::history::History;
use crate::symmetry::{Places, names_a_thread};
use raddle_analysis::live_globals::LiveGlobals;

/// The key of a state.
pub type Key = Box<[u32]>;

/// Stands in a key for the row of a dead global: no row has this number.
const DEAD: u32 = u32::MAX;

/// Turns states into keys.
pub struct Encoder<'p> {
    program: &'p Program,
    live: &'p Table<ProcedureId, LiveRegisters>,
    /// The globals that are live, unless all are to be part of states.
    globals: Option<&'p LiveGlobals>,
    /// The globals whose values influence no assertion.
    forgotten: &'p BTreeSet<GlobalId>,
    /// Whether states are the same if they differ by a permutation of threads.
    are_interchangeable: bool,
    rows: FxHashMap<Box<[u8]>, u32>,
    stored_bytes: u64,
}

impl<'p> Encoder<'p> {
    /// An encoder without rows.
    pub fn new(
        program: &'p Program,
        live: &'p Table<ProcedureId, LiveRegisters>,
        globals: Option<&'p LiveGlobals>,
        forgotten: &'p BTreeSet<GlobalId>,
        are_interchangeable: bool,
    ) -> Self {
        Encoder { program, live, globals, forgotten, are_interchangeable, rows: FxHashMap::default(), stored_bytes: 0 }
    }

    /// The rows that were made; the caller frees them.
    pub fn into_rows(self) -> FxHashMap<Box<[u8]>, u32> {
        self.rows
    }

    /// The bytes that rows take, for statistics.
    pub fn stored_bytes(&self) -> u64 {
        self.stored_bytes
    }

    /// The key of a state with its history, and the places that threads have in it.
    pub fn key(&mut self, state: &State, history: &History) -> (Key, Places) {
        let n_globals = self.program.globals.len();
        let places = if self.are_interchangeable { self.places(state) } else { Places::default() };
        let mut naming = Renaming::of_globals(state, n_globals);
        let mut key = Vec::with_capacity(n_globals + state.threads.len() + 3);
        key.push(state.threads.len() as u32);
        let mut row = Vec::with_capacity(64);
        for place in 0..state.threads.len() {
            row.clear();
            self.thread(&state.threads[places.thread(place)], &mut naming, &mut row);
            key.push(self.intern(&row));
        }
        let live_globals = self.globals.and_then(|globals| globals.in_state(state));
        // The queue grows while rows are written: what an object points to is reached through it.
        let mut next = 0;
        while next < naming.order.len() {
            let object = naming.order[next];
            next += 1;
            if is_constant(&state.objects[object]) {
                continue;
            }
            let is_live = |live: &BitSet| live.contains(object.index());
            let is_forgotten =
                || matches!(state.objects[object].origin, Origin::Global(global) if self.forgotten.contains(&global));
            if object.index() < n_globals && (!live_globals.as_ref().is_none_or(is_live) || is_forgotten()) {
                key.push(DEAD);
                continue;
            }
            let object = &state.objects[object];
            // Bytes without marks have the same row in every state.
            if let Some(known) = object.memo.get() {
                key.push(known);
                continue;
            }
            row.clear();
            encode_object(object, &mut naming, &mut row);
            let number = self.intern(&row);
            if object.cells.marks().is_empty() {
                object.memo.set(Some(number));
            }
            key.push(number);
        }
        row.clear();
        state.addresses.encode(|object| naming.objects[object.index()], |value| signed(&mut row, value));
        self.synchronization(state, &naming, &mut row);
        key.push(self.intern(&row));
        for numbers in history.rows(|object| naming.objects[object.index()]) {
            row.clear();
            numbers.into_iter().for_each(|it| number(&mut row, it));
            key.push(self.intern(&row));
        }
        (key.into_boxed_slice(), places)
    }

    /// Threads in the order of what they are: of two that are the same, either may come first.
    fn places(&self, state: &State) -> Places {
        if state.threads.len() < 3 || state.synchronization.values().any(names_a_thread) {
            return Places::default();
        }
        let n_globals = self.program.globals.len();
        let what_it_is = |thread: usize| {
            let (mut naming, mut row) = (Renaming::of_globals(state, n_globals), Vec::new());
            self.thread(&state.threads[thread], &mut naming, &mut row);
            let mut next = n_globals;
            while next < naming.order.len() {
                encode_object(&state.objects[naming.order[next]], &mut naming, &mut row);
                next += 1;
            }
            row
        };
        let mut rows: Vec<(Vec<u8>, usize)> =
            (1..state.threads.len()).map(|thread| (what_it_is(thread), thread)).collect();
        rows.sort();
        Places::of(std::iter::once(0).chain(rows.into_iter().map(|(_, thread)| thread)).collect())
    }

    fn intern(&mut self, row: &[u8]) -> u32 {
        if let Some(&number) = self.rows.get(row) {
            return number;
        }
        let number = u32::try_from(self.rows.len()).expect("memory ends before row numbers do");
        self.stored_bytes += row.len() as u64;
        self.rows.insert(row.into(), number);
        number
    }

    fn thread(&self, thread: &Thread, naming: &mut Renaming<'_>, row: &mut Vec<u8>) {
        if thread.has_ended() {
            if thread.has_vanished {
                row.push(16 + u8::from(thread.is_joined) + 2 * u8::from(thread.is_detached));
                return;
            }
            row.push(u8::from(thread.is_joined) + 2 * u8::from(thread.is_detached));
            if !thread.is_joined {
                naming.value(&thread.returned, row);
            }
            return;
        }
        row.push(4 + u8::from(thread.is_cut));
        number(row, thread.atomic_depth.into());
        match thread.waiting {
            None => row.push(0),
            Some(waiting) => {
                row.push(1 + u8::from(waiting.is_signalled));
                for (object, offset) in [waiting.condition, waiting.mutex] {
                    number(row, naming.object(object).into());
                    number(row, offset);
                }
            }
        }
        match thread.barrier {
            None => row.push(0),
            Some(wait) => {
                row.push(1 + wait.released.map_or(0, |is_serial| 1 + u8::from(is_serial)));
                number(row, naming.object(wait.barrier.0).into());
                number(row, wait.barrier.1);
            }
        }
        let Cancellation { is_pending, is_disabled } = thread.cancellation;
        row.push(u8::from(thread.is_detached) + 2 * u8::from(is_pending) + 4 * u8::from(is_disabled));
        number(row, thread.cleanup.len() as u64);
        for cleanup in &thread.cleanup {
            number(row, routine(Some(cleanup.routine)));
            number(row, cleanup.depth.into());
            naming.value(&cleanup.argument, row);
        }
        number(row, thread.specific.len() as u64);
        for (&key, value) in &thread.specific {
            number(row, key.into());
            naming.value(value, row);
        }
        match &thread.ending {
            None => row.push(0),
            Some(ending) => {
                row.push(1 + u8::from(ending.has_called));
                number(row, ending.depth.into());
                number(row, ending.round.into());
                number(row, ending.next_key.into());
                naming.value(&ending.value, row);
            }
        }
        for (_, object) in &thread.thread_locals {
            number(row, naming.object(*object).into());
        }
        number(row, thread.frames.len() as u64);
        for (index, frame) in thread.frames.iter().enumerate() {
            number(row, frame.procedure.index() as u64);
            number(row, frame.location.index() as u64);
            // The register that waits for the result of a call is overwritten before it is read.
            let awaited = thread.frames.get(index + 1).and_then(|callee| callee.result);
            number(row, awaited.map_or(0, |local| 1 + local.index() as u64));
            let live = &self.live[frame.procedure];
            for (local, data) in self.program.procedures[frame.procedure].locals.iter() {
                let is_kept = !data.is_register || live.is_live(frame.location, local) && awaited != Some(local);
                if is_kept {
                    naming.value(&frame.registers[local.index()], row);
                }
            }
            number(row, frame.allocations.len() as u64);
            for object in &frame.allocations {
                number(row, naming.object(*object).into());
            }
        }
    }

    fn synchronization(&self, state: &State, naming: &Renaming<'_>, row: &mut Vec<u8>) {
        let renamed = |&(object, offset): &(ObjectId, u64)| naming.objects[object.index()].map(|name| (name, offset));
        let mut objects: Vec<_> =
            state.synchronization.iter().filter_map(|(address, object)| Some((renamed(address)?, object))).collect();
        objects.sort_by_key(|(address, _)| *address);
        number(row, objects.len() as u64);
        for ((object, offset), data) in objects {
            number(row, object.into());
            number(row, offset);
            data.encode(|value| number(row, value));
        }
        for (&key, destructor) in &state.keys {
            number(row, key.into());
            number(row, routine(*destructor));
        }
    }
}

/// The number of what the end of a thread calls.
fn routine(routine: Option<Routine>) -> u64 {
    match routine {
        None => 0,
        Some(Routine::NoFunction) => 1,
        Some(Routine::Procedure(procedure)) => 2 + procedure.index() as u64,
    }
}

/// Numbers given to objects and symbols in the order of their discovery.
struct Renaming<'s> {
    state: &'s State,
    objects: Vec<Option<u32>>,
    order: Vec<ObjectId>,
    symbols: Vec<Option<u32>>,
    n_symbols: u32,
}

impl<'s> Renaming<'s> {
    /// Globals have their own numbers.
    fn of_globals(state: &'s State, n_globals: usize) -> Self {
        let mut naming = Renaming {
            state,
            objects: vec![None; state.objects.len()],
            order: Vec::new(),
            symbols: vec![None; state.symbols.len()],
            n_symbols: 0,
        };
        for global in 0..n_globals {
            naming.object(ObjectId::from_index(global));
        }
        naming
    }

    fn object(&mut self, object: ObjectId) -> u32 {
        if let Some(name) = self.objects[object.index()] {
            return name;
        }
        let name = self.order.len() as u32;
        self.order.push(object);
        self.objects[object.index()] = Some(name);
        name
    }

    fn symbol(&mut self, symbol: SymbolId, row: &mut Vec<u8>) {
        match self.symbols[symbol.index()] {
            Some(name) => number(row, u64::from(name) + 1),
            None => {
                self.symbols[symbol.index()] = Some(self.n_symbols);
                self.n_symbols += 1;
                // Its first mention carries what is known of it.
                row.push(0);
                let interval = self.state.symbols[symbol];
                row.extend_from_slice(&interval.low.to_le_bytes());
                row.extend_from_slice(&interval.high.to_le_bytes());
                row.push(u8::from(interval.hole.is_some()) | u8::from(interval.is_any) << 1);
                row.extend_from_slice(&interval.hole.unwrap_or(0).to_le_bytes());
            }
        }
    }

    fn value(&mut self, value: &Value, row: &mut Vec<u8>) {
        match value {
            Value::Integer(value) => {
                row.push(0);
                signed(row, *value);
            }
            Value::Blob(cells) => {
                row.push(1);
                encode_cells(cells, self, row);
            }
            Value::Symbol(symbol, added) => {
                let interval = self.state.symbols[*symbol];
                if interval.low == interval.high {
                    row.push(0);
                    signed(row, interval.low + added);
                } else {
                    self.content(Content::Symbol(*symbol, *added), row);
                }
            }
            Value::Pointer(..) | Value::Procedure(_) | Value::Part(_) | Value::Indeterminate => {
                self.content(value.content().expect("a value without bytes has a mark"), row);
            }
        }
    }

    fn content(&mut self, content: Content, row: &mut Vec<u8>) {
        match content {
            Content::Indeterminate => row.push(2),
            Content::Pointer(object, offset) => {
                row.push(3);
                let name = self.object(object);
                number(row, name.into());
                signed(row, offset.into());
            }
            Content::Procedure(procedure) => {
                row.push(4);
                number(row, procedure.index() as u64);
            }
            Content::Symbol(symbol, added) => {
                row.push(5);
                signed(row, added);
                self.symbol(symbol, row);
            }
            Content::Part(part) => {
                row.extend_from_slice(&[6, part.first, part.count, part.of]);
                self.content(part.address(), row);
            }
        }
    }
}

/// Whether the object is the same in every state.
fn is_constant(object: &Object) -> bool {
    object.is_read_only && matches!(object.origin, Origin::Global(_))
}

fn encode_object(object: &Object, naming: &mut Renaming<'_>, row: &mut Vec<u8>) {
    let life = match object.life {
        Life::Live => 0,
        Life::Freed => 1,
        Life::OutOfScope => 2,
    };
    let origin = match object.origin {
        Origin::Allocated(_, _, Region::Heap) => 4,
        Origin::Allocated(_, _, Region::Stream) => 32,
        Origin::Allocated(_, _, Region::Mapping | Region::ConstantMapping) => 36,
        Origin::Global(_) | Origin::ThreadLocal(..) | Origin::Local(..) | Origin::Allocated(_, _, Region::Stack) => 0,
    };
    row.push(life + origin + 8 * u8::from(object.is_read_only) + 16 * u8::from(object.is_listed));
    if object.life == Life::Live {
        encode_cells(&object.cells, naming, row);
    }
}

fn encode_cells(cells: &Cells, naming: &mut Renaming<'_>, row: &mut Vec<u8>) {
    number(row, cells.size());
    row.extend_from_slice(cells.bytes());
    number(row, cells.marks().len() as u64);
    for mark in cells.marks() {
        number(row, mark.offset);
        number(row, mark.size);
        // A decided symbol keeps its mark until it is overwritten; its interval says its number.
        naming.content(mark.content, row);
    }
}

/// Appends a number in groups of seven bits.
fn number(row: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        row.push(value as u8 | 0x80);
        value >>= 7;
    }
    row.push(value as u8);
}

fn signed(row: &mut Vec<u8>, value: i128) {
    match i64::try_from(value) {
        Ok(small) => number(row, ((small << 1) ^ (small >> 63)) as u64),
        Err(_) => {
            // Ten bytes with the continuation bit are no small number: they announce a large one.
            row.extend_from_slice(&[0xff; 10]);
            row.extend_from_slice(&value.to_le_bytes());
        }
    }
}
