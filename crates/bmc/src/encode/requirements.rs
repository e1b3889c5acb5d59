//! The requirements that hold in every execution, for every order: those of the unwinding, and where executions may end
//! inside atomic sections.

use std::collections::BTreeMap;

use raddle_logic::term::Term;

use crate::unwind::event::{GroupId, Unwound};
use crate::unwind::pool::Pool;

/// Where executions may end at cuts.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    /// Whether a cut is reached.
    pub any_cut: Term,
    /// Whether executions may end at cuts inside of atomic sections.
    pub allows_cuts: Term,
}

/// The requirements of an unwound program, as disjunctions. `ends`: further conditions under which an execution may end
/// in an atomic section.
pub fn requirements(pool: &mut Pool, unwound: &Unwound, ends: &BTreeMap<GroupId, Vec<Term>>) -> (Vec<Vec<Term>>, Cuts) {
    let mut clauses: Vec<Vec<Term>> = unwound.constraints.iter().map(|&constraint| vec![constraint]).collect();
    let allows_cuts = pool.fresh_bool("allows cuts");
    for (number, group) in unwound.groups.iter().enumerate().filter(|(_, group)| group.is_optional) {
        let cut = pool.any(&group.cuts);
        let cut = pool.and(cut, allows_cuts);
        let mut ways = group.ended.clone();
        ways.extend(&group.goals);
        ways.extend(ends.get(&GroupId(number as u32)).into_iter().flatten());
        ways.push(cut);
        ways.push(pool.not(group.entered));
        clauses.push(ways);
    }
    let cuts: Vec<Term> = unwound.cuts.iter().map(|cut| cut.guard).collect();
    (clauses, Cuts { any_cut: pool.any(&cuts), allows_cuts })
}
