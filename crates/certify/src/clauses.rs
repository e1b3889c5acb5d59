//! Clauses by number, and whether a clause follows from some of them by unit propagation (RUP with hints).
//!
//! The clause is taken to be false. Each clause that is named must then have one literal at most that is not false: it becomes
//! true; a clause without one is the contradiction that was looked for, and the last that is named.

/// Clauses by number.
#[derive(Default)]
pub struct Clauses {
    by_number: Vec<Option<Box<[i32]>>>,
    /// By literal: whether it is true.
    holds: Vec<bool>,
    assigned: Vec<i32>,
}

/// The position of a literal in tables.
fn index(literal: i32) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

impl Clauses {
    /// Adds a clause. `false` if the number is taken.
    pub fn add(&mut self, number: u64, clause: &[i32]) -> bool {
        let Ok(number) = usize::try_from(number) else { return false };
        // Clause numbers ascend, possibly with gaps. A number far beyond the last one is invalid.
        if number > self.by_number.len() + (1 << 24) {
            return false;
        }
        if self.by_number.len() <= number {
            self.by_number.resize(number + 1, None);
        }
        for &literal in clause {
            let needed = index(literal).max(index(-literal)) + 1;
            if self.holds.len() < needed {
                self.holds.resize(needed, false);
            }
        }
        self.by_number[number].replace(clause.into()).is_none()
    }

    /// The clause with a number.
    pub fn get(&self, number: u64) -> Option<&[i32]> {
        self.by_number.get(usize::try_from(number).ok()?)?.as_deref()
    }

    /// Takes a clause away. `false` if there is none.
    pub fn remove(&mut self, number: u64) -> bool {
        let slot = usize::try_from(number).ok().and_then(|number| self.by_number.get_mut(number));
        slot.is_some_and(|slot| slot.take().is_some())
    }

    /// Whether a clause follows from those that are named, in their order.
    ///
    /// # Errors
    /// Why it does not.
    pub fn follows(&mut self, clause: &[i32], names: &[i64]) -> Result<(), String> {
        let result = self.propagate(clause, names);
        for literal in self.assigned.drain(..) {
            self.holds[index(literal)] = false;
        }
        result
    }

    fn propagate(&mut self, clause: &[i32], names: &[i64]) -> Result<(), String> {
        for &literal in clause {
            let needed = index(literal).max(index(-literal)) + 1;
            if self.holds.len() < needed {
                self.holds.resize(needed, false);
            }
            if self.holds[index(literal)] {
                // A literal and its negation: nothing to show.
                return if names.is_empty() { Ok(()) } else { Err("a tautology needs no clauses".into()) };
            }
            if !self.holds[index(-literal)] {
                self.holds[index(-literal)] = true;
                self.assigned.push(-literal);
            }
        }
        for (position, &name) in names.iter().enumerate() {
            let found = u64::try_from(name).ok().and_then(|number| usize::try_from(number).ok());
            let found = found.and_then(|number| self.by_number.get(number)?.as_deref());
            let Some(found) = found else { return Err(format!("there is no clause {name}")) };
            let mut open = None;
            for &literal in found {
                if self.holds[index(-literal)] || open == Some(literal) {
                    continue;
                }
                if open.is_some() {
                    return Err(format!("clause {name} says nothing here"));
                }
                open = Some(literal);
            }
            match open {
                None if position + 1 == names.len() => return Ok(()),
                None => return Err(format!("clauses after {name} are not needed")),
                // Nothing new, as the solver's own names sometimes are.
                Some(literal) if self.holds[index(literal)] => {}
                Some(literal) => {
                    self.holds[index(literal)] = true;
                    self.assigned.push(literal);
                }
            }
        }
        Err("it does not follow from the clauses that are named".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clauses() -> Clauses {
        let mut clauses = Clauses::default();
        for (number, clause) in [(1, vec![1, 2]), (2, vec![-1, 2]), (3, vec![-2, 3]), (4, vec![-3, 4, 5])] {
            assert!(clauses.add(number, &clause));
        }
        clauses
    }

    #[test]
    fn what_follows_is_accepted_again_and_again() {
        let mut clauses = clauses();
        for _ in 0..2 {
            assert_eq!(clauses.follows(&[2], &[1, 2]), Ok(()));
            assert_eq!(clauses.follows(&[3], &[3, 1, 2]), Ok(()));
        }
        assert_eq!(clauses.follows(&[1, -1], &[]), Ok(()));
    }

    #[test]
    fn what_does_not_follow_is_rejected() {
        let mut clauses = clauses();
        assert!(clauses.follows(&[2], &[1]).is_err());
        assert!(clauses.follows(&[1], &[1, 2]).is_err());
        assert!(clauses.follows(&[3], &[1, 2, 3]).is_err());
        assert!(clauses.follows(&[2], &[1, 2, 3]).is_err());
        assert!(clauses.follows(&[2], &[1, 1]).is_err());
        assert!(clauses.follows(&[4], &[4]).is_err());
        assert!(clauses.follows(&[2], &[1, 9]).is_err());
        assert!(clauses.follows(&[2], &[1, -2]).is_err());
        assert!(clauses.follows(&[2], &[]).is_err());
        assert!(clauses.follows(&[], &[]).is_err());
    }

    #[test]
    fn numbers_are_given_once() {
        let mut clauses = clauses();
        assert!(!clauses.add(1, &[7]));
        assert!(clauses.remove(1) && !clauses.remove(1));
        assert!(clauses.follows(&[2], &[1, 2]).is_err());
        assert!(!clauses.add(u64::MAX, &[7]));
    }
}
