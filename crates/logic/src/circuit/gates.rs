//! A network of gates with structural hashing and constant propagation, from which clauses are made on demand (`cnf`).
//!
//! Kinds are and, xor and majority of two and three inputs, and the multiplexer; the inputs of each are put into a normal form, so that
//! gates with one function of the same inputs are one gate. Inverters are free: a [`Gate`] is an output or its negation.

use std::ops::Not;

/// An output of the network, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Gate(u32);

/// What makes an output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The constant `true`; there is one.
    True,
    /// Anything: an input of the network.
    Input,
    /// All of two.
    And,
    /// All of three or more, which stand in a list of their own.
    AndMany,
    /// An odd number of two.
    Xor,
    /// An odd number of three.
    Xor3,
    /// At least two of three.
    Majority,
    /// The second where the first is true, the third where it is not.
    Mux,
}

/// The network.
#[derive(Clone)]
pub struct Gates {
    nodes: Vec<Node>,
    lists: Vec<Gate>,
    /// Open addressing over node numbers.
    slots: Vec<Slot>,
    hashed: usize,
}

/// A place in the table, with the hash beside the number: a look at a node that is another one costs most.
#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    /// 0 (the constant, which is not looked up) marks a free slot.
    node: u32,
}

const FREE: Slot = Slot { hash: 0, node: 0 };

#[derive(Clone, Copy, PartialEq, Eq)]
struct Node {
    kind: Kind,
    /// The inputs; of `AndMany`, the start and the length of the list.
    inputs: [u32; 3],
}

/// What stands where a gate has fewer inputs than three.
const NONE: u32 = 0;

impl Gate {
    /// The constant `true`.
    pub const TRUE: Gate = Gate(0);
    /// The constant `false`.
    pub const FALSE: Gate = Gate(1);

    /// A constant.
    #[must_use]
    pub fn constant(value: bool) -> Gate {
        if value { Gate::TRUE } else { Gate::FALSE }
    }

    /// The value, of a constant.
    #[must_use]
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 0)
    }

    /// The number of the output, for tables.
    #[must_use]
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it is the negation of an output.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Negated if asked.
    #[must_use]
    pub fn negated_if(self, negate: bool) -> Gate {
        Gate(self.0 ^ u32::from(negate))
    }
}

impl Not for Gate {
    type Output = Gate;

    fn not(self) -> Gate {
        Gate(self.0 ^ 1)
    }
}

impl Default for Gates {
    fn default() -> Gates {
        Gates::new()
    }
}

impl Gates {
    /// A network without inputs.
    #[must_use]
    pub fn new() -> Gates {
        let constant = Node { kind: Kind::True, inputs: [NONE; 3] };
        Gates { nodes: vec![constant], lists: Vec::new(), slots: vec![FREE; 1 << 14], hashed: 0 }
    }

    /// How many outputs there are, the constant included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: the constant is there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What makes the output with a number.
    #[must_use]
    pub fn kind(&self, node: usize) -> Kind {
        self.nodes[node].kind
    }

    /// The inputs of the output with a number.
    pub fn inputs(&self, node: usize) -> impl ExactSizeIterator<Item = Gate> {
        let Node { kind, inputs } = &self.nodes[node];
        let (list, count): (&[Gate], usize) = match kind {
            Kind::True | Kind::Input => (&[], 0),
            Kind::And | Kind::Xor => (&[], 2),
            Kind::Xor3 | Kind::Majority | Kind::Mux => (&[], 3),
            Kind::AndMany => {
                let list = &self.lists[inputs[0] as usize..(inputs[0] + inputs[1]) as usize];
                (list, list.len())
            }
        };
        let inputs = *inputs;
        (0..count).map(move |at| if list.is_empty() { Gate(inputs[at]) } else { list[at] })
    }

    /// A new input.
    pub fn input(&mut self) -> Gate {
        self.push(Node { kind: Kind::Input, inputs: [NONE; 3] })
    }

    /// Conjunction of two.
    pub fn and(&mut self, a: Gate, b: Gate) -> Gate {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        match a {
            // and(true, b) = b
            Gate::TRUE => return b,
            // and(false, b) = false
            Gate::FALSE => return a,
            // and(a, a) = a
            _ if a == b => return a,
            // and(a, not(a)) = false
            _ if a == !b => return Gate::FALSE,
            _ => {}
        }
        for (a, b) in [(a, b), (b, a)] {
            let node = self.nodes[a.node()];
            if node.kind == Kind::And {
                let (x, y) = (Gate(node.inputs[0]), Gate(node.inputs[1]));
                if a.is_negated() {
                    // and(not(and(not(b), y)), b) = b
                    if x == !b || y == !b {
                        return b;
                    }
                    // and(not(and(b, y)), b) = and(not(y), b)
                    if x == b {
                        return self.and(!y, b);
                    }
                    if y == b {
                        return self.and(!x, b);
                    }
                } else {
                    // and(and(b, y), b) = and(b, y)
                    if x == b || y == b {
                        return a;
                    }
                    // and(and(not(b), y), b) = false
                    if x == !b || y == !b {
                        return Gate::FALSE;
                    }
                }
            }
        }
        self.hashed(Kind::And, [a.0, b.0, NONE])
    }

    /// Disjunction of two.
    pub fn or(&mut self, a: Gate, b: Gate) -> Gate {
        !self.and(!a, !b)
    }

    /// Conjunction of any number.
    pub fn and_all(&mut self, gates: impl IntoIterator<Item = Gate>) -> Gate {
        let mut list: Vec<Gate> = gates.into_iter().filter(|&a| a != Gate::TRUE).collect();
        list.sort_unstable();
        list.dedup();
        // and(false, ..) = false; negations stand side by side
        if list.first() == Some(&Gate::FALSE) || list.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Gate::FALSE;
        }
        match *list {
            [] => Gate::TRUE,
            [a] => a,
            [a, b] => self.and(a, b),
            _ => self.listed(&list),
        }
    }

    /// Disjunction of any number.
    pub fn or_all(&mut self, gates: impl IntoIterator<Item = Gate>) -> Gate {
        !self.and_all(gates.into_iter().map(|a| !a))
    }

    /// Whether two differ.
    pub fn xor(&mut self, a: Gate, b: Gate) -> Gate {
        // xor(not(a), b) = not(xor(a, b))
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (Gate(a.0 & !1), Gate(b.0 & !1));
        let (a, b) = (a.min(b), a.max(b));
        let xor = match a {
            // xor(true, b) = not(b)
            Gate::TRUE => !b,
            // xor(a, a) = false
            _ if a == b => Gate::FALSE,
            _ => {
                // xor(xor(x, b), b) = x
                for (a, b) in [(a, b), (b, a)] {
                    let node = self.nodes[a.node()];
                    if node.kind == Kind::Xor {
                        let (x, y) = (Gate(node.inputs[0]), Gate(node.inputs[1]));
                        if x == b {
                            return y.negated_if(negated);
                        }
                        if y == b {
                            return x.negated_if(negated);
                        }
                    }
                }
                self.hashed(Kind::Xor, [a.0, b.0, NONE])
            }
        };
        xor.negated_if(negated)
    }

    /// Whether two are equal.
    pub fn iff(&mut self, a: Gate, b: Gate) -> Gate {
        !self.xor(a, b)
    }

    /// Whether an odd number of three is true: the sum of a full adder.
    pub fn xor3(&mut self, a: Gate, b: Gate, c: Gate) -> Gate {
        // xor3(not(a), b, c) = not(xor3(a, b, c))
        let negated = a.is_negated() ^ b.is_negated() ^ c.is_negated();
        let mut inputs = [a.0 & !1, b.0 & !1, c.0 & !1];
        inputs.sort_unstable();
        let [a, b, c] = inputs.map(Gate);
        let xor = if a == b {
            // xor3(a, a, c) = c
            c
        } else if b == c {
            a
        } else if a == Gate::TRUE {
            // xor3(true, b, c) = not(xor(b, c))
            !self.xor(b, c)
        } else {
            self.hashed(Kind::Xor3, inputs)
        };
        xor.negated_if(negated)
    }

    /// Whether at least two of three are true: the carry of a full adder.
    pub fn majority(&mut self, a: Gate, b: Gate, c: Gate) -> Gate {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        match a {
            // majority(true, b, c) = or(b, c)
            Gate::TRUE => return self.or(b, c),
            // majority(false, b, c) = and(b, c)
            Gate::FALSE => return self.and(b, c),
            _ => {}
        }
        // majority(a, a, c) = a; majority(a, not(a), c) = c
        if a == b {
            return a;
        }
        if a == !b {
            return c;
        }
        if b == c {
            return b;
        }
        if b == !c {
            return a;
        }
        // majority(not(a), not(b), not(c)) = not(majority(a, b, c)): at most one negated input is kept
        let negated = inputs.iter().filter(|gate| gate.is_negated()).count() > 1;
        let inputs = inputs.map(|gate| gate.negated_if(negated).0);
        self.hashed(Kind::Majority, inputs).negated_if(negated)
    }

    /// `then` where the condition is true, `otherwise` where it is not.
    pub fn mux(&mut self, condition: Gate, then: Gate, otherwise: Gate) -> Gate {
        // mux(not(c), a, b) = mux(c, b, a)
        let (c, a, b) =
            if condition.is_negated() { (!condition, otherwise, then) } else { (condition, then, otherwise) };
        // mux(true, a, b) = a, mux(c, a, a) = a
        if c == Gate::TRUE || a == b {
            return a;
        }
        // mux(c, a, not(a)) = iff(c, a)
        if a == !b {
            return self.iff(c, a);
        }
        // mux(c, c, b) = or(c, b), mux(c, true, b) = or(c, b)
        if a == c || a == Gate::TRUE {
            return self.or(c, b);
        }
        // mux(c, not(c), b) = and(not(c), b), mux(c, false, b) = and(not(c), b)
        if a == !c || a == Gate::FALSE {
            return self.and(!c, b);
        }
        // mux(c, a, c) = and(c, a), mux(c, a, false) = and(c, a)
        if b == c || b == Gate::FALSE {
            return self.and(c, a);
        }
        // mux(c, a, not(c)) = or(not(c), a), mux(c, a, true) = or(not(c), a)
        if b == !c || b == Gate::TRUE {
            return self.or(!c, a);
        }
        // mux(c, not(a), b) = not(mux(c, a, not(b)))
        let negated = a.is_negated();
        self.hashed(Kind::Mux, [c.0, a.0 & !1, b.negated_if(negated).0]).negated_if(negated)
    }

    fn listed(&mut self, list: &[Gate]) -> Gate {
        let hash = hash(Kind::AndMany, list.iter().map(|gate| gate.0));
        self.reserve();
        let mut at = self.place(hash);
        while self.slots[at].node != 0 {
            if self.slots[at].hash == hash {
                let node = self.nodes[self.slots[at].node as usize];
                if node.kind == Kind::AndMany
                    && self.lists[node.inputs[0] as usize..(node.inputs[0] + node.inputs[1]) as usize] == *list
                {
                    return Gate(self.slots[at].node << 1);
                }
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let start = u32::try_from(self.lists.len()).expect("too many gates for one network");
        self.lists.extend_from_slice(list);
        self.insert(at, hash, Node { kind: Kind::AndMany, inputs: [start, list.len() as u32, NONE] })
    }

    fn hashed(&mut self, kind: Kind, inputs: [u32; 3]) -> Gate {
        let node = Node { kind, inputs };
        let hash = hash(kind, inputs.into_iter());
        self.reserve();
        let mut at = self.place(hash);
        while self.slots[at].node != 0 {
            if self.slots[at].hash == hash && self.nodes[self.slots[at].node as usize] == node {
                return Gate(self.slots[at].node << 1);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.insert(at, hash, node)
    }

    fn insert(&mut self, at: usize, hash: u32, node: Node) -> Gate {
        let gate = self.push(node);
        self.slots[at] = Slot { hash, node: gate.0 >> 1 };
        self.hashed += 1;
        gate
    }

    fn place(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// Makes sure that at most two thirds of the slots are used after one more gate.
    fn reserve(&mut self) {
        if (self.hashed + 1) * 3 <= self.slots.len() * 2 {
            return;
        }
        let size = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![FREE; size]);
        for slot in old.into_iter().filter(|slot| slot.node != 0) {
            let mut at = self.place(slot.hash);
            while self.slots[at].node != 0 {
                at = (at + 1) & (size - 1);
            }
            self.slots[at] = slot;
        }
    }

    fn push(&mut self, node: Node) -> Gate {
        assert!(self.nodes.len() < 1 << 30, "too many gates for one network");
        let gate = Gate((self.nodes.len() as u32) << 1);
        self.nodes.push(node);
        gate
    }
}

fn hash(kind: Kind, inputs: impl Iterator<Item = u32>) -> u32 {
    let mix = |hash: u64, value: u32| (hash.rotate_left(5) ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (inputs.fold(kind as u64, mix) >> 32) as u32
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The value of each output, from the values of the inputs in the order of their creation.
    pub(crate) fn simulate(gates: &Gates, inputs: &[bool]) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(gates.len());
        let mut next = inputs.iter();
        for node in 0..gates.len() {
            let of: Vec<bool> = gates.inputs(node).map(|gate| read(&values, gate)).collect();
            values.push(match (gates.kind(node), of.as_slice()) {
                (Kind::True, _) => true,
                (Kind::Input, _) => *next.next().expect("a value for each input"),
                (Kind::And | Kind::AndMany, all) => all.iter().all(|&value| value),
                (Kind::Xor | Kind::Xor3, all) => all.iter().fold(false, |odd, &value| odd ^ value),
                (Kind::Majority, all) => all.iter().filter(|&&value| value).count() >= 2,
                (Kind::Mux, &[c, a, b]) => {
                    if c {
                        a
                    } else {
                        b
                    }
                }
                (Kind::Mux, _) => unreachable!("a multiplexer has three inputs"),
            });
        }
        values
    }

    pub(crate) fn read(values: &[bool], gate: Gate) -> bool {
        values[gate.node()] ^ gate.is_negated()
    }

    /// Every gate over every choice of three literals of two levels, against its truth table.
    #[test]
    fn gates_have_their_truth_tables() {
        let mut gates = Gates::new();
        let inputs: Vec<Gate> = (0..3).map(|_| gates.input()).collect();
        let mut literals = vec![Gate::TRUE];
        literals.extend(&inputs);
        for a in 0..3 {
            for b in 0..a {
                literals.push(gates.and(inputs[a], inputs[b]));
                literals.push(gates.and(inputs[a], !inputs[b]));
                literals.push(gates.xor(inputs[a], inputs[b]));
            }
        }
        literals.extend(literals.clone().iter().map(|&gate| !gate));
        let mut made = Vec::new();
        for &a in &literals {
            for &b in &literals {
                let two = [gates.and(a, b), gates.or(a, b), gates.xor(a, b), gates.iff(a, b)];
                made.push((vec![a, b], two.to_vec()));
                for &c in &literals {
                    let three = [
                        gates.xor3(a, b, c),
                        gates.majority(a, b, c),
                        gates.mux(a, b, c),
                        gates.and_all([a, b, c]),
                        gates.or_all([a, b, c]),
                    ];
                    made.push((vec![a, b, c], three.to_vec()));
                }
            }
        }
        for row in 0..8 {
            let values = simulate(&gates, &[row & 1 != 0, row & 2 != 0, row & 4 != 0]);
            for (of, outputs) in &made {
                let of: Vec<bool> = of.iter().map(|&gate| read(&values, gate)).collect();
                let outputs: Vec<bool> = outputs.iter().map(|&gate| read(&values, gate)).collect();
                match *of {
                    [a, b] => assert_eq!(outputs, [a && b, a || b, a != b, a == b]),
                    [a, b, c] => assert_eq!(
                        outputs,
                        [
                            a ^ b ^ c,
                            usize::from(a) + usize::from(b) + usize::from(c) >= 2,
                            if a { b } else { c },
                            a && b && c,
                            a || b || c
                        ]
                    ),
                    _ => unreachable!("two or three inputs"),
                }
            }
        }
    }

    #[test]
    fn gates_with_equal_inputs_are_one_gate() {
        let mut gates = Gates::new();
        let inputs: Vec<Gate> = (0..40).map(|_| gates.input()).collect();
        let build = |gates: &mut Gates| {
            let mut made = Vec::new();
            for a in &inputs {
                for b in &inputs {
                    made.push(gates.and(*a, *b));
                    made.push(gates.xor(*a, *b));
                    made.push(gates.mux(*a, *b, inputs[0]));
                    made.push(gates.majority(*a, !*b, inputs[1]));
                    made.push(gates.and_all([*a, *b, inputs[2], inputs[3]]));
                }
            }
            made
        };
        let first = build(&mut gates);
        let count = gates.len();
        assert_eq!(build(&mut gates), first);
        assert_eq!(gates.len(), count);
    }
}
