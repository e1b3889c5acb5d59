//! One solver's part of a proof: the caller gives the formula, clause by clause; the results of the solver are read
//! from the proof and checked.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use crate::clauses::Clauses;
use crate::model::Formula;
use crate::order::Order;
use crate::proof::{Line, ProofText, Rejected};

/// The largest number of a variable.
const LARGEST: i64 = i32::MAX as i64 / 4;

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Conclusion {
    /// There is a model, in which these variables are true, and that was checked.
    Model(HashSet<i32>),
    /// The formula has no model in which all of these assumptions are true; the proof of that was checked.
    None(Vec<i32>),
    /// The search was given up; another one may follow.
    GivenUp,
}

/// Checks the part of one solver.
pub struct Checker {
    proof: Rc<RefCell<ProofText>>,
    variables: i32,
    /// Clauses of the formula that have no number yet.
    unnumbered: VecDeque<Vec<i32>>,
    formula: Formula,
    clauses: Clauses,
    order: Option<Order>,
    graph: String,
    /// New variables that decide an order: the literal, the source, the other write.
    splits: Vec<(i32, i32, u32)>,
    /// Variables that are other names, with the literals for which they stand.
    twins: HashMap<i32, i32>,
    /// Clauses of the theory that were checked.
    checked: HashSet<Vec<i32>>,
}

impl Checker {
    /// Begins with the next solver of a proof.
    ///
    /// # Errors
    /// If no solver comes next.
    pub fn new(proof: Rc<RefCell<ProofText>>) -> Result<Checker, Rejected> {
        let mut line = Line::default();
        proof.borrow_mut().line(&mut line)?;
        if line.word != "solver" || !line.numbers.is_empty() {
            return Err(proof.borrow().rejected("a solver is expected"));
        }
        Ok(Checker {
            proof,
            variables: 0,
            unnumbered: VecDeque::new(),
            formula: Formula::default(),
            clauses: Clauses::default(),
            order: None,
            graph: String::new(),
            splits: Vec::new(),
            twins: HashMap::new(),
            checked: HashSet::new(),
        })
    }

    /// A new variable of the formula.
    pub fn variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    /// A clause of the formula.
    pub fn clause(&mut self, clause: &[i32]) {
        self.formula.add(clause);
        self.unnumbered.push_back(clause.to_vec());
    }

    /// Sets the graph whose orders the theory knows, in the form that [`Order::read`] reads. It may have grown since
    /// the last call.
    ///
    /// # Panics
    /// If this is no graph: the formula is not what it should be, whatever the proof says.
    pub fn graph(&mut self, graph: &str) {
        if self.order.is_some() && self.graph == graph {
            return;
        }
        let mut order = Order::read(graph).expect("who makes the formula describes its graph");
        for &(literal, source, rival) in &self.splits {
            assert!(order.split(literal, source, rival), "a graph does not shrink");
        }
        graph.clone_into(&mut self.graph);
        self.order = Some(order);
    }

    /// Reads on until the search for a model under assumptions ends.
    ///
    /// # Errors
    /// What is wrong with the proof.
    pub fn conclude(&mut self, assumptions: &[i32]) -> Result<Conclusion, Rejected> {
        let mut line = Line::default();
        loop {
            self.proof.borrow_mut().line(&mut line)?;
            match self.take(&line, assumptions) {
                Ok(None) => {}
                Ok(Some(conclusion)) => return Ok(conclusion),
                Err(why) => return Err(self.proof.borrow().rejected(why)),
            }
        }
    }

    fn take(&mut self, line: &Line, assumptions: &[i32]) -> Result<Option<Conclusion>, String> {
        let numbers = line.numbers.as_slice();
        match (line.word.as_str(), numbers) {
            ("f", &[first, last]) => self.number(first, last)?,
            ("t", &[number, ref literals @ .., 0]) => {
                let literals = self.literals(literals)?;
                self.theory(&literals)?;
                self.add(number, &literals)?;
            }
            ("e", &[twin, variable]) => {
                let known = self.literals(&[variable])?;
                self.fresh(twin)?;
                let original = self.original(known[0]);
                self.twins.insert(self.variables, original);
            }
            ("x", &[variable, source, rival]) => {
                let known = self.literals(&[source])?;
                self.fresh(variable)?;
                let rival = u32::try_from(rival).map_err(|_| "this is no event")?;
                let is_split = self.order.as_mut().is_some_and(|order| order.split(self.variables, known[0], rival));
                if !is_split {
                    return Err("there is no order to be decided here".into());
                }
                self.splits.push((self.variables, known[0], rival));
            }
            ("d", &[ref gone @ .., 0]) => {
                for &number in gone {
                    if !u64::try_from(number).is_ok_and(|number| self.clauses.remove(number)) {
                        return Err(format!("there is no clause {number}"));
                    }
                }
            }
            ("", &[number, ref rest @ .., 0]) => {
                let middle = rest.iter().position(|&number| number == 0).ok_or("a 0 is missing")?;
                let literals = self.literals(&rest[..middle])?;
                self.clauses.follows(&literals, &rest[middle + 1..])?;
                self.add(number, &literals)?;
            }
            ("m", &[ref rest @ .., 0]) => {
                let middle = rest.iter().position(|&number| number == 0).ok_or("a 0 is missing")?;
                let variables = self.literals(&rest[..middle])?.into_iter().collect();
                self.is_model(&variables, &rest[middle + 1..], assumptions)?;
                return Ok(Some(Conclusion::Model(variables)));
            }
            ("u", &[number]) => {
                let found = u64::try_from(number).ok().and_then(|number| self.clauses.get(number));
                let found = found.ok_or_else(|| format!("there is no clause {number}"))?;
                if let Some(other) = found.iter().find(|&&literal| !assumptions.contains(&-literal)) {
                    return Err(format!("{} was not assumed", -other));
                }
                return Ok(Some(Conclusion::None(found.iter().map(|&literal| -literal).collect())));
            }
            ("i", []) => return Ok(Some(Conclusion::GivenUp)),
            _ => return Err("this is no step of a proof".into()),
        }
        Ok(None)
    }

    /// Whether the formula, the theory and the assumptions hold if these variables are true, and events come in this
    /// order.
    fn is_model(&self, variables: &HashSet<i32>, order: &[i64], assumptions: &[i32]) -> Result<(), String> {
        let mut is_true = vec![false; self.variables as usize + 1];
        for &variable in variables {
            match is_true.get_mut(variable.unsigned_abs() as usize) {
                Some(slot) if variable > 0 => *slot = true,
                Some(_) | None => return Err(format!("{variable} is no variable")),
            }
        }
        let holds = |literal: i32| is_true[literal.unsigned_abs() as usize] == (literal > 0);
        if let Some(literal) = assumptions.iter().find(|&&literal| !holds(literal)) {
            return Err(format!("{literal} is assumed, and does not hold in the model"));
        }
        if !self.formula.is_satisfied(&holds) {
            return Err("a clause of the formula does not hold in the model".into());
        }
        let events: Option<Vec<u32>> = order.iter().map(|&event| u32::try_from(event).ok()).collect();
        let events = events.ok_or("an event has a negative number")?;
        match &self.order {
            Some(order) => order.is_run(&holds, &events).map_err(str::to_owned),
            None if events.is_empty() => Ok(()),
            None => Err("there are no events".into()),
        }
    }

    /// The next clauses of the formula get their numbers.
    fn number(&mut self, first: i64, last: i64) -> Result<(), String> {
        if !(0..=self.unnumbered.len() as i64).contains(&(last - first + 1)) {
            return Err("the formula has not so many clauses".into());
        }
        for number in first..=last {
            let clause = self.unnumbered.pop_front().expect("they were counted");
            self.add(number, &clause)?;
        }
        Ok(())
    }

    fn add(&mut self, number: i64, clause: &[i32]) -> Result<(), String> {
        match u64::try_from(number) {
            Ok(number) if number > 0 && self.clauses.add(number, clause) => Ok(()),
            Ok(_) | Err(_) => Err(format!("{number} cannot be the number of this clause")),
        }
    }

    fn literals(&self, numbers: &[i64]) -> Result<Vec<i32>, String> {
        let is_known = |&number: &i64| number != 0 && number.abs() <= i64::from(self.variables).min(LARGEST);
        match numbers.iter().find(|number| !is_known(number)) {
            Some(number) => Err(format!("there is no literal {number}")),
            None => Ok(numbers.iter().map(|&number| number as i32).collect()),
        }
    }

    /// A variable that only the search uses.
    fn fresh(&mut self, variable: i64) -> Result<(), String> {
        if variable != i64::from(self.variables) + 1 {
            return Err(format!("{variable} is not the next variable"));
        }
        self.variables += 1;
        Ok(())
    }

    /// The literal that a literal is another name of.
    fn original(&self, literal: i32) -> i32 {
        match self.twins.get(&literal.abs()) {
            Some(&original) => original * literal.signum(),
            None => literal,
        }
    }

    /// Whether a clause follows from the theory, or from the definitions of twins.
    fn theory(&mut self, clause: &[i32]) -> Result<(), String> {
        let mut originals: Vec<i32> = clause.iter().map(|&literal| self.original(literal)).collect();
        originals.sort_unstable();
        originals.dedup();
        let is_tautology = originals.iter().any(|literal| originals.binary_search(&-literal).is_ok());
        if is_tautology || self.checked.contains(&originals) {
            return Ok(());
        }
        let Some(order) = &self.order else { return Err("there is no theory".into()) };
        if !order.follows(&originals) {
            return Err("the order of events does not say this".into());
        }
        self.checked.insert(originals);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checker(proof: &str) -> Checker {
        let proof = Rc::new(RefCell::new(ProofText::new(format!("solver\n{proof}").into_bytes())));
        Checker::new(proof).expect("a solver comes")
    }

    /// `a or b`, `not a or b`, `a or not b`.
    fn three(proof: &str) -> Checker {
        let mut checker = checker(proof);
        let (a, b) = (checker.variable(), checker.variable());
        checker.clause(&[a, b]);
        checker.clause(&[-a, b]);
        checker.clause(&[a, -b]);
        checker
    }

    #[test]
    fn a_proof_is_followed() {
        let mut checker = three("f 1 3\n4 2 0 1 2 0\nd 1 0\n5 -1 -2 0 0\n");
        // The last line claims what does not follow.
        let rejected = checker.conclude(&[-2]).expect_err("this does not follow");
        assert_eq!(rejected.line, 5);
        let mut checker = three("f 1 3\n4 2 0 1 2 0\nd 1 0\n5 1 0 4 3 0\nu 5\n");
        assert_eq!(checker.conclude(&[-1, 2]), Ok(Conclusion::None(vec![-1])));
    }

    #[test]
    fn a_conclusion_is_about_the_assumptions() {
        for (proof, assumptions) in [
            ("f 1 3\nu 1\n", vec![-1]),
            ("f 1 3\nu 4\n", vec![-1]),
            ("f 1 3\n4 2 0 1 2 0\nu 4\n", vec![2]),
            ("f 1 4\n", vec![]),
            ("f 1 3\nf 4 4\n", vec![]),
            ("f 1 2\n4 2 0 1 2 0\n", vec![]),
            ("f 1 3\n4 9 0 1 2 0\n", vec![]),
            ("f 1 3\nt 4 1 0\n", vec![]),
            ("f 1 3\nz 4 1 0\n", vec![]),
            ("f 1 3\ne 4 1\n", vec![]),
        ] {
            assert!(three(proof).conclude(&assumptions).is_err(), "{proof}");
        }
    }

    #[test]
    fn twins_are_equal_and_nothing_else() {
        let proof = "f 1 3\ne 3 1\nt 4 -1 3 0\nt 5 1 -3 0\n";
        let mut good = three(&format!("{proof}m 1 2 3 0 0\n"));
        assert_eq!(good.conclude(&[]), Ok(Conclusion::Model([1, 2, 3].into())));
        assert!(three(&format!("{proof}t 6 -2 3 0\n")).conclude(&[]).is_err());
    }

    #[test]
    fn a_model_is_checked() {
        assert_eq!(three("f 1 3\nm 1 2 0 0\n").conclude(&[1]), Ok(Conclusion::Model([1, 2].into())));
        for (proof, assumptions) in [
            ("m 1 0 0\n", vec![]),
            ("m 0 0\n", vec![]),
            ("m 1 2 0 0\n", vec![-1]),
            ("m 1 -2 0 0\n", vec![]),
            ("m 1 2 3 0 0\n", vec![]),
            ("m 1 2 0 4 0\n", vec![]),
            ("m 1 2 0\n", vec![]),
        ] {
            assert!(three(proof).conclude(&assumptions).is_err(), "{proof}");
        }
        let graph = "chain\nevent 0 w 0 0 0\nevent 0 w 0 0 0\nevent 0 r 0 0 0\nsource 0 2 1\nsource 1 2 2\n";
        // The read would read two things.
        let mut two = three("m 1 2 0 0 1 2 0\n");
        two.graph(graph);
        assert!(two.conclude(&[]).is_err());
        let mut checker = checker("m 2 0 0 1 2 0\n");
        let (first, second) = (checker.variable(), checker.variable());
        checker.clause(&[first, second]);
        checker.graph(graph);
        assert_eq!(checker.conclude(&[]), Ok(Conclusion::Model([2].into())));
    }

    #[test]
    fn clauses_of_the_theory_follow_from_the_graph() {
        let graph = "chain\nevent 0 w 0 0 0\nevent 0 w 0 0 0\nevent 0 r 0 0 0\nsource 0 2 1\nsource 1 2 2\n";
        let mut good = three("f 1 3\nt 4 -1 0\n5 0 2 3 4 0\n");
        good.graph(graph);
        // The read does not read from the first write; the rest is propagation, with clauses that are all needed.
        assert!(good.conclude(&[]).is_err());
        let mut good = three("f 1 3\nt 4 -1 0\n5 -2 0 3 4 0\nu 5\n");
        good.graph(graph);
        assert_eq!(good.conclude(&[2]), Ok(Conclusion::None(vec![2])));
        let mut bad = three("f 1 3\nt 4 -2 0\n");
        bad.graph(graph);
        assert!(bad.conclude(&[2]).is_err());
    }
}
