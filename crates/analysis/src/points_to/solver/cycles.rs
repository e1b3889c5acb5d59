//! Strongly connected components of a graph whose nodes are numbers (Tarjan 1972), without recursion.

/// The components, each after all components that it leads to: what is behind comes first.
pub(super) fn components(n_nodes: usize, successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; n_nodes];
    let mut low = vec![0; n_nodes];
    let mut is_open = vec![false; n_nodes];
    let (mut open, mut found, mut next): (Vec<u32>, Vec<Vec<u32>>, u32) = (Vec::new(), Vec::new(), 0);
    let mut path: Vec<(u32, usize)> = Vec::new();
    for start in 0..n_nodes as u32 {
        if number[start as usize] != UNSEEN {
            continue;
        }
        path.push((start, 0));
        while let Some((node, position)) = path.last_mut() {
            let at = *node as usize;
            if *position == 0 {
                (number[at], low[at], is_open[at]) = (next, next, true);
                next += 1;
                open.push(*node);
            }
            if let Some(&successor) = successors[at].get(*position) {
                *position += 1;
                let to = successor as usize;
                if number[to] == UNSEEN {
                    path.push((successor, 0));
                } else if is_open[to] {
                    low[at] = low[at].min(number[to]);
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
                    if member as usize == at {
                        break;
                    }
                }
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_lead_to() {
        // 0 -> 1 -> 2 -> 0, 2 -> 3, 3 -> 4 -> 3, 5 -> 0, 6 -> 6
        let successors = [vec![1], vec![2], vec![0, 3], vec![4], vec![3], vec![0], vec![6]];
        let mut found = components(7, &successors);
        for component in &mut found {
            component.sort_unstable();
        }
        assert_eq!(found, [vec![3, 4], vec![0, 1, 2], vec![5], vec![6]]);
    }

    #[test]
    fn a_node_without_successors_is_its_own_component() {
        assert_eq!(components(2, &[vec![1, 1], vec![]]), [vec![1], vec![0]]);
    }
}
