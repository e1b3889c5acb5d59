//! All programs of a small grammar: two threads, three statements each, out of eight over two variables and a lock.
//!
//! Programs that differ in the names of the threads or of the variables alone are one program: the one with the least
//! number stands for all. That leaves 65,808 of 262,144. Small scopes find most mistakes (Jackson's hypothesis), and here
//! nothing is left to luck.

use super::draft::{Declaration, Draft, Expr, Initial, Procedure, Statement};

/// Statements of a thread.
const LENGTH: u32 = 3;

/// Statements to choose from.
const CHOICES: u64 = 8;

/// Bodies of one thread.
const BODIES: u64 = CHOICES.pow(LENGTH);

/// What stands instead of headers, so that no preprocessor is needed.
const PRELUDE: &str = "typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
void __VERIFIER_assert(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
";

/// The numbers of the programs, one for each class.
pub fn programs() -> Vec<u64> {
    (0..BODIES * BODIES).filter(|&number| is_least(number)).collect()
}

/// Whether no other name of the program is less.
fn is_least(number: u64) -> bool {
    let (first, second) = (number / BODIES, number % BODIES);
    let (first_swapped, second_swapped) = (with_variables_swapped(first), with_variables_swapped(second));
    let names =
        [second * BODIES + first, first_swapped * BODIES + second_swapped, second_swapped * BODIES + first_swapped];
    names.iter().all(|&other| number <= other)
}

/// The statements with a number, in their order.
fn statements(body: u64) -> impl Iterator<Item = u64> {
    (0..LENGTH).rev().map(move |at| body / CHOICES.pow(at) % CHOICES)
}

fn with_variables_swapped(body: u64) -> u64 {
    // Statements that differ in the variables alone are neighbours; lock and unlock stay.
    statements(body).fold(0, |swapped, choice| swapped * CHOICES + if choice < 6 { choice ^ 1 } else { choice })
}

fn statement(choice: u64) -> Statement {
    let (x, y) = (|| Expr::name("x"), || Expr::name("y"));
    let assertion = |condition| Statement::call("__VERIFIER_assert", vec![condition]);
    let synchronize = |name| Statement::call(name, vec![Expr::name("m").address()]);
    match choice {
        0 => Statement::Expr(Expr::Postfix(Box::new(x()), "++")),
        1 => Statement::Expr(Expr::Postfix(Box::new(y()), "++")),
        2 => x().assign(y()),
        3 => y().assign(x()),
        4 => assertion(x().binary("<=", y())),
        5 => assertion(y().binary("<=", x())),
        6 => synchronize("pthread_mutex_lock"),
        _ => synchronize("pthread_mutex_unlock"),
    }
}

/// The program with a number.
pub fn program(number: u64) -> Draft {
    let object = |prefix: &str, name: &str| Declaration {
        prefix: prefix.to_owned(),
        name: name.to_owned(),
        suffix: String::new(),
        initial: None::<Initial>,
    };
    let thread = |name: &str, body| Procedure {
        head: format!("void *{name}(void *argument)"),
        name: name.to_owned(),
        body: statements(body).map(statement).chain([Statement::Return(Some(Expr::Number(0)))]).collect(),
    };
    let names = [("a", "first"), ("b", "second")];
    let mut body: Vec<Statement> = names.iter().map(|(id, _)| Statement::Declare(object("pthread_t", id))).collect();
    body.extend(names.map(|(id, start)| {
        let arguments = vec![Expr::name(id).address(), Expr::Number(0), Expr::name(start), Expr::Number(0)];
        Statement::call("pthread_create", arguments)
    }));
    body.extend(names.map(|(id, _)| Statement::call("pthread_join", vec![Expr::name(id), Expr::Number(0)])));
    body.push(Statement::Return(Some(Expr::Number(0))));
    Draft {
        prelude: Some(PRELUDE),
        globals: vec![object("int", "x"), object("int", "y"), object("pthread_mutex_t", "m")],
        procedures: vec![
            thread("first", number / BODIES),
            thread("second", number % BODIES),
            Procedure { head: "int main(void)".to_owned(), name: "main".to_owned(), body },
        ],
        ..Draft::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_the_grammar_is_pinned() {
        let programs = programs();
        assert_eq!(programs.len(), 65_808);
        // Swapping twice changes nothing.
        assert!((0..BODIES).all(|body| with_variables_swapped(with_variables_swapped(body)) == body));
    }
}
