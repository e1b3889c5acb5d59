//! The state of a one-thread program as a list of *slots*: a term each. A register is one slot; an object in memory is a slot for
//! each scalar in it, or one array, if it has many scalars of one size.
//!
//! Calls are inlined: a *context* is a chain of calls from `main`. It has slots of its own, and sees those of the contexts below.
//!
//! A number is a bit-vector of its type's width. A pointer is a tag (0: a plain number, else what it points to) in front of 64 bits that say which number, or
//! how many bytes into the object; so addresses of different objects never meet, whatever is added to them.

use std::collections::HashMap;

use raddle_logic::intervals::Interval;
use raddle_logic::sort::Sort;
use raddle_logic::term::Terms;
use raddle_program::automaton::Location;
use raddle_program::entity::Entity;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId, Program};
use raddle_program::types::{ArrayLength, TypeId, TypeKind};

/// How many elements an array has at most to get a slot for each.
const CELLS: usize = 20;

/// How many scalars other objects have at most.
const SCALARS: usize = 64;

/// How many bits a tag has.
pub const TAG: u32 = 16;

/// The tag of plain numbers.
pub const NUMBER: u128 = 0;

/// The tag of indeterminate pointers.
pub const WILD: u128 = 0xffff;

/// The tags of procedures start here.
pub const PROCEDURES: u128 = 0x8000;

/// The place of a term in a state.
pub type Slot = usize;

/// An object: a global, or a local in memory of a context.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its size in bytes.
    pub size: u64,
    /// Where its scalars are; `None` if it has no such form.
    pub cells: Option<Cells>,
    /// Whether writing to it violates memory.
    pub is_read_only: bool,
    /// The context that it belongs to; `None` of globals.
    pub context: Option<usize>,
    /// Whether it has parts that are no scalars of it: unions, the bytes of synchronization objects.
    pub has_opaque_parts: bool,
}

/// The scalars of an object.
#[derive(Clone, Debug)]
pub enum Cells {
    /// Offset, type and slot of each.
    Listed(Vec<(u64, TypeId, Slot)>),
    /// So many scalars of one type, in an array.
    Array {
        /// Their type.
        element: TypeId,
        /// Their size in bytes.
        bytes: u64,
        /// The slot.
        slot: Slot,
        /// Between which numbers (two's complement) all of them lie while there is a second thread, if that is known.
        numbers: Option<Interval>,
    },
}

/// What a slot is.
#[derive(Clone, Debug)]
pub struct SlotData {
    /// For people.
    pub name: String,
    /// The sort of its term.
    pub sort: Sort,
    /// The context that it belongs to; `None` of globals.
    pub context: Option<usize>,
    /// The register that it is, if it is one.
    pub register: Option<LocalId>,
}

/// A chain of calls.
#[derive(Clone, Debug)]
pub struct Context {
    /// The procedure.
    pub procedure: ProcedureId,
    /// The context of the caller, and where it goes on.
    pub caller: Option<(usize, Location)>,
    /// Slots of registers.
    pub registers: HashMap<LocalId, Slot>,
    /// Objects (by their places) of locals in memory.
    pub memory: HashMap<LocalId, usize>,
}

/// All slots, objects and contexts.
#[derive(Debug, Default)]
pub struct Layout {
    /// The slots.
    pub slots: Vec<SlotData>,
    /// The objects; the tag of an object is its place plus one.
    pub objects: Vec<Object>,
    /// The contexts, callers before callees; the first is that of `main`.
    pub contexts: Vec<Context>,
    /// Objects of globals; of thread-local ones, that of `main`.
    pub globals: HashMap<GlobalId, usize>,
    /// Objects of other threads' copies of thread-local globals.
    pub thread_locals: HashMap<(u32, GlobalId), usize>,
    /// Whether threads share memory: then every context sees all objects.
    pub is_shared: bool,
}

impl Layout {
    /// The slots of all globals.
    pub fn new(program: &Program) -> Layout {
        let mut layout = Layout::default();
        for (global, data) in program.globals.iter() {
            let object = layout.object(program, data.ty, &data.name, None, data.is_read_only);
            layout.globals.insert(global, object);
        }
        layout
    }

    /// Notes between which numbers the elements of arrays lie: asked for each array that is a global, with the bytes of an element.
    pub fn know_elements(&mut self, known: impl Fn(GlobalId, u64) -> Option<Interval>) {
        for (&global, &object) in &self.globals {
            if let Some(Cells::Array { bytes, numbers, .. }) = &mut self.objects[object].cells {
                *numbers = known(global, *bytes);
            }
        }
    }

    /// The slots of a further thread's copies of the thread-local globals.
    pub fn add_thread(&mut self, program: &Program, thread: u32) {
        for (global, data) in program.globals.iter().filter(|(_, data)| data.is_thread_local) {
            let object = self.object(program, data.ty, &data.name, None, data.is_read_only);
            self.thread_locals.insert((thread, global), object);
        }
    }

    /// The object of a global as a thread sees it.
    pub fn global(&self, thread: u32, global: GlobalId) -> usize {
        self.thread_locals.get(&(thread, global)).copied().unwrap_or(self.globals[&global])
    }

    /// All objects of a global: one, or each thread's copy.
    pub fn objects_of(&self, global: GlobalId) -> Vec<usize> {
        let mut copies: Vec<usize> =
            self.thread_locals.iter().filter(|((_, of), _)| *of == global).map(|(_, &object)| object).collect();
        copies.push(self.globals[&global]);
        copies.sort_unstable();
        copies
    }

    /// The slots of a further context.
    pub fn enter(&mut self, program: &Program, procedure: ProcedureId, caller: Option<(usize, Location)>) -> usize {
        let number = self.contexts.len();
        let data = &program.procedures[procedure];
        let mut context = Context { procedure, caller, registers: HashMap::new(), memory: HashMap::new() };
        for (local, data) in data.locals.iter() {
            if !data.is_register {
                let object = self.object(program, data.ty, &data.name, Some(number), false);
                context.memory.insert(local, object);
            } else if let Some(sort) = scalar_sort(program, data.ty) {
                context.registers.insert(local, self.slots.len());
                let name = format!("{}::{}", program.procedures[procedure].name, data.name);
                self.slots.push(SlotData { name, sort, context: Some(number), register: Some(local) });
            }
        }
        self.contexts.push(context);
        number
    }

    fn object(
        &mut self,
        program: &Program,
        ty: TypeId,
        name: &str,
        context: Option<usize>,
        is_read_only: bool,
    ) -> usize {
        let size = program.types.size_of(ty).unwrap_or(0);
        let cells = self.cells(program, ty, name, context);
        let has_opaque_parts = has_unions(program, ty);
        self.objects.push(Object { size, cells, is_read_only, context, has_opaque_parts });
        self.objects.len() - 1
    }

    fn cells(&mut self, program: &Program, ty: TypeId, name: &str, context: Option<usize>) -> Option<Cells> {
        let slot = |layout: &mut Layout, name: String, sort: Sort| {
            layout.slots.push(SlotData { name, sort, context, register: None });
            layout.slots.len() - 1
        };
        if let Some((element, count)) = elements(program, ty)
            && count > CELLS as u64
        {
            // Pointers in arrays could not be told when what they point to is gone.
            if is_pointer(program, element) {
                return None;
            }
            let Sort::BitVec(width) = scalar_sort(program, element)? else { return None };
            let bytes = program.types.size_of(element)?;
            let slot = slot(self, name.to_owned(), Sort::Array { index: 32, element: width });
            return Some(Cells::Array { element, bytes, slot, numbers: None });
        }
        let mut scalars = Vec::new();
        scalars_of(program, ty, 0, &mut scalars)?;
        let mut listed = Vec::new();
        for (offset, ty) in scalars {
            let sort = scalar_sort(program, ty)?;
            listed.push((offset, ty, slot(self, format!("{name}+{offset}"), sort)));
        }
        Some(Cells::Listed(listed))
    }

    /// Whether a context can access what belongs to another one: to itself or to one of its callers.
    pub fn sees(&self, context: usize, owner: Option<usize>) -> bool {
        let Some(owner) = owner.filter(|_| !self.is_shared) else { return true };
        let mut at = context;
        loop {
            if at == owner {
                return true;
            }
            match self.contexts[at].caller {
                Some((caller, _)) => at = caller,
                None => return false,
            }
        }
    }

    /// How often a procedure stands in the chain of calls of a context.
    pub fn depth(&self, context: usize, procedure: ProcedureId) -> usize {
        let mut depth = 0;
        let mut at = Some(context);
        while let Some(context) = at {
            depth += usize::from(self.contexts[context].procedure == procedure);
            at = self.contexts[context].caller.map(|(caller, _)| caller);
        }
        depth
    }
}

/// The sort of the values of a scalar type; `None` of all that is no machine integer of up to 64 bits, no truth value and no pointer.
pub fn scalar_sort(program: &Program, ty: TypeId) -> Option<Sort> {
    if is_pointer(program, ty) {
        return Some(Sort::BitVec(TAG + 64));
    }
    match program.types.integer_shape(ty) {
        Some((bits, _)) if bits <= 64 => Some(Sort::BitVec(bits)),
        Some(_) | None => None,
    }
}

/// Whether values of a type are addresses.
pub fn is_pointer(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.kind(ty), TypeKind::Pointer(_))
}

/// The scalar type that an array is made of, and how many.
fn elements(program: &Program, ty: TypeId) -> Option<(TypeId, u64)> {
    match program.types.kind(ty) {
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } => match elements(program, element.ty) {
            Some((scalar, inner)) => Some((scalar, inner.checked_mul(*count)?)),
            None => scalar_sort(program, element.ty).map(|_| (element.ty, *count)),
        },
        _ => None,
    }
}

fn scalars_of(program: &Program, ty: TypeId, offset: u64, found: &mut Vec<(u64, TypeId)>) -> Option<()> {
    if found.len() > SCALARS {
        return None;
    }
    match program.types.kind(ty) {
        TypeKind::Bool | TypeKind::Int(_) | TypeKind::Pointer(_) => found.push((offset, ty)),
        TypeKind::Float(_) if scalar_sort(program, ty).is_some() => found.push((offset, ty)),
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } => {
            let size = program.types.size_of(element.ty)?;
            for at in 0..*count {
                scalars_of(program, element.ty, offset + at * size, found)?;
            }
        }
        TypeKind::Record(record) => {
            let record = program.types.record(*record);
            if record.is_union {
                // An access to it has no model.
                return Some(());
            }
            for field in &record.body.as_ref()?.fields {
                if field.bits.is_some() {
                    return None;
                }
                scalars_of(program, field.ty.ty, offset + field.offset, found)?;
            }
        }
        TypeKind::Void | TypeKind::Float(_) | TypeKind::Complex(_) | TypeKind::Array { .. } | TypeKind::Function(_) => {
            return None;
        }
    }
    Some(())
}

fn has_unions(program: &Program, ty: TypeId) -> bool {
    match program.types.kind(ty) {
        TypeKind::Array { element, .. } => has_unions(program, element.ty),
        TypeKind::Record(record) => {
            let record = program.types.record(*record);
            let fields = record.body.iter().flat_map(|body| &body.fields);
            record.is_union || fields.into_iter().any(|field| has_unions(program, field.ty.ty))
        }
        TypeKind::Void
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Pointer(_)
        | TypeKind::Function(_) => false,
    }
}

/// The tag of a procedure.
pub fn tag_of_procedure(procedure: ProcedureId) -> u128 {
    PROCEDURES + procedure.index() as u128
}

/// The initial term of a sort: all zero.
pub fn zero_of(terms: &mut Terms, sort: Sort) -> raddle_logic::term::Term {
    match sort {
        Sort::Bool => terms.falsity(),
        Sort::BitVec(width) => terms.number(width, 0),
        Sort::Array { index, element } => {
            let zero = terms.number(element, 0);
            terms.const_array(index, zero)
        }
    }
}
