//! Addresses that are told without order: by an atomic write that does not release, or to an atomic read that does not acquire.
//!
//! ```text
//! p->data = 7;                                              if (q = atomic_load_explicit(&shared, acquire))
//! atomic_store_explicit(&shared, p, relaxed);                   use(q->data);
//! ```
//!
//! The thread on the right learns the address, but is not ordered behind the write of `p->data` (C11 7.17.3): the two race. So what is
//! written into new memory before its address is told ([`super::birth`]) is in order only if the address goes no such way.
//!
//! Rule: a write into new memory is ordered before all other accesses to it only if its address is told by accesses that are not atomic
//! (which race, or are in order), by atomic writes that release, and to atomic reads that acquire.
//! Tests: `new_memory_told_by_a_relaxed_store`, `new_memory_told_to_a_relaxed_load`, `new_memory_told_to_a_failed_exchange`.

use raddle_program::bits::BitSet;
use raddle_program::entity::Entity;

use super::PointsTo;

impl PointsTo {
    /// The objects whose address may be told without order.
    fn told_without_order(&self) -> BitSet {
        let mut told = BitSet::new(self.objects().len());
        for site in self.accesses.iter().filter(|site| site.hides_order) {
            for &target in self.targets(site.address) {
                for position in self.touched(target, site.size) {
                    for inner in self.targets(self.object(target.object).cells[position]) {
                        told.insert(inner.object.index());
                    }
                }
            }
        }
        told
    }

    /// Takes the order of their first writes from objects whose address may be told without order.
    pub(super) fn order_first_writes(&mut self) {
        let told = self.told_without_order();
        let is_told = |site: &super::AccessSite| {
            self.targets(site.address).iter().any(|target| told.contains(target.object.index()))
        };
        let unordered: Vec<bool> = self.accesses.iter().map(|site| site.is_at_birth && is_told(site)).collect();
        for (site, is_unordered) in self.accesses.iter_mut().zip(unordered) {
            site.is_at_birth &= !is_unordered;
        }
    }
}
