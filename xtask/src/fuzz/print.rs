//! Drafts as C. Every operand that is not a name or a number has parentheses, so that the text means the tree.

use super::draft::{Case, Declaration, Draft, Expr, Initial, Procedure, Statement};
use std::fmt::Write;

/// Names that show which header a program needs.
const HEADERS: &[(&str, &[&str])] = &[
    ("assert.h", &["assert("]),
    ("errno.h", &["EBUSY", "ETIMEDOUT", "EDEADLK", "EPERM", "EINVAL", "EAGAIN", "ESRCH"]),
    ("limits.h", &["INT_MAX", "INT_MIN", "UINT_MAX", "CHAR_MAX", "LONG_MAX"]),
    ("pthread.h", &["pthread_", "PTHREAD_"]),
    ("semaphore.h", &["sem_"]),
    ("stdatomic.h", &["atomic_", "memory_order", "ATOMIC_FLAG_INIT"]),
    ("sched.h", &["sched_yield"]),
    ("stdio.h", &["printf(", "puts(", "fputs(", "fwrite(", "fprintf(", "perror(", "snprintf("]),
    ("stdlib.h", &["malloc(", "calloc(", "free(", "exit(", "abort(", "realloc("]),
    ("string.h", &["memset(", "memcpy(", "memmove(", "memcmp(", "strlen(", "strcmp(", "strcpy("]),
    ("threads.h", &["mtx_", "cnd_", "thrd_", "call_once", "tss_"]),
    ("time.h", &["timespec"]),
    ("unistd.h", &["write(", "usleep(", "fsync("]),
];

/// The names of the tool's own functions that a program may use, with their declarations.
const OWN: &[(&str, &str)] = &[
    ("__VERIFIER_nondet_int", "int __VERIFIER_nondet_int(void);"),
    ("__VERIFIER_assume", "void __VERIFIER_assume(int);"),
    ("__VERIFIER_atomic_begin", "void __VERIFIER_atomic_begin(void);"),
    ("__VERIFIER_atomic_end", "void __VERIFIER_atomic_end(void);"),
    ("reach_error", "void reach_error(void);"),
];

/// The whole file.
pub fn c_text(draft: &Draft) -> String {
    let body = body_text(draft);
    if let Some(prelude) = draft.prelude {
        return prelude.to_owned() + &body;
    }
    headers_text(&body) + &body
}

/// The headers that a text needs, and the declarations of the tool's own functions in it.
pub fn headers_text(body: &str) -> String {
    let mut text = String::new();
    for (header, names) in HEADERS {
        if names.iter().any(|name| mentions(body, name)) {
            let _ = writeln!(text, "#include <{header}>");
        }
    }
    for (name, declaration) in OWN {
        if mentions(body, name) {
            let _ = writeln!(text, "{declaration}");
        }
    }
    text
}

/// The program without headers and declarations of functions.
pub fn body_text(draft: &Draft) -> String {
    let mut text = String::new();
    text.push_str(&records_text(draft));
    for global in &draft.globals {
        let _ = writeln!(text, "{}", declaration_text(global));
    }
    for procedure in &draft.procedures {
        text.push_str(&procedure_text(procedure));
    }
    text
}

/// The structures, unions and enumerations.
pub fn records_text(draft: &Draft) -> String {
    let mut text = String::new();
    for record in &draft.records {
        let fields: String = record.fields.iter().map(|field| format!(" {field};")).collect();
        let _ = writeln!(text, "{} {{{fields} }};", record.name);
    }
    text
}

/// A function with its body.
pub fn procedure_text(procedure: &Procedure) -> String {
    let mut text = format!("{} {{\n", procedure.head);
    for statement in &procedure.body {
        print(statement, 1, &mut text);
    }
    text.push_str("}\n");
    text
}

/// Whether a text contains a name that starts like this, at the start of a word.
pub fn mentions(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !before.is_some_and(|before| before.is_ascii_alphanumeric() || before == '_')
    })
}

/// The declaration of an object.
pub fn declaration_text(declaration: &Declaration) -> String {
    let Declaration { prefix, name, suffix, initial } = declaration;
    match initial {
        None => format!("{prefix} {name}{suffix};"),
        Some(Initial::Value(value)) => format!("{prefix} {name}{suffix} = {};", expr_text(value)),
        Some(Initial::Text(value)) => format!("{prefix} {name}{suffix} = {value};"),
    }
}

fn print(statement: &Statement, depth: usize, text: &mut String) {
    let mut line = |line: String| {
        let _ = writeln!(text, "{}{line}", "    ".repeat(depth));
    };
    match statement {
        Statement::Expr(expr) => line(format!("{};", top_text(expr))),
        Statement::Declare(declaration) => line(declaration_text(declaration)),
        Statement::Input { name, low, high } => {
            line(format!("int {name} = __VERIFIER_nondet_int();"));
            line(format!("__VERIFIER_assume({name} >= {low} && {name} <= {high});"));
        }
        Statement::If(condition, yes, no) => {
            line(format!("if ({}) {{", top_text(condition)));
            print_all(yes, depth + 1, text);
            if !no.is_empty() {
                let _ = writeln!(text, "{}}} else {{", "    ".repeat(depth));
                print_all(no, depth + 1, text);
            }
            close(depth, text);
        }
        Statement::While(condition, body) => {
            line(format!("while ({}) {{", top_text(condition)));
            print_all(body, depth + 1, text);
            close(depth, text);
        }
        Statement::Repeat { counter, times, body } => {
            line(format!("for (int {counter} = 0; {counter} < {times}; {counter}++) {{"));
            print_all(body, depth + 1, text);
            close(depth, text);
        }
        Statement::Switch(expr, cases) => {
            line(format!("switch ({}) {{", top_text(expr)));
            for Case { number, body, falls_through } in cases {
                let label = number.map_or("default".to_owned(), |number| format!("case {number}"));
                let _ = writeln!(text, "{}{label}:", "    ".repeat(depth));
                print_all(body, depth + 1, text);
                let end = if *falls_through { ";" } else { "break;" };
                let _ = writeln!(text, "{}{end}", "    ".repeat(depth + 1));
            }
            close(depth, text);
        }
        Statement::Bracket { open, body, close } => {
            line(format!("{};", top_text(open)));
            print_all(body, depth, text);
            let _ = writeln!(text, "{}{};", "    ".repeat(depth), top_text(close));
        }
        Statement::Pair { open, body, close } => {
            line(format!("{};", top_text(open)));
            print_all(body, depth + 1, text);
            let _ = writeln!(text, "{}{};", "    ".repeat(depth), top_text(close));
        }
        Statement::Goto(label) => line(format!("goto {label};")),
        Statement::Label(label) => line(format!("{label}:;")),
        Statement::Return(None) => line("return;".to_owned()),
        Statement::Return(Some(value)) => line(format!("return {};", top_text(value))),
        Statement::Break => line("break;".to_owned()),
    }
}

fn print_all(statements: &[Statement], depth: usize, text: &mut String) {
    for statement in statements {
        print(statement, depth, text);
    }
}

fn close(depth: usize, text: &mut String) {
    let _ = writeln!(text, "{}}}", "    ".repeat(depth));
}

/// An expression where nothing stands beside it.
fn top_text(expr: &Expr) -> String {
    let text = expr_text(expr);
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    match (expr, inner) {
        (Expr::Binary(..) | Expr::Conditional(..), Some(inner)) => inner.to_owned(),
        _ => text,
    }
}

/// An expression as an operand.
pub fn expr_text(expr: &Expr) -> String {
    match expr {
        // The least number has no literal of its own type.
        Expr::Number(i64::MIN) => "(-9223372036854775807L - 1)".to_owned(),
        Expr::Number(number) if *number == i64::from(i32::MIN) => "(-2147483647 - 1)".to_owned(),
        Expr::Number(number) if *number < 0 => format!("({number})"),
        Expr::Number(number) => number.to_string(),
        Expr::Name(name) => name.clone(),
        Expr::Prefix(operator, inner) => format!("({operator}{})", expr_text(inner)),
        Expr::Postfix(inner, operator) => format!("({}{operator})", expr_text(inner)),
        Expr::Binary(operator, left, right) => format!("({} {operator} {})", expr_text(left), expr_text(right)),
        Expr::Conditional(condition, yes, no) => {
            format!("({} ? {} : {})", expr_text(condition), expr_text(yes), expr_text(no))
        }
        Expr::Cast(ty, inner) => format!("(({ty}){})", expr_text(inner)),
        Expr::Index(array, index) => format!("{}[{}]", expr_text(array), top_text(index)),
        Expr::Field(record, operator, name) => format!("{}{operator}{name}", expr_text(record)),
        Expr::Call(function, arguments) => {
            let arguments: Vec<String> = arguments.iter().map(top_text).collect();
            format!("{function}({})", arguments.join(", "))
        }
    }
}
