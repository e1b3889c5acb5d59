//! Makes a draft smaller while a property of it stays true: delta debugging on the draft's own tree.
//!
//! A pass lists changes, each of which makes the draft smaller; changes that keep the property are kept. First come
//! whole halves and quarters of lists, as in Zeller and Hildebrandt's ddmin, then single statements, then the
//! replacement of a statement by its inner statements, then of expressions by their parts and by numbers. Passes are
//! repeated until none helps. A change that makes the draft invalid is rejected by the judge, since a draft that the
//! front end refuses is no longer an example of anything.

use super::draft::{Draft, Expr, Initial, Statement};
use super::print::body_text;

/// The greatest number of times that a judge is asked.
const ATTEMPTS: usize = 4_000;

/// The smallest draft found of which `holds` is still true; it is true of the given one.
pub fn shrink(draft: &Draft, holds: &mut dyn FnMut(&Draft) -> bool) -> Draft {
    let mut best = draft.clone();
    let mut attempts = 0;
    loop {
        let before = best.clone();
        for pass in [drop_procedures, drop_runs, drop_declarations, open_statements, simplify_expressions] {
            let mut index = 0;
            while attempts < ATTEMPTS {
                let Some(candidate) = pass(&best, index) else { break };
                match candidate {
                    Some(smaller) if smaller != best => {
                        attempts += 1;
                        if holds(&smaller) {
                            best = smaller;
                        } else {
                            index += 1;
                        }
                    }
                    Some(_) | None => index += 1,
                }
            }
        }
        if best == before || attempts >= ATTEMPTS {
            return best;
        }
    }
}

/// The change of a pass with a number: `None` behind the last, `Some(None)` if this one changes nothing.
type Change = Option<Option<Draft>>;

/// Removes a procedure with every statement that names it.
fn drop_procedures(draft: &Draft, index: usize) -> Change {
    let last = draft.procedures.len().saturating_sub(1);
    if index >= last {
        return None;
    }
    let mut smaller = draft.clone();
    let name = smaller.procedures.remove(index).name;
    for procedure in &mut smaller.procedures {
        drop_mentions(&mut procedure.body, &name);
    }
    Some(Some(smaller))
}

fn drop_mentions(body: &mut Vec<Statement>, name: &str) {
    body.retain(|statement| !statement.exprs().iter().any(|expr| names(expr, name)));
    for statement in body {
        for block in statement.blocks_mut() {
            drop_mentions(block, name);
        }
    }
}

fn names(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Name(it) => it == name,
        Expr::Call(function, _) if function == name => true,
        _ => expr.parts().into_iter().any(|part| names(part, name)),
    }
}

/// Removes a stretch of a list of statements: the longer ones first.
fn drop_runs(draft: &Draft, index: usize) -> Change {
    let mut smaller = draft.clone();
    let mut left = index;
    let mut edit = |list: &mut Vec<Statement>| {
        let mut length = list.len();
        while length > 0 {
            for start in (0..list.len()).step_by(length) {
                if left == 0 {
                    list.drain(start..(start + length).min(list.len()));
                    return true;
                }
                left -= 1;
            }
            length /= 2;
        }
        false
    };
    visit_bodies(&mut smaller, &mut edit).then_some(Some(smaller))
}

/// Removes a global or a record that nothing mentions, or its initial value.
fn drop_declarations(draft: &Draft, index: usize) -> Change {
    let mut smaller = draft.clone();
    let globals = draft.globals.len();
    if index < globals {
        smaller.globals.remove(index);
        let name = &draft.globals[index].name;
        return Some((!mentions(&body_text(&smaller), name)).then_some(smaller));
    }
    let index = index - globals;
    if index < globals {
        let initial = &mut smaller.globals[index].initial;
        // Text is an initializer that means something, or belongs to a constant.
        let is_plain = matches!(initial, Some(Initial::Value(_)));
        *initial = None;
        return Some(is_plain.then_some(smaller));
    }
    let index = index - globals;
    if index < draft.records.len() {
        smaller.records.remove(index);
        return Some(Some(smaller));
    }
    let mut left = index - draft.records.len();
    for record in &mut smaller.records {
        if left < record.fields.len() {
            if record.fields.len() == 1 {
                return Some(None);
            }
            record.fields.remove(left);
            return Some(Some(smaller));
        }
        left -= record.fields.len();
    }
    None
}

fn mentions(text: &str, name: &str) -> bool {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.split(|character: char| !is_word(character)).any(|word| word == name)
}

/// Puts what is inside a statement in its place.
fn open_statements(draft: &Draft, index: usize) -> Change {
    let mut smaller = draft.clone();
    let mut left = index;
    let mut edit = |list: &mut Vec<Statement>| {
        for at in 0..list.len() {
            let instead = opened(&list[at]);
            if left < instead.len() {
                list.splice(at..=at, instead[left].clone());
                return true;
            }
            left -= instead.len();
        }
        false
    };
    visit_bodies(&mut smaller, &mut edit).then_some(Some(smaller))
}

/// What may stand instead of a statement.
fn opened(statement: &Statement) -> Vec<Vec<Statement>> {
    let mut instead: Vec<Vec<Statement>> = statement.blocks().into_iter().cloned().collect();
    match statement {
        Statement::If(condition, yes, no) => {
            instead.push(vec![Statement::Expr(condition.clone())]);
            if !no.is_empty() {
                instead.push(vec![Statement::If(condition.clone(), yes.clone(), Vec::new())]);
                instead.push(vec![Statement::If(condition.clone(), Vec::new(), no.clone())]);
            }
        }
        Statement::While(condition, body) => {
            instead.push(vec![Statement::If(condition.clone(), body.clone(), Vec::new())]);
        }
        Statement::Repeat { counter, times, body } if *times > 1 => {
            let times = times - 1;
            instead.push(vec![Statement::Repeat { counter: counter.clone(), times, body: body.clone() }]);
        }
        Statement::Switch(expr, cases) => {
            instead.extend((0..cases.len()).map(|at| {
                let mut fewer = cases.clone();
                fewer.remove(at);
                vec![Statement::Switch(expr.clone(), fewer)]
            }));
        }
        Statement::Input { name, low, high } => {
            if low < high {
                instead.push(vec![Statement::Input { name: name.clone(), low: *low, high: high - 1 }]);
                instead.push(vec![Statement::Input { name: name.clone(), low: low + 1, high: *high }]);
            }
        }
        Statement::Expr(expr) => {
            instead.extend(expr.parts().into_iter().map(|part| vec![Statement::Expr(part.clone())]));
        }
        Statement::Repeat { .. }
        | Statement::Bracket { .. }
        | Statement::Pair { .. }
        | Statement::Declare(_)
        | Statement::Goto(_)
        | Statement::Label(_)
        | Statement::Return(_)
        | Statement::Break => {}
    }
    instead
}

/// Puts a part or a number in the place of an expression.
fn simplify_expressions(draft: &Draft, index: usize) -> Change {
    let mut smaller = draft.clone();
    let mut left = index;
    let mut change = |expr: &mut Expr| {
        let instead = simpler(expr);
        if left < instead.len() {
            *expr = instead[left].clone();
            return true;
        }
        left -= instead.len();
        false
    };
    for global in &mut smaller.globals {
        if let Some(Initial::Value(value)) = &mut global.initial
            && visit_expr(value, &mut change)
        {
            return Some(Some(smaller));
        }
    }
    let mut edit = |list: &mut Vec<Statement>| {
        list.iter_mut().any(|statement| statement.exprs_mut().into_iter().any(|expr| visit_expr(expr, &mut change)))
    };
    visit_bodies(&mut smaller, &mut edit).then_some(Some(smaller))
}

fn simpler(expr: &Expr) -> Vec<Expr> {
    match expr {
        Expr::Number(0) => Vec::new(),
        Expr::Number(1) => vec![Expr::Number(0)],
        Expr::Number(number) if number.abs() < 4 => vec![Expr::Number(0), Expr::Number(1)],
        Expr::Number(number) => vec![Expr::Number(0), Expr::Number(1), Expr::Number(number / 2)],
        // A name may stand for a type or be an operand that nothing can replace: numbers are tried all the same.
        Expr::Name(_) => vec![Expr::Number(0), Expr::Number(1)],
        Expr::Prefix(..)
        | Expr::Postfix(..)
        | Expr::Binary(..)
        | Expr::Conditional(..)
        | Expr::Cast(..)
        | Expr::Index(..)
        | Expr::Field(..)
        | Expr::Call(..) => {
            let mut instead: Vec<Expr> = expr.parts().into_iter().cloned().collect();
            instead.extend([Expr::Number(0), Expr::Number(1)]);
            instead
        }
    }
}

/// Visits every list of statements, outer ones first, until one was changed.
fn visit_bodies(draft: &mut Draft, edit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) -> bool {
    draft.procedures.iter_mut().any(|procedure| visit_lists(&mut procedure.body, edit))
}

fn visit_lists(list: &mut Vec<Statement>, edit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) -> bool {
    edit(list)
        || list.iter_mut().any(|statement| statement.blocks_mut().into_iter().any(|block| visit_lists(block, edit)))
}

fn visit_expr(expr: &mut Expr, change: &mut dyn FnMut(&mut Expr) -> bool) -> bool {
    change(expr) || expr.parts_mut().into_iter().any(|part| visit_expr(part, change))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::draft::Procedure;
    use crate::fuzz::print::c_text;

    #[test]
    fn what_does_not_matter_goes_away() {
        let write = |number| Expr::name("x").assign(Expr::Number(number).binary("+", Expr::name("y")));
        let body = vec![
            write(5),
            Statement::If(Expr::name("y"), vec![write(7), Statement::call("f", vec![Expr::Number(9)])], vec![write(8)]),
            write(6),
        ];
        let draft = Draft {
            procedures: vec![Procedure { head: "int main(void)".into(), name: "main".into(), body }],
            ..Draft::default()
        };
        let smallest = shrink(&draft, &mut |draft| c_text(draft).contains("f("));
        let call = vec![Statement::call("f", vec![Expr::Number(0)])];
        assert_eq!(smallest.procedures[0].body, call, "{}", c_text(&smallest));
    }
}
