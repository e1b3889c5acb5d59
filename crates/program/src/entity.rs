//! Ids with letters and the dense tables they index.
//!
//! Everything that a program is made of is named by a small typed number: `l7` is a location, `t3` a transition. Tables
//! are vectors, so iteration is in creation order and two runs give the same bytes.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index into a [`Table`].
pub trait Entity: Copy + Eq + Ord + fmt::Debug {
    /// The entity with this position.
    fn from_index(index: usize) -> Self;
    /// The position of this entity.
    fn index(self) -> usize;
}

/// Declares an id type: `entity!(/** doc */ Location, "l")` prints as `l7`.
#[macro_export]
macro_rules! entity {
    ($(#[$meta:meta])* $name:ident, $letter:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub struct $name(pub u32);

        impl $crate::entity::Entity for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("a table has fewer than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($letter, "{}"), self.0)
            }
        }
    };
}

/// A dense table owned by its ids: entry `k` belongs to the id with index `k`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table<I, T> {
    entries: Vec<T>,
    ids: PhantomData<I>,
}

impl<I: Entity, T> Table<I, T> {
    /// An empty table.
    pub fn new() -> Self {
        Table { entries: Vec::new(), ids: PhantomData }
    }

    /// Appends an entry and returns its id.
    pub fn push(&mut self, entry: T) -> I {
        self.entries.push(entry);
        I::from_index(self.entries.len() - 1)
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The id that the next `push` will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.entries.len())
    }

    /// The entry of an id, if the id belongs to this table.
    pub fn get(&self, id: I) -> Option<&T> {
        self.entries.get(id.index())
    }

    /// The ids in creation order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.entries.len()).map(I::from_index)
    }

    /// Ids and entries in creation order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.entries.iter().enumerate().map(|(index, entry)| (I::from_index(index), entry))
    }

    /// Ids and entries in creation order, the entries to be changed in place.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.entries.iter_mut().enumerate().map(|(index, entry)| (I::from_index(index), entry))
    }

    /// The entries in creation order.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.entries.iter()
    }
}

impl<I: Entity, T> Default for Table<I, T> {
    fn default() -> Self {
        Table::new()
    }
}

impl<I: Entity, T> Index<I> for Table<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Entity, T> IndexMut<I> for Table<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}

impl<I: Entity, T> FromIterator<T> for Table<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(iter: A) -> Self {
        Table { entries: iter.into_iter().collect(), ids: PhantomData }
    }
}
