//! Random places and expressions of a given type.

use raddle_program::builder::{
    address_of, binary, bit_location, cast, conditional, deref, field, field_of, global_place, index, integer,
    local_place, read, unary,
};
use raddle_program::footprint::{is_bit_field, is_listed, root};
use raddle_program::syntax::{BinaryOperator, Expr, ExprKind, Place, PlaceKind, ProcedureId, UnaryOperator};
use raddle_program::types::{ArrayLength, TypeId, TypeKind};

use super::Random;
use super::statements::Writer;

impl Writer<'_> {
    /// An expression of a machine integer or pointer type. It makes a listed access only where one is left.
    pub fn value(&mut self, random: &mut Random, ty: TypeId, depth: u32, listed: &mut bool) -> Expr {
        let is_pointer = matches!(self.program.types.kind(ty), TypeKind::Pointer(_));
        let is_int = matches!(self.program.types.kind(ty), TypeKind::Int(_));
        if depth == 0 || random.one_in(4) {
            if random.one_in(3) {
                return self.constant(random, ty);
            }
            return match self.place(random, ty, 1, listed) {
                Some(place) => read(place),
                None => self.constant(random, ty),
            };
        }
        let depth = depth - 1;
        match random.below(7) {
            0 | 1 if is_int => {
                let operator = random.pick(&BinaryOperator::ALL);
                if operator.is_comparison() {
                    if ty != self.palette.int {
                        return self.constant(random, ty);
                    }
                    let of = random.pick(&self.palette.integers.clone());
                    let left = self.value(random, of, depth, listed);
                    let right = self.value(random, of, depth, listed);
                    return binary(&mut self.program.types, operator, left, right);
                }
                let left = self.value(random, ty, depth, listed);
                let of = if operator.is_shift() { random.pick(&self.palette.integers.clone()) } else { ty };
                let right = self.value(random, of, depth, listed);
                binary(&mut self.program.types, operator, left, right)
            }
            2 if is_int => {
                let operator = random.pick(&UnaryOperator::ALL);
                if operator == UnaryOperator::LogicalNot && ty != self.palette.int {
                    return self.constant(random, ty);
                }
                let operand = self.value(random, ty, depth, listed);
                unary(&mut self.program.types, operator, operand)
            }
            3 => {
                let from = if is_pointer { &self.palette.pointers } else { &self.palette.integers };
                let from = random.pick(from);
                let operand = self.value(random, from, depth, listed);
                cast(operand, ty)
            }
            4 => {
                let mut none = false;
                let condition = self.value(random, self.palette.int, depth, listed);
                let then = self.value(random, ty, depth, &mut none);
                let otherwise = self.value(random, ty, depth, &mut none);
                conditional(condition, then, otherwise)
            }
            5 if is_pointer => self.pointer(random, ty, depth, listed),
            5 if ty == self.palette.difference => {
                let left = Box::new(self.value(random, self.palette.void_pointer, depth, listed));
                let right = Box::new(self.value(random, self.palette.void_pointer, depth, listed));
                Expr { kind: ExprKind::PointerDifference { left, right, element: 1 + random.below(8) as u64 }, ty }
            }
            6 if ty == self.palette.size => {
                let mut none = false;
                let pointer = self.value(random, self.palette.void_pointer, depth, &mut none);
                Expr { kind: ExprKind::AllocationSize(Box::new(pointer), raddle_program::syntax::Region::Heap), ty }
            }
            6 if ty == self.palette.thread_id => Expr { kind: ExprKind::SelfId, ty },
            _ => self.constant(random, ty),
        }
    }

    fn pointer(&mut self, random: &mut Random, ty: TypeId, depth: u32, listed: &mut bool) -> Expr {
        if ty == self.palette.start {
            return Expr { kind: ExprKind::Procedure(random.pick(&self.workers)), ty };
        }
        let TypeKind::Pointer(target) = *self.program.types.kind(ty) else { panic!("a pointer type was asked for") };
        if random.one_in(2)
            && target.qualifiers == Default::default()
            && let Some(place) = self.place(random, target.ty, 1, listed)
        {
            let is_register =
                matches!(root(&place).kind, PlaceKind::Local(local) if self.procedure.locals[local].is_register);
            if !is_register && !is_bit_field(&self.program.types, &place) {
                return address_of(&mut self.program.types, place);
            }
        }
        let pointer = Box::new(self.value(random, ty, depth, listed));
        let of = random.pick(&self.palette.integers);
        let index = Box::new(self.value(random, of, depth, listed));
        let element = self.program.types.size_of(target.ty).unwrap_or(1);
        let is_subtraction = random.one_in(3);
        Expr { kind: ExprKind::PointerAdd { pointer, index, element, is_subtraction }, ty }
    }

    /// A number of a type, often at the end of its range.
    pub fn constant(&mut self, random: &mut Random, ty: TypeId) -> Expr {
        let value = match self.program.types.kind(ty) {
            TypeKind::Bool => random.below(2) as i128,
            TypeKind::Pointer(_) => random.pick(&[0, 0, 4096]),
            _ => {
                let (bits, is_signed) =
                    self.program.types.integer_shape(ty).expect("constants are of machine integers");
                let greatest = if bits == 128 { i128::MAX } else { (1 << (bits - u32::from(is_signed))) - 1 };
                let least = if is_signed { -greatest - 1 } else { 0 };
                random.pick(&[0, 1, 2, 7, greatest, least])
            }
        };
        integer(value, ty)
    }

    /// A place of a type, if there is one that may still be accessed.
    pub fn place(&mut self, random: &mut Random, ty: TypeId, depth: u32, listed: &mut bool) -> Option<Place> {
        let mut places: Vec<Place> = Vec::new();
        for local in self.procedure.locals.ids() {
            self.parts(random, local_place(&self.procedure, local), ty, depth, &mut places);
        }
        for global in self.program.globals.ids() {
            self.parts(random, global_place(&self.program.globals, global), ty, depth, &mut places);
        }
        for local in self.procedure.locals.ids() {
            let place = local_place(&self.procedure, local);
            let is_usable = match self.program.types.kind(place.ty) {
                TypeKind::Pointer(target) => {
                    !matches!(self.program.types.kind(target.ty), TypeKind::Void | TypeKind::Function(_))
                }
                _ => false,
            };
            if is_usable && !is_listed(&self.procedure, &place) {
                let target = deref(&self.program.types, read(place));
                self.parts(random, target, ty, depth, &mut places);
            }
        }
        places.retain(|place| *listed || !is_listed(&self.procedure, place));
        if places.is_empty() {
            return None;
        }
        let place = random.pick(&places);
        if is_listed(&self.procedure, &place) {
            *listed = false;
        }
        Some(place)
    }

    /// The parts of a place that have a type.
    fn parts(&mut self, random: &mut Random, place: Place, ty: TypeId, depth: u32, places: &mut Vec<Place>) {
        if place.ty == ty {
            places.push(place.clone());
        }
        if depth == 0 {
            return;
        }
        match self.program.types.kind(place.ty).clone() {
            TypeKind::Record(_) => {
                let mut number = 0;
                while let Some(member) = field_of(&self.program.types, place.ty, number) {
                    let is_bits = member.bits.is_some();
                    let part = field(&self.program.types, place.clone(), number);
                    if is_bits {
                        let location = bit_location(&mut self.program.types, part.clone());
                        if location.ty == ty {
                            places.push(location);
                        }
                    }
                    self.parts(random, part, ty, depth - 1, places);
                    number += 1;
                }
            }
            TypeKind::Array { length: ArrayLength::Fixed(length), .. } => {
                let registers: Vec<_> = (self.procedure.locals.iter())
                    .filter(|(_, local)| local.is_register && self.palette.integers.contains(&local.ty))
                    .map(|(id, _)| id)
                    .collect();
                let at = match random.below(2) {
                    0 => read(local_place(&self.procedure, random.pick(&registers))),
                    _ => integer(random.below(length as usize) as i128, self.palette.int),
                };
                let part = index(&self.program.types, place, at);
                self.parts(random, part, ty, depth - 1, places);
            }
            _ => {}
        }
    }

    /// A procedure that threads may run.
    pub fn worker(&mut self, random: &mut Random) -> ProcedureId {
        random.pick(&self.workers)
    }
}
