//! Inline assembly with types: expressions that do the same, or outputs that get any value.
//!
//! GCC promises that assembly changes its outputs and what its clobbers name. Instructions that only compute give any value
//! ([`CERTAIN`], known by its effects). Other ones that clobber no memory are calls of a function without a body ([`UNKNOWN`]) for each
//! output: the answer rests on them. What may change memory, or jumps, has no model.

use raddle_program::source::Span;

use super::conversion::unsupported;
use super::{Checked, Checker, Linked, Poisoned};
use crate::ast::{self, AssemblyMeaning, Name};
use crate::typed::{Expr, ExprKind, Statement, StatementKind};

/// The value of an instruction that only computes.
const CERTAIN: &str = "__asm_value";

/// The value of any other instruction.
const UNKNOWN: &str = "__asm__";

/// What reports call it.
const NAME: &str = "inline assembly";

impl Checker {
    /// A statement of inline assembly.
    pub(super) fn assembly(&mut self, meaning: &AssemblyMeaning, may_jump: bool, span: Span, out: &mut Vec<Statement>) {
        // That a compiler must not move accesses over it means nothing here, where none are moved.
        match meaning {
            AssemblyMeaning::Known { expressions, sizes, outputs } => {
                if sizes.iter().all(|(operands, size)| self.have_size(operands, *size)) {
                    self.expressions(expressions, span, out);
                } else {
                    self.anything(outputs, span, out);
                }
            }
            AssemblyMeaning::Computes { inputs, outputs, is_certain } => {
                self.expressions(inputs, span, out);
                for output in outputs {
                    let function = if *is_certain { CERTAIN } else { UNKNOWN };
                    let value = self.call_without_arguments(function, span);
                    self.write(output, value, span, out);
                }
            }
            AssemblyMeaning::Anything { .. } if may_jump => out.push(without_model(span)),
            AssemblyMeaning::Anything { outputs } => self.anything(outputs, span, out),
        }
    }

    fn expressions(&mut self, expressions: &[ast::Expr], span: Span, out: &mut Vec<Statement>) {
        for expr in expressions {
            let kind = ast::StatementKind::Expr(expr.clone());
            self.statement(&ast::Statement { kind, span }, out);
        }
    }

    /// A call of a function that no program can name.
    fn call_without_arguments(&mut self, name: &str, span: Span) -> Checked<Expr> {
        let name: Name = name.into();
        let ty = self.modelled_type(&name).ok_or(Poisoned)?;
        let function = match self.linked.get(&name) {
            Some(Linked::Function(function)) => *function,
            _ => self.new_implicit_function(&name, ty, span),
        };
        self.unit.functions[function].is_used = true;
        let callee = Expr { kind: ExprKind::Function(function), ty: self.unit.functions[function].ty, span };
        self.finish_call(callee, Vec::new(), span)
    }

    /// Whether operands have the same size, and this one if there is one. Literals fit every operand.
    fn have_size(&mut self, operands: &[ast::Expr], size: Option<u64>) -> bool {
        let mut size = size;
        operands.iter().filter(|operand| !matches!(operand.kind, ast::ExprKind::Integer(_))).all(|operand| {
            let Ok(value) = self.value(operand) else { return false };
            let own = self.unit.types.size_of(value.ty);
            own.is_some() && *size.get_or_insert(own.unwrap_or(0)) == own.unwrap_or(0)
        })
    }

    /// No model: the outputs have any value behind it.
    fn anything(&mut self, outputs: &[ast::Expr], span: Span, out: &mut Vec<Statement>) {
        out.push(without_model(span));
        for output in outputs {
            let int = self.int();
            self.write(output, Ok(unsupported(NAME, int, span)), span, out);
        }
    }

    /// An output gets a value of another type. Of an output that is no number and no pointer, nothing is known.
    fn write(&mut self, output: &ast::Expr, value: Checked<Expr>, span: Span, out: &mut Vec<Statement>) {
        let (Ok(target), Ok(value)) = (self.modifiable(output, "this output"), value) else { return };
        let ty = target.expr.ty;
        let target = target.expr;
        if matches!(target.kind, ExprKind::Unsupported(_)) || !self.is_scalar(ty) || self.is_complex(ty) {
            out.push(without_model(span));
            return;
        }
        let value = match value.kind {
            ExprKind::Unsupported(what) => Expr { kind: ExprKind::Unsupported(what), ty, span },
            _ if self.is_float(ty) => unsupported(NAME, ty, span),
            _ => self.cast_as(value, ty, true),
        };
        let kind = ExprKind::Assign { target: Box::new(target), value: Box::new(value) };
        out.push(Statement { kind: StatementKind::Expr(Expr { kind, ty, span }), span });
    }
}

fn without_model(span: Span) -> Statement {
    Statement { kind: StatementKind::Unsupported(NAME.into()), span }
}
