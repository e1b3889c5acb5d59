//! The initial state of a program.

use raddle_logic::sort::Sort;
use raddle_logic::term::{Term, Terms};
use raddle_program::syntax::{InitialValue, Program};

use crate::symbolic::layout::{Cells, Layout, NUMBER, Slot, TAG, WILD, is_pointer, tag_of_procedure, zero_of};

/// Gives the pointers of a context indeterminate initial values.
pub fn wild_pointers(terms: &mut Terms, layout: &Layout, context: usize, state: &mut [Term]) {
    for (slot, data) in layout.slots.iter().enumerate() {
        if data.context == Some(context) && data.sort == Sort::BitVec(TAG + 64) {
            let (tag, bits) = (terms.number(TAG, WILD), terms.fresh("any", Sort::BitVec(64)));
            state[slot] = terms.concat(tag, bits);
        }
    }
}

/// The initial values of globals, also of each thread's thread-local globals.
pub fn globals(terms: &mut Terms, program: &Program, layout: &mut Layout, state: &mut [Term]) {
    for (global, data) in program.globals.iter() {
        for object in layout.objects_of(global) {
            let Some(cells) = layout.objects[object].cells.clone() else { continue };
            let slots: Vec<Slot> = match &cells {
                Cells::Listed(cells) => cells.iter().map(|cell| cell.2).collect(),
                Cells::Array { slot, .. } => vec![*slot],
            };
            for slot in slots {
                let sort = layout.slots[slot].sort;
                if !data.is_external {
                    state[slot] = zero_of(terms, sort);
                } else if sort == Sort::BitVec(TAG + 64) {
                    let (tag, bits) = (terms.number(TAG, WILD), terms.fresh("any", Sort::BitVec(64)));
                    state[slot] = terms.concat(tag, bits);
                }
            }
            for part in &data.initial {
                let value = match part.value {
                    InitialValue::Integer(number) if is_pointer(program, part.ty) => {
                        let (tag, bits) = (terms.number(TAG, NUMBER), terms.number(64, number as u128));
                        terms.concat(tag, bits)
                    }
                    InitialValue::Integer(number) => {
                        let bits = program.types.scalar_shape(part.ty).map_or(8, |(bits, _)| bits);
                        terms.number(bits, number as u128)
                    }
                    InitialValue::Address(target, offset) => {
                        let tag = terms.number(TAG, layout.globals[&target] as u128 + 1);
                        let bits = terms.number(64, i128::from(offset) as u128);
                        terms.concat(tag, bits)
                    }
                    InitialValue::Procedure(procedure) => {
                        let (tag, zero) = (terms.number(TAG, tag_of_procedure(procedure)), terms.number(64, 0));
                        terms.concat(tag, zero)
                    }
                };
                let sort = terms.sort(value);
                let is_placed = match &cells {
                    Cells::Listed(cells) => match cells.iter().find(|cell| cell.0 == part.offset) {
                        Some(&(_, _, slot)) if layout.slots[slot].sort == sort => {
                            state[slot] = value;
                            true
                        }
                        Some(_) | None => false,
                    },
                    Cells::Array { bytes, slot, .. } => {
                        let fits = part.offset % bytes == 0
                            && matches!(layout.slots[*slot].sort, Sort::Array { element, .. } if sort == Sort::BitVec(element));
                        if fits {
                            let index = terms.number(32, u128::from(part.offset / bytes));
                            state[*slot] = terms.store(state[*slot], index, value);
                        }
                        fits
                    }
                };
                if !is_placed {
                    // A value that has no cell makes the whole object unsupported; each access to it then reports that.
                    layout.objects[object].cells = None;
                }
            }
        }
    }
}
