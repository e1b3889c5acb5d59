//! Reading places and expressions.

use super::lex::TokenKind;
use super::names::TYPE_WORDS;
use super::read::{Cursor, ReadError};
use super::read_code::{CodeReader, region};
use super::types::{Objects, SUFFIXES, type_of_expr, type_of_place};
use crate::builder::{field_of, read};
use crate::floating::FloatOperation;
use crate::syntax::{
    Atomic, BinaryOperator, Expr, ExprKind, GlobalId, LocalId, MemoryOrder, Place, PlaceKind, UnaryOperator,
};
use crate::types::{TypeId, TypeKind, Types};

/// What is read before it is known whether it is meant as a place or as its value. A type is known unless it must be
/// written.
enum Node {
    Place(PlaceKind, Option<Atomic>, Option<TypeId>),
    Expr(ExprKind, Option<TypeId>),
}

impl Objects for CodeReader<'_> {
    fn global(&self, global: GlobalId) -> Option<TypeId> {
        self.tables.globals.get(global).map(|global| global.ty)
    }
    fn local(&self, local: LocalId) -> Option<TypeId> {
        self.procedure.locals.get(local).map(|local| local.ty)
    }
    fn types(&self) -> &Types {
        &self.tables.types
    }
}

impl CodeReader<'_> {
    /// Reads an expression.
    pub(super) fn expr(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, ReadError> {
        let node = self.deeper(cursor, Self::operation)?;
        to_expr(cursor, node)
    }

    /// Reads a place.
    pub(super) fn place(&mut self, cursor: &mut Cursor<'_>) -> Result<Place, ReadError> {
        let node = self.deeper(cursor, Self::prefixed)?;
        to_place(cursor, node)
    }

    fn place_node(&self, kind: PlaceKind) -> Node {
        let ty = type_of_place(self, &kind);
        Node::Place(kind, None, ty)
    }

    fn expr_node(&self, kind: ExprKind) -> Node {
        let ty = type_of_expr(self, &kind);
        Node::Expr(kind, ty)
    }

    /// Reads one operation, or an operand.
    fn operation(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        let left = self.prefixed(cursor)?;
        let TokenKind::Mark(mark) = cursor.peek(0) else { return Ok(left) };
        if *mark == "?" {
            cursor.advance();
            let condition = Box::new(to_expr(cursor, left)?);
            let then = Box::new(self.operand(cursor)?);
            cursor.mark(":")?;
            let otherwise = Box::new(self.operand(cursor)?);
            return Ok(self.expr_node(ExprKind::Conditional { condition, then, otherwise }));
        }
        let Some(operator) = BinaryOperator::ALL.into_iter().find(|operator| operator.symbol() == *mark) else {
            return Ok(left);
        };
        cursor.advance();
        let left = Box::new(to_expr(cursor, left)?);
        let is_subtraction = operator == BinaryOperator::Subtract;
        if (is_subtraction || operator == BinaryOperator::Add) && cursor.eat_mark("[") {
            let element = cursor.number()?;
            cursor.mark("]")?;
            let index = Box::new(self.operand(cursor)?);
            return Ok(self.expr_node(ExprKind::PointerAdd { pointer: left, index, element, is_subtraction }));
        }
        let right = Box::new(self.operand(cursor)?);
        Ok(self.expr_node(ExprKind::Binary(operator, left, right)))
    }

    /// Reads an operand of an operation.
    fn operand(&mut self, cursor: &mut Cursor<'_>) -> Result<Expr, ReadError> {
        let node = self.deeper(cursor, Self::prefixed)?;
        to_expr(cursor, node)
    }

    fn prefixed(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        if cursor.is_mark("-") && matches!(cursor.peek(1), TokenKind::Number(..)) {
            return self.number(cursor);
        }
        if let Some(operator) = UnaryOperator::ALL.into_iter().find(|operator| cursor.eat_mark(operator.symbol())) {
            let operand = Box::new(self.operand(cursor)?);
            return Ok(self.expr_node(ExprKind::Unary(operator, operand)));
        }
        if cursor.eat_mark("*") {
            let pointer = Box::new(self.operand(cursor)?);
            return Ok(self.place_node(PlaceKind::Deref(pointer)));
        }
        if cursor.eat_mark("&") {
            let place = Box::new(self.place(cursor)?);
            return Ok(self.expr_node(ExprKind::AddressOf(place)));
        }
        if cursor.eat_word("atomic") {
            let atomic = atomic(cursor)?;
            return match self.deeper(cursor, Self::prefixed)? {
                Node::Place(kind, _, ty) => Ok(Node::Place(kind, Some(atomic), ty)),
                Node::Expr(..) => cursor.error("only places are atomic"),
            };
        }
        if cursor.eat_word("read") {
            let place = self.place(cursor)?;
            return Ok(self.expr_node(ExprKind::Read(Box::new(place))));
        }
        let is_cast = cursor.is_mark("(")
            && matches!(cursor.peek(1), TokenKind::Bare(word) if TYPE_WORDS.contains(&word.as_str()));
        if is_cast {
            cursor.mark("(")?;
            let ty = self.tables.ty(cursor)?;
            cursor.mark(")")?;
            let operand = Box::new(self.operand(cursor)?);
            return Ok(Node::Expr(ExprKind::Cast(operand), Some(ty)));
        }
        self.postfixed(cursor)
    }

    fn postfixed(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        let mut node = self.primary(cursor)?;
        // Each postfix nests what is before it, so it counts as a level, too.
        let depth = self.depth;
        loop {
            let is_arrow = cursor.is_mark("->");
            if is_arrow || cursor.is_mark(".") {
                cursor.advance();
                let base = if is_arrow {
                    let pointer = Box::new(to_expr(cursor, node)?);
                    let target = self.place_node(PlaceKind::Deref(pointer));
                    to_place(cursor, target)?
                } else {
                    to_place(cursor, node)?
                };
                let number = self.member(cursor, base.ty)?;
                node = self.place_node(PlaceKind::Field(Box::new(base), number));
            } else if cursor.eat_mark("[") {
                let base = Box::new(to_place(cursor, node)?);
                let index = Box::new(self.expr(cursor)?);
                cursor.mark("]")?;
                node = self.place_node(PlaceKind::Index(base, index));
            } else {
                self.depth = depth;
                return Ok(node);
            }
            self.depth += 1;
            if self.depth >= super::read_code::DEPTH_MAX {
                return cursor.error("this is nested too deep");
            }
        }
    }

    /// Reads the name or number of a member.
    fn member(&self, cursor: &mut Cursor<'_>, record: TypeId) -> Result<u32, ReadError> {
        if cursor.is_mark("#") {
            return Ok(cursor.index()?.unwrap_or_default());
        }
        let before = cursor.clone();
        let name = cursor.name()?;
        let fields = (0..).map_while(|number| field_of(&self.tables.types, record, number)).enumerate();
        match fields.filter(|(_, field)| field.name.as_ref() == Some(&name)).collect::<Vec<_>>()[..] {
            [(number, _)] => Ok(number as u32),
            _ => before.error(format!("there is no one member `{name}`")),
        }
    }

    fn primary(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        if let TokenKind::Number(..) = cursor.peek(0) {
            return self.number(cursor);
        }
        if cursor.eat_mark("(") {
            return self.parenthesized(cursor);
        }
        if cursor.eat_mark("::") {
            return Ok(self.place_node(PlaceKind::Global(self.tables.global(cursor)?)));
        }
        if cursor.eat_word("self") {
            return Ok(self.expr_node(ExprKind::SelfId));
        }
        if cursor.eat_word("fn") {
            return Ok(self.expr_node(ExprKind::Procedure(self.tables.procedure(cursor)?)));
        }
        if cursor.eat_word("bits") {
            cursor.mark("(")?;
            let bit_field = Box::new(self.place(cursor)?);
            cursor.mark(")")?;
            return Ok(self.place_node(PlaceKind::BitLocation(bit_field)));
        }
        if cursor.eat_word("size_of_allocation") {
            let region = region(cursor)?;
            cursor.mark("(")?;
            let pointer = Box::new(self.expr(cursor)?);
            cursor.mark(")")?;
            return Ok(self.expr_node(ExprKind::AllocationSize(pointer, region)));
        }
        if cursor.eat_word("distance") {
            cursor.mark("[")?;
            let element = cursor.number()?;
            cursor.mark("]")?;
            cursor.mark("(")?;
            let left = Box::new(self.expr(cursor)?);
            cursor.mark(",")?;
            let right = Box::new(self.expr(cursor)?);
            cursor.mark(")")?;
            return Ok(self.expr_node(ExprKind::PointerDifference { left, right, element }));
        }
        if let Some(operation) = FloatOperation::ALL.into_iter().find(|operation| cursor.eat_word(operation.name())) {
            cursor.mark("(")?;
            let mut operands = vec![self.expr(cursor)?];
            while cursor.eat_mark(",") {
                operands.push(self.expr(cursor)?);
            }
            cursor.mark(")")?;
            return Ok(self.expr_node(ExprKind::Floating(operation, operands)));
        }
        let before = cursor.clone();
        let (name, index) = (cursor.name()?, cursor.index()?);
        if let Some(local) = self.locals.find(&name, index) {
            return Ok(self.place_node(PlaceKind::Local(LocalId(local))));
        }
        *cursor = before;
        Ok(self.place_node(PlaceKind::Global(self.tables.global(cursor)?)))
    }

    /// Reads what is in parentheses, and its type if it is written.
    fn parenthesized(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        let node = self.deeper(cursor, Self::operation)?;
        let node = if cursor.eat_mark(":") {
            let ty = Some(self.tables.ty(cursor)?);
            match node {
                Node::Place(kind, atomic, _) => Node::Place(kind, atomic, ty),
                Node::Expr(kind, _) => Node::Expr(kind, ty),
            }
        } else {
            node
        };
        cursor.mark(")")?;
        Ok(node)
    }

    /// Reads a number; without a type behind it, its suffix gives the type.
    fn number(&mut self, cursor: &mut Cursor<'_>) -> Result<Node, ReadError> {
        let before = cursor.clone();
        let (value, suffix) = cursor.signed_number()?;
        let Some((_, kind)) = SUFFIXES.iter().find(|(known, _)| *known == suffix) else {
            return before.error(format!("a number has no suffix `{suffix}`"));
        };
        Ok(Node::Expr(ExprKind::Integer(value), self.tables.types.find(&TypeKind::Int(*kind))))
    }
}

fn to_expr(cursor: &Cursor<'_>, node: Node) -> Result<Expr, ReadError> {
    match node {
        Node::Place(..) => to_place(cursor, node).map(read),
        Node::Expr(kind, Some(ty)) => Ok(Expr { kind, ty }),
        Node::Expr(_, None) => cursor.error("the type of this value has to be written: `(value : type)`"),
    }
}

/// Reads how an access is atomic: `atomic` alone is sequentially consistent; `atomic(relaxed)`, `atomic(relaxed update)`.
fn atomic(cursor: &mut Cursor<'_>) -> Result<Atomic, ReadError> {
    let is_told = cursor.is_mark("(")
        && matches!(cursor.peek(1), TokenKind::Bare(word) if MemoryOrder::from_name(word).is_some());
    if !is_told {
        return Ok(Atomic::PLAIN);
    }
    cursor.mark("(")?;
    let order = order(cursor)?;
    let is_update = cursor.eat_word("update");
    cursor.mark(")")?;
    Ok(Atomic { order, is_update })
}

/// Reads a memory order.
pub(super) fn order(cursor: &mut Cursor<'_>) -> Result<MemoryOrder, ReadError> {
    for order in MemoryOrder::ALL {
        if cursor.eat_word(order.name()) {
            return Ok(order);
        }
    }
    cursor.error("a memory order is missing here")
}

fn to_place(cursor: &Cursor<'_>, node: Node) -> Result<Place, ReadError> {
    match node {
        Node::Place(kind, atomic, Some(ty)) => Ok(Place { kind, ty, atomic }),
        Node::Place(_, _, None) => cursor.error("the type of this place has to be written: `(place : type)`"),
        Node::Expr(..) => cursor.error("a place is missing here, and this is none"),
    }
}
