//! Addresses that reach other threads without order. A thread that reads an address with an atomic operation that does not acquire, or
//! that a relaxed atomic operation wrote, is not ordered behind what was done before the address was told. So the first writes to an
//! object are ordered before all other accesses to it only if no such operation may write or read its address.

use std::collections::BTreeSet;

use super::address::Object;
use super::pointers::Pointers;

/// The objects whose address an atomic operation that hands on no order may write or read.
pub fn told_without_order(pointers: &Pointers<'_>) -> BTreeSet<Object> {
    let unordered = pointers.accesses.iter().filter(|access| access.hides_order);
    let told = unordered.map(|access| pointers.load(&access.addresses, access.size));
    told.flat_map(|values| values.addresses().map(|address| address.object).collect::<Vec<_>>()).collect()
}
