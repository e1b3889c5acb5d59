//! Freedom of data races: what keeps the accesses to each object apart.
//!
//! The proof says of objects why accesses to them do not race: `lock OBJECT LOCK` (both threads hold this lock, one of them
//! alone), `order OBJECT` (no two such accesses can be made at the same time), `atomic OBJECT` (both are atomic). Several may be
//! said of one object. Each pair of accesses to bytes that may be the same, one of them a store, by threads of which one may not
//! know the object, must be kept apart by something that is said of the object and holds of the pair.
//!
//! An object is six numbers: what it is (0 a global, 1 a thread's copy of a global, 2 a local, 3 an allocation, 4 the values of
//! keys), the class of threads, the procedure, the global or local or transition; of a lock also how many bytes into it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::Transition;
use raddle_program::entity::Entity;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId, Program};

use super::address::{Address, Class, Code, Object};
use super::locks::{CertainLocks, Held};
use super::parallel::Parallel;
use super::pointers::{Access, Pointers, is_common};

/// What keeps accesses apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Protection {
    /// A lock.
    Lock(Address),
    /// Creations and joins.
    Order,
    /// Both are atomic.
    Atomic,
}

/// What is said of objects.
#[derive(Clone, Debug, Default)]
pub struct Protections(BTreeMap<Object, BTreeSet<Protection>>);

impl Protections {
    /// Reads the numbers behind `lock`, `order` or `atomic`.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(&mut self, word: &str, numbers: &[i64]) -> Result<(), String> {
        let (object, rest) = object(numbers).ok_or("this is no object")?;
        let protection = match (word, rest) {
            ("lock", lock) => match object_with_offset(lock) {
                Some(lock) => Protection::Lock(lock),
                None => return Err("this is no lock".into()),
            },
            ("order", []) => Protection::Order,
            ("atomic", []) => Protection::Atomic,
            _ => return Err("this is no protection".into()),
        };
        match self.0.entry(object).or_default().insert(protection) {
            true => Ok(()),
            false => Err("this was said before".into()),
        }
    }
}

/// The four numbers of an object, and what is behind them.
fn object(numbers: &[i64]) -> Option<(Object, &[i64])> {
    let &[kind, class, procedure, number, ref rest @ ..] = numbers else { return None };
    let small = |number: i64| u32::try_from(number).ok();
    let class: Class = small(class)? as usize;
    let code = Code { class, procedure: ProcedureId(small(procedure)?) };
    let object = match kind {
        0 => Object::Global(GlobalId(small(number)?)),
        1 => Object::ThreadLocal(class, GlobalId(small(number)?)),
        2 => Object::Local(code, LocalId(small(number)?)),
        3 => Object::Allocated(code, Transition(small(number)?)),
        4 => Object::Keys,
        _ => return None,
    };
    Some((object, rest))
}

fn object_with_offset(numbers: &[i64]) -> Option<Address> {
    match object(numbers)? {
        (object, &[offset]) => Some(Address { object, start: offset.into(), stride: 0 }),
        _ => None,
    }
}

/// Which checks are made. All of them, but in the tests that show that each is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RaceChecks {
    /// A lock that both hold for reading only is none.
    pub readers_share: bool,
    /// What is kept apart by order cannot be made at the same time.
    pub order: bool,
    /// What a thread made is its own only if no other thread can know it.
    pub publication: bool,
    /// A pointer that may lead anywhere is not followed.
    pub targets: bool,
}

impl RaceChecks {
    /// All of them.
    pub const ALL: RaceChecks = RaceChecks { readers_share: true, order: true, publication: true, targets: true };
}

/// Checks that no two accesses race.
///
/// # Errors
/// What is not shown.
pub fn check(
    pointers: &Pointers<'_>,
    parallel: &Parallel<'_, '_>,
    locks: &CertainLocks<'_, '_>,
    protections: &Protections,
    checks: RaceChecks,
) -> Result<(), String> {
    use super::address::Value;
    let program = pointers.program;
    let accesses: Vec<&Access> =
        pointers.accesses.iter().filter(|access| parallel.running(access.at).is_some()).collect();
    let leads_anywhere = |value: Value| match value {
        Value::Outside | Value::Indeterminate => true,
        Value::Address(_) | Value::Procedure(_) | Value::Thread(_) | Value::Number => false,
    };
    if let Some(access) = accesses.iter().find(|access| checks.targets && access.addresses.iter().any(leads_anywhere)) {
        return Err(format!("the pointer at {} may lead anywhere", program.source.place(access.span)));
    }
    let published = pointers.published();
    let held: Vec<Vec<Held>> = accesses.iter().map(|access| locks.held(access.at)).collect();
    let is_atomic: Vec<bool> = accesses.iter().map(|access| access.is_atomic || locks.is_atomic(access.at)).collect();
    let mut by_object: BTreeMap<Object, Vec<(usize, Address)>> = BTreeMap::new();
    for (index, access) in accesses.iter().enumerate() {
        for address in access.addresses.addresses() {
            by_object.entry(address.object).or_default().push((index, address));
        }
    }
    let nothing = BTreeSet::new();
    for (object, touching) in by_object {
        let said = protections.0.get(&object).unwrap_or(&nothing);
        for (position, &(one, address)) in touching.iter().enumerate() {
            for &(other, other_address) in &touching[position..] {
                let (a, b) = (accesses[one], accesses[other]);
                if !(a.is_write || b.is_write)
                    || !address.overlaps(a.size, other_address, b.size)
                    || is_own(object, a, b, checks.publication.then_some(&published))
                {
                    continue;
                }
                let is_apart = said.iter().any(|protection| match *protection {
                    Protection::Lock(lock) => {
                        let has = |held: &[Held]| held.iter().copied().filter(move |held| held.lock == lock).collect();
                        let (mine, theirs): (Vec<Held>, Vec<Held>) = (has(&held[one]), has(&held[other]));
                        let alone = |mine: &Held, theirs: &Held| !(mine.is_shared && theirs.is_shared);
                        mine.iter().any(|mine| theirs.iter().any(|theirs| !checks.readers_share || alone(mine, theirs)))
                    }
                    Protection::Order => !checks.order || !parallel.may_be_parallel(a.at, b.at),
                    Protection::Atomic => is_atomic[one] && is_atomic[other],
                });
                if !is_apart {
                    let places = [a, b].map(|access| program.source.place(access.span));
                    return Err(format!(
                        "nothing that is said of {} keeps the accesses at {} and {} apart",
                        name(program, object),
                        places[0],
                        places[1]
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Whether two accesses, of threads of the class whose threads each make such an object, are to an object of their own.
fn is_own(object: Object, a: &Access, b: &Access, published: Option<&BTreeSet<Object>>) -> bool {
    let owner = match object {
        Object::ThreadLocal(class, _) => class,
        Object::Local(code, _) | Object::Allocated(code, _) => code.class,
        Object::Global(_) | Object::Keys => return false,
    };
    let classes = [a.at.0.class, b.at.0.class];
    !is_common(object) && classes == [owner; 2] && published.is_none_or(|published| !published.contains(&object))
}

fn name(program: &Program, object: Object) -> String {
    match object {
        Object::Global(global) | Object::ThreadLocal(_, global) => program.globals[global].name.to_string(),
        Object::Local(code, local) => {
            let procedure = &program.procedures[code.procedure];
            format!("{} of {}", procedure.locals[local].name, procedure.name)
        }
        Object::Allocated(code, transition) => {
            format!("the allocation {} of {}", transition.index(), program.procedures[code.procedure].name)
        }
        Object::Keys => "the values of keys".to_owned(),
    }
}
