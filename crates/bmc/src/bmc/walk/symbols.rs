//! The values that symbols of the semantics have in the model.
//!
//! The semantics makes a symbol of an indeterminate value when a step uses it; the unwinding makes a variable of the
//! register or of the bytes. Both are matched by their location.

use raddle_logic::term::Term;
use raddle_program::entity::Entity;
use raddle_program::semantics::{Content, Interval, SymbolId, Value};
use raddle_program::syntax::{Effect, Expr, ExprKind, LocalId, Place, PlaceKind};

use super::Walk;
use crate::unwind::InstanceId;
use crate::unwind::event::CellKey;

/// Where the symbols of a step may come from.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    /// The step reads an input. Its register may have been indeterminate before.
    pub(super) is_input: bool,
    /// The register that the step writes.
    written: Option<LocalId>,
    /// The register whose value the step returns.
    returned: Option<InstanceId>,
}

/// Bits of a variable that say which value something indeterminate has.
struct Owner {
    term: Term,
    low: u32,
    width: u32,
}

impl Walk<'_, '_> {
    /// Gives a symbol the value that the model has for it.
    pub(super) fn settle(
        &mut self,
        number: u32,
        symbol: SymbolId,
        origin: Origin,
        chosen: &mut impl Iterator<Item = Term>,
    ) {
        let interval = self.state.symbols[symbol];
        if interval.low == interval.high {
            return;
        }
        let owner = if origin.is_input { None } else { self.owner(number, symbol, origin) };
        let Some(Owner { term, low, width }) = owner.or_else(|| Some(self.whole(chosen.next()?))) else {
            // Nothing in the model depends on it.
            self.state.symbols[symbol] = Interval::point(interval.low);
            return;
        };
        let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
        let bits = self.model.number(term) >> low & mask;
        let unsigned = bits as i128;
        let signed = if width < 128 && bits >> (width - 1) & 1 == 1 { unsigned - (1i128 << width) } else { unsigned };
        let value = [unsigned, signed].into_iter().find(|&value| interval.contains(value));
        self.state.symbols[symbol] = Interval::point(value.unwrap_or(interval.low));
    }

    fn whole(&self, term: Term) -> Owner {
        Owner { term, low: 0, width: self.unwinding.pool.width(term) }
    }

    /// Where the symbols of a step may come from.
    pub(super) fn origin(&self, number: u32, effect: &Effect) -> Origin {
        let local = |place: &Place| match place.kind {
            PlaceKind::Local(local) => Some(local),
            _ => None,
        };
        let mut origin = Origin { is_input: false, written: None, returned: None };
        match effect {
            Effect::Input { .. } | Effect::External { .. } => origin.is_input = true,
            Effect::Assign { target, .. } => origin.written = local(target),
            Effect::Return(Some(Expr { kind: ExprKind::Read(place), .. })) => {
                let instances = self.cursors[number as usize].frames.last();
                origin.returned = local(place).zip(instances).and_then(|(local, it)| it.get(&local).copied());
            }
            _ => {}
        }
        origin
    }

    /// The variable of an indeterminate register or object that has become a symbol. A step that copies what it reads leaves the
    /// symbol at two places: where it read, which comes first here, and in the register that it wrote.
    fn owner(&self, number: u32, symbol: SymbolId, origin: Origin) -> Option<Owner> {
        let term = self
            .register(number, symbol, |depth, local| depth != 0 || origin.written != Some(local))
            .or_else(|| self.unwinding.indeterminate_registers.get(&origin.returned?).copied());
        let of_register = |term: Term| self.whole(term);
        let owner = term.map(of_register).or_else(|| self.cell(symbol));
        owner.or_else(|| self.register(number, symbol, |_, _| true).map(of_register))
    }

    /// The variable of a register that holds a symbol, among the frames that the thread had before the step. The innermost has
    /// depth 0.
    fn register(&self, number: u32, symbol: SymbolId, is_asked: impl Fn(usize, LocalId) -> bool) -> Option<Term> {
        let frames = self.state.threads[number as usize].frames.iter().zip(&self.cursors[number as usize].frames);
        let innermost = frames.len().saturating_sub(1);
        frames.enumerate().rev().find_map(|(index, (frame, instances))| {
            let locals = self.machine.program.procedures[frame.procedure].locals.ids();
            let holds = |local: &LocalId| {
                matches!(frame.registers[local.index()], Value::Symbol(it, _) if it == symbol)
                    && is_asked(innermost - index, *local)
            };
            let term = |local: LocalId| self.unwinding.indeterminate_registers.get(instances.get(&local)?).copied();
            locals.filter(holds).find_map(term)
        })
    }

    /// The variable of the indeterminate bytes of an object that hold a symbol.
    fn cell(&self, symbol: SymbolId) -> Option<Owner> {
        for (&object, &known) in &self.objects {
            for mark in self.state.objects[object].cells.marks() {
                if matches!(mark.content, Content::Symbol(it, _) if it == symbol) {
                    let contains = |(cell, _): &(&CellKey, &Term)| {
                        cell.object == known
                            && cell.offset <= mark.offset
                            && mark.offset + mark.size <= cell.offset + cell.size
                    };
                    if let Some((cell, &term)) = self.renewed.iter().find(contains) {
                        let low = (mark.offset - cell.offset) as u32 * 8;
                        return Some(Owner { term, low, width: mark.size as u32 * 8 });
                    }
                    let first = self.unwinding.indeterminate_cells.find(known, mark.offset, mark.size);
                    return first.map(|term| self.whole(term));
                }
            }
        }
        None
    }
}
