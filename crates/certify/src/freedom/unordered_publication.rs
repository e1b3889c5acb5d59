//! Objects whose address is published without order. A thread that reads an address with an atomic read that does not acquire, or from an
//! atomic write that does not release, is not ordered behind what was done before the address was published. So the first writes to an object
//! are ordered before the accesses of other threads only if no such access may write or read its address.

use std::collections::BTreeSet;

use super::address::Object;
use super::pointers::Pointers;

/// The objects whose address an atomic access may write without release, or read without acquire.
pub fn published_without_order(pointers: &Pointers<'_>) -> BTreeSet<Object> {
    let unordered = pointers.accesses.iter().filter(|access| access.hides_order);
    let values = unordered.map(|access| pointers.load(&access.addresses, access.size));
    values.flat_map(|values| values.addresses().map(|address| address.object).collect::<Vec<_>>()).collect()
}
