//! Objects whose address is published without order: by an atomic write that does not release, or to an atomic read that does not acquire.
//!
//! ```text
//! p->data = 7;                                              if (q = atomic_load_explicit(&shared, acquire))
//! atomic_store_explicit(&shared, p, relaxed);                   use(q->data);
//! ```
//!
//! The thread on the right reads the address, but the write of `p->data` does not happen before its read (C11 7.17.3):
//! the two race. So a write into new memory before its address is published ([`super::birth`]) happens before the
//! accesses of other threads only if the address is never published in this way.
//!
//! Rule: a write into new memory happens before all accesses of other threads only if its address is published by accesses that are not
//! atomic (which race, or are in order), or by atomic writes that release and to atomic reads that acquire.
//! Tests: `new_memory_published_by_a_relaxed_store`, `new_memory_read_by_a_relaxed_load`, `new_memory_read_by_a_failed_exchange`.

use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;

use super::{AccessSite, PointsTo};

impl PointsTo {
    /// The objects whose address an atomic access may write without release, or read without acquire.
    fn published_without_order(&self) -> BitSet {
        let mut published = BitSet::new(self.objects().len());
        for site in self.accesses.iter().filter(|site| site.hides_order) {
            for &target in self.targets(site.address) {
                for position in self.touched(target, site.size) {
                    for inner in self.targets(self.object(target.object).cells[position]) {
                        published.insert(inner.object.index());
                    }
                }
            }
        }
        published
    }

    /// Takes `is_at_birth` from the writes into objects whose address may be published without order.
    pub(super) fn order_first_writes(&mut self) {
        let published = self.published_without_order();
        let is_unordered = |site: &AccessSite| {
            self.targets(site.address).iter().any(|target| published.contains(target.object.index()))
        };
        let is_ordered: Vec<bool> = self.accesses.iter().map(|site| site.is_at_birth && !is_unordered(site)).collect();
        for (site, is_ordered) in self.accesses.iter_mut().zip(is_ordered) {
            site.is_at_birth = is_ordered;
        }
    }
}
