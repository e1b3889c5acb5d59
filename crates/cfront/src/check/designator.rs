//! Designators and ranges in initializers, and what a later entry takes back of an earlier one (C11 6.7.9p17-19, GNU
//! ranges).
//!
//! What follows a range is read once, at the last element of the range, into parts of its own. Then its effect is
//! repeated for every element: what it initializes anew is forgotten there, and its parts are added.

use raddle_program::source::Span;
use raddle_program::types::{ArrayLength, RecordId, TypeId, TypeKind};

use super::conversion::unsupported;
use super::initializer::{Filling, Frame, Lifetime, Place, value_span};
use super::known_object::part_size;
use super::{Checked, Checker, Poisoned};
use crate::ast::{self, Designator};
use crate::typed::{Expr, ExprKind, InitializerPart};

/// How many parts a range designator may stand for.
const LONGEST_RANGE: u64 = 1 << 20;

impl Checker {
    /// Forgets what was said of an object that is initialized anew: its unmentioned parts are zero again.
    pub(super) fn clear(&self, filling: &mut Filling, place: Place, span: Span) {
        if let Some(cleared) = &mut filling.cleared {
            cleared.push(place);
        }
        if place.offset >= filling.filled {
            return;
        }
        let end = place.offset.saturating_add(self.unit.types.size_of(place.ty).unwrap_or(u64::MAX));
        let size = |part: &InitializerPart| part_size(&self.unit.types, part);
        let is_inside =
            |part: &InitializerPart| part.offset >= place.offset && part.offset.saturating_add(size(part)) <= end;
        let overlaps =
            |part: &InitializerPart| part.offset < end && part.offset.saturating_add(size(part)) > place.offset;
        filling.parts.retain(|part| !is_inside(part));
        if filling.parts.iter().any(overlaps) {
            // Part of a record that an expression initialized whole: there is no part that says "zero again".
            let value = unsupported("list that overrides part of an initialized record", place.ty, span);
            filling.parts.push(InitializerPart { offset: place.offset, ty: place.ty, bits: None, value });
        }
    }

    /// Another member of a union than before is initialized: what was said of the union is forgotten.
    pub(super) fn choose_member(&self, filling: &mut Filling, union: Place, record: RecordId, member: u64, span: Span) {
        let earlier = filling.chosen.insert((union.offset, record), member);
        if earlier.is_some_and(|earlier| earlier != member) {
            // In an entry with a range, each element has its own history, which is looked at when the entry is repeated.
            let noted = filling.cleared.take();
            self.clear(filling, union, span);
            filling.cleared = noted;
        }
    }

    /// An entry with designators: the frames, reset to the list's own aggregate, go to the subobject that they name, and
    /// its value fills it. After a range they stand at its last element.
    pub(super) fn fill_designated(
        &mut self,
        filling: &mut Filling,
        frames: &mut Vec<Frame>,
        designators: &[Designator],
        value: &ast::Initializer,
    ) -> Checked<()> {
        let mut rest = designators;
        while let Some((designator, later)) = rest.split_first() {
            rest = later;
            match designator {
                Designator::Field(name) => self.designate_member(filling, frames, name)?,
                Designator::Index(index) => {
                    let ty = frames.last().map(|frame| frame.ty).ok_or(Poisoned)?;
                    let at = self.designated_index(ty, index)?;
                    set_next(frames, at);
                }
                Designator::Range(low, high) => {
                    let ty = frames.last().map(|frame| frame.ty).ok_or(Poisoned)?;
                    let (first, last) = (self.designated_index(ty, low), self.designated_index(ty, high));
                    let (first, last) = (first?, last?);
                    if first > last {
                        return Err(self.error(low.span, "this range is empty", "write the smaller index first"));
                    }
                    set_next(frames, last);
                    return self.fill_range(filling, frames, rest, value, last - first + 1);
                }
            }
            if let Some(next) = rest.first() {
                self.descend(filling, frames, designator_span(next))?;
            }
        }
        self.fill_entry(filling, frames, value)
    }

    // Opens a frame for the subobject that the innermost frame has arrived at.
    fn descend(&mut self, filling: &mut Filling, frames: &mut Vec<Frame>, span: Span) -> Checked<()> {
        let place = self.subobject(filling, frames, span)?.ok_or(Poisoned)?;
        frames.push(Frame { ty: place.ty, offset: place.offset, next: 0 });
        Ok(())
    }

    fn designate_member(
        &mut self,
        filling: &mut Filling,
        frames: &mut Vec<Frame>,
        name: &ast::Identifier,
    ) -> Checked<()> {
        let ty = frames.last().map(|frame| frame.ty).ok_or(Poisoned)?;
        let path = self.record_of(ty).and_then(|record| self.field_path(record, &name.name));
        let Some(path) = path else { return Err(self.no_such_member(ty, name)) };
        for (step, field) in path.iter().enumerate() {
            if step > 0 {
                self.descend(filling, frames, name.span)?;
            }
            set_next(frames, u64::from(field.0));
        }
        Ok(())
    }

    fn designated_index(&mut self, ty: TypeId, index: &ast::Expr) -> Checked<u64> {
        let Some((_, length)) = self.array_parts(ty) else {
            let message = format!("an index designates an element of `{}`, which is no array", self.spell(ty));
            return Err(self.error(index.span, message, "use `.member`"));
        };
        let (value, _) = self.integer_constant(index, "the index of a designator")?;
        let limit = match length {
            ArrayLength::Fixed(count) => count,
            ArrayLength::Unknown | ArrayLength::Variable(_) => 1 << 40,
        };
        match u64::try_from(value).ok().filter(|value| *value < limit) {
            Some(value) => Ok(value),
            None => {
                let message = format!("the index {value} lies outside the array");
                Err(self.error(index.span, message, format!("use an index from 0 to {}", limit.saturating_sub(1))))
            }
        }
    }

    // What follows a range of `count` elements, of which the innermost frame stands at the last.
    fn fill_range(
        &mut self,
        filling: &mut Filling,
        frames: &mut Vec<Frame>,
        rest: &[Designator],
        value: &ast::Initializer,
        count: u64,
    ) -> Checked<()> {
        let span = value_span(value);
        let element = frames.last().and_then(|frame| self.array_parts(frame.ty)).map(|(element, _)| element.ty);
        let stride = element.and_then(|element| self.unit.types.size_of(element)).unwrap_or(0);
        let filled = filling.filled;
        let parts_around = std::mem::take(&mut filling.parts);
        let chosen_around = std::mem::take(&mut filling.chosen);
        let cleared_around = filling.cleared.replace(Vec::new());
        let outcome = match rest.first() {
            Some(next) => self
                .descend(filling, frames, designator_span(next))
                .and_then(|()| self.fill_designated(filling, frames, rest, value)),
            None => self.fill_entry(filling, frames, value),
        };
        let parts = std::mem::replace(&mut filling.parts, parts_around);
        let mut chosen: Vec<_> = std::mem::replace(&mut filling.chosen, chosen_around).into_iter().collect();
        let cleared = std::mem::replace(&mut filling.cleared, cleared_around).unwrap_or_default();
        outcome?;
        chosen.sort_unstable();
        // Zeros need not be said where nothing was said before. Inside another range, that would have to hold for each of
        // its elements.
        let is_zero = |part: &InitializerPart| matches!(part.value.kind, ExprKind::Integer(0) | ExprKind::Floating(0));
        let is_new = |offset: u64| offset.saturating_sub((count - 1).saturating_mul(stride)) >= filled;
        if filling.cleared.is_none()
            && parts.iter().all(|part| is_zero(part) && is_new(part.offset))
            && cleared.iter().all(|place| is_new(place.offset))
            && chosen.is_empty()
        {
            return Ok(());
        }
        if count.saturating_mul(parts.len().max(1) as u64) > LONGEST_RANGE {
            let message = "this range initializes more than a million elements";
            return Err(self.error(span, message, "initialize them in a loop"));
        }
        for step in (0..count).rev() {
            let distance = step.saturating_mul(stride);
            for ((offset, record), member) in &chosen {
                let ty = self.unit.types.intern(TypeKind::Record(*record));
                let union = Place { ty, offset: offset.saturating_sub(distance), bits: None };
                self.choose_member(filling, union, *record, *member, span);
            }
            for place in &cleared {
                let offset = place.offset.saturating_sub(distance);
                self.clear(filling, Place { offset, ..*place }, span);
            }
            for part in &parts {
                let mut copy = part.clone();
                copy.offset = part.offset.saturating_sub(distance);
                if count > 1 && filling.lifetime == Lifetime::Automatic && !is_repeatable(&copy.value) {
                    // The value is evaluated once and stored in every element, which no part can say.
                    copy.value = unsupported("range that is initialized by a computed value", part.ty, span);
                }
                filling.parts.push(copy);
            }
        }
        Ok(())
    }
}

fn set_next(frames: &mut [Frame], next: u64) {
    if let Some(frame) = frames.last_mut() {
        frame.next = next;
    }
}

// Whether evaluating a value twice is the same as once.
fn is_repeatable(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Integer(_) | ExprKind::Floating(_) => true,
        ExprKind::Cast { operand, .. } => is_repeatable(operand),
        ExprKind::Decay(place) | ExprKind::AddressOf(place) => {
            matches!(place.kind, ExprKind::Variable(_) | ExprKind::Function(_) | ExprKind::String(_))
        }
        ExprKind::Load(place) => matches!(place.kind, ExprKind::String(_)),
        _ => false,
    }
}

fn designator_span(designator: &Designator) -> Span {
    match designator {
        Designator::Field(name) => name.span,
        Designator::Index(index) | Designator::Range(index, _) => index.span,
    }
}
