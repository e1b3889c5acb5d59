//! Inputs: what the environment chooses and writes. `rand`, `getchar`, `scanf`, `fgets`, `read` (C11 7.21, 7.22, POSIX).

use raddle_program::builder::{integer, read};
use raddle_program::syntax::{BinaryOperator, Effect, Expr, ExprKind, Statement};
use raddle_program::types::{IntKind, TypeId, TypeKind};

use super::{Model, Row, row};
use crate::lower::{LibraryCall, Operand, ProcedureLowering};

pub(super) const ROWS: &[Row] = &[
    row("rand", 0, Model::Code(random)),
    row("random", 0, Model::Code(random)),
    row("rand_r", 1, Model::Code(random_with_seed)),
    row("srand", 1, Model::Constant(0)),
    row("srandom", 1, Model::Constant(0)),
    row("getchar", 0, Model::Code(character)),
    row("fgetc", 1, Model::Code(character)),
    row("getc", 1, Model::Code(character)),
    row("scanf", 1, Model::Code(scan)),
    row("fscanf", 2, Model::Code(scan_file)),
    row("fgets", 3, Model::Code(line)),
    row("read", 3, Model::Code(read_bytes)),
];

const RAND_MAX: i128 = 2_147_483_647;

/// An input between two numbers, if it is used.
fn between(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    ty: TypeId,
    low: i128,
    high: i128,
) -> Operand {
    super::discard_all(cx, operands);
    if !call.is_used(cx) {
        return call.nothing(cx);
    }
    let value = cx.input(call, ty, low, high);
    call.result(cx, value)
}

fn random(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let kind = if call.name.ends_with("random") { IntKind::Long } else { IntKind::Int };
    let ty = cx.cx.types.int(kind);
    between(cx, call, operands, ty, 0, RAND_MAX)
}

fn character(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let int = cx.cx.int();
    between(cx, call, operands, int, -1, 255)
}

/// The seed is read and becomes any other one.
fn random_with_seed(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int) = (cx.cx.void_pointer(), cx.cx.int());
    let unsigned = cx.cx.types.int(IntKind::UnsignedInt);
    let [seed] = cx.settled_as(operands, [pointer]);
    let seed = cx.target(seed, unsigned);
    cx.loaded(seed.clone(), call.span);
    let next = cx.any_input(call.name, unsigned, call.span);
    cx.set(&seed, next, call.span);
    between(cx, call, Vec::new(), int, 0, RAND_MAX)
}

fn scan(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    scanned(cx, call, operands, 0)
}

fn scan_file(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    scanned(cx, call, operands, 1)
}

/// Reads by a format: so many of the targets get a value, in order, as the result says.
fn scanned(
    cx: &mut ProcedureLowering<'_, '_>,
    call: &LibraryCall<'_>,
    operands: Vec<Operand>,
    format: usize,
) -> Operand {
    let values = cx.all_settled(operands);
    let text = call.arguments.get(format).map(|format| super::verifier::literal(cx, format));
    let targets = values.get(format + 1..).unwrap_or(&[]).to_vec();
    let types: Option<Vec<TypeId>> = targets.iter().map(|target| scalar_target(cx, target)).collect();
    let stored = text.filter(|text| !text.is_empty()).and_then(|text| assignments(&text));
    let (Some(types), Some(stored)) = (types, stored) else {
        cx.unsupported(format!("a call of {} with this format", call.name), call.span);
        return call.nothing(cx);
    };
    if stored.len() > targets.len() {
        cx.unsupported(format!("a call of {} with too few arguments", call.name), call.span);
        return call.nothing(cx);
    }
    let int = cx.cx.int();
    let count = cx.input(call, int, -1, stored.len() as i128);
    for (position, ((target, ty), stored)) in targets.into_iter().zip(types).zip(stored).enumerate() {
        let is_assigned = cx.calculation(BinaryOperator::Greater, count.clone(), integer(position as i128, int));
        cx.when(is_assigned, call.span, |cx| {
            let width = match stored {
                Stored::Number(width) => width,
                Stored::Text(width) => return scanned_text(cx, call, &target, width),
            };
            let value = cx.any_input(call.name, ty, call.span);
            if let Some(width) = width.filter(|_| ty == int) {
                let (low, high) = (1 - 10i128.pow(width - 1), 10i128.pow(width) - 1);
                let is_possible = cx.is_within(value.clone(), low, high);
                cx.emit(Effect::Assume(is_possible), call.span);
            }
            let place = cx.target(target, ty);
            cx.set(&place, value, call.span);
        });
    }
    call.result(cx, count)
}

/// Stores a word of at most so many characters, and a zero.
fn scanned_text(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, buffer: &Expr, width: u32) {
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let length = cx.input(call, long, 1, width.into());
    super::effects::fill(cx, call, buffer, &length, |cx| {
        let character = cx.input(call, char, 1, 255);
        let is_control = cx.is_within(character.clone(), 9, 13);
        let is_blank = cx.is_number(character.clone(), 32);
        let is_space = cx.or(is_control, is_blank);
        let is_wanted = cx.is_number(is_space, 0);
        cx.emit(Effect::Assume(is_wanted), call.span);
        character
    });
    let end = cx.byte(buffer, length);
    cx.set(&end, integer(0, char), call.span);
}

/// The scalar type that a pointer points to.
fn scalar_target(cx: &ProcedureLowering<'_, '_>, pointer: &Expr) -> Option<TypeId> {
    let TypeKind::Pointer(target) = cx.cx.types.kind(pointer.ty) else { return None };
    cx.cx.types.integer_shape(target.ty).map(|_| target.ty)
}

/// What a conversion stores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stored {
    /// A number, and the width that limits its value, if one does.
    Number(Option<u32>),
    /// A word of at most so many characters.
    Text(u32),
}

/// What each conversion of a format of integers, characters, pointers and words stores; `None` if the format holds anything else. A width
/// limits `%d` and `%i`, and `%s` must have one; with other conversions it is unsupported.
fn assignments(format: &str) -> Option<Vec<Stored>> {
    let mut targets = Vec::new();
    let mut rest = format.chars().peekable();
    while let Some(char) = rest.next() {
        if char != '%' {
            continue;
        }
        if rest.next_if_eq(&'%').is_some() {
            continue;
        }
        let is_assigned = rest.next_if_eq(&'*').is_none();
        let mut width = None;
        while let Some(digit) = rest.peek().and_then(|char| char.to_digit(10)) {
            width = Some(width.unwrap_or(0u32).saturating_mul(10).saturating_add(digit));
            rest.next();
        }
        let mut length = String::new();
        while let Some(letter) = rest.next_if(|char| "hlzjt".contains(*char)) {
            length.push(letter);
        }
        let conversion = rest.next()?;
        let is_known = match conversion {
            's' => length.is_empty() && width.is_some_and(|width| width > 0),
            'd' | 'i' => width != Some(0),
            'u' | 'x' | 'X' | 'o' | 'p' | 'c' => width.is_none(),
            _ => false,
        };
        if !is_known || !matches!(length.as_str(), "" | "hh" | "h" | "ll" | "l" | "z" | "j" | "t") {
            return None;
        }
        if is_assigned {
            targets.push(match (conversion, width) {
                ('s', Some(width)) => Stored::Text(width),
                _ => Stored::Number(width.filter(|width| length.is_empty() && *width <= 9)),
            });
        }
    }
    Some(targets)
}

/// `fgets(buffer, size, stream)`: characters up to the end of the line, of the file or of the buffer, and a 0. Room for the 0 alone gets it.
fn line(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let char = cx.cx.types.int(IntKind::UnsignedChar);
    let [buffer, size] = cx.settled_as(operands, [pointer, int]);
    let counter = cx.kept(integer(0, int), span);
    cx.forever(span, |cx| {
        let next = cx.incremented(read(counter.clone()));
        let is_full = cx.calculation(BinaryOperator::GreaterEqual, next.clone(), size.clone());
        cx.leave_if(is_full, span);
        let found = cx.input(call, int, -1, 255);
        let is_over = cx.less(found.clone(), integer(0, int));
        cx.leave_if(is_over, span);
        let place = cx.byte(&buffer, read(counter.clone()));
        cx.set(&place, found.clone(), span);
        cx.set(&counter, next, span);
        let is_line = cx.is_number(found, 10);
        cx.leave_if(is_line, span);
    });
    let result = cx.kept(integer(0, pointer), span);
    let is_text = match size.kind {
        ExprKind::Integer(1) => cx.number(1),
        ExprKind::Integer(_) => read(counter.clone()),
        _ => {
            let has_room_for_zero = cx.is_number(size, 1);
            cx.or(read(counter.clone()), has_room_for_zero)
        }
    };
    cx.when(is_text, span, |cx| {
        let place = cx.byte(&buffer, read(counter));
        cx.set(&place, integer(0, char), span);
        cx.set(&result, buffer, span);
    });
    cx.pointer_result(call, read(result))
}

/// `read(file, buffer, size)`: any number of bytes, each any.
fn read_bytes(cx: &mut ProcedureLowering<'_, '_>, call: &LibraryCall<'_>, operands: Vec<Operand>) -> Operand {
    let (pointer, int, span) = (cx.cx.void_pointer(), cx.cx.int(), call.span);
    let (long, char) = (cx.cx.types.int(IntKind::Long), cx.cx.types.int(IntKind::UnsignedChar));
    let size_type = cx.cx.size_type();
    let [_, buffer, size] = cx.settled_as(operands, [int, pointer, size_type]);
    let size = super::effects::capacity(cx, size);
    let count = cx.any_input(call.name, long, span);
    let is_positive = cx.calculation(BinaryOperator::GreaterEqual, count.clone(), integer(-1, long));
    let fits = cx.calculation(BinaryOperator::LessEqual, count.clone(), size);
    let is_wanted = cx.and(is_positive, fits);
    cx.emit(Effect::Assume(is_wanted), span);
    let counter = cx.kept(integer(0, long), span);
    cx.forever(span, |cx| {
        let is_over = cx.calculation(BinaryOperator::GreaterEqual, read(counter.clone()), count.clone());
        cx.when(is_over, span, |cx| cx.block.push(Statement::Break));
        let value = cx.any_input(call.name, char, span);
        let place = cx.byte(&buffer, read(counter.clone()));
        cx.set(&place, value, span);
        cx.count(&counter, span);
    });
    call.result(cx, count)
}

#[cfg(test)]
mod tests {
    use super::Stored::{Number, Text};
    use super::assignments;

    #[test]
    fn formats_are_counted_or_refused() {
        for (format, count) in [
            ("%d", Some(vec![Number(None)])),
            ("%d %*d %ld", Some(vec![Number(None), Number(None)])),
            (" %c,%% %2d%hhu%5ld%10i", Some([None, Some(2), None, None, None].map(Number).to_vec())),
            ("%15s%*3s", Some(vec![Text(15)])),
            ("%0s", None),
            ("%3ls", None),
            ("text", Some(Vec::new())),
            ("%s", None),
            ("%5x", None),
            ("%3c", None),
            ("%f", None),
            ("%[a-z]", None),
            ("%n", None),
            ("%", None),
        ] {
            assert_eq!(assignments(format), count, "{format}");
        }
    }
}
