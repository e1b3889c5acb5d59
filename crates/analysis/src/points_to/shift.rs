//! Where pointer arithmetic leads, inside an object and outside of it.
//!
//! A pointer that leaves its object may come back before it is dereferenced: `container_of` of the head of a list lies
//! in front of the head, and its member is the head again. So an offset outside of the object is represented as exactly
//! as necessary:
//!
//! | [`Offset`] | the value is |
//! |---|---|
//! | `Inside` | the address at this canonical offset |
//! | `Before` | the address exactly this number of bytes in front of the object |
//! | `Below` | an address at least this number of bytes in front of it |
//! | `Beyond` | an address behind its last byte |
//! | `ByIndex` | an address outside, on one side, where an index of unknown value led |
//!
//! An access through a pointer outside of its object violates memory, and ends the execution.
//!
//! The canonical offset of an element of a long array stands for that of each element. So a step from there may lead
//! over the end of the array to the members behind it. If the array ends with its object, the element stands for the
//! addresses behind the object, too.
//!
//! Some bytes of an address may be the whole address, since an object may lie at a small address. They may also be the
//! distance between two objects, which leads from one to the other. So an address keeps its targets in every type.
//!
//! Rule: a pointer that left its object by an unknown distance may come back anywhere. A step from an element of a long array may lead out of
//! the array. Some bytes of an address may be that address, or a distance between objects.
//! Tests: `container_of_the_head`, `container_of_the_head_and_back`, `step_out_of_a_long_array`, `step_inside_a_long_array`,
//! `end_of_a_short_array_and_back`, `address_copied_by_bytes`, `address_put_together`, `address_in_an_int`, `distance_in_an_int`.

use super::object::{Part, Shape, gcd};
use super::solver::Adjust;

/// The greatest distance in front of an object that is known, and the greatest margin and step of an index.
const KNOWN: u64 = 4096;
/// How many offsets one step leads to at most.
const STEP_LIMIT: u64 = 64;

const FIRST_MARK: u64 = u64::MAX - (1 << 32);
const BEYOND: u64 = FIRST_MARK;
const FIRST_BELOW: u64 = FIRST_MARK + 1;
const FIRST_BEFORE: u64 = FIRST_BELOW + KNOWN;
const FIRST_BY_INDEX: u64 = FIRST_BEFORE + KNOWN;

/// An offset, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Offset {
    Inside(u64),
    Before(u64),
    Below(u64),
    Beyond,
    ByIndex(Outside),
}

/// Addresses outside of an object that lie a multiple of `step` away from one inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Outside {
    is_behind: bool,
    /// At least this number of bytes in front of the object, or behind its end.
    margin: u64,
    /// 0 if it is not known.
    step: u64,
}

/// Whether the offset of a target is one inside of its object.
pub(super) fn is_inside(number: u64) -> bool {
    matches!(Offset::of(number), Offset::Inside(_))
}

impl Offset {
    /// From the number that stands for it in a target. No object is as large as the numbers of those outside.
    fn of(number: u64) -> Offset {
        match number {
            FIRST_BY_INDEX.. => {
                let number = number - FIRST_BY_INDEX;
                let (is_behind, margin, step) = (number % 2 == 1, number / 2 % KNOWN, number / 2 / KNOWN);
                Offset::ByIndex(Outside { is_behind, margin, step })
            }
            FIRST_BEFORE.. => Offset::Before(number - FIRST_BEFORE),
            FIRST_BELOW.. => Offset::Below(number - FIRST_BELOW),
            BEYOND => Offset::Beyond,
            _ => Offset::Inside(number),
        }
    }

    fn number(self) -> u64 {
        match self {
            Offset::Inside(offset) => offset,
            Offset::Before(distance) => FIRST_BEFORE + distance,
            Offset::Below(distance) => FIRST_BELOW + distance.min(KNOWN - 1),
            Offset::Beyond => BEYOND,
            Offset::ByIndex(Outside { is_behind, margin, step }) => {
                let step = if step < KNOWN { step } else { 0 };
                FIRST_BY_INDEX + u64::from(is_behind) + 2 * (margin.min(KNOWN - 1) + KNOWN * step)
            }
        }
    }
}

impl Outside {
    /// After a move of this number of bytes; `None` if it may lead into the object.
    fn shifted(self, distance: i128) -> Option<Outside> {
        let towards = if self.is_behind { -distance } else { distance };
        let Ok(towards) = u64::try_from(towards) else {
            let away = u64::try_from(-towards).ok().filter(|&away| away < 1 << 32)?;
            return Some(Outside { margin: self.margin + away, ..self }.reduced());
        };
        // A move by the distance in front of the object leads to its first byte.
        let is_outside = if self.is_behind { towards <= self.margin } else { towards < self.margin };
        is_outside.then(|| Outside { margin: self.margin - towards, ..self })
    }

    /// After a move of an unknown multiple of this number of bytes. What leads into the object leads where the same move leads from an address
    /// inside; `None` if that is not known.
    fn stepped(self, stride: u64) -> Option<Outside> {
        if self.step == 0 || stride == 0 {
            return None;
        }
        if stride.is_multiple_of(self.step) {
            Some(self)
        } else if self.step.is_multiple_of(stride) {
            Some(Outside { step: stride, ..self }.reduced())
        } else {
            None
        }
    }

    /// More addresses, with the least margin: those nearer to the object that are as many steps away.
    fn reduced(self) -> Outside {
        match self.step {
            0 => Outside { margin: self.margin.min(1), ..self },
            step if self.is_behind => Outside { margin: self.margin % step, ..self },
            // An address in front of the object lies at least one byte in front of it.
            step => Outside { margin: (self.margin - 1) % step + 1, ..self },
        }
    }
}

/// Whether the number of an offset says that nothing in the object is at the pointer.
pub(super) fn is_outside(offset: u64) -> bool {
    offset >= FIRST_MARK
}

/// Whether the number of an offset says that an index led out of the object. Then the index itself has to be examined.
pub(super) fn is_out_by_index(offset: u64) -> bool {
    matches!(Offset::of(offset), Offset::ByIndex(_))
}

/// The elements of a long array around an offset.
pub(super) struct SharedArray {
    /// The canonical offset of its first byte.
    pub start: u64,
    pub end: u64,
    stride: u64,
}

/// An array around an offset.
#[derive(Clone, Copy)]
struct MemberArray {
    /// The canonical offset of its first byte.
    start: u64,
    end: u64,
    stride: u64,
    /// Whether its elements have cells of their own.
    is_kept: bool,
    /// Whether a structure around it begins where it begins.
    begins_a_record: bool,
}

impl Shape {
    /// Where a pointer lies after it moves this number of bytes; `None` for anywhere.
    pub(super) fn shifted(&self, offset: u64, distance: i128) -> Option<Vec<u64>> {
        let moved = |from: u64| distance - i128::from(from);
        let to = match Offset::of(offset) {
            Offset::Inside(inside) => return self.shifted_inside(inside, distance),
            Offset::Before(before) if moved(before) >= 0 => self.at(moved(before)),
            Offset::Before(before) if distance >= 0 => Offset::Before(before - distance as u64),
            Offset::Before(before) => Offset::Below(before),
            Offset::Below(before) if distance <= 0 => Offset::Below(before),
            Offset::Below(before) if moved(before) < 0 => Offset::Below(before - distance as u64),
            Offset::Beyond if distance >= 0 => Offset::Beyond,
            Offset::ByIndex(outside) => Offset::ByIndex(outside.shifted(distance)?),
            Offset::Below(_) | Offset::Beyond => return None,
        };
        Some(vec![to.number()])
    }

    /// Where a pointer lies after it moves an unknown multiple of this number of bytes; `None` for anywhere.
    pub(super) fn stepped(&self, offset: u64, stride: u64) -> Option<Vec<u64>> {
        let offset = match Offset::of(offset) {
            Offset::Inside(offset) => offset,
            Offset::ByIndex(outside) => return Some(vec![Offset::ByIndex(outside.stepped(stride)?).number()]),
            Offset::Before(_) | Offset::Below(_) | Offset::Beyond => return None,
        };
        let mut offsets = self.strided(offset, stride)?;
        if !self.is_sized() {
            return Some(offsets);
        }
        let arrays = self.shared_arrays(offset);
        let step = arrays.iter().map(|array| array.stride).fold(stride, gcd);
        // An element of a long array stands for what lies outside on its side of the object.
        let stands_for = |is_at_end: bool| {
            arrays.first().is_some_and(|array| {
                let is_there = if is_at_end { array.end == self.size() } else { array.start == 0 };
                is_there && arrays.len() == 1 && stride.is_multiple_of(array.stride)
            })
        };
        let mut add = |is_behind: bool, margin: u64| {
            if step > 0 && !stands_for(is_behind) {
                offsets.push(Offset::ByIndex(Outside { is_behind, margin, step }).number());
            }
        };
        // The first address behind the object that is a number of whole steps away, and the last one in front of it.
        let behind = (i128::from(offset) - i128::from(self.size())).rem_euclid(i128::from(step.max(1))) as u64;
        add(true, behind);
        add(false, step - offset % step.max(1));
        Some(offsets)
    }

    /// Where a pointer lies after arithmetic, if it does not leave the innermost array around it whose elements it moves by; `None` if there is no
    /// such array. A pointer to the start of an array that begins a structure may be one to the structure: only an index of the array
    /// by its name says that it is not.
    pub(super) fn within_member(&self, offset: u64, adjust: Adjust) -> Option<Vec<u64>> {
        let Offset::Inside(offset) = Offset::of(offset) else { return None };
        let (distance, is_named) = match adjust {
            Adjust::Shift(distance) => (distance, false),
            Adjust::Stride(stride) => (i128::from(stride), false),
            Adjust::Index(stride) => (i128::from(stride), true),
            Adjust::Anywhere | Adjust::Distance | Adjust::Followed | Adjust::Element { .. } => return None,
        };
        let is_once = matches!(adjust, Adjust::Shift(_));
        let stride = u64::try_from(distance.unsigned_abs()).ok().filter(|&stride| stride > 0)?;
        let is_moved_in = |array: &&MemberArray| {
            let fits = if is_once { array.stride == stride } else { stride.is_multiple_of(array.stride) };
            fits && (is_named || !array.begins_a_record)
        };
        let around = self.arrays_around(offset);
        let array = around.iter().rev().find(is_moved_in)?;
        if !array.is_kept {
            return Some(vec![offset]);
        }
        let is_inside = |&to: &i128| (i128::from(array.start)..i128::from(array.end)).contains(&to);
        if is_once {
            return Some(
                Some(i128::from(offset) + distance).filter(is_inside).map(|to| to as u64).into_iter().collect(),
            );
        }
        let first = array.start + (offset - array.start) % stride;
        Some((first..array.end).step_by(stride as usize).map(|to| self.walk(to).0).collect())
    }

    /// The elements of the array that begins at an offset, by the bytes of an element and of the array; `None` if there is no such array, or if
    /// it may not begin there: the offset may stand for any of its elements.
    pub(super) fn elements_from(&self, offset: u64, (stride, bytes): (u64, u64), is_start: bool) -> Option<Vec<u64>> {
        let Offset::Inside(offset) = Offset::of(offset) else { return None };
        let is_it = |array: &&MemberArray| {
            let has_form = array.start == offset && array.stride == stride && array.end - array.start == bytes;
            has_form && (array.is_kept || is_start)
        };
        let array = self.arrays_around(offset).iter().find(is_it).map(|array| (array.end, array.is_kept))?;
        match array {
            (_, false) => Some(vec![offset]),
            (end, true) => Some((offset..end).step_by(stride as usize).map(|to| self.walk(to).0).collect()),
        }
    }

    /// How far bytes of unknown number reach that begin at an offset: to the end of the largest part that begins there, or of the largest array
    /// of which an element begins there; `None` if the size of the object is not known.
    pub(crate) fn reach(&self, offset: u64) -> Option<u64> {
        if is_outside(offset) {
            return None;
        }
        let begins = |array: &&MemberArray| (offset - array.start).is_multiple_of(array.stride);
        let around = self.arrays_around(offset);
        let arrays = around.iter().filter(begins).map(|array| array.end);
        let records = self.records_from(offset).into_iter();
        let whole = (offset == 0 && self.is_sized()).then(|| self.size());
        arrays.chain(records).chain(whole).max().or_else(|| self.is_sized().then(|| self.size()))
    }

    /// The arrays of known size around an offset, the outermost first.
    fn arrays_around(&self, offset: u64) -> Vec<MemberArray> {
        self.parts_around(offset).0
    }

    /// The ends of the structures that begin at an offset.
    fn records_from(&self, offset: u64) -> Vec<u64> {
        let records = self.parts_around(offset).1;
        records.into_iter().filter(|(start, _)| *start == offset).map(|(_, end)| end).collect()
    }

    /// The arrays of known size around an offset, and the first and last byte of the structures around it.
    fn parts_around(&self, offset: u64) -> (Vec<MemberArray>, Vec<(u64, u64)>) {
        let (mut part, mut base, mut rest, mut size) = (self.root(), 0, offset, self.size());
        let (mut arrays, mut records) = (Vec::new(), Vec::new());
        loop {
            match part {
                Part::Scalar | Part::Whole => return (arrays, records),
                Part::Record(fields) => {
                    records.push((base, base.saturating_add(size)));
                    let Some((start, extent, inner)) =
                        fields.iter().find(|(start, size, _)| (*start..start + size).contains(&rest))
                    else {
                        return (arrays, records);
                    };
                    (part, base, rest, size) = (inner, base + start, rest - start, *extent);
                }
                Part::Array { element, stride, is_kept } => {
                    if size != u64::MAX {
                        let begins_a_record = records.iter().any(|(start, _)| *start == base);
                        let (start, end) = (base, base.saturating_add(size));
                        arrays.push(MemberArray { start, end, stride: *stride, is_kept: *is_kept, begins_a_record });
                    }
                    if *is_kept {
                        base += rest / stride * stride;
                    }
                    (part, rest, size) = (element, rest % stride, *stride);
                }
            }
        }
    }

    fn shifted_inside(&self, offset: u64, distance: i128) -> Option<Vec<u64>> {
        let arrays = self.shared_arrays(offset);
        let target = i128::from(offset) + distance;
        let Some(SharedArray { start, end, stride }) = arrays.first() else {
            return Some(vec![self.at(target).number()]);
        };
        let (start, end, stride) = (i128::from(*start), i128::from(*end), i128::from(*stride));
        let step = i128::from(arrays.iter().map(|array| array.stride).fold(0, gcd));
        if stride / step > i128::from(STEP_LIMIT) || distance.abs() / step > i128::from(STEP_LIMIT) {
            return None;
        }
        // Inside the array: of several arrays around the offset, each element of the inner ones.
        let first = (target - start).rem_euclid(step);
        let mut offsets: Vec<u64> =
            (first..stride).step_by(step as usize).map(|inside| self.at(start + inside).number()).collect();
        // Over its end, or its start.
        let (from, to) = if distance > 0 { (end, end + distance) } else { (start + distance, start) };
        let from = from + (target - from).rem_euclid(step);
        for offset in (from..to).step_by(step as usize).map(|offset| self.at(offset)) {
            let is_covered = match offset {
                Offset::Inside(_) | Offset::ByIndex(_) => false,
                Offset::Beyond => end == i128::from(self.size()),
                Offset::Before(_) | Offset::Below(_) => start == 0,
            };
            if !is_covered {
                offsets.push(offset.number());
            }
        }
        offsets.sort_unstable();
        offsets.dedup();
        Some(offsets)
    }

    /// A position that is counted from the start of the object.
    fn at(&self, position: i128) -> Offset {
        match self.period() {
            Some(period) => Offset::Inside(self.walk(position.rem_euclid(i128::from(period)) as u64).0),
            None if position < 0 => match u64::try_from(-position) {
                Ok(before) if before < KNOWN => Offset::Before(before),
                Ok(_) | Err(_) => Offset::Below(KNOWN),
            },
            None => match u64::try_from(position).ok().filter(|&position| position < self.size()) {
                Some(position) => Offset::Inside(self.walk(position).0),
                None => Offset::Beyond,
            },
        }
    }

    /// The distance of the elements of an object of unknown size.
    fn period(&self) -> Option<u64> {
        match self.root() {
            _ if self.is_sized() => None,
            Part::Array { stride, .. } => Some(*stride),
            Part::Scalar | Part::Record(_) | Part::Whole => Some(1),
        }
    }

    /// The long arrays around an offset, the outermost first. The elements of an object of unknown size are none.
    pub(super) fn shared_arrays(&self, offset: u64) -> Vec<SharedArray> {
        let (mut part, mut base, mut rest, mut size, mut arrays) = (self.root(), 0, offset, self.size(), Vec::new());
        loop {
            match part {
                Part::Scalar | Part::Whole => return arrays,
                Part::Record(fields) => {
                    let Some((start, extent, inner)) =
                        fields.iter().find(|(start, size, _)| (*start..start + size).contains(&rest))
                    else {
                        return arrays;
                    };
                    (part, base, rest, size) = (inner, base + start, rest - start, *extent);
                }
                Part::Array { element, stride, is_kept } => {
                    if *is_kept {
                        base += rest / stride * stride;
                    } else if size != u64::MAX {
                        arrays.push(SharedArray { start: base, end: base + size, stride: *stride });
                    }
                    (part, rest, size) = (element, rest % stride, *stride);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::builder::ProgramBuilder;
    use raddle_program::types::DataModel;

    /// An integer, twenty integers, an integer.
    fn queue() -> Shape {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let items = builder.array(int, 20);
        let queue = builder.structure("queue", &[("first", int), ("items", items), ("last", int)]);
        Shape::of(builder.types(), queue)
    }

    fn numbers(offsets: &[Offset]) -> Option<Vec<u64>> {
        Some(offsets.iter().map(|offset| offset.number()).collect())
    }

    #[test]
    fn a_pointer_in_front_of_its_object_comes_back_where_it_was() {
        let shape = queue();
        let before = shape.shifted(84, -100);
        assert_eq!(before, numbers(&[Offset::Before(16)]));
        assert_eq!(shape.shifted(before.unwrap()[0], 100), Some(vec![84]));
        let below = shape.shifted(Offset::Before(16).number(), -4);
        assert_eq!(below, numbers(&[Offset::Below(16)]));
        assert_eq!(shape.shifted(Offset::Below(16).number(), 8), numbers(&[Offset::Below(8)]));
        assert_eq!(shape.shifted(Offset::Below(16).number(), 16), None);
    }

    #[test]
    fn a_pointer_behind_its_object_comes_back_anywhere() {
        let shape = queue();
        assert_eq!(shape.shifted(84, 4), numbers(&[Offset::Beyond]));
        assert_eq!(shape.shifted(Offset::Beyond.number(), 4), numbers(&[Offset::Beyond]));
        assert_eq!(shape.shifted(Offset::Beyond.number(), -4), None);
    }

    #[test]
    fn a_step_from_an_element_may_leave_the_array() {
        let shape = queue();
        assert_eq!(shape.shifted(4, 4), Some(vec![4, 84]));
        assert_eq!(shape.shifted(4, -4), Some(vec![0, 4]));
        assert_eq!(shape.shifted(4, 8), numbers(&[Offset::Inside(4), Offset::Inside(84), Offset::Beyond]));
    }

    #[test]
    fn an_index_may_leave_the_object() {
        let shape = queue();
        let stepped = shape.stepped(0, 4).unwrap();
        assert_eq!(stepped[..3], [0, 4, 84]);
        let outside = |is_behind, margin| Outside { is_behind, margin, step: 4 };
        let [behind, before] = [outside(true, 0), outside(false, 4)];
        assert_eq!(stepped[3..], [Offset::ByIndex(behind).number(), Offset::ByIndex(before).number()]);
        assert_eq!(behind.shifted(-1), None);
        assert_eq!(before.shifted(3), Some(outside(false, 1)));
        assert_eq!(before.shifted(4), None);
        assert_eq!(before.shifted(-1), Some(outside(false, 1)));
        assert_eq!(behind.shifted(6), Some(outside(true, 2)));
        assert_eq!(behind.stepped(8), Some(behind));
        assert_eq!(before.stepped(2), Some(Outside { is_behind: false, margin: 2, step: 2 }));
        assert_eq!(before.stepped(6), None);
    }

    #[test]
    fn offsets_and_their_numbers_agree() {
        let outside = |is_behind, margin, step| Offset::ByIndex(Outside { is_behind, margin, step });
        let offsets = [
            Offset::Inside(7),
            Offset::Before(1),
            Offset::Before(KNOWN - 1),
            Offset::Below(0),
            Offset::Below(KNOWN - 1),
            Offset::Beyond,
            outside(true, 0, 0),
            outside(false, KNOWN - 1, KNOWN - 1),
            outside(true, 5, 24),
        ];
        for offset in offsets {
            assert_eq!(Offset::of(offset.number()), offset);
            assert_eq!(is_outside(offset.number()), !matches!(offset, Offset::Inside(_)));
        }
    }

    #[test]
    fn elements_in_a_row_stand_for_each_other() {
        let mut builder = ProgramBuilder::new(DataModel::Lp64);
        let int = builder.int();
        let pair = builder.structure("pair", &[("one", int), ("two", int)]);
        let shape = Shape::repeated(builder.types(), pair);
        assert_eq!(shape.shifted(4, -8), Some(vec![4]));
        assert_eq!(shape.shifted(4, 4), Some(vec![0]));
    }
}
