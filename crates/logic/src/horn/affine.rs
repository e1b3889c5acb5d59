//! Affine equalities over bit-vectors: all that hold for derivable arguments, as far as affine reasoning finds them (King and Søndergaard,
//! *Automatic abstraction for congruences*, 2010; Thakur and Reps, 2012). The equations `c1 x1 + .. + cn xn = d` modulo a power of two that
//! hold for all points so far are kept; a model of a rule that violates one is a further point.
//!
//! The equations are candidates: if a query takes too long, they stay as they are, and the consumer must prove them.

use crate::bits::Bits;
use crate::horn::normal::Rule;
use crate::horn::simulate::Fact;
use crate::horn::solve::Run;
use crate::horn::system::{Predicate, System};
use crate::sat::{Cadical, SatResult, SatSolver};
use crate::solver::Solver;
use crate::sort::Sort;
use crate::term::{Term, Terms};

/// How many parameters of one width are related at most.
const RELATED: usize = 12;

/// How many conflicts one query may take.
const CONFLICTS: u64 = 300;

/// How many points are looked for at most.
const POINTS: u64 = 600;

/// `coefficients * variables = constant`, modulo two to the power of the width.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Equation {
    coefficients: Vec<u64>,
    constant: u64,
}

/// The equations between the parameters of one width of one predicate.
struct Group {
    predicate: Predicate,
    width: u32,
    /// Places of the parameters.
    places: Vec<usize>,
    /// What holds of all points; nothing, as long as there is no point.
    equations: Option<Vec<Equation>>,
}

/// For each predicate equations that seem to hold always. Facts are the first points; of each rule the solver knows the constraint. `None` if the run was stopped before.
pub(super) fn affine(
    terms: &mut Terms,
    system: &System,
    rules: &[Rule],
    is_relevant: &[Vec<bool>],
    facts: &[Fact],
    solvers: &mut [Solver<Cadical>],
    run: &Run,
) -> Option<Vec<Vec<Term>>> {
    let mut groups = groups(terms, system, rules, is_relevant);
    for solver in solvers.iter_mut() {
        solver.sat().set_budget(Some(CONFLICTS));
    }
    for fact in facts {
        for group in groups.iter_mut().filter(|group| Some(group.predicate) == fact.predicate) {
            let point: Vec<u64> = group
                .places
                .iter()
                .map(|&place| fact.arguments[place].as_bits().and_then(Bits::to_u64).unwrap_or(0))
                .collect();
            group.join(&point);
        }
    }
    let mut points = 0;
    let mut changed = !groups.is_empty();
    while changed && points < POINTS {
        changed = false;
        for (rule, solver) in rules.iter().zip(&mut *solvers) {
            while points < POINTS && add_point(terms, rule, solver, &mut groups, run) {
                points += 1;
                changed = true;
                if run.is_stopped() {
                    return None;
                }
            }
            if run.is_stopped() {
                return None;
            }
        }
    }
    let mut found = vec![Vec::new(); system.predicates().count()];
    for group in &groups {
        let parameters = &system.declaration(group.predicate).parameters;
        let variables: Vec<Term> = group.places.iter().map(|&place| parameters[place]).collect();
        for equation in group.equations.iter().flatten() {
            found[group.predicate.index()].push(equation.said_of(terms, &variables, group.width));
        }
    }
    Some(found)
}

fn groups(terms: &Terms, system: &System, rules: &[Rule], is_relevant: &[Vec<bool>]) -> Vec<Group> {
    let mut groups = Vec::new();
    for predicate in system.predicates() {
        if !rules.iter().any(|rule| rule.premises.iter().any(|premise| premise.predicate == predicate)) {
            continue;
        }
        let parameters = &system.declaration(predicate).parameters;
        let mut widths: Vec<u32> = parameters.iter().filter_map(|&parameter| terms.sort(parameter).width()).collect();
        widths.sort_unstable();
        widths.dedup();
        for width in widths.into_iter().filter(|width| (2..=64).contains(width)) {
            let is_relevant = &is_relevant[predicate.index()];
            let like = |place: &usize| is_relevant[*place] && terms.sort(parameters[*place]) == Sort::BitVec(width);
            let places: Vec<usize> = (0..parameters.len()).filter(like).take(RELATED).collect();
            groups.push(Group { predicate, width, places, equations: None });
        }
    }
    groups
}

/// Looks for a state that a rule derives and that violates an equation, and weakens the equations. Returns whether there is one.
fn add_point<S: SatSolver>(
    terms: &mut Terms,
    rule: &Rule,
    solver: &mut Solver<S>,
    groups: &mut [Group],
    run: &Run,
) -> bool {
    let Some(conclusion) = &rule.conclusion else { return false };
    let mut assumptions = Vec::new();
    for premise in &rule.premises {
        for group in groups.iter().filter(|group| group.predicate == premise.predicate) {
            // What is not derived as yet derives nothing.
            let Some(equations) = &group.equations else { return false };
            let variables: Vec<Term> = group.places.iter().map(|&place| premise.arguments[place]).collect();
            for equation in equations {
                assumptions.push(equation.said_of(terms, &variables, group.width));
            }
        }
    }
    let mut violated = Vec::new();
    let mut is_new = false;
    for group in groups.iter().filter(|group| group.predicate == conclusion.predicate) {
        let arguments: Vec<Term> = group.places.iter().map(|&place| conclusion.arguments[place]).collect();
        match &group.equations {
            None => is_new = true,
            Some(equations) => {
                for equation in equations {
                    let said = equation.said_of(terms, &arguments, group.width);
                    violated.push(terms.not(said));
                }
            }
        }
    }
    if !is_new {
        let some = terms.or_all(&violated);
        assumptions.push(some);
    }
    run.count_query();
    if solver.check(terms, &assumptions) != SatResult::Sat {
        return false;
    }
    for group in groups.iter_mut().filter(|group| group.predicate == conclusion.predicate) {
        let point: Vec<u64> = group
            .places
            .iter()
            .map(|&place| {
                solver.value(terms, conclusion.arguments[place]).as_bits().and_then(|bits| bits.to_u64()).unwrap_or(0)
            })
            .collect();
        group.join(&point);
    }
    true
}

impl Group {
    /// Keeps the equations that hold of a point, too: the kernel of their residues.
    fn join(&mut self, point: &[u64]) {
        let width = self.width;
        let Some(equations) = &mut self.equations else {
            let unit = |at: usize| (0..point.len()).map(|place| u64::from(place == at)).collect();
            let equations =
                (0..point.len()).map(|at| Equation { coefficients: unit(at), constant: point[at] }).collect();
            self.equations = Some(equations);
            return;
        };
        let residues: Vec<u64> = equations.iter().map(|equation| equation.residue(point, width)).collect();
        let violated = (0..equations.len()).filter(|&at| residues[at] != 0);
        let Some(pivot) = violated.min_by_key(|&at| residues[at].trailing_zeros()) else { return };
        let shift = residues[pivot].trailing_zeros();
        let inverse = inverse(residues[pivot] >> shift);
        let base = equations[pivot].clone();
        for (equation, &residue) in equations.iter_mut().zip(&residues) {
            if residue != 0 {
                equation.subtract(&base, (residue >> shift).wrapping_mul(inverse), width);
            }
        }
        equations[pivot] = base.times(1_u64.checked_shl(width - shift).unwrap_or(0), width);
        equations.retain(|equation| equation.coefficients.iter().any(|&coefficient| coefficient != 0));
    }
}

impl Equation {
    fn residue(&self, point: &[u64], width: u32) -> u64 {
        let sum = self.coefficients.iter().zip(point).fold(0_u64, |sum, (c, x)| sum.wrapping_add(c.wrapping_mul(*x)));
        sum.wrapping_sub(self.constant) & mask(width)
    }

    fn subtract(&mut self, other: &Equation, times: u64, width: u32) {
        for (mine, theirs) in self.coefficients.iter_mut().zip(&other.coefficients) {
            *mine = mine.wrapping_sub(theirs.wrapping_mul(times)) & mask(width);
        }
        self.constant = self.constant.wrapping_sub(other.constant.wrapping_mul(times)) & mask(width);
    }

    fn times(&self, factor: u64, width: u32) -> Equation {
        let scaled = |number: u64| number.wrapping_mul(factor) & mask(width);
        Equation {
            coefficients: self.coefficients.iter().map(|&coefficient| scaled(coefficient)).collect(),
            constant: scaled(self.constant),
        }
    }

    /// The equation as a formula. Negative coefficients go to the other side, so that no large constants are multiplied.
    fn said_of(&self, terms: &mut Terms, variables: &[Term], width: u32) -> Term {
        let mut left = terms.number(width, 0);
        let mut right = terms.number(width, u128::from(self.constant));
        for (&coefficient, &variable) in self.coefficients.iter().zip(variables) {
            if coefficient == 0 {
                continue;
            }
            let is_negative = coefficient >> (width - 1) == 1;
            let size = if is_negative { coefficient.wrapping_neg() & mask(width) } else { coefficient };
            let size = terms.number(width, u128::from(size));
            let product = terms.bv_mul(variable, size);
            if is_negative {
                right = terms.bv_add(right, product);
            } else {
                left = terms.bv_add(left, product);
            }
        }
        terms.eq(left, right)
    }
}

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(x))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::system::System;

    #[test]
    fn equations_hold_of_all_points_and_no_equation_is_missed() {
        let mut terms = Terms::new();
        let mut system = System::new();
        let predicate = system.declare(&mut terms, "P", &[Sort::BitVec(8); 2]);
        // y = 3x + 5, of points that differ by multiples of four: also 64x = 64, which x = 1 gives.
        let mut group = Group { predicate, width: 8, places: vec![0, 1], equations: None };
        let line = |x: u64| [x, (3 * x + 5) & 255];
        for x in [1, 5, 9, 21] {
            group.join(&line(x));
        }
        let equations = group.equations.unwrap_or_default();
        let holds = |point: &[u64]| equations.iter().all(|equation| equation.residue(point, 8) == 0);
        for x in 0..256 {
            assert_eq!(holds(&line(x)), x % 4 == 1, "{x}");
            for y in (0..256).filter(|&y| y != line(x)[1]) {
                assert!(!holds(&[x, y]), "{x} {y}");
            }
        }
        for odd in (1..1000).step_by(2) {
            assert_eq!(inverse(odd).wrapping_mul(odd), 1);
        }
    }
}
