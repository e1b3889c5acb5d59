//! The cells whose numbers are followed, and what accesses touch of them.
//!
//! A local in memory is one piece of memory for the thread that runs its procedure, however often that is called, if no other thread reaches it
//! and the procedure is not called again while it runs: an access to the local of an earlier activation violates memory.
//!
//! Rule: a local of a procedure that is called while it runs, or that another thread reaches, is several pieces of memory.
//! Tests: `number_of_a_helper`, `number_of_a_recursive_helper`, `number_of_a_helper_by_another_thread`.

use raddle_logic::intervals::Interval;
use raddle_program::automaton::{Automaton, Transition};
use raddle_program::builder::field_of;
use raddle_program::entity::{Entity, Table};
use raddle_program::footprint::is_listed;
use raddle_program::syntax::{ExprKind, GlobalId, LocalId, Place, PlaceKind, ProcedureId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::escape::Escape;
use super::super::points_to::{
    AbstractObject, AccessSite, Context, Node, ObjectData, ObjectKind, PointsTo, Target, ThreadClass,
};
use super::flow::Flow;
use crate::number::Shape;

/// The greatest number of cells that are followed.
const LIMIT: usize = 2_000;

/// A cell of a global, of a local in memory or of allocated memory.
#[derive(Clone, Copy, Debug)]
pub struct CellData {
    /// Its object.
    pub object: AbstractObject,
    /// Its first byte, as a canonical offset.
    pub offset: u64,
    /// Its number of bytes.
    pub size: u64,
    /// Whether it stands for a single piece of memory. Locals of activations that have ended do not count: an access to them violates memory.
    pub is_unique: bool,
    /// Whether no thread but the one that made it reaches it.
    pub is_private: bool,
    /// Which threads but main may write to it.
    pub writers: Writers,
}

/// Which threads write to a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Writers {
    /// None.
    None,
    /// The only thread of a class.
    One(ThreadClass),
    /// Several may.
    Many,
}

impl Writers {
    /// These, and a thread of a class.
    pub fn and(self, points_to: &PointsTo, class: ThreadClass) -> Writers {
        match self {
            Writers::None if points_to.classes[class].is_single => Writers::One(class),
            Writers::One(known) if known == class => self,
            Writers::None | Writers::One(_) | Writers::Many => Writers::Many,
        }
    }
}

impl CellData {
    /// All that its bits may be.
    pub fn all(&self) -> Interval {
        Interval::full(self.size as u32 * 8)
    }
}

/// What an access touches.
#[derive(Debug, Default)]
pub struct Touched {
    /// The cells, each with whether exactly its bytes are accessed, as a scalar.
    pub cells: Vec<(usize, bool)>,
    /// Whether it may touch something that is not followed.
    pub has_others: bool,
}

/// All cells.
#[derive(Debug)]
pub struct Cells {
    /// By number.
    pub all: Vec<CellData>,
    /// By object and position in its shape.
    numbers: FxHashMap<(AbstractObject, usize), usize>,
    globals: FxHashMap<GlobalId, AbstractObject>,
    locals: FxHashMap<(Context, LocalId), AbstractObject>,
    allocated: FxHashMap<(Context, Transition), AbstractObject>,
    sites: FxHashMap<(Context, Transition, bool), Vec<AccessSite>>,
    /// Objects into which pointers are moved.
    pub moved: FxHashSet<AbstractObject>,
}

impl Cells {
    /// The cells of a program; `None` if there are too many.
    pub fn of(program: &Program, points_to: &PointsTo, automata: &Table<ProcedureId, Automaton>) -> Option<Cells> {
        let escape = Escape::of(points_to);
        let bases = points_to.pointer_arithmetic.iter().flat_map(|moved| points_to.targets(moved.base));
        let mut cells = Cells {
            moved: bases.map(|it| it.object).collect(),
            all: Vec::new(),
            numbers: FxHashMap::default(),
            globals: FxHashMap::default(),
            locals: FxHashMap::default(),
            allocated: FxHashMap::default(),
            sites: FxHashMap::default(),
        };
        let is_allocated = |(_, data): &(AbstractObject, &ObjectData)| matches!(data.kind, ObjectKind::Allocated(..));
        let n_allocated: usize =
            points_to.objects().iter().filter(is_allocated).map(|(_, data)| data.shape.cells.len()).sum();
        let n_all: usize = points_to.objects().values().map(|data| data.shape.cells.len()).sum();
        // Too many cells of allocated memory leave those of variables as they are.
        let follows_allocated = n_all <= LIMIT || n_allocated == 0;
        for (object, data) in points_to.objects().iter() {
            match data.kind {
                ObjectKind::Global(global) if !program.globals[global].is_thread_local => {
                    cells.globals.insert(global, object);
                }
                ObjectKind::Local(context, local) => {
                    cells.locals.insert((context, local), object);
                }
                ObjectKind::Allocated(context, transition) if follows_allocated => {
                    cells.allocated.insert((context, transition), object);
                }
                ObjectKind::Global(_)
                | ObjectKind::ThreadLocal(..)
                | ObjectKind::Allocated(..)
                | ObjectKind::Keys
                | ObjectKind::Procedure(_)
                | ObjectKind::Thread(_)
                | ObjectKind::Number
                | ObjectKind::Unknown
                | ObjectKind::Indeterminate => continue,
            }
            let is_private = !escape.escapes(points_to, object);
            let is_of_frame =
                matches!(data.kind, ObjectKind::Local(owner, _) if is_private && !is_recursive(points_to, owner));
            for (position, cell) in data.shape.cells.iter().enumerate() {
                if !matches!(cell.size, 1 | 2 | 4 | 8) {
                    continue;
                }
                let target = Target { object, offset: Some(cell.offset) };
                let is_unique =
                    points_to.is_unique(target, automata) || is_of_frame && data.shape.is_exact(cell.offset);
                cells.numbers.insert((object, position), cells.all.len());
                let (offset, size) = (cell.offset, cell.size);
                let is_private = is_private && is_unique;
                cells.all.push(CellData { object, offset, size, is_unique, is_private, writers: Writers::None });
            }
        }
        for site in &points_to.accesses {
            let key = (site.context, site.transition, site.is_write);
            cells.sites.entry(key).or_default().push(site.clone());
        }
        cells.find_writers(points_to);
        (cells.all.len() <= LIMIT).then_some(cells)
    }

    /// Which threads but main write to each cell: by their steps, or since the object begins to live there.
    fn find_writers(&mut self, points_to: &PointsTo) {
        let main = ThreadClass::from_index(0);
        let mut writers: Vec<Writers> = vec![Writers::None; self.all.len()];
        let mut writes = |cell: usize, class| {
            if class != main {
                writers[cell] = writers[cell].and(points_to, class);
            }
        };
        for (&(context, transition, is_write), sites) in &self.sites {
            if is_write || sites.iter().any(|site| site.is_free) {
                let class = points_to.contexts[context].class;
                for (cell, _) in self.touched_by(points_to, (context, transition), is_write).cells {
                    writes(cell, class);
                }
            }
        }
        for (cell, data) in self.all.iter().enumerate() {
            if let ObjectKind::Local(context, _) | ObjectKind::Allocated(context, _) =
                points_to.object(data.object).kind
            {
                writes(cell, points_to.contexts[context].class);
            }
        }
        for (data, writers) in self.all.iter_mut().zip(writers) {
            data.writers = if data.is_unique { writers } else { Writers::Many };
        }
    }

    /// The cells of a global or of a local, in order.
    pub fn of_object(&self, object: AbstractObject) -> impl Iterator<Item = usize> + '_ {
        self.all.iter().enumerate().filter(move |(_, cell)| cell.object == object).map(|(number, _)| number)
    }

    /// The object of a global.
    pub fn global(&self, global: GlobalId) -> Option<AbstractObject> {
        self.globals.get(&global).copied()
    }

    /// The objects of a local, in each context.
    pub fn local(&self, points_to: &PointsTo, procedure: ProcedureId, local: LocalId) -> Vec<AbstractObject> {
        let of = |context: Context| self.locals.get(&(context, local)).copied();
        let contexts = points_to.contexts.iter().filter(|(_, data)| data.procedure == procedure);
        contexts.filter_map(|(context, _)| of(context)).collect()
    }

    /// The object that an allocation gives.
    pub fn allocated_at(&self, at: (Context, Transition)) -> Option<AbstractObject> {
        self.allocated.get(&at).copied()
    }

    /// The object of a local in a context.
    pub fn local_in(&self, context: Context, local: LocalId) -> Option<AbstractObject> {
        self.locals.get(&(context, local)).copied()
    }

    /// The cell with exactly these bytes of an object.
    pub fn exact(&self, points_to: &PointsTo, object: AbstractObject, offset: u64, size: u64) -> Option<usize> {
        let offset = points_to.object(object).shape.canonical(offset.into())?;
        match self.touch(points_to, [Target { object, offset: Some(offset) }], Some(size)).cells[..] {
            [(cell, true)] => Some(cell),
            _ => None,
        }
    }

    /// What the listed accesses of a transition touch that read, or that write, other than by the end of a life.
    pub fn touched_by(&self, points_to: &PointsTo, at: (Context, Transition), is_write: bool) -> Touched {
        let sites = self.sites.get(&(at.0, at.1, is_write)).into_iter().flatten().filter(|site| !site.is_free);
        let mut touched = Touched::default();
        for site in sites {
            let of_site = self.touch(points_to, points_to.targets(site.address).iter().copied(), site.size);
            touched.cells.extend(of_site.cells);
            touched.has_others |= of_site.has_others;
        }
        touched.cells.sort_unstable();
        touched.cells.dedup();
        touched
    }

    /// What an access to a place in memory touches; `None` if that is not known.
    pub fn touched_place(
        &self,
        program: &Program,
        points_to: &PointsTo,
        at: (Context, Transition),
        place: &Place,
        access: Access,
    ) -> Option<Touched> {
        let procedure = &program.procedures[points_to.contexts[at.0].procedure];
        let mut touched = if access != Access::Initialize && is_listed(procedure, place) {
            self.touched_by(points_to, at, access == Access::Write)
        } else {
            let (object, offset) = self.direct(program, at.0, place)?;
            let offset = offset.and_then(|offset| points_to.object(object).shape.canonical(offset.into()));
            let size = if is_bit_field(program, place) { None } else { program.types.size_of(place.ty) };
            self.touch(points_to, [Target { object, offset }], size)
        };
        if is_bit_field(program, place) || Shape::of(&program.types, place.ty).is_none() {
            touched.cells.iter_mut().for_each(|(_, is_exact)| *is_exact = false);
        }
        Some(touched)
    }

    fn touch(&self, points_to: &PointsTo, targets: impl IntoIterator<Item = Target>, size: Option<u64>) -> Touched {
        let mut touched = Touched::default();
        for target in targets.into_iter().filter(|target| points_to.object(target.object).kind.is_memory()) {
            let positions = points_to.touched(target, size);
            let is_one = positions.len() == 1;
            for position in positions {
                match self.numbers.get(&(target.object, position)) {
                    Some(&number) => {
                        let cell = &self.all[number];
                        let is_exact = is_one && target.offset == Some(cell.offset) && size == Some(cell.size);
                        touched.cells.push((number, is_exact));
                    }
                    None => touched.has_others = true,
                }
            }
        }
        touched
    }

    /// The object that a place lies in, without following a pointer, and where.
    fn direct(&self, program: &Program, context: Context, place: &Place) -> Option<(AbstractObject, Option<u64>)> {
        match &place.kind {
            PlaceKind::Global(global) => Some((self.global(*global)?, Some(0))),
            PlaceKind::Local(local) => Some((self.local_in(context, *local)?, Some(0))),
            PlaceKind::Deref(_) => None,
            PlaceKind::BitLocation(inner) => self.direct(program, context, inner),
            PlaceKind::Field(base, number) => {
                let (object, offset) = self.direct(program, context, base)?;
                let field = field_of(&program.types, base.ty, *number);
                Some((object, offset.zip(field).map(|(offset, field)| offset + field.offset)))
            }
            PlaceKind::Index(base, index) => {
                let (object, offset) = self.direct(program, context, base)?;
                let size = program.types.size_of(place.ty);
                let number = match index.kind {
                    ExprKind::Integer(number) => u64::try_from(number).ok(),
                    _ => None,
                };
                let distance = number.zip(size).and_then(|(number, size)| number.checked_mul(size));
                Some((object, offset.zip(distance).and_then(|(offset, distance)| offset.checked_add(distance))))
            }
        }
    }
}

impl Flow<'_> {
    /// What points-to sets say of the cells that a place in memory is; `None` if it is no scalar that is followed.
    pub(super) fn nodes_of(&self, at: (Context, Transition), place: &Place) -> Option<Vec<Node>> {
        let touched = self.cells.touched_place(self.program, self.points_to, at, place, Access::Read)?;
        if touched.has_others {
            return None;
        }
        touched.cells.iter().map(|&(cell, is_exact)| self.cell_node(cell).filter(|_| is_exact)).collect()
    }

    /// What points-to sets say of a cell.
    pub(super) fn cell_node(&self, cell: usize) -> Option<Node> {
        let CellData { object, offset, .. } = self.cells.all[cell];
        let object = self.points_to.object(object);
        let position = object.shape.cells.iter().position(|it| it.offset == offset)?;
        object.cells.get(position).copied()
    }
}

/// How a place is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It is read.
    Read,
    /// It is written.
    Write,
    /// It is written by its declaration.
    Initialize,
}

/// Whether a place is a bit-field, or its memory location.
fn is_bit_field(program: &Program, place: &Place) -> bool {
    match &place.kind {
        PlaceKind::BitLocation(_) => true,
        PlaceKind::Field(base, number) => {
            field_of(&program.types, base.ty, *number).is_some_and(|field| field.bits.is_some())
        }
        PlaceKind::Global(_) | PlaceKind::Local(_) | PlaceKind::Deref(_) | PlaceKind::Index(..) => false,
    }
}

/// Whether a procedure may be called while an activation of it by the same thread has not ended.
fn is_recursive(points_to: &PointsTo, context: Context) -> bool {
    let mut pending = vec![context];
    let mut seen: FxHashSet<Context> = FxHashSet::default();
    while let Some(called) = pending.pop() {
        for &(caller, _) in &points_to.contexts[called].callers {
            if caller == context {
                return true;
            }
            if seen.insert(caller) {
                pending.push(caller);
            }
        }
    }
    false
}
