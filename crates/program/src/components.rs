//! Strongly connected components of a graph whose nodes are numbers (Tarjan 1972), without recursion.
//!
//! [`crate::graph`] searches automata in the same way, and finds back edges and an order of locations on the way.

/// The components that can be reached from some roots. A component comes after all components that it leads to.
///
/// Nodes are numbers below `n_nodes`. `successor` gets a node and a position, moves the position behind the next edge, and returns the
/// head of this edge; `None` means that there is no further edge. Positions begin with 0.
///
/// # Panics
/// If a node is not below `n_nodes`.
pub fn components(
    n_nodes: usize,
    roots: impl IntoIterator<Item = u32>,
    mut successor: impl FnMut(u32, &mut usize) -> Option<u32>,
) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    // In which order the nodes were met, and the earliest open node that each is known to reach.
    let mut number = vec![UNSEEN; n_nodes];
    let mut low = vec![0; n_nodes];
    let mut is_open = vec![false; n_nodes];
    let (mut open, mut found, mut next): (Vec<u32>, Vec<Vec<u32>>, u32) = (Vec::new(), Vec::new(), 0);
    let mut path: Vec<(u32, usize)> = Vec::new();
    for root in roots {
        if number[root as usize] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((node, position)) = path.last_mut() {
            let (node, at) = (*node, *node as usize);
            if number[at] == UNSEEN {
                (number[at], low[at], is_open[at]) = (next, next, true);
                next += 1;
                open.push(node);
            }
            if let Some(to) = successor(node, position) {
                if number[to as usize] == UNSEEN {
                    path.push((to, 0));
                } else if is_open[to as usize] {
                    low[at] = low[at].min(number[to as usize]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent as usize] = low[parent as usize].min(low[at]);
            }
            if low[at] == number[at] {
                let mut component = Vec::new();
                while let Some(member) = open.pop() {
                    is_open[member as usize] = false;
                    component.push(member);
                    if member == node {
                        break;
                    }
                }
                found.push(component);
            }
        }
    }
    found
}

/// The components of a graph, given the successors of each node. A component comes after all components that it leads to.
///
/// # Panics
/// If a successor is no index of `successors`.
pub fn components_of(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    let successor = |node: u32, position: &mut usize| {
        let to = successors[node as usize].get(*position).copied();
        *position += 1;
        to
    };
    components(successors.len(), 0..successors.len() as u32, successor)
}

/// For each node the number of its component. Components are numbered in topological order: no edge leads to a component with a smaller
/// number.
///
/// # Panics
/// If a successor is no index of `successors`.
pub fn component_numbers(successors: &[Vec<u32>]) -> Vec<usize> {
    let mut numbers = vec![0; successors.len()];
    for (number, component) in components_of(successors).into_iter().rev().enumerate() {
        for node in component {
            numbers[node as usize] = number;
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 4 -> 3, 5 -> 0, 6 -> 6
    fn graph() -> Vec<Vec<u32>> {
        vec![vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0], vec![6]]
    }

    #[test]
    fn components_come_after_what_they_lead_to() {
        let mut found = components_of(&graph());
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5], vec![6]]);
    }

    #[test]
    fn numbers_are_topological() {
        assert_eq!(component_numbers(&graph()), [2, 2, 2, 3, 3, 1, 0]);
    }

    #[test]
    fn a_node_without_successors_is_its_own_component() {
        assert_eq!(components_of(&[vec![1, 1], vec![]]), [vec![1], vec![0]]);
    }

    #[test]
    fn only_what_roots_reach_has_components() {
        let graph = graph();
        // The edge from 2 to 0 is skipped.
        let successor = |node: u32, position: &mut usize| {
            let edges = &graph[node as usize];
            while let Some(&to) = edges.get(*position) {
                *position += 1;
                if (node, to) != (2, 0) {
                    return Some(to);
                }
            }
            None
        };
        assert_eq!(components(7, [0], successor), [vec![4, 3], vec![2], vec![1], vec![0]]);
    }
}
