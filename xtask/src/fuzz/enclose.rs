//! Changes by which statements get into calls and sections where that makes no difference: what engines find out about the text of a
//! procedure must hold wherever it is called from, and what they find out about sections however they begin.

use std::collections::HashSet;

use super::draft::{Declaration, Draft, Expr, Procedure, Statement};
use super::random::Random;

const BEGIN: &str = "__VERIFIER_atomic_begin";
const END: &str = "__VERIFIER_atomic_end";

/// Statements over globals become procedures of their own, which are called instead.
pub fn outline(draft: &mut Draft, random: &mut Random) -> bool {
    let names = draft.globals.iter().map(|global| &global.name).chain(draft.procedures.iter().map(|it| &it.name));
    let known: HashSet<String> = names.cloned().collect();
    let mut outlined = Vec::new();
    for mut procedure in std::mem::take(&mut draft.procedures) {
        for statement in &mut procedure.body {
            if stands_alone(statement, &known) && random.chance(50) {
                let name = format!("outlined{}", outlined.len());
                let body = vec![std::mem::replace(statement, Statement::call(&name, Vec::new()))];
                let head = format!("static void {name}(void)");
                outlined.push(name.clone());
                draft.procedures.push(Procedure { head, name, body });
            }
        }
        draft.procedures.push(procedure);
    }
    !outlined.is_empty()
}

/// Whether a statement means the same in a procedure of its own: it names no locals, and ends where it ends.
fn stands_alone(statement: &Statement, known: &HashSet<String>) -> bool {
    let goes_on = match statement {
        Statement::Expr(_)
        | Statement::If(..)
        | Statement::While(..)
        | Statement::Repeat { .. }
        | Statement::Bracket { .. }
        | Statement::Pair { .. } => true,
        Statement::Declare(_)
        | Statement::Input { .. }
        | Statement::Switch(..)
        | Statement::Goto(_)
        | Statement::Label(_)
        | Statement::Return(_)
        | Statement::Break => false,
    };
    goes_on
        && statement.exprs().into_iter().all(|expr| names_only(expr, known))
        && statement.blocks().into_iter().flatten().all(|inner| stands_alone(inner, known))
}

fn names_only(expr: &Expr, known: &HashSet<String>) -> bool {
    !matches!(expr, Expr::Name(name) if !known.contains(name))
        && expr.parts().into_iter().all(|it| names_only(it, known))
}

/// Puts a section inside each section, around all of its statements or the last of them.
pub fn nest(draft: &mut Draft, random: &mut Random) -> bool {
    draft.procedures.iter_mut().fold(false, |is_changed, procedure| nest_all(&mut procedure.body, random) | is_changed)
}

fn nest_all(list: &mut [Statement], random: &mut Random) -> bool {
    let mut is_changed = false;
    for statement in list {
        // Inner sections come first, so that a new section gets no section inside.
        for block in statement.blocks_mut() {
            is_changed |= nest_all(block, random);
        }
        let Statement::Bracket { open, body, close } = statement else { continue };
        let is_section = matches!(open, Expr::Call(name, _) if name == BEGIN);
        if is_section && !body.iter().any(declares) {
            let inner = body.split_off(random.below(body.len() + 1));
            body.push(Statement::Bracket { open: open.clone(), body: inner, close: close.clone() });
            is_changed = true;
        }
    }
    is_changed
}

/// The name of a global that is zero for ever.
const NEVER: &str = "never";

/// A stretch of statements gets a section that begins and ends only if what is zero were not.
pub fn add_sections_never_begun(draft: &mut Draft, random: &mut Random) -> bool {
    let mut is_changed = false;
    for procedure in &mut draft.procedures {
        let list = &mut procedure.body;
        let from = random.below(list.len() + 1);
        let length = list[from..].iter().take_while(|statement| !declares(statement) && !leaves(statement)).count();
        if length == 0 {
            continue;
        }
        let length = 1 + random.below(length);
        let only_if =
            |call: &str| Statement::If(Expr::name(NEVER), vec![Statement::call(call, Vec::new())], Vec::new());
        list.insert(from + length, only_if(END));
        list.insert(from, only_if(BEGIN));
        is_changed = true;
    }
    if is_changed {
        let never = Declaration { prefix: "int".into(), name: NEVER.into(), suffix: String::new(), initial: None };
        draft.globals.push(never);
    }
    is_changed
}

/// Whether something is declared that what follows may name.
fn declares(statement: &Statement) -> bool {
    matches!(statement, Statement::Declare(_) | Statement::Input { .. })
}

/// Whether what follows cannot be reached from it, or from elsewhere.
fn leaves(statement: &Statement) -> bool {
    matches!(statement, Statement::Return(_) | Statement::Goto(_) | Statement::Label(_) | Statement::Break)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fuzz::judge::Judges;
    use crate::fuzz::print::c_text;
    use crate::fuzz::write::{Family, Threads, write};

    #[test]
    fn what_is_enclosed_is_c_and_something_else() {
        let judges = Judges { engines: Vec::new(), ..Judges::default() };
        let changes: [fn(&mut Draft, &mut Random) -> bool; 3] = [outline, nest, add_sections_never_begun];
        for (change, least) in changes.into_iter().zip([20, 3, 30]) {
            let mut n_changed = 0;
            for index in 0..40 {
                let draft = write(17, index, &Family::ALL, Threads::Several);
                let mut changed = draft.clone();
                let is_changed = change(&mut changed, &mut Random::of_program(17, index));
                assert_eq!(is_changed, changed != draft);
                let text = c_text(&changed);
                assert!(judges.read(&text).is_ok(), "{text}");
                n_changed += usize::from(is_changed);
            }
            assert!(n_changed >= least, "{n_changed} of 40");
        }
    }
}
