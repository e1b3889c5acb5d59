//! Translates gates to clauses, on demand: a gate gets a variable and clauses when its literal is requested.
//!
//! A definition has two directions: the true output forces its inputs, and the inputs force the true output. Plaisted and Greenbaum (1986):
//! if only one polarity of a literal is used, one direction suffices. The request says which polarity is used.

use crate::sat::{Lit, SatSolver, Var};

use super::gates::{Gate, Gates, Kind};

/// The polarity in which a literal is used: positive, negative, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Polarity {
    /// It may be made true: what it implies must follow.
    Positive,
    /// It may be made false.
    Negative,
    /// Its value is the value of the gate.
    Both,
}

/// Which gates have variables and clauses already.
#[derive(Clone, Default)]
pub struct Cnf {
    /// For each gate, its variable's number plus one, or zero.
    variables: Vec<u32>,
    /// For each gate, the directions of its definition that are there.
    defined: Vec<u8>,
    stack: Vec<(u32, u8)>,
    inputs: Vec<Gate>,
}

const FORWARD: u8 = 1;
const BACKWARD: u8 = 2;

impl Polarity {
    fn directions(self) -> u8 {
        match self {
            Polarity::Positive => FORWARD,
            Polarity::Negative => BACKWARD,
            Polarity::Both => FORWARD | BACKWARD,
        }
    }
}

impl Cnf {
    /// The literal of a gate. Its definition, and those of all that it depends on, are added where they are missing.
    pub fn literal(&mut self, gates: &Gates, sat: &mut impl SatSolver, gate: Gate, polarity: Polarity) -> Lit {
        self.variables.resize(gates.len(), 0);
        self.defined.resize(gates.len(), 0);
        let literal = self.plain(sat, gate);
        let directions = flipped_if(polarity.directions(), gate.is_negated());
        self.stack.push((gate.node() as u32, directions));
        while let Some((node, asked)) = self.stack.pop() {
            let node = node as usize;
            let missing = asked & !self.defined[node];
            if missing == 0 {
                continue;
            }
            self.defined[node] |= missing;
            self.define(gates, sat, node, missing);
        }
        literal
    }

    /// The variable of a gate, if it has one.
    #[must_use]
    pub fn variable(&self, gate: Gate) -> Option<Var> {
        match self.variables.get(gate.node()) {
            Some(&number) if number > 0 => Some(Var::from_index(number as usize - 1)),
            Some(_) | None => None,
        }
    }

    fn plain(&mut self, sat: &mut impl SatSolver, gate: Gate) -> Lit {
        let number = &mut self.variables[gate.node()];
        if *number == 0 {
            *number = sat.new_var().index() as u32 + 1;
        }
        Var::from_index(*number as usize - 1).literal(!gate.is_negated())
    }

    fn define(&mut self, gates: &Gates, sat: &mut impl SatSolver, node: usize, missing: u8) {
        let kind = gates.kind(node);
        let mut inputs = std::mem::take(&mut self.inputs);
        inputs.clear();
        inputs.extend(gates.inputs(node));
        for (at, input) in inputs.iter().enumerate() {
            // An input whose value matters both ways needs both directions of its definition.
            let directions = match kind {
                Kind::And | Kind::AndMany | Kind::Majority => missing,
                Kind::Mux if at > 0 => missing,
                Kind::Mux | Kind::Xor | Kind::Xor3 => FORWARD | BACKWARD,
                Kind::True | Kind::Input => unreachable!("it has no inputs"),
            };
            self.stack.push((input.node() as u32, flipped_if(directions, input.is_negated())));
        }
        let output = {
            let number = &mut self.variables[node];
            if *number == 0 {
                *number = sat.new_var().index() as u32 + 1;
            }
            Var::from_index(*number as usize - 1).positive()
        };
        let (forward, backward) = (missing & FORWARD != 0, missing & BACKWARD != 0);
        match kind {
            Kind::Input => {}
            Kind::True => sat.add_clause(&[output]),
            Kind::And | Kind::AndMany => {
                let mut clause = Vec::with_capacity(inputs.len() + 1);
                for &input in &inputs {
                    let literal = self.plain(sat, input);
                    clause.push(!literal);
                    if forward {
                        sat.add_clause(&[!output, literal]);
                    }
                }
                if backward {
                    clause.push(output);
                    sat.add_clause(&clause);
                }
            }
            Kind::Xor => {
                let (a, b) = (self.plain(sat, inputs[0]), self.plain(sat, inputs[1]));
                if forward {
                    sat.add_clause(&[!output, a, b]);
                    sat.add_clause(&[!output, !a, !b]);
                }
                if backward {
                    sat.add_clause(&[output, !a, b]);
                    sat.add_clause(&[output, a, !b]);
                }
            }
            Kind::Xor3 => {
                let (a, b, c) = (self.plain(sat, inputs[0]), self.plain(sat, inputs[1]), self.plain(sat, inputs[2]));
                if forward {
                    sat.add_clause(&[!output, a, b, c]);
                    sat.add_clause(&[!output, a, !b, !c]);
                    sat.add_clause(&[!output, !a, b, !c]);
                    sat.add_clause(&[!output, !a, !b, c]);
                }
                if backward {
                    sat.add_clause(&[output, !a, !b, !c]);
                    sat.add_clause(&[output, !a, b, c]);
                    sat.add_clause(&[output, a, !b, c]);
                    sat.add_clause(&[output, a, b, !c]);
                }
            }
            Kind::Majority => {
                let (a, b, c) = (self.plain(sat, inputs[0]), self.plain(sat, inputs[1]), self.plain(sat, inputs[2]));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    if forward {
                        sat.add_clause(&[!output, x, y]);
                    }
                    if backward {
                        sat.add_clause(&[output, !x, !y]);
                    }
                }
            }
            Kind::Mux => {
                let (c, a, b) = (self.plain(sat, inputs[0]), self.plain(sat, inputs[1]), self.plain(sat, inputs[2]));
                if forward {
                    sat.add_clause(&[!output, !c, a]);
                    sat.add_clause(&[!output, c, b]);
                    // Implied, but not by unit propagation: with both inputs false, so is the output.
                    sat.add_clause(&[!output, a, b]);
                }
                if backward {
                    sat.add_clause(&[output, !c, !a]);
                    sat.add_clause(&[output, c, !b]);
                    sat.add_clause(&[output, !a, !b]);
                }
            }
        }
        self.inputs = inputs;
    }
}

/// The directions as seen from the other side of an inverter.
fn flipped_if(directions: u8, negated: bool) -> u8 {
    if negated { directions >> 1 | (directions & FORWARD) << 1 } else { directions }
}

#[cfg(test)]
mod tests {
    use super::super::gates::tests::{read, simulate};
    use super::*;
    use crate::sat::{Cadical, SatResult};

    /// For each kind of gate, with each polarity: the clauses allow what the truth table allows, and nothing else.
    #[test]
    fn clauses_say_what_gates_do() {
        for polarity in [Polarity::Positive, Polarity::Negative, Polarity::Both] {
            let mut gates = Gates::new();
            let inputs: Vec<Gate> = (0..4).map(|_| gates.input()).collect();
            let [a, b, c, d] = [inputs[0], inputs[1], inputs[2], inputs[3]];
            let (xor3, majority) = (gates.xor3(a, !b, c), gates.majority(a, b, !c));
            let outputs = [
                gates.and(a, !b),
                gates.and_all([!a, b, c, d]),
                gates.xor(a, b),
                xor3,
                majority,
                gates.mux(a, !b, c),
                gates.mux(xor3, majority, d),
                !gates.mux(majority, !xor3, !d),
            ];
            let mut sat = Cadical::new();
            let mut cnf = Cnf::default();
            let literals: Vec<Lit> =
                outputs.iter().map(|&gate| cnf.literal(&gates, &mut sat, gate, polarity)).collect();
            let sources: Vec<Lit> =
                inputs.iter().map(|&gate| cnf.literal(&gates, &mut sat, gate, Polarity::Both)).collect();
            for row in 0..16 {
                let values: Vec<bool> = (0..4).map(|bit| row >> bit & 1 == 1).collect();
                let truth = simulate(&gates, &values);
                let mut assumptions: Vec<Lit> =
                    sources.iter().zip(&values).map(|(&lit, &value)| if value { lit } else { !lit }).collect();
                for (&literal, &gate) in literals.iter().zip(&outputs) {
                    let asked: &[bool] = match polarity {
                        Polarity::Positive => &[true],
                        Polarity::Negative => &[false],
                        Polarity::Both => &[true, false],
                    };
                    for &value in asked {
                        assumptions.push(if value { literal } else { !literal });
                        let expected = if read(&truth, gate) == value { SatResult::Sat } else { SatResult::Unsat };
                        assert_eq!(sat.solve(&assumptions), expected);
                        assumptions.pop();
                    }
                }
            }
        }
    }
}
