//! Objects and their bytes.
//!
//! An object holds only the bytes that differ from what it was filled with, so that an array of a terabyte costs nothing.
//! Which accesses are allowed is decided here and nowhere else: [`Memory::locate`].

use crate::arithmetic::marked::depends;
use crate::value::{Address, Byte, ObjectId, Place, Scalar, Trouble};
use raddle_program::property::ViolationKind;
use raddle_program::trace::ObjectName;
use raddle_program::types::TypeId;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What an object is, which decides how its life ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ObjectKind {
    /// A global, static local or string literal.
    Static,
    /// A thread's copy of a thread-local object.
    ThreadLocal,
    /// A local or parameter.
    Local,
    /// From `malloc` and its kin.
    Heap,
    /// A stream or open folder.
    Stream,
    /// From `mmap`.
    Mapping,
    /// From `alloca`, or a variable-length array.
    Stack,
}

/// Whether an object can be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// Yes.
    Alive,
    /// Its block or thread was left.
    LeftScope,
    /// It was freed.
    Freed,
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// How traces call it.
    pub name: ObjectName,
    /// Its type, for the names of its parts.
    pub ty: Option<TypeId>,
    /// Its size in bytes.
    pub size: u64,
    /// What it is.
    pub kind: ObjectKind,
    /// Whether it can be accessed.
    pub life: Life,
    /// A register or a temporary: its accesses are not listed.
    pub is_unlisted: bool,
    /// A string literal or a constant object.
    pub is_read_only: bool,
    /// The alignment that its declaration asks for; 0 if it asks for none.
    pub alignment: u64,
    /// If it has ended: the id of the next object at that time.
    pub ended_at: Option<ObjectId>,
    /// The object that it was made from by `realloc`: the address may be the same.
    pub replaces: Option<ObjectId>,
    /// What the bytes hold that are not in `bytes`.
    pub fill: Byte,
    /// The bytes that differ from `fill`.
    pub bytes: BTreeMap<u64, Byte>,
}

/// The longest range that is copied or filled in one step.
const LONGEST_RANGE: u64 = 1 << 24;

/// All objects of an execution.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    objects: BTreeMap<ObjectId, Arc<Object>>,
    next: u32,
}

impl Memory {
    /// How many objects there are, with those whose life has ended.
    pub fn n_objects(&self) -> usize {
        self.objects.len()
    }

    /// Adds an object.
    pub fn create(&mut self, object: Object) -> ObjectId {
        let id = ObjectId(self.next);
        self.next = self.next.checked_add(1).expect("an execution makes fewer than 2^32 objects");
        self.objects.insert(id, Arc::new(object));
        id
    }

    /// An object.
    ///
    /// # Panics
    /// If it was removed: nothing refers to removed objects.
    pub fn object(&self, id: ObjectId) -> &Object {
        self.objects.get(&id).expect("nothing refers to removed objects")
    }

    /// The object of a name that was created last.
    pub fn named(&self, name: &ObjectName) -> Option<ObjectId> {
        self.objects.iter().rev().find(|(_, object)| object.name == *name).map(|(&id, _)| id)
    }

    /// An object, to be changed.
    pub fn object_mut(&mut self, id: ObjectId) -> &mut Object {
        Arc::make_mut(self.objects.get_mut(&id).expect("nothing refers to removed objects"))
    }

    /// How many objects were ever created.
    pub fn created(&self) -> u32 {
        self.next
    }

    /// Ends the life of an object; its bytes are gone, its id stays.
    pub fn end(&mut self, id: ObjectId, life: Life) {
        let next = ObjectId(self.next);
        let object = self.object_mut(id);
        object.life = life;
        object.ended_at.get_or_insert(next);
        object.fill = Byte::UNKNOWN;
        object.bytes.clear();
    }

    /// Removes an object that no pointer can reach.
    pub fn remove(&mut self, id: ObjectId) {
        self.objects.remove(&id);
    }

    /// Removes all objects that are not wanted.
    pub fn retain(&mut self, mut is_wanted: impl FnMut(ObjectId) -> bool) {
        self.objects.retain(|&id, _| is_wanted(id));
    }

    /// The object and offset of a range that may be accessed.
    ///
    /// # Errors
    /// The violation of `memory` that the access is, or Unsupported for a pointer from nowhere.
    pub fn locate(&self, place: &Place, size: u64, is_write: bool) -> Result<Address, Trouble> {
        let violation = |kind, text: &str| Err(Trouble::Violation(kind, text.to_string()));
        match place.base {
            Scalar::Integer(0) => violation(ViolationKind::NullDereference, "a null pointer is dereferenced"),
            Scalar::Integer(number) => violation(
                ViolationKind::OutOfBounds,
                &format!("the number {number} is used as an address, and no object is there"),
            ),
            Scalar::Function(_) | Scalar::Label(_) => {
                violation(ViolationKind::OutOfBounds, "code is accessed as if it were data")
            }
            Scalar::Floating(_) => Trouble::unsupported("a floating value used as an address"),
            Scalar::Outside(_) | Scalar::Handle(_) | Scalar::ThreadId(_) => depends(),
            Scalar::Wild(_) | Scalar::Piece(_) => {
                Trouble::unsupported("a pointer without a known target (indeterminate, or from outside) is used")
            }
            Scalar::Address(Address { object: id, offset }) => {
                let object = self.object(id);
                match object.life {
                    Life::Alive => {}
                    Life::LeftScope => {
                        return violation(
                            ViolationKind::UseAfterScope,
                            &format!("`{}` is accessed after its life has ended", object.name),
                        );
                    }
                    Life::Freed => {
                        return violation(
                            ViolationKind::UseAfterFree,
                            &format!("`{}` is accessed after it was freed", object.name),
                        );
                    }
                }
                let start = i128::from(offset) + i128::from(place.offset);
                if start < 0 || start + i128::from(size) > i128::from(object.size) {
                    return violation(
                        ViolationKind::OutOfBounds,
                        &format!(
                            "bytes {start} to {} of `{}` are accessed, which has {} bytes",
                            start + i128::from(size),
                            object.name,
                            object.size
                        ),
                    );
                }
                if is_write && object.is_read_only {
                    return violation(ViolationKind::ReadOnly, &format!("`{}` is constant", object.name));
                }
                match i64::try_from(start) {
                    Ok(offset) => Ok(Address { object: id, offset }),
                    Err(_) => Trouble::unsupported("an offset beyond 2^63"),
                }
            }
        }
    }

    /// Whether an access to a place is not listed.
    pub fn is_unlisted(&self, place: &Place) -> bool {
        match place.base {
            Scalar::Address(Address { object, .. }) => {
                self.objects.get(&object).is_some_and(|object| object.is_unlisted)
            }
            Scalar::Integer(_)
            | Scalar::Function(_)
            | Scalar::Label(_)
            | Scalar::Wild(_)
            | Scalar::Outside(_)
            | Scalar::Handle(_)
            | Scalar::ThreadId(_)
            | Scalar::Piece(_)
            | Scalar::Floating(_) => false,
        }
    }

    /// The bytes of a range that [`Memory::locate`] allowed.
    ///
    /// # Errors
    /// Unsupported if the range is too long to be copied.
    pub fn read(&self, from: Address, size: u64) -> Result<Vec<Byte>, Trouble> {
        if size > LONGEST_RANGE {
            return Trouble::unsupported("an access of more than 16 MiB at once");
        }
        let object = self.object(from.object);
        let start = from.offset as u64;
        let mut bytes = vec![object.fill; size as usize];
        for (&offset, &byte) in object.bytes.range(start..start + size) {
            bytes[(offset - start) as usize] = byte;
        }
        Ok(bytes)
    }

    /// Overwrites a range that [`Memory::locate`] allowed.
    pub fn write(&mut self, to: Address, bytes: &[Byte]) {
        let object = self.object_mut(to.object);
        for (index, &byte) in bytes.iter().enumerate() {
            let offset = to.offset as u64 + index as u64;
            if byte == object.fill {
                object.bytes.remove(&offset);
            } else {
                object.bytes.insert(offset, byte);
            }
        }
    }

    /// Fills a range that [`Memory::locate`] allowed with one byte.
    ///
    /// # Errors
    /// Unsupported if the range is too long, unless it is the whole object.
    pub fn fill(&mut self, to: Address, size: u64, byte: Byte) -> Result<(), Trouble> {
        let object = self.object_mut(to.object);
        if to.offset == 0 && size == object.size {
            object.fill = byte;
            object.bytes.clear();
            return Ok(());
        }
        if size > LONGEST_RANGE {
            return Trouble::unsupported("an access of more than 16 MiB at once");
        }
        self.write(to, &vec![byte; size as usize]);
        Ok(())
    }
}
