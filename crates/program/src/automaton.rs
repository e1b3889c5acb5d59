//! The control-flow automaton of a procedure, derived from its structured body.
//!
//! Locations are the program points of a thread; transitions are its steps, each indivisible. The structured code is the primary form
//! ([`crate::syntax`]); an automaton is derived from it when an engine needs one, and is never edited.
//!
//! - A [`Step`](crate::syntax::Step) is one transition. The test of an `if` or a loop is two: the same condition with
//!   opposite polarity, [`Effect::Skip`]. A constant test is none.
//! - `Break`, `Continue`, `Goto`, `Label` and the joins of branches are resolved while locations are merged, without
//!   transitions. A cycle that would have no transition at all (`for (;;);`, `L: goto L;`) gets one `Skip`, because a
//!   thread that is in it can always take a step.
//! - Effects after which the thread runs nothing more lead to `exit`: `Return`, `Exit`, `Stop`, `Unsupported`, and
//!   `Assume` and `Assert` of the constant zero. Falling off the end is a `Return(None)`.
//! - Locations and transitions are numbered in source order, `entry` is `l0`, `exit` is the last. What the entry does not
//!   reach is left out.

use crate::entity::{Entity, Table};
use crate::source::Span;
use crate::syntax::{Block, Effect, Expr, ExprKind, LabelId, Procedure, ProcedureId, Program, Statement};

crate::entity!(
    /// A place in the control flow of a procedure: where a thread stands between two transitions.
    Location,
    "l"
);

crate::entity!(
    /// An indivisible step from one location to another.
    Transition,
    "t"
);

/// The control flow of one procedure.
#[derive(Clone, PartialEq, Debug)]
pub struct Automaton {
    /// Its locations, in source order.
    pub locations: Table<Location, LocationData>,
    /// Its transitions, in source order.
    pub transitions: Table<Transition, TransitionData>,
    /// Where a call starts.
    pub entry: Location,
    /// Where nothing more runs. It has no outgoing transitions and may be unreachable.
    pub exit: Location,
}

/// What is known of a location.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LocationData {
    /// The transitions that leave it, in order: one without guard, or two with opposite guards. None of `exit`.
    pub outgoing: Vec<Transition>,
}

/// What is known of a transition.
#[derive(Clone, PartialEq, Debug)]
pub struct TransitionData {
    /// Where it starts.
    pub from: Location,
    /// Where it ends.
    pub to: Location,
    /// When it is possible; `None` for always. Where there is a guard, the effect is `Skip`.
    pub guard: Option<Guard>,
    /// What it does.
    pub effect: Effect,
    /// Where it stands.
    pub span: Span,
    /// Its statement: the position in [`statements`]; their number for the return at the end of the body.
    pub statement: u32,
}

/// A test of an `if` or a loop.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// A scalar, not constant.
    pub condition: Expr,
    /// Whether the transition is taken if the condition is not zero, or if it is zero.
    pub holds: bool,
}

impl Automaton {
    /// The automata of all procedures.
    ///
    /// # Panics
    /// If the program is not well-formed: see [`Automaton::of`].
    pub fn of_all(program: &Program) -> Table<ProcedureId, Automaton> {
        program.procedures.values().map(Automaton::of).collect()
    }

    /// The automaton of a procedure's body. Of a procedure that is only declared, it returns at once.
    ///
    /// # Panics
    /// If a `Break` or `Continue` is outside every loop or a label id is not in the table: the procedure is not well-formed.
    pub fn of(procedure: &Procedure) -> Automaton {
        let mut derivation = Derivation::new(procedure);
        let entry = derivation.fresh();
        let open = derivation.block(&procedure.body, entry);
        let end = derivation.next_statement;
        derivation.edge(open, None, Effect::Return(None), procedure.span, end);
        derivation.finish(entry)
    }

    /// The transitions that leave a location, in order.
    pub fn outgoing(&self, location: Location) -> &[Transition] {
        &self.locations[location].outgoing
    }
}

/// Whether a program has code that starts threads.
#[must_use]
pub fn starts_threads(program: &Program) -> bool {
    program.procedures.values().any(|procedure| {
        let automaton = Automaton::of(procedure);
        automaton.transitions.values().any(|transition| matches!(transition.effect, Effect::Spawn { .. }))
    })
}

/// All statements of a block in source order, each before those inside it; of a loop first those of its test, then of its
/// body, then of its step. The position in this list is the number of a statement in [`TransitionData::statement`].
pub fn statements(block: &[Statement]) -> Vec<&Statement> {
    fn walk<'a>(block: &'a [Statement], all: &mut Vec<&'a Statement>) {
        for statement in block {
            all.push(statement);
            match statement {
                Statement::If { then, otherwise, .. } => {
                    walk(then, all);
                    walk(otherwise, all);
                }
                Statement::Loop { test, body, step, .. } => {
                    walk(test, all);
                    walk(body, all);
                    walk(step, all);
                }
                Statement::Step(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Goto(_)
                | Statement::Label(_) => {}
            }
        }
    }
    let mut all = Vec::new();
    walk(block, &mut all);
    all
}

/// The value of a condition that is a constant.
fn constant(condition: &Expr) -> Option<bool> {
    match condition.kind {
        ExprKind::Integer(value) => Some(value != 0),
        ExprKind::Read(_)
        | ExprKind::AddressOf(_)
        | ExprKind::Procedure(_)
        | ExprKind::SelfId
        | ExprKind::AllocationSize(..)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::PointerAdd { .. }
        | ExprKind::PointerDifference { .. }
        | ExprKind::Floating(..)
        | ExprKind::Conditional { .. } => None,
    }
}

/// Whether a thread runs nothing more in this procedure after an effect.
fn ends(effect: &Effect) -> bool {
    match effect {
        Effect::Return(_) | Effect::Exit(_) | Effect::Stop | Effect::Unsupported(_) => true,
        Effect::Assume(condition) | Effect::Assert { condition, .. } => constant(condition) == Some(false),
        Effect::Skip
        | Effect::Assign { .. }
        | Effect::Initialize { .. }
        | Effect::Input { .. }
        | Effect::Call { .. }
        | Effect::External { .. }
        | Effect::Live { .. }
        | Effect::Dead(_)
        | Effect::Allocate { .. }
        | Effect::Free(..)
        | Effect::CopyBytes { .. }
        | Effect::FillBytes { .. }
        | Effect::Spawn { .. }
        | Effect::Join { .. }
        | Effect::Synchronize { .. }
        | Effect::Fence(_)
        | Effect::AtomicBegin
        | Effect::AtomicEnd => false,
    }
}

/// Where `Break` and `Continue` go.
#[derive(Clone, Copy)]
struct LoopTargets {
    leave: usize,
    step: usize,
}

/// A transition between provisional locations; `to` is `None` for the exit.
struct Edge {
    from: usize,
    to: Option<usize>,
    guard: Option<Guard>,
    effect: Effect,
    span: Span,
    statement: u32,
}

/// The automaton while it is made. Provisional locations are numbers; locations that turn out to be the same are merged
/// (`parents` is a union-find forest).
///
/// Invariant: each class of merged locations either has outgoing edges, or is *open* (the next statement of some block is
/// placed there), or waits for one label, loop exit or loop step that is still to be placed. So a merge never gives a
/// location the edges of two statements.
struct Derivation {
    parents: Vec<usize>,
    edges: Vec<Edge>,
    labels: Vec<Option<usize>>,
    loops: Vec<LoopTargets>,
    next_statement: u32,
    last_span: Span,
}

impl Derivation {
    fn new(procedure: &Procedure) -> Self {
        Derivation {
            parents: Vec::new(),
            edges: Vec::new(),
            labels: vec![None; procedure.labels.len()],
            loops: Vec::new(),
            next_statement: 0,
            last_span: procedure.span,
        }
    }

    fn fresh(&mut self) -> usize {
        self.parents.push(self.parents.len());
        self.parents.len() - 1
    }

    fn find(&mut self, mut location: usize) -> usize {
        while self.parents[location] != location {
            self.parents[location] = self.parents[self.parents[location]];
            location = self.parents[location];
        }
        location
    }

    fn merge(&mut self, left: usize, right: usize) {
        let (left, right) = (self.find(left), self.find(right));
        self.parents[left.max(right)] = left.min(right);
    }

    fn edge(&mut self, from: usize, to: Option<usize>, effect: Effect, span: Span, statement: u32) {
        self.edges.push(Edge { from, to, guard: None, effect, span, statement });
    }

    /// Continues an open location elsewhere, and returns a new open location for the unreachable code behind.
    fn jump(&mut self, open: usize, target: usize, statement: u32) -> usize {
        if self.find(open) == self.find(target) {
            // Around this cycle there is no transition.
            self.edge(open, Some(open), Effect::Skip, self.last_span, statement);
        } else {
            self.merge(open, target);
        }
        self.fresh()
    }

    fn label(&mut self, label: LabelId) -> usize {
        if let Some(location) = self.labels[label.index()] {
            return location;
        }
        let location = self.fresh();
        self.labels[label.index()] = Some(location);
        location
    }

    /// Both ways of a test: where the condition holds and where it does not.
    fn branch(&mut self, open: usize, condition: &Expr, span: Span, statement: u32) -> (usize, usize) {
        match constant(condition) {
            Some(true) => (open, self.fresh()),
            Some(false) => (self.fresh(), open),
            None => {
                let ways = (self.fresh(), self.fresh());
                for (to, holds) in [(ways.0, true), (ways.1, false)] {
                    let guard = Some(Guard { condition: condition.clone(), holds });
                    self.edges.push(Edge { from: open, to: Some(to), guard, effect: Effect::Skip, span, statement });
                }
                ways
            }
        }
    }

    fn block(&mut self, block: &Block, mut open: usize) -> usize {
        for statement in block {
            open = self.statement(statement, open);
        }
        open
    }

    /// Places a statement at an open location; returns the open location behind it.
    fn statement(&mut self, statement: &Statement, open: usize) -> usize {
        let number = self.next_statement;
        self.next_statement += 1;
        match statement {
            Statement::Step(step) => {
                self.last_span = step.span;
                let next = self.fresh();
                let to = if ends(&step.effect) { None } else { Some(next) };
                self.edge(open, to, step.effect.clone(), step.span, number);
                next
            }
            Statement::If { condition, then, otherwise, span } => {
                self.last_span = *span;
                let (then_start, otherwise_start) = self.branch(open, condition, *span, number);
                let then_end = self.block(then, then_start);
                let otherwise_end = self.block(otherwise, otherwise_start);
                self.merge(then_end, otherwise_end);
                then_end
            }
            Statement::Loop { tests_after, test, condition, body, step, span } => {
                let (head, start, leave, next) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
                self.merge(open, if *tests_after { start } else { head });
                self.last_span = *span;
                let tested = self.block(test, head);
                let (holds, fails) = self.branch(tested, condition, *span, number);
                self.merge(holds, start);
                self.merge(fails, leave);
                self.loops.push(LoopTargets { leave, step: next });
                let body_end = self.block(body, start);
                self.loops.pop();
                self.merge(body_end, next);
                let step_end = self.block(step, next);
                self.last_span = *span;
                self.jump(step_end, head, number);
                leave
            }
            Statement::Break => {
                let targets = *self.loops.last().expect("`Break` stands inside a loop");
                self.jump(open, targets.leave, number)
            }
            Statement::Continue => {
                let targets = *self.loops.last().expect("`Continue` stands inside a loop");
                self.jump(open, targets.step, number)
            }
            Statement::Goto(label) => {
                let target = self.label(*label);
                self.jump(open, target, number)
            }
            Statement::Label(label) => {
                let target = self.label(*label);
                self.merge(open, target);
                target
            }
        }
    }

    /// Numbers what the entry reaches. Each location but the exit has an outgoing edge; locations are numbered by their
    /// first one, which is source order.
    fn finish(mut self, entry: usize) -> Automaton {
        let roots: Vec<usize> = (0..self.parents.len()).map(|location| self.find(location)).collect();
        let entry = roots[entry];
        let mut edges_from = vec![Vec::new(); roots.len()];
        for (index, edge) in self.edges.iter().enumerate() {
            edges_from[roots[edge.from]].push(index);
        }
        let mut is_reached = vec![false; roots.len()];
        is_reached[entry] = true;
        let mut pending = vec![entry];
        while let Some(location) = pending.pop() {
            assert!(!edges_from[location].is_empty(), "every label that is a target of a goto is defined");
            for target in edges_from[location].iter().filter_map(|&edge| self.edges[edge].to) {
                if !std::mem::replace(&mut is_reached[roots[target]], true) {
                    pending.push(roots[target]);
                }
            }
        }

        let mut locations: Table<Location, LocationData> = Table::new();
        let mut numbers = vec![None; roots.len()];
        numbers[entry] = Some(locations.push(LocationData::default()));
        for edge in &self.edges {
            let from = roots[edge.from];
            if is_reached[from] && numbers[from].is_none() {
                numbers[from] = Some(locations.push(LocationData::default()));
            }
        }
        let exit = locations.push(LocationData::default());
        let mut transitions = Table::new();
        for edge in self.edges {
            let Some(from) = numbers[roots[edge.from]] else { continue };
            let to = match edge.to {
                None => exit,
                Some(to) => numbers[roots[to]].expect("what follows a reached location is reached"),
            };
            let Edge { guard, effect, span, statement, .. } = edge;
            let transition = transitions.push(TransitionData { from, to, guard, effect, span, statement });
            locations[from].outgoing.push(transition);
        }
        Automaton { locations, transitions, entry: Location(0), exit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Local, LocalId, LocalKind, Place, PlaceKind, Step, Synchronization};
    use crate::types::TypeId;

    fn number(value: i128) -> Expr {
        Expr { kind: ExprKind::Integer(value), ty: TypeId(0) }
    }

    /// A register, so not a constant.
    fn register() -> Expr {
        let place = Place { kind: PlaceKind::Local(LocalId(0)), ty: TypeId(0), atomic: None };
        Expr { kind: ExprKind::Read(Box::new(place)), ty: TypeId(0) }
    }

    fn step(effect: Effect) -> Statement {
        Statement::Step(Step { effect, span: Span::NOWHERE })
    }

    fn work() -> Statement {
        step(Effect::Synchronize { operation: Synchronization::MutexLock, operands: Vec::new(), result: None })
    }

    fn choose(condition: Expr, then: Block, otherwise: Block) -> Statement {
        Statement::If { condition, then, otherwise, span: Span::NOWHERE }
    }

    fn repeat(tests_after: bool, condition: Expr, body: Block, step: Block) -> Statement {
        Statement::Loop { tests_after, test: Vec::new(), condition, body, step, span: Span::NOWHERE }
    }

    /// `from>to` for each transition, with `+` or `-` for a guard and `.` for `Skip` without one.
    fn shape(body: Block) -> String {
        let local = Local {
            name: "x".into(),
            ty: TypeId(0),
            kind: LocalKind::Variable,
            is_register: true,
            span: Span::NOWHERE,
        };
        let procedure = Procedure {
            name: "f".into(),
            parameters: Vec::new(),
            result: TypeId(0),
            locals: [local].into_iter().collect(),
            labels: ["a", "b"].map(|name| crate::syntax::Label { name: name.into() }).into_iter().collect(),
            body,
            is_defined: true,
            span: Span::NOWHERE,
        };
        let automaton = Automaton::of(&procedure);
        assert_eq!(automaton.exit.index() + 1, automaton.locations.len());
        let arrow = |data: &TransitionData| {
            let mark = match (&data.guard, &data.effect) {
                (Some(guard), _) => ["-", "+"][usize::from(guard.holds)],
                (None, Effect::Skip) => ".",
                (None, _) => "",
            };
            format!("{}>{}{mark}", data.from.0, data.to.0)
        };
        automaton.transitions.values().map(arrow).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn an_empty_body_returns() {
        assert_eq!(shape(vec![]), "0>1");
    }

    #[test]
    fn branches_join_without_a_transition() {
        assert_eq!(shape(vec![choose(register(), vec![work()], vec![]), work()]), "0>1+ 0>2- 1>2 2>3 3>4");
        assert_eq!(shape(vec![choose(register(), vec![], vec![])]), "0>1+ 0>1- 1>2");
    }

    #[test]
    fn a_constant_test_is_no_transition() {
        assert_eq!(shape(vec![choose(number(1), vec![work()], vec![work(), work()])]), "0>1 1>2");
        assert_eq!(shape(vec![repeat(false, number(0), vec![work()], vec![])]), "0>1");
        assert_eq!(shape(vec![repeat(true, number(0), vec![work()], vec![])]), "0>1 1>2");
        assert_eq!(shape(vec![repeat(false, number(1), vec![work()], vec![])]), "0>0");
    }

    #[test]
    fn loops_test_before_or_after() {
        assert_eq!(shape(vec![repeat(false, register(), vec![work()], vec![])]), "0>1+ 0>2- 1>0 2>3");
        assert_eq!(shape(vec![repeat(true, register(), vec![work()], vec![])]), "1>0+ 1>2- 0>1 2>3");
    }

    #[test]
    fn break_leaves_and_continue_steps() {
        let body = vec![
            choose(register(), vec![Statement::Break], vec![]),
            choose(register(), vec![Statement::Continue], vec![]),
            work(),
        ];
        let shape = shape(vec![repeat(false, number(1), body, vec![work()])]);
        assert_eq!(shape, "0>4+ 0>1- 1>3+ 1>2- 2>3 3>0 4>5");
    }

    #[test]
    fn a_cycle_without_transitions_gets_one() {
        assert_eq!(shape(vec![repeat(false, number(1), vec![], vec![])]), "0>0.");
        assert_eq!(shape(vec![repeat(false, number(1), vec![Statement::Continue], vec![])]), "0>0.");
        let (a, b) = (LabelId(0), LabelId(1));
        assert_eq!(shape(vec![Statement::Label(a), Statement::Goto(a)]), "0>0.");
        let around = vec![Statement::Label(a), Statement::Goto(b), Statement::Label(b), Statement::Goto(a)];
        assert_eq!(shape(around), "0>0.");
        assert_eq!(shape(vec![repeat(true, register(), vec![], vec![])]), "0>0+ 0>1- 1>2");
    }

    #[test]
    fn goto_enters_a_loop_that_is_skipped() {
        let a = LabelId(0);
        let body = vec![work(), Statement::Label(a), work()];
        let shape = shape(vec![Statement::Goto(a), repeat(false, register(), body, vec![])]);
        assert_eq!(shape, "1>2+ 1>3- 2>0 0>1 3>4");
    }

    #[test]
    fn what_ends_the_thread_leads_to_the_exit() {
        assert_eq!(shape(vec![step(Effect::Stop), work()]), "0>1");
        assert_eq!(shape(vec![step(Effect::Assume(number(0))), work()]), "0>1");
        assert_eq!(shape(vec![step(Effect::Assume(register())), work()]), "0>1 1>2 2>3");
        assert_eq!(
            shape(vec![choose(register(), vec![step(Effect::Return(None))], vec![]), work()]),
            "0>1+ 0>2- 1>4 2>3 3>4"
        );
    }

    #[test]
    fn a_transition_knows_its_statement() {
        let body = vec![choose(register(), vec![work()], vec![work()]), work()];
        let procedure = Procedure {
            name: "f".into(),
            parameters: Vec::new(),
            result: TypeId(0),
            locals: Table::new(),
            labels: Table::new(),
            body,
            is_defined: true,
            span: Span::NOWHERE,
        };
        let automaton = Automaton::of(&procedure);
        let numbers: Vec<u32> = automaton.transitions.values().map(|data| data.statement).collect();
        assert_eq!(numbers, [0, 0, 1, 2, 3, 4]);
        assert_eq!(statements(&procedure.body).len(), 4);
    }
}
