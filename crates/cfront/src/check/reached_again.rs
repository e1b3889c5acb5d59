//! Objects whose declaration, or compound literal, is reached again while their block goes on (C11 6.2.4p6, 6.5.2.5p5).
//!
//! A jump backwards inside of a block does not end the block. An object that such a jump leads in front of stays the same one; its
//! initializer is evaluated again, as an assignment. A jump over its declaration leaves its value alone. The same holds for a compound literal in
//! the condition of a loop, which belongs to the block that the loop is.
//!
//! Everything behind the checker begins a life where a declaration is reached. So the declarations of these objects move to the start of
//! their block, and an assignment takes their place. Left alone: objects without an initializer, whose value is indeterminate each time the
//! declaration is reached, unless a jump leads over it; variable-length arrays, whose life does end; objects with
//! the attribute `cleanup`; atomic objects; variables whose address is not taken, unless a jump also leads over their declaration.
//!
//! Rule: an object that is reached again in its block is one object.
//! Tests: in `memory`: `declaration_reached_again`, `declaration_reached_again_in_a_new_block`, `literal_reached_again`.

use raddle_program::source::Span;
use raddle_program::types::{Field, Qualified, Record, RecordBody, TypeId, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Checker;
use super::postfix::LITERAL_NAME;
use super::walk::{Rewrite, walk, walk_value};
use crate::typed::{
    Block, Expr, ExprKind, FunctionId, Initializer, LabelId, Statement, StatementKind, Variable, VariableId,
};

impl Checker {
    /// Makes one object of each object that is reached again in its block, in the body of the present function, or of a statement expression
    /// in it.
    pub(super) fn keep_objects(&mut self, body: &mut Block) {
        let mut search = Search { checker: self, kept: Kept::default() };
        search.block(body);
        let kept = search.kept;
        if kept.declared.is_empty() && kept.literals.is_empty() {
            return;
        }
        let Some(function) = self.functions.last().map(|function| function.id) else { return };
        let mut writing = Writing { checker: self, function, kept, created: Vec::new() };
        writing.block(body);
        walk(body, &mut writing);
    }
}

/// The objects that are reached again.
#[derive(Default)]
struct Kept {
    declared: FxHashSet<VariableId>,
    literals: FxHashSet<VariableId>,
}

/// The labels in some statements, and the labels that jumps in them lead to.
#[derive(Default)]
struct Jumps {
    labels: FxHashSet<LabelId>,
    targets: FxHashSet<LabelId>,
    /// Whether one of them leads to any label whose address is taken.
    is_computed: bool,
}

struct Search<'c> {
    checker: &'c Checker,
    kept: Kept,
}

impl Search<'_> {
    fn block(&mut self, block: &Block) -> Jumps {
        let parts: Vec<Jumps> = block.statements.iter().map(|statement| self.statement(statement)).collect();
        let (backward, forward) = self.crossed(&parts);
        let variables = &self.checker.unit.variables;
        let literals: FxHashSet<VariableId> = block
            .variables
            .iter()
            .copied()
            .filter(|&id| *variables[id].name == *LITERAL_NAME && variables[id].address_taken)
            .collect();
        for (position, statement) in block.statements.iter().enumerate() {
            if let StatementKind::Declare { variable, size: None, initializer } = &statement.kind
                && backward[position]
                && block.variables.contains(variable)
                && self.is_kept(*variable, initializer.is_some(), forward[position])
            {
                self.kept.declared.insert(*variable);
            }
            if literals.is_empty() || !(backward[position] || matches!(statement.kind, StatementKind::Loop { .. })) {
                continue;
            }
            for expr in expressions(statement) {
                let mut found = Literals { wanted: &literals, found: &mut self.kept.literals };
                walk_value(&mut expr.clone(), &mut found);
            }
        }
        let mut all = Jumps::default();
        for part in parts {
            all.labels.extend(part.labels);
            all.targets.extend(part.targets);
            all.is_computed |= part.is_computed;
        }
        all
    }

    fn statement(&mut self, statement: &Statement) -> Jumps {
        let mut jumps = Jumps::default();
        match &statement.kind {
            StatementKind::Label(label) => drop(jumps.labels.insert(*label)),
            StatementKind::Goto(label) => drop(jumps.targets.insert(*label)),
            StatementKind::ComputedGoto(_) => jumps.is_computed = true,
            _ => {}
        }
        for block in statement.blocks() {
            let inner = self.block(block);
            jumps.labels.extend(inner.labels);
            jumps.targets.extend(inner.targets);
            jumps.is_computed |= inner.is_computed;
        }
        jumps
    }

    /// For each statement of a block whether a jump that stays in the block leads from it, or from behind it, to a label in front of it; and
    /// whether one leads from in front of it to a label behind it.
    fn crossed(&self, parts: &[Jumps]) -> (Vec<bool>, Vec<bool>) {
        let crossed = |changes: &[i64]| -> Vec<bool> {
            let depths = changes.iter().scan(0, |depth, change| {
                *depth += change;
                Some(*depth > 0)
            });
            depths.take(parts.len()).collect()
        };
        // How many more jumps cross a statement than the one before.
        let (mut backward, mut forward) = (vec![0; parts.len() + 1], vec![0; parts.len() + 1]);
        let has_jumps = |part: &Jumps| part.is_computed || !part.targets.is_empty();
        if !parts.iter().any(has_jumps) || parts.iter().all(|part| part.labels.is_empty()) {
            return (crossed(&backward), crossed(&forward));
        }
        let mut places = FxHashMap::default();
        for (position, part) in parts.iter().enumerate() {
            places.extend(part.labels.iter().map(|&label| (label, position)));
        }
        let is_address_taken = |label: &LabelId| self.checker.unit.labels[*label].address_taken;
        for (from, part) in parts.iter().enumerate() {
            let computed = part.is_computed.then(|| places.keys().filter(|label| is_address_taken(label)));
            let targets = part.targets.iter().chain(computed.into_iter().flatten());
            for to in targets.filter_map(|label| places.get(label).copied()) {
                let (changes, first, end) = match to < from {
                    true => (&mut backward, to + 1, from + 1),
                    false => (&mut forward, (from + 1).min(to), to),
                };
                changes[first] += 1;
                changes[end] -= 1;
            }
        }
        (crossed(&backward), crossed(&forward))
    }

    fn is_kept(&self, id: VariableId, is_initialized: bool, is_jumped_over: bool) -> bool {
        let variable = &self.checker.unit.variables[id];
        !variable.ty.qualifiers.is_atomic
            && !self.checker.cleanups.contains_key(&id)
            && (is_initialized || is_jumped_over)
            && (is_jumped_over || !variable.is_register(&self.checker.unit.types))
    }
}

/// The expressions of a statement that are in no block of it.
fn expressions(statement: &Statement) -> Vec<&Expr> {
    match &statement.kind {
        StatementKind::Expr(expr)
        | StatementKind::FixLength { count: expr, .. }
        | StatementKind::ComputedGoto(expr)
        | StatementKind::Return(Some(expr))
        | StatementKind::If { condition: expr, .. }
        | StatementKind::Switch { scrutinee: expr, .. } => vec![expr],
        StatementKind::Declare { size, initializer, .. } => {
            let parts = initializer.iter().flat_map(|initializer| &initializer.parts);
            size.iter().chain(parts.map(|part| &part.value)).collect()
        }
        StatementKind::Loop { condition, step, .. } => condition.iter().chain(step).collect(),
        StatementKind::Block(_)
        | StatementKind::Goto(_)
        | StatementKind::Label(_)
        | StatementKind::Break
        | StatementKind::Continue
        | StatementKind::Return(None)
        | StatementKind::Unsupported(_) => Vec::new(),
    }
}

/// Which of the wanted literals an expression contains.
struct Literals<'s> {
    wanted: &'s FxHashSet<VariableId>,
    found: &'s mut FxHashSet<VariableId>,
}

impl Rewrite for Literals<'_> {
    fn expression(&mut self, expr: &mut Expr, _: &mut Vec<VariableId>) {
        if let ExprKind::CompoundLiteral { variable, .. } = expr.kind
            && self.wanted.contains(&variable)
        {
            self.found.insert(variable);
        }
    }
}

/// Moves declarations to the start of their block, and writes assignments in their place.
struct Writing<'c> {
    checker: &'c mut Checker,
    function: FunctionId,
    kept: Kept,
    /// Objects for the block that is written.
    created: Vec<VariableId>,
}

impl Writing<'_> {
    fn block(&mut self, block: &mut Block) {
        for statement in &mut block.statements {
            match &mut statement.kind {
                StatementKind::Block(inner)
                | StatementKind::Loop { body: inner, .. }
                | StatementKind::Switch { body: inner, .. } => self.block(inner),
                StatementKind::If { then, otherwise, .. } => {
                    self.block(then);
                    self.block(otherwise);
                }
                StatementKind::Declare { variable, size: None, initializer }
                    if self.kept.declared.contains(variable) =>
                {
                    let initializer = initializer.take();
                    statement.kind = self.reached(*variable, initializer, statement.span);
                }
                _ => {}
            }
        }
        let is_kept = |id: &VariableId| self.kept.declared.contains(id) || self.kept.literals.contains(id);
        let mut statements: Vec<Statement> = block
            .variables
            .iter()
            .copied()
            .filter(is_kept)
            .map(|variable| {
                let kind = StatementKind::Declare { variable, size: None, initializer: None };
                Statement { kind, span: self.checker.unit.variables[variable].span }
            })
            .collect();
        if !statements.is_empty() {
            statements.append(&mut block.statements);
            block.statements = statements;
        }
        block.variables.append(&mut self.created);
    }

    /// What happens where a declaration is reached. A variable without initializer has any value then; an object in memory keeps the value
    /// that it had.
    fn reached(&mut self, variable: VariableId, initializer: Option<Initializer>, span: Span) -> StatementKind {
        if let Some(initializer) = initializer {
            let assigned = self.assigned(variable, initializer, span);
            return StatementKind::Expr(assigned);
        }
        let mut block = Block { statements: Vec::new(), variables: Vec::new(), span };
        if self.checker.unit.variables[variable].is_register(&self.checker.unit.types) {
            let any = self.object(self.checker.unit.variables[variable].ty.ty, "<any>", span);
            block.variables.push(any);
            let kind = StatementKind::Declare { variable: any, size: None, initializer: None };
            block.statements.push(Statement { kind, span });
            let value = self.place(any, span).load();
            let kind = StatementKind::Expr(self.place(variable, span).assign(value));
            block.statements.push(Statement { kind, span });
        }
        StatementKind::Block(block)
    }

    /// Assigns what an initializer says.
    fn assigned(&mut self, variable: VariableId, mut initializer: Initializer, span: Span) -> Expr {
        let place = self.place(variable, span);
        let types = &mut self.checker.unit.types;
        if types.scalar_shape(place.ty).is_some() {
            let zero = Expr { kind: ExprKind::Integer(0), ty: place.ty, span };
            let value = initializer.parts.pop().map_or(zero, |part| part.value);
            return place.assign(value);
        }
        let mut target = place;
        if !matches!(types.kind(target.ty), TypeKind::Record(_)) {
            // An array is assigned as the member of a record.
            let size = types.size_of(target.ty).unwrap_or(0);
            let alignment = types.align_of(target.ty).unwrap_or(1);
            let name = Some("all".into());
            let field = Field { name, ty: Qualified::plain(target.ty), offset: 0, bits: None, span };
            let body = Some(RecordBody { fields: vec![field], size, alignment });
            let record = types.add_record(Record { tag: None, is_union: false, body, span });
            let record = types.intern(TypeKind::Record(record));
            let (to_array, to_record) = (types.pointer_to(target.ty), types.pointer_to(record));
            let address = Expr { kind: ExprKind::AddressOf(Box::new(target)), ty: to_array, span };
            let address =
                Expr { kind: ExprKind::Cast { operand: Box::new(address), is_explicit: false }, ty: to_record, span };
            target = Expr { kind: ExprKind::Deref(Box::new(address)), ty: record, span };
        }
        let ty = target.ty;
        let literal = self.object(ty, LITERAL_NAME, span);
        self.created.push(literal);
        let value = Expr { kind: ExprKind::CompoundLiteral { variable: literal, initializer }, ty, span };
        target.assign(value.load())
    }

    /// An object of the function. It is not yet one of a block.
    fn object(&mut self, ty: TypeId, name: &str, span: Span) -> VariableId {
        let variable = self.checker.unit.variables.push(Variable::automatic(name, ty, self.function, span));
        if let Some(function) = self.checker.functions.last_mut() {
            function.locals.push(variable);
        }
        variable
    }

    fn place(&self, variable: VariableId, span: Span) -> Expr {
        Expr { kind: ExprKind::Variable(variable), ty: self.checker.unit.variables[variable].ty.ty, span }
    }
}

impl Rewrite for Writing<'_> {
    fn expression(&mut self, expr: &mut Expr, created: &mut Vec<VariableId>) {
        let span = expr.span;
        let ExprKind::CompoundLiteral { variable, initializer } = &mut expr.kind else { return };
        if !self.kept.literals.contains(variable) {
            return;
        }
        let (variable, initializer) = (*variable, std::mem::replace(initializer, Initializer { parts: Vec::new() }));
        let assigned = self.assigned(variable, initializer, span);
        created.append(&mut self.created);
        let place = self.place(variable, span);
        let pointer = self.checker.unit.types.pointer_to(place.ty);
        let address = Expr { kind: ExprKind::AddressOf(Box::new(place)), ty: pointer, span };
        expr.kind = ExprKind::Deref(Box::new(assigned.then(address)));
    }
}
