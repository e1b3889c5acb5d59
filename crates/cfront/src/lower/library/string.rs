//! Strings and memory, character by character: `strlen`, `strcpy`, `strcmp`, `memchr`, ... (C11 7.24).
//!
//! Each is the loop that a textbook would write; every character is read or written by a step of its own, with the span of the
//! call, so that what other threads do meanwhile is seen as it is by the code that a C library has.

use raddle_program::builder::{conditional, integer, local_place, read};
use raddle_program::source::Span;
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, Place, Region};
use raddle_program::types::IntKind;

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("strlen", 1, Model::Code(length)),
    row("strnlen", 2, Model::Code(bounded_length)),
    row("strcpy", 2, Model::Code(copy)),
    row("stpcpy", 2, Model::Code(copy_to_end)),
    row("strncpy", 3, Model::Code(bounded_copy)),
    row("strcat", 2, Model::Code(append)),
    row("strncat", 3, Model::Code(bounded_append)),
    row("strcmp", 2, Model::Code(compare)),
    row("strncmp", 3, Model::Code(bounded_compare)),
    row("strcasecmp", 2, Model::Code(compare_letters)),
    row("strncasecmp", 3, Model::Code(bounded_compare_letters)),
    row("memcmp", 3, Model::Code(compare_memory)),
    row("memchr", 3, Model::Code(find_in_memory)),
    row("strchr", 2, Model::Code(find_first)),
    row("index", 2, Model::Code(find_first)),
    row("strrchr", 2, Model::Code(find_last)),
    row("rindex", 2, Model::Code(find_last)),
    row("strspn", 2, Model::Code(span_of)),
    row("strcspn", 2, Model::Code(span_without)),
    row("strpbrk", 2, Model::Code(find_any)),
    row("strstr", 2, Model::Code(find_string)),
    row("strdup", 1, Model::Code(duplicate)),
];

/// What a search does when it looks at a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    AsTheyAre,
    Lower,
}

impl ProcedureLowering<'_, '_> {
    /// A counter that starts at 0.
    pub(super) fn counter(&mut self, span: Span) -> Place {
        let ty = self.cx.size_type();
        self.kept(integer(0, ty), span)
    }

    /// `counter = counter + 1`
    pub(super) fn count(&mut self, counter: &Place, span: Span) {
        let next = self.incremented(read(counter.clone()));
        self.set(counter, next, span);
    }

    /// `pointer[counter]`, loaded.
    pub(super) fn character(&mut self, pointer: &Expr, counter: &Place, span: Span) -> Expr {
        let place = self.byte(pointer, read(counter.clone()));
        self.loaded(place, span)
    }

    /// `if (!(counter < bound)) break;`
    fn leave_at(&mut self, counter: &Place, bound: &Expr, span: Span) {
        let is_done = self.calculation(BinaryOperator::GreaterEqual, read(counter.clone()), bound.clone());
        self.leave_if(is_done, span);
    }

    /// The number of characters before the 0, in a register.
    pub(super) fn length_of(&mut self, string: &Expr, bound: Option<&Expr>, span: Span) -> Place {
        let counter = self.counter(span);
        self.forever(span, |cx| {
            if let Some(bound) = bound {
                cx.leave_at(&counter, bound, span);
            }
            let found = cx.character(string, &counter, span);
            let is_end = cx.is_number(found, 0);
            cx.leave_if(is_end, span);
            cx.count(&counter, span);
        });
        counter
    }

    /// Copies characters up to the 0, from `target[start]` on. Where the 0 was written, as a number of characters behind
    /// `start`.
    fn copy_string(&mut self, target: &Expr, start: Option<&Place>, origin: &Expr, span: Span) -> Place {
        let counter = self.counter(span);
        self.forever(span, |cx| {
            let found = cx.character(origin, &counter, span);
            let at = match start {
                Some(start) => cx.calculation(BinaryOperator::Add, read(start.clone()), read(counter.clone())),
                None => read(counter.clone()),
            };
            let place = cx.byte(target, at);
            cx.set(&place, found.clone(), span);
            let is_end = cx.is_number(found, 0);
            cx.leave_if(is_end, span);
            cx.count(&counter, span);
        });
        counter
    }

    /// `A` to `Z` as `a` to `z`.
    fn lowered_letter(&mut self, letter: Expr, span: Span) -> Expr {
        let is_upper = self.is_within(letter.clone(), 65, 90);
        let moved = self.calculation(BinaryOperator::Add, letter.clone(), integer(32, letter.ty));
        read(self.kept(conditional(is_upper, moved, letter), span))
    }

    /// -1, 0 or 1, as the first characters that differ say.
    fn compared(
        &mut self,
        left: &Expr,
        right: &Expr,
        bound: Option<&Expr>,
        letters: Letters,
        is_string: bool,
        span: Span,
    ) -> Expr {
        let int = self.cx.int();
        let result = self.kept(integer(0, int), span);
        let counter = self.counter(span);
        self.forever(span, |cx| {
            if let Some(bound) = bound {
                cx.leave_at(&counter, bound, span);
            }
            let mut one = cx.character(left, &counter, span);
            let mut other = cx.character(right, &counter, span);
            if letters == Letters::Lower {
                one = cx.lowered_letter(one, span);
                other = cx.lowered_letter(other, span);
            }
            let is_less = cx.less(one.clone(), other.clone());
            let difference = conditional(is_less, integer(-1, int), integer(1, int));
            let differs = cx.calculation(BinaryOperator::NotEqual, one.clone(), other);
            let (is_first, zero) = (cx.is_number(read(result.clone()), 0), cx.is_number(one, 0));
            let decides = cx.and(differs.clone(), is_first);
            cx.when(decides, span, |cx| cx.set(&result, difference, span));
            if is_string {
                let is_over = cx.or(differs, zero);
                cx.leave_if(is_over, span);
            }
            cx.count(&counter, span);
        });
        read(result)
    }

    /// `pointer + counter` of the call's type, or null.
    fn found_at(&mut self, call: &LibraryCall<'_>, pointer: &Expr, counter: &Place, is_found: &Place) -> Operand {
        let found = self.moved_to(pointer, read(counter.clone()));
        let found = self.convert(found, call.ty);
        let null = integer(0, found.ty);
        let result = conditional(read(is_found.clone()), found, null);
        self.pointer_result(call, result)
    }

    /// `(char *)pointer + index`
    fn moved_to(&mut self, pointer: &Expr, index: Expr) -> Expr {
        let char = self.cx.types.int(IntKind::UnsignedChar);
        let wanted = self.cx.types.pointer_to(char);
        let pointer = self.convert(pointer.clone(), wanted);
        self.moved(pointer, index)
    }

    /// Whether a character is one of a string's, in a register.
    fn is_one_of(&mut self, character: &Expr, set: &Expr, span: Span) -> Place {
        let int = self.cx.int();
        let is_member = self.kept(integer(0, int), span);
        let counter = self.counter(span);
        self.forever(span, |cx| {
            let member = cx.character(set, &counter, span);
            let is_end = cx.is_number(member.clone(), 0);
            cx.leave_if(is_end, span);
            let is_it = cx.is_equal(member, character.clone());
            cx.when(is_it, span, |cx| {
                cx.set(&is_member, integer(1, int), span);
                cx.block.push(raddle_program::syntax::Statement::Break);
            });
            cx.count(&counter, span);
        });
        is_member
    }
}

fn length(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [string] = cx.settled_as(operands, [pointer]);
    let length = cx.length_of(&string, None, call.span);
    call.result(cx, read(length))
}

fn bounded_length(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let [string, bound] = cx.settled_as(operands, [pointer, size]);
    let length = cx.length_of(&string, Some(&bound), call.span);
    call.result(cx, read(length))
}

fn copy(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [target, origin] = cx.settled_as(operands, [pointer; 2]);
    cx.copy_string(&target, None, &origin, call.span);
    cx.pointer_result(call, target)
}

fn copy_to_end(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [target, origin] = cx.settled_as(operands, [pointer; 2]);
    let end = cx.copy_string(&target, None, &origin, call.span);
    let end = cx.moved_to(&target, read(end));
    cx.pointer_result(call, end)
}

fn bounded_copy(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size, int, span) = (cx.cx.void_pointer(), cx.cx.size_type(), cx.cx.int(), call.span);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [target, origin, bound] = cx.settled_as(operands, [pointer, pointer, size]);
    let counter = cx.counter(span);
    let is_over = cx.kept(integer(0, int), span);
    let found = cx.kept(integer(0, char), span);
    cx.forever(span, |cx| {
        cx.leave_at(&counter, &bound, span);
        let goes_on = cx.is_number(read(is_over.clone()), 0);
        cx.when(goes_on, span, |cx| {
            let place = cx.byte(&origin, read(counter.clone()));
            cx.set(&found, read(place), span);
            let is_end = cx.is_number(read(found.clone()), 0);
            cx.set(&is_over, is_end, span);
        });
        let place = cx.byte(&target, read(counter.clone()));
        cx.set(&place, read(found.clone()), span);
        cx.count(&counter, span);
    });
    cx.pointer_result(call, target)
}

fn append(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [target, origin] = cx.settled_as(operands, [pointer; 2]);
    let start = cx.length_of(&target, None, call.span);
    cx.copy_string(&target, Some(&start), &origin, call.span);
    cx.pointer_result(call, target)
}

fn bounded_append(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size, span) = (cx.cx.void_pointer(), cx.cx.size_type(), call.span);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [target, origin, bound] = cx.settled_as(operands, [pointer, pointer, size]);
    let start = cx.length_of(&target, None, span);
    let counter = cx.counter(span);
    cx.forever(span, |cx| {
        cx.leave_at(&counter, &bound, span);
        let found = cx.character(&origin, &counter, span);
        let is_end = cx.is_number(found.clone(), 0);
        cx.leave_if(is_end, span);
        let at = cx.calculation(BinaryOperator::Add, read(start.clone()), read(counter.clone()));
        let place = cx.byte(&target, at);
        cx.set(&place, found, span);
        cx.count(&counter, span);
    });
    let end = cx.calculation(BinaryOperator::Add, read(start), read(counter));
    let place = cx.byte(&target, end);
    cx.set(&place, integer(0, char), span);
    cx.pointer_result(call, target)
}

fn compare(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    compare_strings(cx, call, operands, Letters::AsTheyAre)
}

fn compare_letters(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    compare_strings(cx, call, operands, Letters::Lower)
}

fn compare_strings(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    letters: Letters,
) -> Operand {
    let pointer = cx.cx.void_pointer();
    let [left, right] = cx.settled_as(operands, [pointer; 2]);
    let result = cx.compared(&left, &right, None, letters, true, call.span);
    call.result(cx, result)
}

fn bounded_compare(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    compare_bounded(cx, call, operands, Letters::AsTheyAre, true)
}

fn bounded_compare_letters(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
) -> Operand {
    compare_bounded(cx, call, operands, Letters::Lower, true)
}

/// All characters are read: C11 7.24.4.1 compares the first n, whatever they are.
fn compare_memory(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    compare_bounded(cx, call, operands, Letters::AsTheyAre, false)
}

fn compare_bounded(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    letters: Letters,
    is_string: bool,
) -> Operand {
    let (pointer, size) = (cx.cx.void_pointer(), cx.cx.size_type());
    let [left, right, bound] = cx.settled_as(operands, [pointer, pointer, size]);
    let result = cx.compared(&left, &right, Some(&bound), letters, is_string, call.span);
    call.result(cx, result)
}

fn find_in_memory(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, size, int, span) = (cx.cx.void_pointer(), cx.cx.size_type(), cx.cx.int(), call.span);
    let [memory, wanted, bound] = cx.settled_as(operands, [pointer, int, size]);
    let wanted = as_character(cx, wanted, span);
    let (counter, is_found) = (cx.counter(span), cx.kept(integer(0, int), span));
    cx.forever(span, |cx| {
        cx.leave_at(&counter, &bound, span);
        let found = cx.character(&memory, &counter, span);
        leave_if_found(cx, found, &wanted, &is_found, span);
        cx.count(&counter, span);
    });
    cx.found_at(call, &memory, &counter, &is_found)
}

fn find_first(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let [string, wanted] = cx.settled_as(operands, [pointer, int]);
    let wanted = as_character(cx, wanted, span);
    let (counter, is_found) = (cx.counter(span), cx.kept(integer(0, int), span));
    cx.forever(span, |cx| {
        let found = cx.character(&string, &counter, span);
        leave_if_found(cx, found.clone(), &wanted, &is_found, span);
        let is_end = cx.is_number(found, 0);
        cx.leave_if(is_end, span);
        cx.count(&counter, span);
    });
    cx.found_at(call, &string, &counter, &is_found)
}

fn find_last(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let [string, wanted] = cx.settled_as(operands, [pointer, int]);
    let wanted = as_character(cx, wanted, span);
    let (counter, last) = (cx.counter(span), cx.counter(span));
    let is_found = cx.kept(integer(0, int), span);
    cx.forever(span, |cx| {
        let found = cx.character(&string, &counter, span);
        let is_it = cx.is_equal(found.clone(), wanted.clone());
        cx.when(is_it, span, |cx| {
            cx.set(&is_found, integer(1, int), span);
            cx.set(&last, read(counter.clone()), span);
        });
        let is_end = cx.is_number(found, 0);
        cx.leave_if(is_end, span);
        cx.count(&counter, span);
    });
    cx.found_at(call, &string, &last, &is_found)
}

/// `(unsigned char)wanted`
fn as_character(cx: &mut ProcedureLowering<'_, '_>, wanted: Expr, span: Span) -> Expr {
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let wanted = cx.convert(wanted, char);
    match wanted.kind {
        ExprKind::Integer(_) => wanted,
        _ => read(cx.kept(wanted, span)),
    }
}

fn leave_if_found(cx: &mut ProcedureLowering<'_, '_>, found: Expr, wanted: &Expr, is_found: &Place, span: Span) {
    let is_it = cx.is_equal(found, wanted.clone());
    cx.when(is_it, span, |cx| {
        let one = integer(1, is_found.ty);
        cx.set(is_found, one, span);
        cx.block.push(raddle_program::syntax::Statement::Break);
    });
}

fn span_of(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (_, counter, _) = scan(cx, call, operands, false);
    call.result(cx, read(counter))
}

fn span_without(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (_, counter, _) = scan(cx, call, operands, true);
    call.result(cx, read(counter))
}

fn find_any(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (string, counter, is_found) = scan(cx, call, operands, true);
    cx.found_at(call, &string, &counter, &is_found)
}

/// Goes through a string up to the first character that is (or is not) one of a set. The string, where it stopped, and
/// whether there was such a character.
fn scan(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    stops_at_members: bool,
) -> (Expr, Place, Place) {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let [string, set] = cx.settled_as(operands, [pointer; 2]);
    let (counter, is_found) = (cx.counter(span), cx.kept(integer(0, int), span));
    cx.forever(span, |cx| {
        let found = cx.character(&string, &counter, span);
        let is_end = cx.is_number(found.clone(), 0);
        cx.leave_if(is_end, span);
        let is_member = cx.is_one_of(&found, &set, span);
        let stops = cx.is_number(read(is_member), i128::from(stops_at_members));
        cx.when(stops, span, |cx| {
            cx.set(&is_found, integer(1, int), span);
            cx.block.push(raddle_program::syntax::Statement::Break);
        });
        cx.count(&counter, span);
    });
    (string, counter, is_found)
}

fn find_string(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let [string, wanted] = cx.settled_as(operands, [pointer; 2]);
    let counter = cx.counter(span);
    // 0 while it goes on, 1 if it was found, 2 if it is not there.
    let state = cx.kept(integer(0, int), span);
    let inner = cx.counter(span);
    cx.forever(span, |cx| {
        let size = inner.ty;
        cx.set(&inner, integer(0, size), span);
        cx.forever(span, |cx| {
            let part = cx.character(&wanted, &inner, span);
            let is_end = cx.is_number(part.clone(), 0);
            cx.when(is_end, span, |cx| {
                cx.set(&state, integer(1, int), span);
                cx.block.push(raddle_program::syntax::Statement::Break);
            });
            let at = cx.calculation(BinaryOperator::Add, read(counter.clone()), read(inner.clone()));
            let place = cx.byte(&string, at);
            let found = cx.loaded(place, span);
            let differs = cx.calculation(BinaryOperator::NotEqual, found.clone(), part);
            cx.when(differs, span, |cx| {
                let is_over = cx.is_number(found, 0);
                cx.when(is_over, span, |cx| cx.set(&state, integer(2, int), span));
                cx.block.push(raddle_program::syntax::Statement::Break);
            });
            cx.count(&inner, span);
        });
        cx.leave_if(read(state.clone()), span);
        cx.count(&counter, span);
    });
    let is_found = cx.is_number(read(state), 1);
    let is_found = cx.kept(is_found, span);
    cx.found_at(call, &string, &counter, &is_found)
}

fn duplicate(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, span) = (cx.cx.void_pointer(), call.span);
    let [string] = cx.settled_as(operands, [pointer]);
    let length = cx.length_of(&string, None, span);
    let size = cx.incremented(read(length));
    let target = cx.temporary(pointer);
    cx.emit(Effect::Allocate { target, size, is_zeroed: false, region: Region::Heap }, span);
    let target = read(local_place(&cx.procedure, target));
    cx.copy_string(&target, None, &string, span);
    cx.pointer_result(call, target)
}
