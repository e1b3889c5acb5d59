//! What pointers point to: abstract objects, cut into cells.
//!
//! An object stands for all concrete objects that one declaration (in one context) or one allocation (in one context) makes.
//! Its bytes are cut into *cells* along the scalars of its type. Short arrays keep their elements apart; of longer
//! ones all elements share the cells of the first. The *canonical* offset of a byte is that of its cell's representative.
//! An object without a type, or with too many cells, is one cell.

use raddle_program::automaton::Transition;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId};
use raddle_program::types::{ArrayLength, TypeId, TypeKind, Types};

use super::{Context, ThreadClass};

raddle_program::entity!(
    /// An abstract object.
    AbstractObject,
    "o"
);

/// Arrays with more elements share the cells of one element.
const KEPT_ELEMENTS: u64 = 16;
/// Objects with more cells are one cell.
const CELL_LIMIT: usize = 256;
/// The greatest number of offsets that are tried for a pointer of unknown distance.
const OFFSET_LIMIT: u64 = 4096;

/// What an abstract object stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// A global.
    Global(GlobalId),
    /// A thread's copy of a thread-local global.
    ThreadLocal(ThreadClass, GlobalId),
    /// A local in memory, of all activations in a context.
    Local(Context, LocalId),
    /// What an allocation in a context gives.
    Allocated(Context, Transition),
    /// The values of all keys (`pthread_setspecific`) of all threads.
    Keys,
    /// No object: a procedure's address.
    Procedure(ProcedureId),
    /// No object: the id of a thread of this class.
    Thread(ThreadClass),
    /// No object: a number, which is no address.
    Number,
    /// No object: what an external function or an input gives.
    Unknown,
    /// No object: what is in memory before anything is stored.
    Indeterminate,
}

impl ObjectKind {
    /// Whether it is memory.
    pub fn is_memory(self) -> bool {
        match self {
            ObjectKind::Global(_)
            | ObjectKind::ThreadLocal(..)
            | ObjectKind::Local(..)
            | ObjectKind::Allocated(..)
            | ObjectKind::Keys => true,
            ObjectKind::Procedure(_)
            | ObjectKind::Thread(_)
            | ObjectKind::Number
            | ObjectKind::Unknown
            | ObjectKind::Indeterminate => false,
        }
    }
}

/// A part of an object that is not cut further: canonical offset and size in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Canonical offset of its first byte.
    pub offset: u64,
    /// Number of bytes.
    pub size: u64,
}

/// How an object is cut into cells.
#[derive(Clone, Debug)]
pub struct Shape {
    root: Part,
    size: u64,
    /// The cells, by offset.
    pub cells: Vec<Cell>,
}

/// A part of a shape.
#[derive(Clone, Debug)]
pub(super) enum Part {
    Scalar,
    Record(Vec<(u64, u64, Part)>),
    Array {
        element: Box<Part>,
        stride: u64,
        is_kept: bool,
    },
    /// Not cut, whatever is inside.
    Whole,
}

impl Shape {
    /// One cell for everything.
    pub fn whole() -> Shape {
        Shape { root: Part::Whole, size: u64::MAX, cells: vec![Cell { offset: 0, size: u64::MAX }] }
    }

    /// The shape of objects of a type.
    pub fn of(types: &Types, ty: TypeId) -> Shape {
        let Some(size) = types.size_of(ty).filter(|&size| size > 0) else { return Shape::whole() };
        let root = part(types, ty);
        let mut cells = Vec::new();
        if matches!(root, Part::Whole) || !cut(&root, 0, size, &mut cells) {
            return Shape::whole();
        }
        Shape { root, size, cells }
    }

    /// The shape of objects of unknown size that hold elements of a type, one after the other.
    pub fn repeated(types: &Types, element: TypeId) -> Shape {
        let inner = Shape::of(types, element);
        let Some(stride) = types.size_of(element).filter(|&size| size > 0) else { return Shape::whole() };
        if matches!(inner.root, Part::Whole) {
            return Shape::whole();
        }
        let root = Part::Array { element: Box::new(inner.root), stride, is_kept: false };
        Shape { root, size: u64::MAX, cells: inner.cells }
    }

    /// The shape of objects of so many elements of a type, each with cells of its own; `None` if there are too many.
    pub fn elements(types: &Types, element: TypeId, count: u64) -> Option<Shape> {
        let inner = Shape::of(types, element);
        let stride = types.size_of(element).filter(|&size| size > 0)?;
        if matches!(inner.root, Part::Whole) || count == 0 || count > KEPT_ELEMENTS {
            return None;
        }
        let root = Part::Array { element: Box::new(inner.root), stride, is_kept: true };
        let (size, mut cells) = (count * stride, Vec::new());
        cut(&root, 0, size, &mut cells).then_some(Shape { root, size, cells })
    }

    pub(super) fn root(&self) -> &Part {
        &self.root
    }

    /// The number of bytes; the greatest number if it is not known.
    pub(super) fn size(&self) -> u64 {
        self.size
    }

    /// The canonical offset of a byte; `None` if it is outside the object.
    pub fn canonical(&self, offset: i128) -> Option<u64> {
        let offset = u64::try_from(offset).ok().filter(|&offset| offset < self.size)?;
        Some(self.walk(offset).0)
    }

    /// Whether the size of its objects is known.
    pub fn is_sized(&self) -> bool {
        self.size != u64::MAX
    }

    /// Whether a canonical offset stands for one byte alone.
    pub fn is_exact(&self, canonical: u64) -> bool {
        self.walk(canonical).1.is_none()
    }

    /// The same in an object of so many bytes: one that holds one element has no other byte with this offset.
    pub fn is_exact_within(&self, canonical: u64, size: u64) -> bool {
        self.walk(canonical).1.is_none_or(|end| end != u64::MAX && size <= end)
    }

    /// The first byte and the end of the shared element around a canonical offset, of the innermost array whose elements share cells. In an
    /// object of known size each of its elements is there as a whole.
    pub fn shared_element(&self, canonical: u64) -> Option<(u64, u64)> {
        let end = self.walk(canonical).1.filter(|&end| end != u64::MAX)?;
        let stride = self.collapsed_strides(canonical).pop()?;
        Some((end.checked_sub(stride)?, end))
    }

    /// The canonical offsets that may lie a multiple of `stride` away; `None` for any.
    pub fn strided(&self, canonical: u64, stride: u64) -> Option<Vec<u64>> {
        if matches!(self.root, Part::Whole) {
            return Some(vec![0]);
        }
        let step = self.collapsed_strides(canonical).into_iter().fold(stride, gcd);
        if step == 0 {
            return Some(vec![canonical]);
        }
        // Of repeated elements one period is all.
        let size = match &self.root {
            Part::Array { stride, is_kept: false, .. } => *stride,
            _ => self.size,
        };
        if size / step > OFFSET_LIMIT {
            return None;
        }
        let mut offsets: Vec<u64> =
            (canonical % step..size).step_by(step as usize).map(|offset| self.walk(offset).0).collect();
        offsets.sort_unstable();
        offsets.dedup();
        // More offsets than cells lead into the middle of cells: accesses there touch all of them.
        (offsets.len() <= self.cells.len()).then_some(offsets)
    }

    /// The cells that an access touches: by position in `cells`. No offset or no size: all.
    pub fn touched(&self, canonical: Option<u64>, size: Option<u64>) -> std::ops::Range<usize> {
        let (Some(start), Some(size)) = (canonical, size) else { return 0..self.cells.len() };
        let end = start.saturating_add(size);
        if end > self.walk(start).1.unwrap_or(self.size) {
            return self.touched_from_any_element(start, size);
        }
        let first = self.cells.partition_point(|cell| cell.offset.saturating_add(cell.size) <= start);
        let last = self.cells.partition_point(|cell| cell.offset < end);
        first..last.max(first)
    }

    /// The cells that an access touches which begins in an element of a long array and is larger than the element. It may begin in each one,
    /// so it reaches from the start of the array to as far behind its end.
    fn touched_from_any_element(&self, start: u64, size: u64) -> std::ops::Range<usize> {
        let arrays = if self.is_sized() { self.shared_arrays(start) } else { Vec::new() };
        let Some(array) = arrays.first() else { return 0..self.cells.len() };
        let first = self.cells.partition_point(|cell| cell.offset.saturating_add(cell.size) <= array.start);
        let last = self.cells.partition_point(|cell| cell.offset < array.end.saturating_add(size));
        first..last.max(first)
    }

    /// The canonical offset, and the end of the innermost shared element around it, if there is one.
    pub(super) fn walk(&self, offset: u64) -> (u64, Option<u64>) {
        let (mut part, mut base, mut rest, mut end) = (&self.root, 0, offset, None);
        loop {
            match part {
                Part::Scalar => return (base + rest, end),
                Part::Whole => return (base, Some(u64::MAX)),
                Part::Record(fields) => {
                    let Some((start, _, inner)) =
                        fields.iter().find(|(start, size, _)| (*start..start + size).contains(&rest))
                    else {
                        return (base + rest, end);
                    };
                    (part, base, rest) = (inner, base + start, rest - start);
                }
                Part::Array { element, stride, is_kept } => {
                    if *is_kept {
                        base += rest / stride * stride;
                    } else {
                        end = Some(base + stride);
                    }
                    (part, rest) = (element, rest % stride);
                }
            }
        }
    }

    fn collapsed_strides(&self, offset: u64) -> Vec<u64> {
        let (mut part, mut rest, mut strides) = (&self.root, offset, Vec::new());
        loop {
            match part {
                Part::Scalar | Part::Whole => return strides,
                Part::Record(fields) => {
                    let Some((start, _, inner)) =
                        fields.iter().find(|(start, size, _)| (*start..start + size).contains(&rest))
                    else {
                        return strides;
                    };
                    (part, rest) = (inner, rest - start);
                }
                Part::Array { element, stride, is_kept } => {
                    if !is_kept {
                        strides.push(*stride);
                    }
                    (part, rest) = (element, rest % stride);
                }
            }
        }
    }
}

pub(super) fn gcd(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { gcd(right, left % right) }
}

fn part(types: &Types, ty: TypeId) -> Part {
    match types.kind(ty) {
        TypeKind::Array { element, length: ArrayLength::Fixed(count) } => match types.size_of(element.ty) {
            Some(stride) if stride > 0 => {
                Part::Array { element: Box::new(part(types, element.ty)), stride, is_kept: *count <= KEPT_ELEMENTS }
            }
            Some(_) | None => Part::Whole,
        },
        TypeKind::Record(record) => {
            let record = types.record(*record);
            let Some(body) = &record.body else { return Part::Whole };
            // Bit-fields of one location and members of a union overlap: what overlaps is one scalar.
            let mut fields: Vec<(u64, u64, Part)> = Vec::new();
            for field in &body.fields {
                let size = match field.bits {
                    Some(bits) => u64::from(bits.location_bytes),
                    None => types.size_of(field.ty.ty).unwrap_or_else(|| body.size.saturating_sub(field.offset)),
                };
                let inner = if field.bits.is_some() { Part::Scalar } else { part(types, field.ty.ty) };
                match fields.last_mut().filter(|(start, extent, _)| field.offset < start + extent) {
                    Some((start, extent, kind)) => {
                        *extent = (*extent).max(field.offset + size - *start);
                        *kind = Part::Scalar;
                    }
                    None if size > 0 => fields.push((field.offset, size, inner)),
                    None => {}
                }
            }
            Part::Record(fields)
        }
        TypeKind::Void
        | TypeKind::Bool
        | TypeKind::Int(_)
        | TypeKind::Float(_)
        | TypeKind::Complex(_)
        | TypeKind::Pointer(_)
        | TypeKind::Function(_) => Part::Scalar,
        TypeKind::Array { length: ArrayLength::Unknown | ArrayLength::Variable(_), .. } => Part::Whole,
    }
}

/// Lists the cells of a part; false if there are too many, or if something inside is not cut.
fn cut(part: &Part, base: u64, size: u64, cells: &mut Vec<Cell>) -> bool {
    match part {
        Part::Whole => false,
        Part::Scalar => {
            cells.push(Cell { offset: base, size });
            cells.len() <= CELL_LIMIT
        }
        Part::Record(fields) => fields.iter().all(|(start, size, inner)| cut(inner, base + start, *size, cells)),
        Part::Array { element, stride, is_kept } => {
            let count = if *is_kept { size / stride } else { 1 };
            (0..count).all(|number| cut(element, base + number * stride, *stride, cells))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::builder::ProgramBuilder;
    use raddle_program::types::DataModel;

    fn queue() -> Shape {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let items = builder.array(int, 100);
        let pair = builder.array(int, 2);
        let queue = builder.structure("queue", &[("count", int), ("items", items), ("ends", pair)]);
        Shape::of(builder.types(), queue)
    }

    #[test]
    fn elements_of_long_arrays_share_a_cell_and_those_of_short_ones_do_not() {
        let shape = queue();
        let offsets: Vec<u64> = shape.cells.iter().map(|cell| cell.offset).collect();
        assert_eq!(offsets, [0, 4, 404, 408]);
        assert_eq!(shape.canonical(4 + 4 * 57), Some(4));
        assert_eq!(shape.canonical(408), Some(408));
        assert_eq!(shape.canonical(412), None);
        assert!(shape.is_exact(408) && !shape.is_exact(4));
    }

    #[test]
    fn an_index_may_lead_out_of_its_array_but_not_out_of_its_object() {
        let shape = queue();
        assert_eq!(shape.strided(4, 4), Some(vec![0, 4, 404, 408]));
        assert_eq!(shape.strided(404, 8), Some(vec![4, 404]));
    }

    #[test]
    fn an_access_across_a_shared_element_touches_the_array_and_what_is_behind_it() {
        let shape = queue();
        assert_eq!(shape.touched(Some(4), Some(4)), 1..2);
        assert_eq!(shape.touched(Some(4), Some(8)), 1..4);
        assert_eq!(shape.touched(Some(6), Some(4)), 1..3);
        assert_eq!(shape.touched(Some(0), Some(8)), 0..2);
        assert_eq!(shape.touched(Some(404), Some(8)), 2..4);
        assert_eq!(shape.touched(None, Some(1)), 0..4);
    }

    #[test]
    fn members_of_a_union_are_one_cell() {
        use raddle_program::source::Span;
        use raddle_program::types::{Field, Qualified, RecordBody};
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let pair = builder.array(int, 2);
        let field = |name: &str, ty| Field {
            name: Some(name.into()),
            ty: Qualified::plain(ty),
            offset: 0,
            bits: None,
            span: Span::NOWHERE,
        };
        let body = RecordBody { fields: vec![field("one", int), field("two", pair)], size: 8, alignment: 4 };
        let union = builder.record("either", true, Some(body));
        assert_eq!(Shape::of(builder.types(), union).cells, [Cell { offset: 0, size: 8 }]);
    }
}
