//! Freedom of data races: what keeps the accesses to each object apart.
//!
//! For each object the proof says why accesses to it do not race: `lock OBJECT LOCK` (both threads hold this lock, one
//! of them exclusively), `near OBJECT DISTANCE` and `indexed OBJECT STRIDE OFFSET LOCKS PITCH PLACE` (the lock that
//! belongs to the byte, [`super::symbolic`]), `order OBJECT` (no two such accesses can be made at the same time),
//! `once OBJECT CONTROL` (one is made in the routine of this control, the other behind a call with it),
//! `creator OBJECT LOCK` (by what a creator of threads keeps locked, [`super::creators`]), `atomic OBJECT` (both are
//! atomic). There may be several lines for one object. A write to an object that only its own thread can reach so far
//! races with nothing ([`super::birth`]). Each other pair of accesses to bytes that may be the same, one of them a
//! store, must be kept apart by one of the lines of the object. This does not concern threads that each access an
//! object of their own which no other thread can reach.
//!
//! An object is four numbers: its kind (0 a global, 1 a thread's copy of a global, 2 a local, 3 an allocation, 4 the
//! values of keys), the class of threads, the procedure, and the global, local or transition. A lock also has its
//! offset in the object.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use raddle_program::automaton::Transition;
use raddle_program::entity::Entity;
use raddle_program::syntax::{GlobalId, LocalId, ProcedureId, Program};

use super::address::{Address, Class, Code, Object, start_together};
use super::creators::CreatorLocks;
use super::given::NewObjects;
use super::locks::{CertainLocks, Held};
use super::once::OnceControls;
use super::parallel::Parallel;
use super::pointers::{Access, Once, Pointers, is_common};
use super::symbolic::{Relation, SymbolicLocks};
use super::unordered_publication::published_without_order;

/// What keeps accesses apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Protection {
    /// A lock.
    Lock(Address),
    /// A lock that belongs to the byte.
    Related(Relation),
    /// A once control.
    Once(Address),
    /// A lock that a creator of threads keeps.
    Creator(Address),
    /// Creations and joins.
    Order,
    /// Both are atomic.
    Atomic,
}

/// What is said of objects.
#[derive(Clone, Debug, Default)]
pub struct Protections(BTreeMap<Object, BTreeSet<Protection>>);

impl Protections {
    /// The locks that creators are said to keep.
    pub fn of_creators(&self) -> BTreeSet<Address> {
        let lock = |protection: &Protection| match *protection {
            Protection::Creator(lock) => Some(lock),
            Protection::Lock(_)
            | Protection::Related(_)
            | Protection::Once(_)
            | Protection::Order
            | Protection::Atomic => None,
        };
        self.0.values().flatten().filter_map(lock).collect()
    }

    /// Reads the numbers behind `lock`, `near`, `indexed`, `once`, `creator`, `order` or `atomic`.
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
            ("once", control) => match object_with_offset(control) {
                Some(control) => Protection::Once(control),
                None => return Err("this is no control".into()),
            },
            ("creator", lock) => match object_with_offset(lock) {
                Some(lock) => Protection::Creator(lock),
                None => return Err("this is no lock".into()),
            },
            ("near", &[distance]) => Protection::Related(Relation::Near(distance.into())),
            ("indexed", &[stride, offset, locks, pitch, place]) => {
                let Ok(locks) = u32::try_from(locks) else { return Err("this is no global".into()) };
                Protection::Related(Relation::Indexed {
                    stride: stride.into(),
                    offset: offset.into(),
                    locks: GlobalId(locks),
                    pitch: pitch.into(),
                    place: place.into(),
                })
            }
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
    let object = match (kind, class, procedure) {
        (0, 0, 0) => Object::Global(GlobalId(small(number)?)),
        (1, _, 0) => Object::ThreadLocal(class, GlobalId(small(number)?)),
        (2, ..) => Object::Local(code, LocalId(small(number)?)),
        (3, ..) => Object::Allocated(code, Transition(small(number)?)),
        (4, 0, 0) if number == 0 => Object::Keys,
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
    /// A pointer that may lead anywhere is rejected.
    pub targets: bool,
    /// Accesses that have the lock of their byte start at the same one.
    pub together: bool,
    /// A thread that releases the lock of a byte holds it.
    pub let_go: bool,
    /// No thread ends in the routine of a once control.
    pub routines: bool,
    /// An object is new until its address goes elsewhere.
    pub births: bool,
    /// A parameter that gets new objects gets no other ones.
    pub gifts: bool,
    /// The address of a new object is published in order.
    pub publication_order: bool,
    /// A creator keeps its lock.
    pub kept: bool,
}

impl RaceChecks {
    /// All of them.
    pub const ALL: RaceChecks = RaceChecks {
        readers_share: true,
        order: true,
        publication: true,
        targets: true,
        together: true,
        let_go: true,
        routines: true,
        births: true,
        gifts: true,
        publication_order: true,
        kept: true,
    };
}

/// What is known of a program whose accesses are compared.
pub struct Shown<'a, 'p> {
    pointers: &'a Pointers<'p>,
    parallel: &'a Parallel<'a, 'p>,
    once: OnceControls<'a, 'p>,
    symbolic: SymbolicLocks<'a, 'p>,
    creators: CreatorLocks<'a, 'p>,
    checks: RaceChecks,
    accesses: Vec<Compared<'a>>,
    /// Results about locks that belong to bytes.
    related: RefCell<BTreeMap<(usize, Object, Relation, bool), bool>>,
}

/// An access, with what is known of it.
struct Compared<'a> {
    access: &'a Access,
    held: Vec<Held>,
    is_atomic: bool,
    /// Whether it is an access to an object that only its own thread can reach so far.
    is_at_birth: bool,
}

impl<'a, 'p> Shown<'a, 'p> {
    /// Collects the accesses.
    pub fn of(
        (pointers, new_objects): (&'a Pointers<'p>, &NewObjects),
        once: &'a Once,
        parallel: &'a Parallel<'a, 'p>,
        locks: &'a CertainLocks<'a, 'p>,
        protections: &Protections,
        checks: RaceChecks,
    ) -> Shown<'a, 'p> {
        let unordered = if checks.publication_order { published_without_order(pointers) } else { BTreeSet::new() };
        let is_unordered =
            |access: &Access| access.addresses.addresses().any(|address| unordered.contains(&address.object));
        let reached = pointers.accesses.iter().filter(|access| parallel.running(access.at).is_some());
        let compared = |access: &'a Access| Compared {
            access,
            held: locks.held(access.at),
            is_atomic: access.is_atomic || locks.is_atomic(access.at),
            is_at_birth: new_objects.is_use(access) && !is_unordered(access),
        };
        Shown {
            pointers,
            parallel,
            once: OnceControls::of(pointers, once),
            symbolic: SymbolicLocks::new(pointers, parallel, checks.let_go),
            creators: CreatorLocks::of(pointers, once, parallel, locks, protections.of_creators()),
            checks,
            accesses: reached.map(compared).collect(),
            related: RefCell::default(),
        }
    }

    /// Whether something that is said of an object keeps two accesses apart, at addresses that overlap.
    fn is_apart(
        &self,
        object: Object,
        (one, address): (usize, Address),
        (other, other_address): (usize, Address),
        protection: Protection,
    ) -> bool {
        let (a, b) = (&self.accesses[one], &self.accesses[other]);
        match protection {
            Protection::Lock(lock) => {
                let of = |held: &[Held]| held.iter().copied().filter(|held| held.lock == lock).collect();
                let (mine, theirs): (Vec<Held>, Vec<Held>) = (of(&a.held), of(&b.held));
                let alone = |mine: &Held, theirs: &Held| !(mine.is_shared && theirs.is_shared);
                mine.iter().any(|mine| theirs.iter().any(|theirs| !self.checks.readers_share || alone(mine, theirs)))
            }
            Protection::Related(relation) => {
                let is_together = start_together(address, a.access.size, other_address, b.access.size);
                let has = |index: usize, may_be_shared: bool| self.has(index, object, relation, may_be_shared);
                (is_together || !self.checks.together)
                    && has(one, true)
                    && has(other, true)
                    && (has(one, false) || has(other, false))
            }
            Protection::Once(control) => {
                self.once.are_in_order(a.access.at, b.access.at, control, self.checks.routines)
            }
            Protection::Creator(lock) => self.creators.are_apart(a.access.at, b.access.at, lock, self.checks.kept),
            Protection::Order => !self.checks.order || !self.parallel.may_be_parallel(a.access.at, b.access.at),
            Protection::Atomic => a.is_atomic && b.is_atomic,
        }
    }

    fn has(&self, index: usize, object: Object, relation: Relation, may_be_shared: bool) -> bool {
        let question = (index, object, relation, may_be_shared);
        if let Some(&known) = self.related.borrow().get(&question) {
            return known;
        }
        let has = self.symbolic.has(self.accesses[index].access, object, relation, may_be_shared);
        self.related.borrow_mut().insert(question, has);
        has
    }
}

/// Checks that no two accesses race.
///
/// # Errors
/// What is not shown.
pub fn check(shown: &Shown<'_, '_>, protections: &Protections) -> Result<(), String> {
    use super::address::Value;
    let (program, checks) = (shown.pointers.program, shown.checks);
    let leads_anywhere = |value: Value| match value {
        Value::Outside | Value::Indeterminate => true,
        Value::Address(_) | Value::Procedure(_) | Value::Thread(_) | Value::Number => false,
    };
    let is_open = |it: &&Compared<'_>| checks.targets && it.access.addresses.iter().any(leads_anywhere);
    if let Some(it) = shown.accesses.iter().find(is_open) {
        return Err(format!("the pointer at {} may lead anywhere", program.source.place(it.access.span)));
    }
    let published = shown.pointers.published();
    let mut by_object: BTreeMap<Object, Vec<(usize, Address)>> = BTreeMap::new();
    for (index, it) in shown.accesses.iter().enumerate() {
        for address in it.access.addresses.addresses() {
            by_object.entry(address.object).or_default().push((index, address));
        }
    }
    let nothing = BTreeSet::new();
    for (object, touching) in by_object {
        let said = protections.0.get(&object).unwrap_or(&nothing);
        for (position, &(one, address)) in touching.iter().enumerate() {
            for &(other, other_address) in &touching[position..] {
                let (a, b) = (&shown.accesses[one], &shown.accesses[other]);
                if !(a.access.is_write || b.access.is_write)
                    || !address.overlaps(a.access.size, other_address, b.access.size)
                    || a.is_at_birth
                    || b.is_at_birth
                    || is_own(object, a.access, b.access, checks.publication.then_some(&published))
                {
                    continue;
                }
                let by = |&protection: &Protection| {
                    shown.is_apart(object, (one, address), (other, other_address), protection)
                };
                if !said.iter().any(by) {
                    let places = [a, b].map(|it| program.source.place(it.access.span));
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

/// Whether each of two accesses is to an object that its own thread made and that, unless `published` is `None`, no
/// other thread can reach.
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
