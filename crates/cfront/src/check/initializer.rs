//! Initializers: braces and their elision, designators, ranges, strings, flexible array members (C11 6.7.9, GNU ranges).
//!
//! A braced list is read with a stack of frames, one for each aggregate around the present subobject. Designators reset
//! the stack to the list's own aggregate; an expression that does not fit an aggregate whole pushes a frame for it.

use raddle_program::source::Span;
use raddle_program::types::{
    ArrayLength, BitField, IntKind, Qualified, Record, RecordBody, RecordId, TypeId, TypeKind,
};
use rustc_hash::FxHashMap;

use super::conversion::{Role, unsupported};
use super::known_object::initial_parts;
use super::{Checked, Checker, Poisoned};
use crate::ast::{self, Encoding, InitializerEntry};
use crate::typed::{self, Expr, ExprKind, InitializerPart, StringLiteral};

/// When the initializer is evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lifetime {
    /// Before the program starts: values must be constant.
    Static,
    /// When the declaration is reached.
    Automatic,
}

/// The type of an object after its initializer was read.
#[derive(Clone, Copy)]
pub(super) struct Sized {
    /// The type that says how large the object is.
    pub ty: TypeId,
    /// The type that expressions see, if it is another one: the declared type with its flexible array member.
    pub visible: Option<TypeId>,
}

/// An initializer under construction.
pub(super) struct Filling {
    /// Its parts so far.
    pub parts: Vec<InitializerPart>,
    /// When it is evaluated.
    pub lifetime: Lifetime,
    /// The type of the whole object as it was declared.
    pub root: TypeId,
    /// One past the last byte that an initializer mentions.
    pub reach: u64,
    /// One past the last byte that a part fills.
    pub filled: u64,
    /// Which member of each union was initialized, by the union's offset and type.
    pub chosen: FxHashMap<(u64, RecordId), u64>,
    /// The places that were initialized anew, noted while an entry with a range is read: they are cleared in every
    /// element of the range.
    pub cleared: Option<Vec<Place>>,
    /// Whether a flexible array member of the root got elements.
    pub fills_flexible: bool,
}

/// An aggregate whose subobjects are being initialized, and the number of the next one.
pub(super) struct Frame {
    /// The aggregate.
    pub ty: TypeId,
    /// Where it lies in the whole object.
    pub offset: u64,
    /// The next member or element.
    pub next: u64,
}

/// A subobject of the object that is initialized.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Its type.
    pub ty: TypeId,
    /// Where it lies in the whole object.
    pub offset: u64,
    /// Present for bit-fields.
    pub bits: Option<BitField>,
}

impl Checker {
    /// Checks an initializer of an object of this type. Returns its parts and the type that an array of unknown length
    /// gets.
    pub(super) fn initializer(
        &mut self,
        ty: TypeId,
        initializer: &ast::Initializer,
        lifetime: Lifetime,
    ) -> Checked<(typed::Initializer, Sized)> {
        let mut filling = Filling {
            parts: Vec::new(),
            lifetime,
            root: ty,
            reach: 0,
            filled: 0,
            chosen: FxHashMap::default(),
            cleared: None,
            fills_flexible: false,
        };
        let place = Place { ty, offset: 0, bits: None };
        match initializer {
            ast::Initializer::Expr(expr) => self.fill_whole(&mut filling, place, expr)?,
            ast::Initializer::List { entries, span } => self.fill_braced(&mut filling, place, entries, *span)?,
        }
        let sized = self.sized_by(&filling);
        Ok((typed::Initializer { parts: filling.parts }, sized))
    }

    fn sized_by(&mut self, filling: &Filling) -> Sized {
        let unchanged = Sized { ty: filling.root, visible: None };
        match self.kind(filling.root).clone() {
            TypeKind::Array { element, length: ArrayLength::Unknown } => {
                let size = self.unit.types.size_of(element.ty).unwrap_or(0).max(1);
                let ty = self.array(element, ArrayLength::Fixed(filling.reach.div_ceil(size)));
                Sized { ty, visible: None }
            }
            TypeKind::Record(record) if filling.fills_flexible => {
                let known = self.unit.types.record(record);
                let (tag, span, is_union) = (known.tag.clone(), known.span, known.is_union);
                let Some(RecordBody { mut fields, size, alignment }) = known.body.clone() else { return unchanged };
                let Some(last) = fields.last_mut() else { return unchanged };
                let Some((element, _)) = self.array_parts(last.ty.ty) else { return unchanged };
                let bytes = self.unit.types.size_of(element.ty).unwrap_or(0).max(1);
                let count = filling.reach.saturating_sub(last.offset).div_ceil(bytes);
                last.ty.ty = self.array(element, ArrayLength::Fixed(count));
                let end = last.offset.saturating_add(count.saturating_mul(bytes));
                let body = Some(RecordBody { fields, size: size.max(end), alignment });
                let enlarged = self.unit.types.add_record(Record { tag, is_union, body, span });
                Sized { ty: self.unit.types.intern(TypeKind::Record(enlarged)), visible: Some(filling.root) }
            }
            _ => unchanged,
        }
    }

    // `= expression` for a whole object.
    fn fill_whole(&mut self, filling: &mut Filling, place: Place, expr: &ast::Expr) -> Checked<()> {
        let Some((element, length)) = self.array_parts(place.ty) else {
            let value = self.value(expr)?;
            return self.fill_value(filling, place, value);
        };
        if let ast::ExprKind::String { units, encoding } = &expr.kind {
            return self.fill_string(filling, place, (element, length), units, *encoding, expr.span);
        }
        let operand = self.operand(expr)?;
        // GNU: a compound literal may initialize an array of its type.
        if filling.lifetime == Lifetime::Static && self.compatible(operand.expr.ty, place.ty) {
            let copied = match operand.expr.kind {
                ExprKind::CompoundLiteral { initializer, .. } => {
                    for part in &initializer.parts {
                        self.static_value(part.value.clone())?;
                    }
                    Some(initializer.parts)
                }
                ExprKind::Variable(variable)
                    if &*self.unit.variables[variable].name == super::postfix::LITERAL_NAME =>
                {
                    self.unit.variables[variable].initializer.clone().map(|initializer| initializer.parts)
                }
                _ => None,
            };
            if let Some(parts) = copied {
                filling.reach = self.unit.types.size_of(operand.expr.ty).unwrap_or(0);
                filling.filled = filling.reach;
                filling.parts.extend(parts);
                return Ok(());
            }
        }
        Err(self.error(expr.span, "an array is initialized by an expression", "write its elements in braces"))
    }

    fn fill_braced(
        &mut self,
        filling: &mut Filling,
        place: Place,
        entries: &[InitializerEntry],
        span: Span,
    ) -> Checked<()> {
        let array = self.array_parts(place.ty);
        let is_aggregate = array.is_some() || self.record_of(place.ty).is_some();
        if self.is_vector(place.ty) {
            for entry in entries {
                self.discard_value(&entry.value);
            }
            let value = unsupported("vector arithmetic", place.ty, span);
            return self.fill_value(filling, place, value);
        }
        if !is_aggregate {
            return self.fill_braced_scalar(filling, place, entries, span);
        }
        if !self.is_complete(place.ty) && !matches!(array, Some((_, ArrayLength::Unknown))) {
            let message = format!("the incomplete type `{}` is initialized", self.spell(place.ty));
            return Err(self.error(span, message, "complete the type first"));
        }
        if let (Some(array), [InitializerEntry { designators, value: ast::Initializer::Expr(expr) }]) = (array, entries)
            && let ast::ExprKind::String { units, encoding } = &expr.kind
            && designators.is_empty()
            && self.is_integer(array.0.ty)
        {
            return self.fill_string(filling, place, array, units, *encoding, expr.span);
        }
        self.clear(filling, place, span);
        let mut frames = vec![Frame { ty: place.ty, offset: place.offset, next: 0 }];
        let mut outcome = Ok(());
        let mut has_warned = false;
        for entry in entries {
            if !entry.designators.is_empty() {
                frames.truncate(1);
                match self.fill_designated(filling, &mut frames, &entry.designators, &entry.value) {
                    Ok(()) => self.advance(&mut frames),
                    Err(Poisoned) => outcome = Err(Poisoned),
                }
                continue;
            }
            while frames.len() > 1 && frames.last().is_some_and(|frame| self.is_exhausted(frame)) {
                frames.pop();
                self.advance(&mut frames);
            }
            if frames.last().is_none_or(|frame| self.is_exhausted(frame)) {
                let at = value_span(&entry.value);
                if !std::mem::replace(&mut has_warned, true) {
                    self.warning(at, "this initializer has more elements than the object", "remove the excess");
                }
                self.discard_value(&entry.value);
                continue;
            }
            if self.fill_entry(filling, &mut frames, &entry.value).is_err() {
                outcome = Err(Poisoned);
            }
            self.advance(&mut frames);
        }
        outcome
    }

    // What cannot be stored is still checked.
    fn discard_value(&mut self, value: &ast::Initializer) {
        match value {
            ast::Initializer::Expr(expr) => {
                let _ = self.without_evaluation(|cx| cx.operand(expr));
            }
            ast::Initializer::List { entries, .. } => {
                for entry in entries {
                    self.discard_value(&entry.value);
                }
            }
        }
    }

    fn fill_braced_scalar(
        &mut self,
        filling: &mut Filling,
        place: Place,
        entries: &[InitializerEntry],
        span: Span,
    ) -> Checked<()> {
        let Some((first, rest)) = entries.split_first() else {
            return Err(self.error(span, "a scalar is initialized by empty braces", "write a value"));
        };
        if !first.designators.is_empty() {
            return Err(self.error(span, "a designator names a part of a scalar", "remove the designator"));
        }
        if let Some(excess) = rest.first() {
            let at = value_span(&excess.value);
            self.warning(at, "this initializer has more elements than the object", "remove the excess");
            for entry in rest {
                self.discard_value(&entry.value);
            }
        }
        match &first.value {
            ast::Initializer::Expr(expr) => {
                let value = self.value(expr)?;
                self.fill_value(filling, place, value)
            }
            ast::Initializer::List { entries, span } => {
                self.warning(*span, "a scalar has more than one pair of braces", "remove the inner braces");
                self.fill_braced_scalar(filling, place, entries, *span)
            }
        }
    }

    // One entry of a list, at the subobject that the frames designate.
    pub(super) fn fill_entry(
        &mut self,
        filling: &mut Filling,
        frames: &mut Vec<Frame>,
        value: &ast::Initializer,
    ) -> Checked<()> {
        let expr = match value {
            ast::Initializer::List { entries, span } => {
                let Some(place) = self.subobject(filling, frames, *span)? else { return Ok(()) };
                return self.fill_braced(filling, place, entries, *span);
            }
            ast::Initializer::Expr(expr) => expr,
        };
        let mut known: Option<Expr> = None;
        loop {
            let Some(place) = self.subobject(filling, frames, expr.span)? else {
                self.warning(expr.span, "this initializer has more elements than the object", "remove the excess");
                return Ok(());
            };
            if let (Some(array), ast::ExprKind::String { units, encoding }) = (self.array_parts(place.ty), &expr.kind)
                && self.is_integer(array.0.ty)
            {
                return self.fill_string(filling, place, array, units, *encoding, expr.span);
            }
            let is_record = self.record_of(place.ty).is_some() && !self.is_vector(place.ty);
            if !is_record && !self.is_array(place.ty) {
                let value = match known {
                    Some(value) => value,
                    None => self.value(expr)?,
                };
                return self.fill_value(filling, place, value);
            }
            if is_record {
                let value = match known.take() {
                    Some(value) => value,
                    None => self.value(expr)?,
                };
                if value.ty == place.ty {
                    return self.fill_value(filling, place, value);
                }
                known = Some(value);
            }
            frames.push(Frame { ty: place.ty, offset: place.offset, next: 0 });
            while frames.len() > 1 && frames.last().is_some_and(|frame| self.is_exhausted(frame)) {
                frames.pop();
                self.advance(frames);
            }
        }
    }

    fn fill_value(&mut self, filling: &mut Filling, place: Place, value: Expr) -> Checked<()> {
        let value = self.assignable(value, place.ty, Role::Initialization)?;
        let end = place.offset.saturating_add(self.unit.types.size_of(place.ty).unwrap_or(0));
        filling.reach = filling.reach.max(end);
        let value = match filling.lifetime {
            Lifetime::Automatic => value,
            Lifetime::Static => {
                if let Some(parts) = self.copied_parts(&value)? {
                    self.clear(filling, place, value.span);
                    filling.filled = filling.filled.max(end);
                    filling.parts.extend(
                        parts.into_iter().map(|part| InitializerPart { offset: part.offset + place.offset, ..part }),
                    );
                    return Ok(());
                }
                self.static_value(value)?
            }
        };
        filling.filled = filling.filled.max(end);
        filling.parts.push(InitializerPart { offset: place.offset, ty: place.ty, bits: place.bits, value });
        Ok(())
    }

    // The parts of a record whose value is known when the program starts: a constant object or a compound literal.
    fn copied_parts(&mut self, value: &Expr) -> Checked<Option<Vec<InitializerPart>>> {
        let ExprKind::Load(place) = &value.kind else { return Ok(None) };
        if self.record_of(value.ty).is_none() {
            return Ok(None);
        }
        let ExprKind::CompoundLiteral { initializer, .. } = &place.kind else {
            return Ok(initial_parts(&self.unit, place));
        };
        let mut parts = Vec::new();
        for part in &initializer.parts {
            let value = self.static_value(part.value.clone())?;
            parts.push(InitializerPart { value, ..part.clone() });
        }
        Ok(Some(parts))
    }

    fn fill_string(
        &mut self,
        filling: &mut Filling,
        place: Place,
        (element, length): (Qualified, ArrayLength),
        units: &[u32],
        encoding: Encoding,
        span: Span,
    ) -> Checked<()> {
        let character = self.character_type(encoding);
        let is_char = |kind: &TypeKind| {
            matches!(kind, TypeKind::Int(IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar))
        };
        let fits = if is_char(self.kind(character)) {
            is_char(self.kind(element.ty))
        } else {
            self.is_integer(element.ty) && self.unit.types.size_of(element.ty) == self.unit.types.size_of(character)
        };
        if !fits {
            let message = format!("a string initializes an array of `{}`", self.spell(element.ty));
            return Err(self.error(span, message, "use an array of the string's characters"));
        }
        let mut stored: Vec<u32> = units.iter().copied().chain([0]).collect();
        if let ArrayLength::Fixed(count) = length {
            if (units.len() as u64) > count {
                self.warning(span, "this string is longer than the array", "make the array longer");
            }
            stored.truncate(usize::try_from(count).unwrap_or(usize::MAX));
        }
        self.clear(filling, place, span);
        let size = self.unit.types.size_of(element.ty).unwrap_or(1);
        filling.reach = filling.reach.max(place.offset.saturating_add(size * stored.len() as u64));
        if let ArrayLength::Fixed(_) = length {
            filling.reach = filling.reach.max(place.offset + self.unit.types.size_of(place.ty).unwrap_or(0));
        }
        if stored.is_empty() {
            return Ok(());
        }
        let stored_length = stored.len() as u64;
        let ty = self.array(Qualified::plain(element.ty), ArrayLength::Fixed(stored_length));
        let string = self.unit.strings.push(StringLiteral { ty, units: stored.into(), span });
        let literal = Expr { kind: ExprKind::String(string), ty, span };
        let value = Expr { kind: ExprKind::Load(Box::new(literal)), ty, span };
        filling.filled = filling.filled.max(place.offset.saturating_add(size * stored_length));
        filling.parts.push(InitializerPart { offset: place.offset, ty, bits: None, value });
        Ok(())
    }

    pub(super) fn is_exhausted(&self, frame: &Frame) -> bool {
        match self.kind(frame.ty) {
            TypeKind::Array { length: ArrayLength::Fixed(count), .. } => frame.next >= *count,
            TypeKind::Array { .. } => false,
            TypeKind::Record(record) => {
                let fields = self.unit.types.record(*record).body.as_ref().map_or(0, |body| body.fields.len());
                frame.next >= fields as u64
            }
            _ => true,
        }
    }

    // Past the subobject just initialized; of a union only one is.
    fn advance(&self, frames: &mut [Frame]) {
        if let Some(frame) = frames.last_mut() {
            let is_union = self.record_of(frame.ty).is_some_and(|record| self.unit.types.record(record).is_union);
            frame.next = if is_union { u64::MAX } else { frame.next.saturating_add(1) };
        }
    }

    // The subobject that the innermost frame has arrived at; `None` if there is none left.
    pub(super) fn subobject(&mut self, filling: &mut Filling, frames: &[Frame], span: Span) -> Checked<Option<Place>> {
        let Some(frame) = frames.last() else { return Ok(None) };
        if self.is_exhausted(frame) {
            return Ok(None);
        }
        let place = match self.kind(frame.ty).clone() {
            TypeKind::Array { element, .. } => {
                let size = self.unit.types.size_of(element.ty).unwrap_or(0);
                let offset = frame.offset.saturating_add(frame.next.saturating_mul(size));
                filling.reach = filling.reach.max(offset.saturating_add(size));
                Place { ty: element.ty, offset, bits: None }
            }
            TypeKind::Record(record) => {
                let known = self.unit.types.record(record);
                let field = known.body.as_ref().and_then(|body| body.fields.get(frame.next as usize));
                let Some(field) = field else { return Ok(None) };
                let place =
                    Place { ty: field.ty.ty, offset: frame.offset.saturating_add(field.offset), bits: field.bits };
                if known.is_union {
                    let union = Place { ty: frame.ty, offset: frame.offset, bits: None };
                    self.choose_member(filling, union, record, frame.next, span);
                }
                place
            }
            _ => return Ok(None),
        };
        if matches!(self.array_parts(place.ty), Some((_, ArrayLength::Unknown))) {
            let is_outermost = frame.ty == filling.root && frame.offset == 0;
            if !is_outermost || filling.lifetime == Lifetime::Automatic {
                return Err(self.error(
                    span,
                    "a flexible array member is initialized here",
                    "initialize it only in a static object of its struct's own type",
                ));
            }
            filling.fills_flexible = true;
        }
        Ok(Some(place))
    }
}

pub(super) fn value_span(value: &ast::Initializer) -> Span {
    match value {
        ast::Initializer::Expr(expr) => expr.span,
        ast::Initializer::List { span, .. } => *span,
    }
}
