//! Changes that change no verdict: the engines must give the same verdicts, so no oracle is needed (Chen, Cheung, Yiu,
//! 1998).
//!
//! | change | why nothing may change |
//! |---|---|
//! | rename | names mean nothing |
//! | reorder | a statement over locals and its neighbour touch nothing in common, and the first cannot violate anything |
//! | idle thread | a thread that does nothing affects no other thread |
//! | split | operands are evaluated left to right, a read at a time: temporaries do the same |
//! | print | the program that engines work on, printed as C, means the same |
//! | widen | a statement over locals is a both-mover: it may as well belong to the atomic section beside it |
//! | outline | a procedure does what its text does at the call |
//! | nest | a section inside of a section begins and ends nothing |
//! | section never begun | code that is never executed makes no difference |
//!
//! UNKNOWN may come and go, since bounds count steps; SAFE never becomes UNSAFE, nor the other way round.

use raddle_verify::verdict::Verdict;

use super::draft::{Declaration, Draft, Expr, Initial, Procedure, Statement};
use super::enclose::{add_sections_never_begun, nest, outline};
use super::judge::{Difference, DifferenceKind, Judgement, Judges, Says, ask, says};
use super::print::c_text;
use super::random::Random;

/// A change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Globals and procedures get other names.
    Rename,
    /// Neighbours change places.
    Reorder,
    /// A thread that does nothing.
    IdleThread,
    /// Operands get temporaries.
    Split,
    /// Atomic sections take their neighbours in.
    Widen,
    /// Statements over globals become procedures.
    Outline,
    /// Atomic sections get a section inside.
    Nest,
    /// Sections that would begin and end on a path that is never taken.
    SectionNeverBegun,
}

impl Change {
    /// All of them.
    pub const ALL: [Change; 8] = [
        Change::Rename,
        Change::Reorder,
        Change::IdleThread,
        Change::Split,
        Change::Widen,
        Change::Outline,
        Change::Nest,
        Change::SectionNeverBegun,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Change::Rename => "rename",
            Change::Reorder => "reorder",
            Change::IdleThread => "idle thread",
            Change::Split => "split",
            Change::Widen => "widen",
            Change::Outline => "outline",
            Change::Nest => "nest",
            Change::SectionNeverBegun => "section never begun",
        }
    }

    /// The changed program; `None` if it has no place for this change.
    pub fn apply(self, draft: &Draft, random: &mut Random) -> Option<Draft> {
        let mut changed = draft.clone();
        let is_changed = match self {
            Change::Rename => rename(&mut changed),
            Change::Reorder => edit_bodies(&mut changed, &mut |list| reorder(list, random)),
            Change::IdleThread => add_idle_thread(&mut changed),
            Change::Split => {
                let mut names = 0;
                edit_bodies(&mut changed, &mut |list| split(list, &mut names))
            }
            Change::Widen => edit_bodies(&mut changed, &mut widen),
            Change::Outline => outline(&mut changed, random),
            Change::Nest => nest(&mut changed, random),
            Change::SectionNeverBegun => add_sections_never_begun(&mut changed, random),
        };
        is_changed.then_some(changed)
    }
}

/// The program with harmless statements over locals here and there, so that changes find places.
pub fn seasoned(mut draft: Draft, seed: u64, index: u64) -> Draft {
    let mut random = Random::of_program(!seed, index);
    for procedure in &mut draft.procedures {
        let list = &mut procedure.body;
        let declared = |statement: &Statement| match statement {
            Statement::Declare(declaration) if is_local(&Expr::name(&declaration.name)) => {
                Some(declaration.name.clone())
            }
            _ => None,
        };
        let Some((first, name)) = list.iter().enumerate().find_map(|(at, it)| Some((at, declared(it)?))) else {
            continue;
        };
        for _ in 0..2 {
            let value =
                Expr::name(&name).binary(random.pick(&["^", "&", "|", "=="]), Expr::Number(random.between(0, 2)));
            let at = first + 1 + random.below(list.len() - first);
            list.insert(at, Expr::name(&name).assign(value));
        }
    }
    draft
}

/// Asks every engine about a program, about its changes, and about what it is printed as.
pub fn judge(draft: &Draft, seed: u64, judges: &Judges) -> Judgement {
    let mut judgement = Judgement::default();
    let Some((before, printed)) = answers(&c_text(draft), judges, &mut judgement, true) else { return judgement };
    let changes = Change::ALL.into_iter().enumerate().filter_map(|(number, change)| {
        let changed = change.apply(draft, &mut Random::of_program(seed, number as u64))?;
        Some((change.name(), c_text(&changed)))
    });
    for (name, text) in changes.chain([("print", printed)]) {
        let Some((after, _)) = answers(&text, judges, &mut judgement, false) else { continue };
        for ((engine, property, said), (_, _, says)) in before.iter().zip(&after) {
            if matches!((said, says), (Says::Safe, Says::Unsafe) | (Says::Unsafe, Says::Safe)) {
                judgement.differences.push(Difference {
                    engine: Some(engine.clone()),
                    property: Some(*property),
                    kind: DifferenceKind::Metamorphic,
                    detail: format!("{name} turns {said:?} into {says:?}"),
                });
            }
        }
    }
    judgement
}

/// Asks every engine about one change of a program, or about what it is printed as, the changes in turn; the judgement of
/// the program itself is there already. What the reference interpreter knows of the program is true of the change, too.
pub fn judge_one_change(draft: &Draft, seed: u64, index: u64, judges: &Judges, judgement: &mut Judgement) {
    if !judgement.differences.is_empty() {
        return;
    }
    let (name, text) = match one_change(draft, seed, index) {
        Some(changed) => changed,
        None => match judges.read(&c_text(draft)) {
            Ok(front) => ("print", front.c_text()),
            Err(difference) => return judgement.differences.push(difference),
        },
    };
    let Some((after, _)) = answers(&text, judges, judgement, false) else { return };
    for (engine, property, says) in after {
        let before = judgement.engines.get(&engine).and_then(|said| said.get(&property)).copied();
        let reference = judgement.reference.get(&property).copied();
        for said in [reference, before].into_iter().flatten() {
            if matches!((said, says), (Says::Safe, Says::Unsafe) | (Says::Unsafe, Says::Safe)) {
                let detail = format!("{name} turns {said:?} into {says:?}");
                let kind = DifferenceKind::Metamorphic;
                let engine = Some(engine.clone());
                judgement.differences.push(Difference { engine, property: Some(property), kind, detail });
                break;
            }
        }
    }
    judgement.drop_undefined();
}

/// The change that a program gets in its turn; none if it is to be printed.
pub fn one_change(draft: &Draft, seed: u64, index: u64) -> Option<(&'static str, String)> {
    let change = Change::ALL.get(index as usize % (Change::ALL.len() + 1))?;
    let changed = change.apply(draft, &mut Random::of_program(seed, index))?;
    Some((change.name(), c_text(&changed)))
}

type Answer = (String, raddle_program::property::Property, Says);

/// What every engine says, and the program as C; crashes and traces that do not replay are differences by themselves.
fn answers(text: &str, judges: &Judges, judgement: &mut Judgement, is_original: bool) -> Option<(Vec<Answer>, String)> {
    let front = match judges.read(text) {
        Ok(front) => front,
        Err(difference) => {
            judgement.differences.push(difference);
            return None;
        }
    };
    let mut answers = Vec::new();
    for engine in &judges.engines {
        let name = engine.name().to_owned();
        for outcome in ask(&front, *engine, judges).into_iter().flat_map(|answers| answers.outcomes) {
            let said = says(&outcome.verdict);
            if let Verdict::Unknown(reason) = &outcome.verdict
                && let Some(kind) = DifferenceKind::of_reason(reason)
            {
                let (engine, property) = (Some(name.clone()), Some(outcome.property));
                judgement.differences.push(Difference { engine, property, kind, detail: reason.to_string() });
            }
            if is_original {
                judgement.engines.entry(name.clone()).or_default().insert(outcome.property, said);
            }
            answers.push((name.clone(), outcome.property, said));
        }
    }
    Some((answers, front.c_text()))
}

fn edit_bodies(draft: &mut Draft, edit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) -> bool {
    fn walk(list: &mut Vec<Statement>, edit: &mut dyn FnMut(&mut Vec<Statement>) -> bool) -> bool {
        let mut is_changed = edit(list);
        for statement in list {
            for block in statement.blocks_mut() {
                is_changed |= walk(block, edit);
            }
        }
        is_changed
    }
    draft.procedures.iter_mut().fold(false, |is_changed, procedure| walk(&mut procedure.body, edit) | is_changed)
}

/// Gives every global and every procedure but main another name, in another alphabetical order.
fn rename(draft: &mut Draft) -> bool {
    let mut names: Vec<String> = draft.globals.iter().map(|global| global.name.clone()).collect();
    // What the name of a function says to verifiers, it goes on saying.
    let has_meaning = |name: &String| name == "main" || name.starts_with("__VERIFIER_");
    names.extend(draft.procedures.iter().map(|procedure| procedure.name.clone()).filter(|name| !has_meaning(name)));
    let count = names.len();
    let new_name = |name: &str| {
        names
            .iter()
            .position(|old| old == name)
            .map(|at| format!("renamed_{}", (b'a' + (count - at) as u8 % 26) as char) + &at.to_string())
    };
    let visit = &mut |expr: &mut Expr| {
        if let Expr::Name(name) | Expr::Call(name, _) = expr
            && let Some(new) = new_name(name)
        {
            *name = new;
        }
    };
    for global in &mut draft.globals {
        if let Some(new) = new_name(&global.name) {
            global.name = new;
        }
        if let Some(Initial::Value(value)) = &mut global.initial {
            visit_expr(value, visit);
        }
    }
    for procedure in &mut draft.procedures {
        if let Some(new) = new_name(&procedure.name) {
            procedure.head = procedure.head.replace(&procedure.name, &new);
            procedure.name = new;
        }
        visit_statements(&mut procedure.body, visit);
    }
    count > 0
}

fn visit_statements(list: &mut [Statement], visit: &mut dyn FnMut(&mut Expr)) {
    for statement in list {
        for expr in statement.exprs_mut() {
            visit_expr(expr, visit);
        }
        for block in statement.blocks_mut() {
            visit_statements(block, visit);
        }
    }
}

fn visit_expr(expr: &mut Expr, visit: &mut dyn FnMut(&mut Expr)) {
    visit(expr);
    for part in expr.parts_mut() {
        visit_expr(part, visit);
    }
}

/// Swaps a harmless statement over locals with a neighbour that does not mention its locals.
fn reorder(list: &mut [Statement], random: &mut Random) -> bool {
    let mut is_changed = false;
    for at in 1..list.len() {
        let (before, behind) = (&list[at - 1], &list[at]);
        let is_free = |local: &Statement, other: &Statement| {
            is_harmless(local) && matches!(other, Statement::Expr(_)) && shares_nothing(local, other)
        };
        if (is_free(before, behind) || is_free(behind, before)) && random.chance(70) {
            list.swap(at - 1, at);
            is_changed = true;
        }
    }
    is_changed
}

/// Whether a statement only moves numbers between locals, and is always defined.
fn is_harmless(statement: &Statement) -> bool {
    let Statement::Expr(Expr::Binary("=", target, value)) = statement else { return false };
    is_local(target) && is_tame(value)
}

/// Drafts name the integer locals of threads `l0`, `l1`, ..., and never take their addresses.
fn is_local(expr: &Expr) -> bool {
    matches!(expr, Expr::Name(name) if name.strip_prefix('l').is_some_and(|rest| rest.parse::<u32>().is_ok()))
}

fn is_tame(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Name(_) => is_local(expr),
        Expr::Prefix("!" | "~", inner) => is_tame(inner),
        Expr::Binary("==" | "!=" | "<" | "<=" | ">" | ">=" | "&" | "|" | "^" | "&&" | "||", left, right) => {
            is_tame(left) && is_tame(right)
        }
        Expr::Prefix(..)
        | Expr::Postfix(..)
        | Expr::Binary(..)
        | Expr::Conditional(..)
        | Expr::Cast(..)
        | Expr::Index(..)
        | Expr::Field(..)
        | Expr::Call(..) => false,
    }
}

fn shares_nothing(first: &Statement, second: &Statement) -> bool {
    fn collect(expr: &Expr, names: &mut Vec<String>) {
        if let Expr::Name(name) = expr {
            names.push(name.clone());
        }
        expr.parts().into_iter().for_each(|part| collect(part, names));
    }
    let names = |statement: &Statement| {
        let mut names = Vec::new();
        statement.exprs().into_iter().for_each(|expr| collect(expr, &mut names));
        names
    };
    let second = names(second);
    names(first).iter().all(|name| !second.contains(name))
}

fn add_idle_thread(draft: &mut Draft) -> bool {
    let Some(main) = draft.procedures.iter().position(|procedure| procedure.name == "main") else { return false };
    let id = "idle_thread";
    let arguments = vec![Expr::name(id).address(), Expr::Number(0), Expr::name("idle"), Expr::Number(0)];
    let declaration = Declaration { prefix: "pthread_t".into(), name: id.into(), suffix: String::new(), initial: None };
    let start = [Statement::Declare(declaration), Statement::call("pthread_create", arguments)];
    draft.procedures[main].body.splice(0..0, start);
    let body = vec![Statement::Return(Some(Expr::Number(0)))];
    let head = "void *idle(void *argument)".to_owned();
    draft.procedures.insert(0, Procedure { head, name: "idle".into(), body });
    true
}

/// `x = a + b;` becomes `T s = a; T t = b; x = s + t;`. The types are those that the operands have anyhow: the sum of an
/// operand and zero of its own type is what the usual conversions make of it.
fn split(list: &mut Vec<Statement>, names: &mut usize) -> bool {
    let mut is_changed = false;
    let mut at = 0;
    while at < list.len() {
        let Statement::Expr(Expr::Binary("=", target, value)) = &list[at] else {
            at += 1;
            continue;
        };
        let (Expr::Name(_), Expr::Binary("+" | "-" | "&" | "|" | "^" | "<" | ">" | "<=" | ">=", left, right)) =
            (&**target, &**value)
        else {
            at += 1;
            continue;
        };
        if !is_integer(left) || !is_integer(right) {
            at += 1;
            continue;
        }
        let operator = match &**value {
            Expr::Binary(operator, _, _) => *operator,
            _ => continue,
        };
        let mut temporary = |operand: &Expr| {
            *names += 1;
            let name = format!("part{names}");
            let ty = Expr::call("__typeof__", vec![Expr::Prefix("+", Box::new(operand.clone()))]);
            let declaration = Declaration {
                prefix: super::print::expr_text(&ty),
                name: name.clone(),
                suffix: String::new(),
                initial: Some(Initial::Value(operand.clone())),
            };
            (Statement::Declare(declaration), Expr::Name(name))
        };
        let (first, left) = temporary(left);
        let (second, right) = temporary(right);
        let assigned = (**target).clone().assign(left.binary(operator, right));
        list.splice(at..=at, [first, second, assigned]);
        is_changed = true;
        at += 3;
    }
    is_changed
}

/// Whether an operand is a number, an integer variable, or an operation on such: no pointer.
fn is_integer(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) => true,
        Expr::Name(name) => is_local(expr) || name.strip_prefix('x').is_some_and(|rest| rest.parse::<u32>().is_ok()),
        Expr::Binary("+" | "-" | "*" | "&" | "|" | "^" | "<" | ">" | "<=" | ">=" | "==" | "!=", left, right) => {
            is_integer(left) && is_integer(right)
        }
        Expr::Prefix("-" | "~" | "!", inner) => is_integer(inner),
        Expr::Prefix(..)
        | Expr::Postfix(..)
        | Expr::Binary(..)
        | Expr::Conditional(..)
        | Expr::Cast(..)
        | Expr::Index(..)
        | Expr::Field(..)
        | Expr::Call(..) => false,
    }
}

/// Takes harmless statements over locals into the atomic sections beside them.
fn widen(list: &mut Vec<Statement>) -> bool {
    let mut is_changed = false;
    let mut at = 0;
    while at < list.len() {
        let is_section = matches!(&list[at], Statement::Bracket { open: Expr::Call(name, _), .. } if name == "__VERIFIER_atomic_begin");
        if is_section {
            if at + 1 < list.len() && is_harmless(&list[at + 1]) {
                let taken = list.remove(at + 1);
                for block in list[at].blocks_mut() {
                    block.push(taken.clone());
                }
                is_changed = true;
            }
            if at > 0 && is_harmless(&list[at - 1]) {
                let taken = list.remove(at - 1);
                at -= 1;
                for block in list[at].blocks_mut() {
                    block.insert(0, taken.clone());
                }
                is_changed = true;
            }
        }
        at += 1;
    }
    is_changed
}
