//! A slice of `cargo xtask tamper`: no false claim is accepted, and changes do not only spoil the format.

use raddle_xtask::options::Evidence;
use raddle_xtask::tamper::{Fate, campaign};

#[test]
fn no_false_claim_is_accepted() {
    for (evidence, count, read_at_least) in
        [(Evidence::Proofs, 200, 60), (Evidence::Traces, 200, 80), (Evidence::Witnesses, 80, 30)]
    {
        let outcome = campaign(evidence, count, 3).expect("the corpus can be read");
        assert!(outcome.accepted.is_empty(), "{:?}\n{}", outcome.accepted, outcome.table("changes"));
        let unread: u64 = outcome.counts.values().filter_map(|fates| fates.get(&Fate::Unread)).sum();
        assert!(outcome.submitted() - unread >= read_at_least, "{}", outcome.table("changes"));
    }
}
