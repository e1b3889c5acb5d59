//! Values of terms.

use std::collections::BTreeMap;
use std::fmt;

use crate::bits::Bits;
use crate::sort::Sort;

/// What a term evaluates to.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Of sort Bool.
    Bool(bool),
    /// Of a bit-vector sort.
    Bits(Bits),
    /// Of an array sort.
    Array(ArrayValue),
}

/// A value of an array: the same element everywhere but at finitely many indices.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArrayValue {
    index_width: u32,
    default: Bits,
    /// Never holds the default element, so that equal arrays are equal values (unless every index has an entry).
    entries: BTreeMap<Bits, Bits>,
}

impl Value {
    /// The value of a variable without a given one: false, zero, zero everywhere.
    #[must_use]
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { index, element } => Value::Array(ArrayValue::constant(index, Bits::zero(element))),
        }
    }

    /// The sort whose value it is.
    #[must_use]
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Bits(bits) => Sort::BitVec(bits.width()),
            Value::Array(array) => Sort::Array { index: array.index_width, element: array.default.width() },
        }
    }

    /// The truth value, of a Bool.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Bits(_) | Value::Array(_) => None,
        }
    }

    /// The bits, of a bit-vector.
    #[must_use]
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(bits) => Some(bits),
            Value::Bool(_) | Value::Array(_) => None,
        }
    }

    /// The elements, of an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&ArrayValue> {
        match self {
            Value::Array(array) => Some(array),
            Value::Bool(_) | Value::Bits(_) => None,
        }
    }
}

impl ArrayValue {
    /// The same element at each index.
    #[must_use]
    pub fn constant(index_width: u32, element: Bits) -> ArrayValue {
        ArrayValue { index_width, default: element, entries: BTreeMap::new() }
    }

    /// The element at an index.
    #[must_use]
    pub fn select(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Changes the element at an index.
    pub fn store(&mut self, index: Bits, element: Bits) {
        if element == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, element);
        }
    }

    /// The element at all indices that have no entry.
    #[must_use]
    pub fn default(&self) -> &Bits {
        &self.default
    }

    /// How wide indices are.
    #[must_use]
    pub fn index_width(&self) -> u32 {
        self.index_width
    }

    /// The indices whose element is not the default one, in order.
    pub fn entries(&self) -> impl Iterator<Item = (&Bits, &Bits)> {
        self.entries.iter()
    }

    /// Whether they have the same element at each index. (Two values that write the same array may differ in what they call the
    /// default, if one of them lists every index.)
    #[must_use]
    pub fn same_elements(&self, other: &ArrayValue) -> bool {
        let listed = self.entries.keys().chain(other.entries.keys());
        if !listed.clone().all(|index| self.select(index) == other.select(index)) {
            return false;
        }
        if self.default == other.default {
            return true;
        }
        // The defaults differ: they must not matter, that is, every index must be listed.
        let mut all: Vec<&Bits> = listed.collect();
        all.sort_unstable();
        all.dedup();
        self.index_width < 64 && all.len() as u64 == 1 << self.index_width
    }
}

/// Prints it as SMT-LIB does.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Bits(bits) => write!(f, "{bits}"),
            Value::Array(array) => {
                array.entries.iter().try_for_each(|_| f.write_str("(store "))?;
                write!(f, "((as const {}) {})", self.sort(), array.default)?;
                array.entries.iter().try_for_each(|(index, element)| write!(f, " {index} {element})"))
            }
        }
    }
}
