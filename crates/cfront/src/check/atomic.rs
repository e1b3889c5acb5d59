//! `__sync_*`, `__atomic_*` and `__c11_atomic_*`: one row for each operation (GCC manual 6.52, 6.53).
//!
//! They stay `Builtin` with a typed result: the lowering and the reference interpreter know the meaning of each name.

use raddle_program::source::Span;
use raddle_program::types::{Qualified, TypeId, TypeKind};

use super::conversion::Role;
use super::{Checked, Checker};
use crate::ast;
use crate::typed::{Expr, ExprKind};

/// What an operation takes, one letter an argument: `p` the object by pointer, `v` a value of its type, `a` an operand of
/// arithmetic, `r` a pointer to a value of its type, `o` a memory order, `w` a flag, `z` a size, `g` any pointer.
/// After the colon the result: `T` the object's type, `B` `_Bool`, `V` none.
const ROWS: &[(&str, &str)] = &[
    ("pa:T", "__sync_fetch_and_{} __sync_{}_and_fetch"),
    ("pvv:B", "__sync_bool_compare_and_swap"),
    ("pvv:T", "__sync_val_compare_and_swap"),
    ("pv:T", "__sync_lock_test_and_set"),
    ("p:V", "__sync_lock_release"),
    (":V", "__sync_synchronize"),
    ("po:T", "__atomic_load_n __c11_atomic_load"),
    ("pro:V", "__atomic_load __atomic_store"),
    ("pvo:V", "__atomic_store_n __c11_atomic_store"),
    ("pv:V", "__c11_atomic_init"),
    ("pvo:T", "__atomic_exchange_n __c11_atomic_exchange"),
    ("prro:V", "__atomic_exchange"),
    ("prvwoo:B", "__atomic_compare_exchange_n"),
    ("prrwoo:B", "__atomic_compare_exchange"),
    ("prvoo:B", "__c11_atomic_compare_exchange_strong __c11_atomic_compare_exchange_weak"),
    ("pao:T", "__atomic_fetch_{} __atomic_{}_fetch __c11_atomic_fetch_{}"),
    ("go:B", "__atomic_test_and_set"),
    ("go:V", "__atomic_clear"),
    ("o:V", "__atomic_thread_fence __atomic_signal_fence __c11_atomic_thread_fence __c11_atomic_signal_fence"),
    ("zg:B", "__atomic_is_lock_free __atomic_always_lock_free"),
    ("z:B", "__c11_atomic_is_lock_free"),
];

/// `__ATOMIC_SEQ_CST`
const SEQUENTIALLY_CONSISTENT: i128 = 5;

const OPERATIONS: &[&str] = &["add", "sub", "and", "or", "xor", "nand"];

fn row(name: &str) -> Option<&'static str> {
    let matches = |pattern: &str| match pattern.split_once("{}") {
        None => pattern == name,
        Some((before, after)) => name
            .strip_prefix(before)
            .and_then(|rest| rest.strip_suffix(after))
            .is_some_and(|operation| OPERATIONS.contains(&operation)),
    };
    ROWS.iter().find(|(_, patterns)| patterns.split(' ').any(matches)).map(|(row, _)| *row)
}

impl Checker {
    /// A call of an atomic builtin.
    pub(super) fn atomic_call(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        let values = self.values(arguments)?;
        let Some((letters, result)) = row(name).and_then(|row| row.split_once(':')) else {
            self.warning(span, format!("`{name}` is not modelled"), "reaching it makes the verdict UNKNOWN");
            let int = self.int();
            return Ok(super::conversion::unsupported(&format!("`{name}`"), int, span));
        };
        // These two are half fences.
        self.unit.has_weak_orders |= matches!(name, "__sync_lock_test_and_set" | "__sync_lock_release");
        // `__sync_*` may name the objects that it protects, which changes nothing.
        let may_have_more = name.starts_with("__sync_");
        let expected = letters.len();
        if values.len() < expected || (values.len() > expected && !may_have_more) {
            let message = format!("`{name}` takes {expected} arguments, but gets {}", values.len());
            return Err(self.error(span, message, "pass one argument for each parameter"));
        }
        let object = match values.first() {
            Some(pointer) if letters.starts_with('p') => Some(self.atomic_object(name, letters, pointer)?),
            _ => None,
        };
        let mut converted = Vec::new();
        for (position, (letter, value)) in letters.chars().zip(values).enumerate() {
            converted.push(self.atomic_argument(name, position + 1, letter, value, object)?);
        }
        if name.ends_with("_lock_free") {
            return self.lock_free(&converted, span);
        }
        let ty = match result {
            "T" => object.unwrap_or_else(|| self.void()),
            "B" => self.bool(),
            _ => self.void(),
        };
        Ok(self.builtin(name, converted, ty, span))
    }

    // The type of the object that an operation works on.
    fn atomic_object(&mut self, name: &str, letters: &str, pointer: &Expr) -> Checked<TypeId> {
        let target = self.pointee(pointer.ty);
        let is_any = letters.contains('r') && !letters.contains('v');
        let fits = target.is_some_and(|target| match self.kind(target.ty) {
            TypeKind::Int(_) | TypeKind::Pointer(_) => true,
            TypeKind::Bool => !letters.contains('a'),
            TypeKind::Float(_) => is_any || name.starts_with("__c11_") && !letters.contains('a'),
            TypeKind::Record(_) => (is_any || name.starts_with("__c11_")) && self.is_complete(target.ty),
            TypeKind::Void | TypeKind::Complex(_) | TypeKind::Array { .. } | TypeKind::Function(_) => false,
        });
        match target {
            Some(Qualified { ty, .. }) if fits => Ok(ty),
            _ => {
                let message = format!("argument 1 of `{name}` has type `{}`", self.spell(pointer.ty));
                Err(self.error(pointer.span, message, "pass the address of an integer or pointer"))
            }
        }
    }

    fn atomic_argument(
        &mut self,
        name: &str,
        position: usize,
        letter: char,
        value: Expr,
        object: Option<TypeId>,
    ) -> Checked<Expr> {
        let role = Role::Argument(position, Some(name));
        let object = object.unwrap_or_else(|| self.void());
        match letter {
            'p' => Ok(value),
            'v' => self.assignable(value, object, role),
            // Arithmetic on a pointer counts bytes.
            'a' => {
                let ty = if self.is_pointer(object) { self.difference_type() } else { object };
                self.assignable(value, ty, role)
            }
            'r' => {
                if self.pointee(value.ty).is_some_and(|target| self.compatible(target.ty, object)) {
                    return Ok(value);
                }
                let pointer = self.unit.types.pointer_to(object);
                self.assignable(value, pointer, role)
            }
            'z' => {
                let size = self.size_type();
                self.assignable(value, size, role)
            }
            'g' => {
                if self.is_pointer(value.ty) {
                    return Ok(value);
                }
                let pointer = self.void_pointer();
                self.assignable(value, pointer, role)
            }
            'o' => {
                let int = self.int();
                let order = self.assignable(value, int, role)?;
                self.unit.has_weak_orders |= self.known_integer(&order) != Some(SEQUENTIALLY_CONSISTENT);
                Ok(order)
            }
            _ => {
                let int = self.int();
                self.assignable(value, int, role)
            }
        }
    }

    // Objects up to the size of a pointer are lock-free on both machines, and 8 bytes on i386.
    fn lock_free(&mut self, arguments: &[Expr], span: Span) -> Checked<Expr> {
        let size = arguments.first().and_then(|size| self.known_integer(size));
        let bool = self.bool();
        match size {
            Some(size) => {
                let is_free = matches!(size, 1 | 2 | 4 | 8);
                Ok(Expr { kind: ExprKind::Integer(i128::from(is_free)), ty: bool, span })
            }
            None => Ok(super::conversion::unsupported("lock-free query of a computed size", bool, span)),
        }
    }
}
