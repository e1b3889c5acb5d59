//! The facts at a location: which registers and cells hold the same bits, the value ranges of these, and how they
//! compare.
//!
//! Slots that hold the same two's complement number share one *symbol*, so that what a test implies for a copy is known
//! for the original, also where one is wider than the other. Beside
//! its interval a symbol has relations to other symbols (less, equal, greater, read as signed or as unsigned numbers):
//! after `if (a > b)`, `a - b` is no less than one, which intervals alone cannot express. (Intervals with strict upper
//! bounds: Logozzo and Fähndrich, Pentagons, 2008.)

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use raddle_logic::intervals::Interval;
use raddle_program::syntax::LocalId;
use rustc_hash::FxHashMap;

use super::super::points_to::CodePlace;
use super::content::Content;
use super::definitions::Definition;
use super::pairs::{Combination, Pairs, combined};
use super::sorted_map::{Key, SortedMap};
use crate::number::{ANY, EQUAL, GREATER, LESS, Outcomes, Shape, outcomes, swapped};

/// A bound of a difference is derived through at most this many other numbers.
const STEPS: usize = 2;

/// What may hold a number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A register of the procedure.
    Register(LocalId),
    /// A cell of memory, by its number in the list of all cells.
    Cell(usize),
    /// What the procedure got for a parameter.
    Argument(LocalId),
    /// How many elements the one object has that a step allocates, of so many bytes each.
    Elements(CodePlace, i128),
}

/// Some bits, in one state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Symbol(u32);

impl Key for Slot {}

impl Key for Symbol {
    fn rank(&self) -> Option<usize> {
        usize::try_from(self.0).ok()
    }
}

impl Key for (Symbol, Symbol, bool) {}

/// What is known of the other threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum OtherThreads {
    /// None was started.
    NotStarted,
    /// Some may run.
    #[default]
    Running,
    /// All that were started have ended, and have been waited for.
    Ended,
}

/// The other threads, and how many atomic sections the thread is in.
pub type Mode = (OtherThreads, u32);

/// What is known at a location. A register without a symbol may hold anything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    /// The other threads.
    pub other_threads: OtherThreads,
    /// How many atomic sections the thread is certainly in.
    pub depth: u32,
    slots: SortedMap<Slot, Symbol>,
    /// The bits, read as two's complement numbers.
    contents: SortedMap<Symbol, Content>,
    /// The first symbol is the lesser one; as signed numbers or not.
    relations: SortedMap<(Symbol, Symbol, bool), Outcomes>,
    pairs: Pairs,
    /// By symbol: the symbols from which its bits were computed.
    definitions: SortedMap<Symbol, Definition>,
    n_symbols: u32,
}

/// What numbers may be widened to.
#[derive(Debug)]
pub struct Thresholds(Vec<i128>);

impl Thresholds {
    /// These, and the ends of the ranges of types.
    pub fn new(constants: impl Iterator<Item = i128>) -> Thresholds {
        let ends = [8, 16, 32, 64].into_iter().flat_map(|bits| {
            let Interval { low, high } = Interval::full(bits);
            [low, high]
        });
        let mut all: Vec<i128> = constants.flat_map(|it| [it - 1, it, it + 1]).chain(ends).collect();
        all.sort_unstable();
        all.dedup();
        Thresholds(all)
    }

    /// An interval with the new numbers that grows only a limited number of times.
    pub fn widen(&self, old: Interval, new: Interval) -> Interval {
        let mut wide = old.join(new);
        if wide.low < old.low {
            let below = self.0.partition_point(|&it| it <= wide.low);
            wide.low = below.checked_sub(1).map_or(i128::MIN, |at| self.0[at]);
        }
        if wide.high > old.high {
            wide.high = self.0.get(self.0.partition_point(|&it| it < wide.high)).copied().unwrap_or(i128::MAX);
        }
        wide
    }

    /// The same of what may be no number.
    pub fn widen_content(&self, old: Content, new: Content) -> Content {
        let widen = |old: Interval, new: Interval| match (old.is_empty(), new.is_empty()) {
            (true, _) => new,
            (false, true) => old,
            (false, false) => self.widen(old, new),
        };
        match (old, new) {
            (Content::Any, _) | (_, Content::Any) => Content::Any,
            (Content::Number(old), Content::Number(new)) => Content::Number(widen(old, new)),
            (Content::Number(old) | Content::Address(old), Content::Number(new) | Content::Address(new)) => {
                Content::Address(widen(old, new))
            }
        }
    }
}

impl State {
    /// The start of the program: no other thread was started.
    pub fn alone() -> State {
        State { other_threads: OtherThreads::NotStarted, ..State::default() }
    }

    /// Whether no other thread was started.
    pub fn is_first(&self) -> bool {
        self.other_threads == OtherThreads::NotStarted
    }

    /// What keeps states at one location apart.
    pub fn mode(&self) -> Mode {
        (self.other_threads, self.depth)
    }

    /// The symbol of a slot.
    pub fn symbol(&self, slot: Slot) -> Option<Symbol> {
        self.slots.get(&slot).copied()
    }

    /// The interval of a symbol's bits; `None` if they may be an address.
    pub fn range(&self, symbol: Symbol) -> Option<Interval> {
        self.contents[&symbol].number()
    }

    /// What a symbol's bits may be.
    pub fn content(&self, symbol: Symbol) -> Content {
        self.contents[&symbol]
    }

    /// The slots that hold a symbol.
    pub fn slots_of(&self, symbol: Symbol) -> impl Iterator<Item = Slot> + '_ {
        self.slots.iter().filter(move |(_, held)| **held == symbol).map(|(slot, _)| *slot)
    }

    /// What the bits of a symbol are made of.
    pub fn definition(&self, symbol: Symbol) -> Option<Definition> {
        self.definitions.get(&symbol).copied()
    }

    /// Says what the bits of a symbol are made of.
    pub fn define(&mut self, symbol: Symbol, definition: Definition) {
        self.definitions.insert(symbol, definition);
    }

    /// Says what a slot holds from now on.
    pub fn set(&mut self, slot: Slot, symbol: Symbol) {
        self.slots.insert(slot, symbol);
    }

    /// How many elements the object has that a step allocates: the bytes of each, and the range of their number.
    pub fn elements(&self, at: CodePlace) -> impl Iterator<Item = (i128, Interval)> + '_ {
        self.slots.iter().filter_map(move |(slot, symbol)| match slot {
            Slot::Elements(place, size) if *place == at => Some((*size, self.range(*symbol)?)),
            _ => None,
        })
    }

    /// Whether something of a symbol is known here.
    pub fn has(&self, symbol: Symbol) -> bool {
        self.contents.contains_key(&symbol)
    }

    /// Bits of which only this is known.
    pub fn fresh(&mut self, content: Content) -> Symbol {
        let symbol = Symbol(self.n_symbols);
        self.n_symbols += 1;
        self.contents.insert(symbol, content);
        symbol
    }

    /// Says what a slot holds, of which only this is known.
    pub fn set_content(&mut self, slot: Slot, content: Content) {
        let symbol = self.fresh(content);
        self.set(slot, symbol);
    }

    /// The cells that are followed here, with what they hold.
    pub fn cells(&self) -> Vec<(usize, Content)> {
        let cell = |(slot, symbol): (&Slot, &Symbol)| match slot {
            Slot::Cell(cell) => Some((*cell, self.contents[symbol])),
            Slot::Register(_) | Slot::Argument(_) | Slot::Elements(..) => None,
        };
        self.slots.iter().filter_map(cell).collect()
    }

    /// What registers hold, read as two's complement numbers, where that is a number.
    pub fn registers(&self) -> BTreeMap<LocalId, Interval> {
        let register = |(slot, symbol): (&Slot, &Symbol)| match slot {
            Slot::Register(local) => Some((*local, self.range(*symbol)?)),
            Slot::Cell(_) | Slot::Argument(_) | Slot::Elements(..) => None,
        };
        self.slots.iter().filter_map(register).collect()
    }

    /// The registers that certainly hold zero, or one.
    pub fn truths(&self) -> Vec<(LocalId, bool)> {
        let truth = |(slot, symbol): (&Slot, &Symbol)| match (slot, self.range(*symbol)) {
            (Slot::Register(local), Some(Interval { low: 0, high: 0 })) => Some((*local, false)),
            (Slot::Register(local), Some(Interval { low: 1, high: 1 })) => Some((*local, true)),
            (Slot::Register(_) | Slot::Cell(_) | Slot::Argument(_) | Slot::Elements(..), _) => None,
        };
        self.slots.iter().filter_map(truth).collect()
    }

    /// Keeps some slots only, and forgets the bits that none of them holds.
    pub fn keep(&mut self, is_kept: impl Fn(Slot) -> bool) {
        self.slots.retain(|slot, _| is_kept(*slot));
        let mut used: Vec<Symbol> = self.slots.values().copied().collect();
        if !self.definitions.is_empty() {
            let mut next = 0;
            while let Some(symbol) = used.get(next).copied() {
                used.extend(self.definitions.get(&symbol).into_iter().flat_map(|it| it.parts()));
                next += 1;
            }
        }
        used.sort_unstable();
        used.dedup();
        let is_used = |symbol: &Symbol| used.binary_search(symbol).is_ok();
        self.definitions.retain(|symbol, _| is_used(symbol));
        self.contents.retain(|symbol, _| is_used(symbol));
        self.relations.retain(|(one, other, _), _| is_used(one) && is_used(other));
        self.pairs.retain(is_used);
    }

    /// The state of a called procedure: the cells, how many elements objects have, and the symbols of its parameters.
    pub fn of_callee(&self, parameters: &[(LocalId, Symbol)]) -> State {
        let mut callee = self.clone();
        callee.slots.retain(|slot, _| matches!(slot, Slot::Cell(_) | Slot::Elements(..)));
        for &(parameter, symbol) in parameters {
            callee.set(Slot::Register(parameter), symbol);
            callee.set(Slot::Argument(parameter), symbol);
        }
        callee.keep(|_| true);
        callee
    }

    /// The state of a thread that is started: the cells that are kept, and the symbols of its parameters.
    pub fn of_thread(&self, parameters: &[(LocalId, Symbol)], is_kept: impl Fn(usize, Content) -> bool) -> State {
        let mut thread = self.of_callee(parameters);
        thread.depth = 0;
        let kept: Vec<usize> =
            self.cells().into_iter().filter(|&(it, held)| is_kept(it, held)).map(|(it, _)| it).collect();
        thread.keep(|slot| !matches!(slot, Slot::Cell(cell) if kept.binary_search(&cell).is_err()));
        thread
    }

    /// The state after a call. Registers hold what they held before it; cells hold what they held when the procedure returned (`left`). An
    /// argument, a number of elements and a constant cell do not change during the call, so what is known of them at the return is known of
    /// the caller's symbols, too.
    pub fn after_call(
        &self,
        left: &State,
        arguments: &[(LocalId, Symbol)],
        is_constant: impl Fn(usize) -> bool,
    ) -> State {
        let mut after = self.clone();
        after.other_threads = left.other_threads;
        after.depth = left.depth;
        after.slots.retain(|slot, _| !matches!(slot, Slot::Cell(_)));
        let mut names: FxHashMap<Symbol, Symbol> = FxHashMap::default();
        let arguments = arguments.iter().map(|&(parameter, given)| (Slot::Argument(parameter), given));
        let constant = self.slots.iter().map(|(&slot, &symbol)| (slot, symbol)).filter(|(slot, _)| match slot {
            Slot::Cell(cell) => is_constant(*cell),
            Slot::Elements(..) => true,
            Slot::Register(_) | Slot::Argument(_) => false,
        });
        for (slot, given) in arguments.filter(|(_, given)| self.has(*given)).chain(constant) {
            let Some(symbol) = left.symbol(slot) else { continue };
            if *names.entry(symbol).or_insert(given) == given {
                after.narrow_content(given, left.content(symbol));
            }
        }
        for (&slot, &symbol) in left.slots.iter() {
            if let Slot::Cell(_) | Slot::Elements(..) = slot {
                let named = *names.entry(symbol).or_insert_with(|| after.fresh(left.contents[&symbol]));
                after.set(slot, named);
            }
        }
        for (&(one, other, is_signed), &outcomes) in left.relations.iter() {
            if let (Some(&one), Some(&other)) = (names.get(&one), names.get(&other)) {
                let both = after.relation(one, other, is_signed) & outcomes;
                // What cannot be comes from states that are joined: it says nothing here.
                if both != 0 {
                    after.relate(one, other, is_signed, both);
                }
            }
        }
        for (one, other, how, bounds) in left.pairs.iter() {
            if let (Some(&one), Some(&other)) = (names.get(&one), names.get(&other)) {
                after.narrow_combination(one, other, how, bounds);
            }
        }
        after.keep(|_| true);
        after
    }

    /// Restricts the sum or difference of two numbers. What contradicts the state is ignored.
    fn narrow_combination(&mut self, one: Symbol, other: Symbol, how: Combination, to: Interval) {
        let known = self.combination(one, other, how).filter(|_| one != other);
        let both = known.map(|known| known.meet(to)).filter(|both| !both.is_empty() && Some(*both) != known);
        if let Some(both) = both {
            self.pairs.set(one, other, how, both);
        }
    }

    /// Restricts what a symbol's bits may be. What contradicts the state is ignored.
    fn narrow_content(&mut self, symbol: Symbol, to: Content) {
        let known = self.content(symbol);
        let both = match (known, to) {
            (Content::Number(known), Content::Number(to)) => Content::Number(known.meet(to)),
            _ if known.contains(to) => to,
            _ => known,
        };
        if !both.is_nothing() {
            self.contents.insert(symbol, both);
        }
    }

    /// How two symbols may compare.
    pub fn outcomes(&self, one: Symbol, other: Symbol, shape: Shape) -> Outcomes {
        if one == other {
            return EQUAL;
        }
        let by_range = match (self.range(one), self.range(other)) {
            (Some(one), Some(other)) => outcomes(shape.of_bits(one), shape.of_bits(other)),
            (None, _) | (_, None) => ANY,
        };
        by_range & self.relation(one, other, shape.is_signed)
    }

    /// The sum or difference of two numbers; `None` if one of them may be an address.
    pub fn combination(&self, one: Symbol, other: Symbol, how: Combination) -> Option<Interval> {
        let by_range = combined(self.range(one)?, self.range(other)?, how);
        Some(self.pairs.get(one, other, how).map_or(by_range, |known| known.meet(by_range)))
    }

    /// The sum or difference of two numbers lies in an interval, too; false if it cannot.
    pub fn restrict_combination(&mut self, one: Symbol, other: Symbol, how: Combination, to: Interval) -> bool {
        let Some(known) = self.combination(one, other, how).filter(|_| one != other) else { return true };
        let left = known.meet(to);
        if left != known {
            self.pairs.set(one, other, how, left);
        }
        !left.is_empty()
    }

    /// The most by which a number can be greater than another one; negative if it is less. `None` if one of them may be an address.
    ///
    /// Bounds add up: from `a <= b` and `b - c <= -2` follows `a - c <= -2`, over up to [`STEPS`] other numbers.
    pub fn most_above(&self, one: Symbol, other: Symbol) -> Option<i128> {
        let (low, high) = (self.range(other)?.low, self.range(one)?.high);
        let mut bounds: Vec<(Symbol, Symbol, i128)> = Vec::new();
        for (a, b, how, bound) in self.pairs.iter() {
            if how == Combination::Difference {
                bounds.extend([(a, b, bound.high), (b, a, bound.low.saturating_neg())]);
            }
        }
        let is_counted = |symbol| self.range(symbol).is_some_and(|range| range.low >= 0);
        for (&(a, b, is_signed), &found) in self.relations.iter() {
            if is_signed || is_counted(a) && is_counted(b) {
                let most = if found & EQUAL == 0 { -1 } else { 0 };
                bounds.extend((found & GREATER == 0).then_some((a, b, most)));
                bounds.extend((found & LESS == 0).then_some((b, a, most)));
            }
        }
        let by_range = |symbol| Some(high.saturating_sub(self.range(symbol)?.low));
        let mut known: BTreeMap<Symbol, i128> = bounds.iter().filter_map(|it| Some((it.0, by_range(it.0)?))).collect();
        known.insert(one, 0);
        for _ in 0..=STEPS {
            for (from, most) in known.clone() {
                for &(_, to, further) in bounds.iter().filter(|bound| bound.0 == from) {
                    let most = further.saturating_add(most);
                    known.entry(to).and_modify(|known| *known = most.min(*known)).or_insert(most);
                }
            }
        }
        let by_range = high.saturating_sub(low);
        Some(known.get(&other).map_or(by_range, |&most| most.min(by_range)))
    }

    fn relation(&self, one: Symbol, other: Symbol, is_signed: bool) -> Outcomes {
        if one == other {
            return EQUAL;
        }
        let known = |one, other| self.relations.get(&(one, other, is_signed)).copied().unwrap_or(ANY);
        if one < other { known(one, other) } else { swapped(known(other, one)) }
    }

    fn relate(&mut self, one: Symbol, other: Symbol, is_signed: bool, to: Outcomes) {
        let (one, other, to) = if one <= other { (one, other, to) } else { (other, one, swapped(to)) };
        if one != other && to != ANY {
            self.relations.insert((one, other, is_signed), to);
        }
    }

    /// Two symbols compare like this, from now on; false if they cannot.
    pub fn restrict_pair(&mut self, one: Symbol, other: Symbol, shape: Shape, to: Outcomes) -> bool {
        let left = self.outcomes(one, other, shape) & to;
        self.relate(one, other, shape.is_signed, left);
        // Whether they are equal is the same, however they are read.
        let otherwise = self.relation(one, other, !shape.is_signed);
        let equality = if left == EQUAL { EQUAL } else { ANY & !EQUAL | left & EQUAL };
        self.relate(one, other, !shape.is_signed, otherwise & equality);
        left != 0
    }

    /// The bits of a symbol lie in an interval, too; false if they cannot.
    pub fn restrict(&mut self, symbol: Symbol, to: Interval) -> bool {
        let Some(Content::Number(range)) = self.contents.get_mut(&symbol) else { return true };
        let both = range.meet(to);
        if both == *range {
            return !both.is_empty();
        }
        *range = both;
        let is_equal = |(key, found): (&(Symbol, Symbol, bool), &Outcomes)| match key {
            _ if *found != EQUAL => None,
            (one, other, _) if *one == symbol => Some(*other),
            (one, other, _) => (*other == symbol).then_some(*one),
        };
        let equal: Vec<Symbol> = self.relations.iter().filter_map(is_equal).collect();
        !both.is_empty() && equal.into_iter().all(|other| self.restrict(other, both))
    }

    /// What a symbol's bits are, as a test has shown: less than before.
    pub fn become_content(&mut self, symbol: Symbol, content: Content) {
        self.contents.insert(symbol, content);
    }

    /// Whether all that another state of the same mode may be is known to be possible here.
    pub fn covers(&self, other: &State) -> bool {
        let mut names: FxHashMap<Symbol, Symbol> = FxHashMap::default();
        let mut n_both = 0;
        for (_, &mine, &yours) in self.slots.both(&other.slots) {
            n_both += 1;
            if *names.entry(mine).or_insert(yours) != yours {
                return false;
            }
        }
        if n_both < self.slots.len() {
            return false;
        }
        // A cell that is followed there only says less here.
        if other.slots.keys().any(|slot| matches!(slot, Slot::Cell(_)) && !self.slots.contains_key(slot)) {
            return false;
        }
        let mut defined: Vec<Symbol> = names.keys().copied().collect();
        while let Some(symbol) = defined.pop() {
            let Some(mine) = self.definition(symbol) else { continue };
            let yours = other.definition(names[&symbol]);
            let Some(parts) = yours.and_then(|yours| mine.parts_with(yours)) else { return false };
            for (mine, yours) in parts {
                match names.entry(mine) {
                    Entry::Occupied(known) if *known.get() != yours => return false,
                    Entry::Occupied(_) => {}
                    Entry::Vacant(unknown) => {
                        unknown.insert(yours);
                        defined.push(mine);
                    }
                }
            }
        }
        let is_within = |(mine, yours): (&Symbol, &Symbol)| self.content(*mine).contains(other.content(*yours));
        let is_related = |(&(one, two, is_signed), &mine): (&(Symbol, Symbol, bool), &Outcomes)| {
            let (Some(&one), Some(&two)) = (names.get(&one), names.get(&two)) else { return true };
            other.known_outcomes(one, two, is_signed) & !mine == 0
        };
        let is_bounded = |(one, two, how, mine): (Symbol, Symbol, Combination, Interval)| {
            let (Some(&one), Some(&two)) = (names.get(&one), names.get(&two)) else { return true };
            other.combination(one, two, how).is_some_and(|yours| mine.contains(yours))
        };
        names.iter().all(is_within) && self.relations.iter().all(is_related) && self.pairs.iter().all(is_bounded)
    }

    /// How two symbols may compare, by relations and by intervals that need no width.
    fn known_outcomes(&self, one: Symbol, other: Symbol, is_signed: bool) -> Outcomes {
        let by_range = match (self.range(one), self.range(other)) {
            (Some(one), Some(other)) if is_signed || one.low >= 0 && other.low >= 0 => outcomes(one, other),
            (Some(_), Some(_)) | (None, _) | (_, None) => ANY,
        };
        by_range & self.relation(one, other, is_signed)
    }

    /// What may be in one state or the other. Both follow the same cells, and have the same mode. What is to be widened goes to one of the
    /// thresholds.
    pub fn join(&self, other: &State, thresholds: Option<&Thresholds>, is_widened: &dyn Fn(Slot) -> bool) -> State {
        let mut joined = State { other_threads: self.other_threads, depth: self.depth, ..State::default() };
        let mut names: FxHashMap<Both, Symbol> = FxHashMap::default();
        let mut defined: Vec<Both> = Vec::new();
        for (&slot, &mine, &yours) in self.slots.both(&other.slots) {
            let (here, there) = (self.content(mine), other.content(yours));
            let content = match thresholds.filter(|_| is_widened(slot)) {
                Some(thresholds) => thresholds.widen_content(here, there),
                None => here.join(there),
            };
            let symbol = *names.entry((mine, yours)).or_insert_with(|| {
                defined.push((mine, yours));
                joined.fresh(content)
            });
            joined.set(slot, symbol);
        }
        while let Some(both @ (mine, yours)) = defined.pop() {
            let (Some(here), Some(there)) = (self.definition(mine), other.definition(yours)) else { continue };
            let Some(parts) = here.parts_with(there) else { continue };
            // Numbers that no slot holds are not widened: what is made of them is forgotten where it may grow without end.
            if thresholds.is_some() && parts.iter().any(|pair| !names.contains_key(pair)) {
                continue;
            }
            for &pair in &parts {
                if let Entry::Vacant(entry) = names.entry(pair) {
                    entry.insert(joined.fresh(self.content(pair.0).join(other.content(pair.1))));
                    defined.push(pair);
                }
            }
            let mut parts = parts.iter().map(|pair| names[pair]);
            if let Some(of) = parts.next() {
                joined.define(names[&both], Definition { of, index: parts.next(), size: here.size });
            }
        }
        let named = Named::of(&names);
        let relations = self.relations.keys().map(|&key| (key, false));
        let relations = relations.chain(other.relations.keys().map(|&key| (key, true)));
        for (a, b, is_signed) in named.in_both(relations) {
            let mine = self.known_outcomes(a.0, b.0, is_signed);
            let yours = other.known_outcomes(a.1, b.1, is_signed);
            joined.relate(names[&a], names[&b], is_signed, mine | yours);
        }
        let pairs = self.pairs.iter().map(|(one, two, how, _)| ((one, two, how), false));
        let pairs = pairs.chain(other.pairs.iter().map(|(one, two, how, _)| ((one, two, how), true)));
        for (a, b, how) in named.in_both(pairs) {
            let bounds = self.combination(a.0, b.0, how).zip(other.combination(a.1, b.1, how));
            // Where numbers are widened, a bound that grows is given up.
            if let Some((mine, yours)) = bounds.filter(|(mine, yours)| thresholds.is_none() || mine.contains(*yours)) {
                joined.restrict_combination(names[&a], names[&b], how, mine.join(yours));
            }
        }
        joined
    }
}

/// A symbol of each of two states.
type Both = (Symbol, Symbol);

/// The symbols of a joined state, by those of the two states.
struct Named {
    /// By a symbol of the first state, and of the second one.
    pairs: [FxHashMap<Symbol, Vec<Both>>; 2],
}

impl Named {
    fn of(names: &FxHashMap<Both, Symbol>) -> Named {
        let mut all: Vec<Both> = names.keys().copied().collect();
        all.sort_unstable();
        let mut pairs = [FxHashMap::default(), FxHashMap::default()];
        for both in all {
            pairs[0].entry(both.0).or_insert_with(Vec::new).push(both);
            pairs[1].entry(both.1).or_insert_with(Vec::new).push(both);
        }
        Named { pairs }
    }

    /// What is known of two symbols of the first state, or (`true`) of the second one, for all pairs of a symbol of each that the joined
    /// state has for them.
    fn in_both<T: Copy>(&self, known: impl Iterator<Item = ((Symbol, Symbol, T), bool)>) -> Vec<(Both, Both, T)> {
        let mut found = Vec::new();
        for ((one, two, what), is_of_second) in known {
            let pairs = &self.pairs[usize::from(is_of_second)];
            let named = |symbol: Symbol| pairs.get(&symbol).map_or(&[][..], Vec::as_slice);
            for &a in named(one) {
                found.extend(named(two).iter().map(|&b| (a, b, what)));
            }
        }
        found
    }
}
