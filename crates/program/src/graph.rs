//! The shape of an automaton: predecessors, what is reached, loops.
//!
//! A back edge is a transition into a location that is on the depth-first search's stack (Tarjan 1972); loop heads are the
//! targets of back edges. Every cycle contains a back edge, for irreducible flow (jumps into loops) too, so what must
//! happen once around every cycle is done at loop heads. Which location of an irreducible cycle is the head depends on the
//! order of the search, which is that of the outgoing transitions.

use crate::automaton::{Automaton, Location, Transition};
use crate::entity::Table;

/// Facts on the shape of an automaton.
#[derive(Clone, PartialEq, Debug)]
pub struct Graph {
    /// The transitions that enter a location, in order.
    pub incoming: Table<Location, Vec<Transition>>,
    /// Whether a transition is a back edge of the depth-first search from the entry.
    pub is_back_edge: Table<Transition, bool>,
    /// Whether a location is the target of a back edge.
    pub is_loop_head: Table<Location, bool>,
    /// The strongly connected component of a location. Components are numbered in topological order: a transition never
    /// leads to a smaller number.
    pub component: Table<Location, u32>,
    /// Whether a location lies on a cycle.
    pub is_cyclic: Table<Location, bool>,
    /// The locations in reverse postorder: but for back edges, each after all its predecessors. A location that the
    /// entry does not reach (the exit, of an endless procedure) is not in it.
    pub reverse_postorder: Vec<Location>,
}

impl Graph {
    /// The shape of an automaton.
    pub fn of(automaton: &Automaton) -> Graph {
        let count = automaton.locations.len();
        let mut incoming: Table<Location, Vec<Transition>> = vec![Vec::new(); count].into_iter().collect();
        for (transition, data) in automaton.transitions.iter() {
            incoming[data.to].push(transition);
        }
        let mut search = Search::new(automaton);
        search.run(automaton);
        let mut is_cyclic: Table<Location, bool> = vec![false; count].into_iter().collect();
        for data in automaton.transitions.values() {
            if search.component[data.from] == search.component[data.to] {
                is_cyclic[data.from] = true;
                is_cyclic[data.to] = true;
            }
        }
        let mut is_loop_head: Table<Location, bool> = vec![false; count].into_iter().collect();
        for (transition, data) in automaton.transitions.iter() {
            if search.is_back_edge[transition] {
                is_loop_head[data.to] = true;
            }
        }
        search.postorder.reverse();
        Graph {
            incoming,
            is_back_edge: search.is_back_edge,
            is_loop_head,
            component: search.component,
            is_cyclic,
            reverse_postorder: search.postorder,
        }
    }
}

/// The locations that can be reached from some locations, these included.
pub fn reachable_from(automaton: &Automaton, starts: impl IntoIterator<Item = Location>) -> Table<Location, bool> {
    let mut is_reached: Table<Location, bool> = vec![false; automaton.locations.len()].into_iter().collect();
    let mut pending: Vec<Location> = starts.into_iter().collect();
    while let Some(location) = pending.pop() {
        if !std::mem::replace(&mut is_reached[location], true) {
            pending.extend(automaton.outgoing(location).iter().map(|&transition| automaton.transitions[transition].to));
        }
    }
    is_reached
}

/// Tarjan's search with an explicit stack: automata of generated programs are long chains.
struct Search {
    order: Table<Location, Option<u32>>,
    low: Table<Location, u32>,
    is_on_path: Table<Location, bool>,
    is_in_component: Table<Location, bool>,
    unassigned: Vec<Location>,
    component: Table<Location, u32>,
    components: u32,
    is_back_edge: Table<Transition, bool>,
    postorder: Vec<Location>,
}

impl Search {
    fn new(automaton: &Automaton) -> Self {
        let count = automaton.locations.len();
        Search {
            order: vec![None; count].into_iter().collect(),
            low: vec![0; count].into_iter().collect(),
            is_on_path: vec![false; count].into_iter().collect(),
            is_in_component: vec![false; count].into_iter().collect(),
            unassigned: Vec::new(),
            component: vec![0; count].into_iter().collect(),
            components: 0,
            is_back_edge: vec![false; automaton.transitions.len()].into_iter().collect(),
            postorder: Vec::new(),
        }
    }

    fn run(&mut self, automaton: &Automaton) {
        let mut clock = 0;
        for start in [automaton.entry].into_iter().chain(automaton.locations.ids()) {
            if self.order[start].is_none() {
                self.visit(automaton, start, &mut clock);
            }
        }
        // The entry's postorder is complete before anything it does not reach; the rest is dropped.
        let reached = reachable_from(automaton, [automaton.entry]);
        self.postorder.retain(|&location| reached[location]);
        // Tarjan finishes sinks first: turn the numbers around.
        for (_, component) in self.component.iter_mut() {
            *component = self.components - 1 - *component;
        }
    }

    fn enter(&mut self, location: Location, clock: &mut u32) {
        self.order[location] = Some(*clock);
        self.low[location] = *clock;
        *clock += 1;
        self.is_on_path[location] = true;
        self.unassigned.push(location);
    }

    fn visit(&mut self, automaton: &Automaton, start: Location, clock: &mut u32) {
        self.enter(start, clock);
        let mut path = vec![(start, 0)];
        while let Some((location, next)) = path.last_mut() {
            let location = *location;
            if let Some(&transition) = automaton.outgoing(location).get(*next) {
                *next += 1;
                let to = automaton.transitions[transition].to;
                match self.order[to] {
                    None => {
                        self.enter(to, clock);
                        path.push((to, 0));
                    }
                    Some(order) => {
                        self.is_back_edge[transition] = self.is_on_path[to];
                        if !self.is_in_component[to] {
                            self.low[location] = self.low[location].min(order);
                        }
                    }
                }
                continue;
            }
            path.pop();
            self.is_on_path[location] = false;
            self.postorder.push(location);
            if let Some(&(parent, _)) = path.last() {
                self.low[parent] = self.low[parent].min(self.low[location]);
            }
            if self.order[location] == Some(self.low[location]) {
                while let Some(member) = self.unassigned.pop() {
                    self.is_in_component[member] = true;
                    self.component[member] = self.components;
                    if member == location {
                        break;
                    }
                }
                self.components += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::automaton::{LocationData, TransitionData};
    use crate::entity::Entity;
    use crate::source::Span;
    use crate::syntax::Effect;

    fn automaton(locations: usize, arcs: &[(u32, u32)]) -> Automaton {
        let mut automaton = Automaton {
            locations: vec![LocationData::default(); locations].into_iter().collect(),
            transitions: Table::new(),
            entry: Location(0),
            exit: Location::from_index(locations - 1),
        };
        for &(from, to) in arcs {
            let (from, to) = (Location(from), Location(to));
            let data =
                TransitionData { from, to, guard: None, effect: Effect::Skip, span: Span::NOWHERE, statement: 0 };
            let transition = automaton.transitions.push(data);
            automaton.locations[from].outgoing.push(transition);
        }
        automaton
    }

    #[test]
    fn nested_loops_have_two_heads_and_one_component() {
        let graph = Graph::of(&automaton(5, &[(0, 1), (1, 2), (1, 4), (2, 3), (2, 1), (3, 2)]));
        assert_eq!(graph.is_loop_head.values().copied().collect::<Vec<_>>(), [false, true, true, false, false]);
        assert_eq!(graph.is_back_edge.values().copied().collect::<Vec<_>>(), [false, false, false, false, true, true]);
        assert_eq!(graph.component.values().copied().collect::<Vec<_>>(), [0, 1, 1, 1, 2]);
        assert_eq!(graph.is_cyclic.values().copied().collect::<Vec<_>>(), [false, true, true, true, false]);
        assert_eq!(graph.reverse_postorder[..2], [Location(0), Location(1)]);
        assert_eq!(graph.incoming[Location(2)], [Transition(1), Transition(5)]);
    }

    #[test]
    fn an_irreducible_cycle_has_a_head() {
        let graph = Graph::of(&automaton(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]));
        assert_eq!(graph.is_back_edge.values().filter(|&&is_back| is_back).count(), 1);
        assert!(graph.is_loop_head[Location(1)]);
        assert!(!graph.is_loop_head[Location(2)]);
    }

    #[test]
    fn a_self_loop_is_cyclic_and_an_unreached_exit_is_left_out() {
        let automaton = automaton(2, &[(0, 0)]);
        let graph = Graph::of(&automaton);
        assert!(graph.is_cyclic[Location(0)] && graph.is_loop_head[Location(0)]);
        assert_eq!(graph.reverse_postorder, [Location(0)]);
        assert!(!reachable_from(&automaton, [automaton.entry])[automaton.exit]);
    }

    #[test]
    fn a_long_chain_does_not_recurse() {
        let arcs: Vec<(u32, u32)> = (0..200_000).map(|k| (k, k + 1)).collect();
        let graph = Graph::of(&automaton(200_001, &arcs));
        assert_eq!(graph.reverse_postorder.len(), 200_001);
        assert_eq!(graph.component[Location(200_000)], 200_000);
    }
}
