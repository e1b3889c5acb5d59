//! Variables and literals of propositional logic.

use std::fmt;
use std::ops::Not;

/// A propositional variable, numbered from zero in the order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

/// The most variables that a solver can hold: literals are numbers of 31 bits.
const VARIABLES: u32 = 1 << 30;

impl Var {
    /// The variable with this number.
    ///
    /// # Panics
    /// With a number beyond what a solver can hold.
    pub fn from_index(index: usize) -> Var {
        match u32::try_from(index) {
            Ok(number) if number < VARIABLES => Var(number),
            Ok(_) | Err(_) => panic!("more than {VARIABLES} propositional variables"),
        }
    }

    /// The number of the variable.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal that is true if the variable is.
    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    /// The literal that is true if the variable is not.
    pub fn negative(self) -> Lit {
        Lit(self.0 << 1 | 1)
    }

    /// The literal that is true if the variable has this value.
    pub fn literal(self, value: bool) -> Lit {
        if value { self.positive() } else { self.negative() }
    }
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The variable of the literal.
    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    /// Whether the literal is the variable itself.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// A number for tables that are indexed by literals: twice the variable's, plus one for a negation.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The literal with this number: the inverse of [`Lit::index`].
    ///
    /// # Panics
    /// With a number beyond what a solver can hold.
    pub fn from_index(index: usize) -> Lit {
        Var::from_index(index / 2).literal(index.is_multiple_of(2))
    }

    /// The number by which DIMACS files and most solvers name the literal: from one on, negative for a negation.
    pub fn to_dimacs(self) -> i32 {
        // A variable has at most 30 bits.
        let number = (self.0 >> 1) as i32 + 1;
        if self.is_positive() { number } else { -number }
    }

    /// The literal that DIMACS files name by this number.
    ///
    /// # Panics
    /// With zero, which names no literal.
    pub fn from_dimacs(number: i32) -> Lit {
        assert!(number != 0, "zero is not a literal");
        Var::from_index(number.unsigned_abs() as usize - 1).literal(number > 0)
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", if self.is_positive() { "" } else { "!" }, self.var())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_and_their_numbers_go_both_ways() {
        for index in 0..100 {
            let var = Var::from_index(index);
            for lit in [var.positive(), var.negative()] {
                assert_eq!(Lit::from_index(lit.index()), lit);
                assert_eq!(Lit::from_dimacs(lit.to_dimacs()), lit);
                assert_eq!(!!lit, lit);
                assert_eq!((!lit).var(), var);
                assert_eq!((!lit).to_dimacs(), -lit.to_dimacs());
            }
            assert!(var.positive().is_positive() && !var.negative().is_positive());
            assert_eq!(var.positive().to_dimacs(), index as i32 + 1);
        }
    }
}
