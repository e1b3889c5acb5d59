//! Splits the program: the prologue of main, the threads, and the cuts of each thread.

use raddle_program::builder::integer;
use raddle_program::entity::Entity;
use raddle_program::syntax::LocalId;
use std::collections::HashMap;

use super::Flattening;
use super::inline::{Body, Join, Returns, Spawn};
use crate::composition::facts::Facts;
use crate::composition::ranges::left;
use crate::composition::{Action, Code, ControlNode, Edge, Thread, VariableKind};
use raddle_verify::verdict::Reason;

impl Flattening<'_> {
    /// Splits the program.
    pub(super) fn threads(&mut self) -> Result<(), Reason> {
        let main = self.program.main;
        let ended = self.ended("main");
        let mut body = Body::default();
        let (entry, number) = self.inline(&mut body, "main", main, Returns::Ends(ended), false)?;
        self.any_at_start(number, main)?;
        let mut ended_by = Vec::new();
        let (rest, created) = self.prologue(&body, entry, &mut ended_by)?;
        for (position, &spawn) in created.iter().enumerate() {
            self.created(&body.spawns[spawn], position, ended_by[position])?;
        }
        self.rest(&body, rest, ended, &created, &ended_by)?;
        self.check_creations(&created)?;
        self.drop_main();
        self.accesses();
        self.check_locks()?;
        self.cuts()?;
        for thread in 0..self.composition.threads.len() {
            let facts = Facts::of(&self.composition, thread);
            self.composition.threads[thread].facts = facts;
        }
        let left = left(&self.composition);
        for (thread, left) in self.composition.threads.iter_mut().zip(left) {
            thread.facts.left = left;
        }
        Ok(())
    }

    fn ended(&mut self, name: &str) -> LocalId {
        let truth = self.composition.truth;
        self.variable(&format!("ended_{name}"), truth, Some(0), VariableKind::Ended)
    }

    /// Adds the locals of a thread's start procedure that may be read before they are written.
    fn any_at_start(&mut self, instance: usize, procedure: raddle_program::syntax::ProcedureId) -> Result<(), Reason> {
        let span = self.program.procedures[procedure].span;
        for local in self.indeterminate(procedure) {
            let variable = self.local_of(instance, procedure, local, span)?;
            self.composition.variables[variable].initial = None;
        }
        Ok(())
    }

    /// Copies the code of main up to the last creation. Returns the location behind it, and the creations in their order.
    fn prologue(
        &mut self,
        body: &Body,
        entry: usize,
        ended_by: &mut Vec<LocalId>,
    ) -> Result<(usize, Vec<usize>), Reason> {
        let spawn_at: HashMap<usize, usize> =
            body.spawns.iter().enumerate().map(|(at, spawn)| (spawn.node, at)).collect();
        let mut code = Code::default();
        let before = reachable(&body.code, entry, |node| spawn_at.contains_key(&node));
        let first: Vec<usize> = before.iter().copied().filter(|node| spawn_at.contains_key(node)).collect();
        let [first] = first[..] else {
            if first.is_empty() {
                // One thread only: main.
                code.nodes.push(ControlNode::default());
                self.composition.prologue = code;
                return Ok((entry, Vec::new()));
            }
            return self.unsupported("threads that are created in one of several places", body.spawns[0].span);
        };
        let renamed: HashMap<usize, usize> = before.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        for &old in &before {
            let mut node = body.code.nodes[old].clone();
            if old == first {
                node.edges.clear();
            }
            for edge in &mut node.edges {
                edge.to = renamed[&edge.to];
                if self.is_for_threads(&edge.action) {
                    return self.unsupported("synchronization before threads are created", edge.span);
                }
            }
            if body.joins.iter().any(|join| join.node == old) {
                return self.unsupported("a join before threads are created", body.spawns[0].span);
            }
            code.nodes.push(node);
        }
        let mut created = Vec::new();
        let mut known: HashMap<LocalId, i128> = HashMap::new();
        let (mut node, mut last) = (first, renamed[&first]);
        let mut seen = vec![false; body.code.nodes.len()];
        loop {
            if std::mem::replace(&mut seen[node], true) {
                return self.unsupported("threads that are created in a loop", body.spawns[spawn_at[&first]].span);
            }
            let to = if let Some(&spawn) = spawn_at.get(&node) {
                let number = created.len() as i128 + 1;
                let Spawn { start, ref argument, id, span, .. } = body.spawns[spawn];
                let name = self.program.procedures[start].name.to_string();
                ended_by.push(self.ended(&name));
                let mut pairs = Vec::new();
                if let Some(id) = id {
                    pairs.push((id, integer(number, self.composition.variables[id].ty)));
                }
                // The parameter is a variable of the new thread, which does not exist yet.
                let ty = argument.ty;
                let parameter = self.variable(&format!("argument_{name}"), ty, Some(0), VariableKind::Plain);
                pairs.push((parameter, argument.clone()));
                self.arguments.push(parameter);
                created.push(spawn);
                let to = body.code.nodes[node].edges[0].to;
                let next = code.nodes.len();
                code.nodes[last].edges = vec![Edge { to: next, action: Action::Set(pairs), steps: 1, span }];
                to
            } else {
                let edges = &body.code.nodes[node].edges;
                let edge = self.only_edge(edges, &known);
                let Some(edge) = edge else {
                    return self
                        .unsupported("what happens between creations of threads", body.spawns[spawn_at[&first]].span);
                };
                if let Action::Set(pairs) = &edge.action {
                    for (target, value) in pairs {
                        let value = self.known_value(value, &known);
                        match value {
                            Some(value) => known.insert(*target, value),
                            None => known.remove(target),
                        };
                    }
                }
                if let Action::Forget(target) = edge.action {
                    known.remove(&target);
                }
                let next = code.nodes.len();
                let action = match &edge.action {
                    Action::Test { .. } => Action::Nothing,
                    action => action.clone(),
                };
                code.nodes[last].edges = vec![Edge { to: next, action, steps: edge.steps, span: edge.span }];
                edge.to
            };
            last = code.nodes.len();
            code.nodes.push(ControlNode::default());
            node = to;
            if !reachable(&body.code, node, |_| false).iter().any(|node| spawn_at.contains_key(node)) {
                break;
            }
        }
        self.composition.prologue = code;
        self.composition.prologue_end = last;
        Ok((node, created))
    }

    fn known_value(&self, value: &raddle_program::syntax::Expr, known: &HashMap<LocalId, i128>) -> Option<i128> {
        let mut mentioned = Vec::new();
        crate::formula::variables(value, &mut mentioned);
        if !mentioned.iter().all(|variable| known.contains_key(variable)) {
            return None;
        }
        self.composition.algebra().evaluate(value, &|variable| known.get(&variable).copied().unwrap_or(0))
    }

    /// The single next edge of main between two creations, if there is one.
    fn only_edge<'w>(&self, edges: &'w [Edge], known: &HashMap<LocalId, i128>) -> Option<&'w Edge> {
        let edge = match edges {
            [edge] => edge,
            [one, other] => {
                let Action::Test { condition, holds } = &one.action else { return None };
                let value = self.known_value(condition, known)?;
                if (value != 0) == *holds { one } else { other }
            }
            _ => return None,
        };
        match &edge.action {
            Action::Nothing | Action::Set(_) | Action::Test { .. } | Action::Forget(_) => Some(edge),
            Action::Input { .. }
            | Action::Assume(_)
            | Action::Assert(_)
            | Action::Lock(_)
            | Action::Unlock(_)
            | Action::Join(_)
            | Action::End(_)
            | Action::SectionBegins
            | Action::SectionEnds => None,
        }
    }

    /// Whether an action is allowed only after the threads have started.
    fn is_for_threads(&self, action: &Action) -> bool {
        match action {
            Action::Lock(_) | Action::Unlock(_) | Action::Join(_) => true,
            Action::Nothing
            | Action::Test { .. }
            | Action::Set(_)
            | Action::Input { .. }
            | Action::Forget(_)
            | Action::Assume(_)
            | Action::Assert(_)
            | Action::End(_)
            | Action::SectionBegins
            | Action::SectionEnds => false,
        }
    }

    /// A thread that main creates.
    fn created(&mut self, spawn: &Spawn, position: usize, ended: LocalId) -> Result<(), Reason> {
        let mut body = Body::default();
        let name = self.program.procedures[spawn.start].name.clone();
        let (_, number) =
            self.inline(&mut body, &format!("{name}_{position}"), spawn.start, Returns::Ends(ended), false)?;
        self.any_at_start(number, spawn.start)?;
        if let Some(other) = body.spawns.first() {
            return self.unsupported("a thread that creates threads", other.span);
        }
        if let Some(join) = body.joins.first() {
            return self.unsupported("a join by another thread than main", join.span);
        }
        if let [parameter] = self.program.procedures[spawn.start].parameters[..] {
            let target = self.local_of(number, spawn.start, parameter, spawn.span)?;
            let argument = self.arguments[position];
            let ty = self.composition.variables[target].ty;
            let value = self.composition.algebra().cast(self.composition.read(argument), ty);
            let set = Action::Set(vec![(target, value)]);
            prepend(&mut body.code, Edge { to: 0, action: set, steps: 0, span: spawn.span });
        }
        self.thread(&name, position as u32 + 1, body.code);
        Ok(())
    }

    fn thread(&mut self, name: &str, number: u32, code: Code) {
        let int = self.composition.int;
        let counter = self.variable(&format!("pc_{name}"), int, Some(0), VariableKind::Counter);
        let (name, code) = (name.into(), code);
        self.composition.threads.push(Thread {
            name,
            number,
            counter,
            code,
            writes: Vec::new(),
            reads: Vec::new(),
            facts: Facts::default(),
        });
    }

    /// The code of main behind the last creation.
    fn rest(
        &mut self,
        body: &Body,
        entry: usize,
        ended: LocalId,
        created: &[usize],
        ended_by: &[LocalId],
    ) -> Result<(), Reason> {
        let kept = reachable(&body.code, entry, |_| false);
        let renamed: HashMap<usize, usize> = kept.iter().enumerate().map(|(new, &old)| (old, new)).collect();
        let mut code = Code::default();
        let mut joined = Vec::new();
        for &old in &kept {
            let mut node = body.code.nodes[old].clone();
            for edge in &mut node.edges {
                edge.to = renamed[&edge.to];
            }
            if let Some(join) = body.joins.iter().find(|join| join.node == old) {
                let position = self.whom(body, entry, join, created)?;
                if joined.contains(&position) {
                    return self.unsupported("a thread that is joined in two places", join.span);
                }
                joined.push(position);
                node.edges[0].action = Action::Join(ended_by[position]);
            }
            code.nodes.push(node);
        }
        debug_assert!(code.edges().all(|edge| !matches!(edge.action, Action::End(other) if other != ended)));
        self.thread("main", 0, code);
        Ok(())
    }

    /// The thread of a join: the register that holds the id was just read from a variable that only one creation wrote.
    fn whom(&self, body: &Body, entry: usize, join: &Join, created: &[usize]) -> Result<usize, Reason> {
        // The declaration makes the variable indeterminate; it must be over before the creation.
        let kept = reachable(&body.code, entry, |_| false);
        let counts = |node: usize, edge: &Edge| kept.contains(&node) || !matches!(edge.action, Action::Forget(_));
        let writers = |variable: LocalId| {
            let numbered = body.code.nodes.iter().enumerate();
            let edges = numbered.flat_map(|(node, data)| data.edges.iter().map(move |edge| (node, edge)));
            edges.filter(|&(node, edge)| edge.action.writes().contains(&variable) && counts(node, edge)).count()
        };
        let by_creation = |variable: LocalId| {
            let mut spawns = created.iter().enumerate().filter(|&(_, &at)| body.spawns[at].id == Some(variable));
            match (spawns.next(), spawns.next()) {
                (Some((position, _)), None) if writers(variable) == 0 => Some(position),
                _ => None,
            }
        };
        if let Some(position) = by_creation(join.id) {
            return Ok(position);
        }
        let into: Vec<&Edge> = body.code.edges().filter(|edge| edge.to == join.node).collect();
        if let [Edge { action: Action::Set(pairs), .. }] = &into[..]
            && let [(target, value)] = &pairs[..]
            && *target == join.id
        {
            let mut mentioned = Vec::new();
            crate::formula::variables(value, &mut mentioned);
            if let [source] = mentioned[..]
                && *value == self.composition.read(source)
                && let Some(position) = by_creation(source)
            {
                return Ok(position);
            }
        }
        self.unsupported("a join of a thread that is not known", join.span)
    }

    /// Checks that main does nothing between creations that threads notice, and that only main accesses ids.
    fn check_creations(&self, created: &[usize]) -> Result<(), Reason> {
        if created.is_empty() {
            return Ok(());
        }
        let composition = &self.composition;
        let mut touched = vec![false; composition.variables.len()];
        let count = created.len();
        for thread in &composition.threads[..count] {
            for edge in thread.code.edges() {
                for variable in edge.action.reads().into_iter().chain(edge.action.writes()) {
                    touched[variable.index()] = true;
                }
            }
        }
        // Arguments have variables of their own, which no other code uses.
        let is_argument = |variable: &LocalId| self.arguments.contains(variable);
        let start = composition
            .prologue
            .nodes
            .iter()
            .position(|node| node.edges.iter().any(|edge| edge.action.writes().iter().any(is_argument)));
        for edge in composition.prologue.nodes.iter().skip(start.unwrap_or(0)).flat_map(|node| &node.edges) {
            let accessed = edge.action.reads().into_iter().chain(edge.action.writes());
            if accessed.filter(|variable| !is_argument(variable)).any(|variable| touched[variable.index()]) {
                return self.unsupported("what main does between creations, which threads notice", edge.span);
            }
        }
        Ok(())
    }

    /// Omits main if its code behind the last creation can only wait and end.
    fn drop_main(&mut self) {
        if self.composition.threads.len() < 2 {
            return;
        }
        let Some(main) = self.composition.threads.last() else { return };
        let others = &self.composition.threads[..self.composition.threads.len() - 1];
        let read: Vec<LocalId> =
            others.iter().flat_map(|thread| thread.code.edges()).flat_map(|edge| edge.action.reads()).collect();
        let matters = main.code.edges().any(|edge| match &edge.action {
            Action::Assert(_) | Action::Lock(_) | Action::Unlock(_) => true,
            action => action.writes().iter().any(|variable| read.contains(variable)),
        });
        if !matters {
            self.composition.threads.pop();
        }
    }

    /// Computes the variables that each thread reads and writes.
    fn accesses(&mut self) {
        for thread in &mut self.composition.threads {
            let mut reads: Vec<LocalId> = thread.code.edges().flat_map(|edge| edge.action.reads()).collect();
            let mut writes: Vec<LocalId> = thread.code.edges().flat_map(|edge| edge.action.writes()).collect();
            writes.push(thread.counter);
            for list in [&mut reads, &mut writes] {
                list.sort_unstable_by_key(|variable| variable.index());
                list.dedup();
            }
            (thread.reads, thread.writes) = (reads, writes);
        }
    }

    /// Computes the cuts.
    fn cuts(&mut self) -> Result<(), Reason> {
        let composition = &self.composition;
        let mut found = Vec::new();
        for (number, thread) in composition.threads.iter().enumerate() {
            let others = || composition.threads.iter().enumerate().filter(move |&(other, _)| other != number);
            let is_written_elsewhere = |variable: LocalId| others().any(|(_, other)| other.writes.contains(&variable));
            let is_read_elsewhere = |variable: LocalId| others().any(|(_, other)| other.reads.contains(&variable));
            let is_seen = |edge: &Edge| {
                edge.action.reads().into_iter().any(is_written_elsewhere)
                    || edge.action.writes().into_iter().any(|it| is_written_elsewhere(it) || is_read_elsewhere(it))
            };
            let depths = self.depths(&thread.code)?;
            let mut cuts = vec![false; thread.code.nodes.len()];
            cuts[0] = true;
            for (node, data) in thread.code.nodes.iter().enumerate() {
                let Some(depth) = depths[node] else { continue };
                for edge in &data.edges {
                    let waits = matches!(edge.action, Action::Lock(_) | Action::Join(_));
                    if waits && depth > 0 {
                        return self.unsupported("a wait inside of an atomic section", edge.span);
                    }
                    let ends_section = edge.action == Action::SectionEnds && depth == 1;
                    cuts[edge.to] |= ends_section || depth == 0 && is_seen(edge);
                }
            }
            found.push(cuts);
        }
        for (thread, cuts) in self.composition.threads.iter_mut().zip(found) {
            for (node, is_cut) in thread.code.nodes.iter_mut().zip(cuts) {
                node.is_cut = is_cut;
            }
        }
        Ok(())
    }

    /// The number of open atomic sections at each node.
    fn depths(&self, code: &Code) -> Result<Vec<Option<u32>>, Reason> {
        let mut depths = vec![None; code.nodes.len()];
        let mut open = vec![(0, 0_u32)];
        while let Some((node, depth)) = open.pop() {
            match depths[node] {
                Some(known) if known == depth => continue,
                Some(_) => {
                    let span =
                        code.nodes[node].edges.first().map_or(raddle_program::source::Span::NOWHERE, |edge| edge.span);
                    return self.unsupported("an atomic section that ends on one path only", span);
                }
                None => depths[node] = Some(depth),
            }
            for edge in &code.nodes[node].edges {
                let depth = match edge.action {
                    Action::SectionBegins => depth + 1,
                    Action::SectionEnds if depth == 0 => {
                        return self.unsupported("the end of an atomic section that was not begun", edge.span);
                    }
                    Action::SectionEnds => depth - 1,
                    _ => depth,
                };
                open.push((edge.to, depth));
            }
        }
        Ok(depths)
    }
}

/// The nodes that are reachable from a node, itself first; nodes for which `is_end` holds are not left.
fn reachable(code: &Code, entry: usize, is_end: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut seen = vec![false; code.nodes.len()];
    seen[entry] = true;
    let mut order = vec![entry];
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        next += 1;
        if is_end(node) {
            continue;
        }
        for edge in &code.nodes[node].edges {
            if !std::mem::replace(&mut seen[edge.to], true) {
                order.push(edge.to);
            }
        }
    }
    order
}

/// Inserts an edge in front of the entry.
fn prepend(code: &mut Code, edge: Edge) {
    for other in code.nodes.iter_mut().flat_map(|node| &mut node.edges) {
        other.to += 1;
    }
    let to = edge.to + 1;
    code.nodes.insert(0, ControlNode { edges: vec![Edge { to, ..edge }], is_cut: false });
}
