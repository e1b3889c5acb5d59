//! How the time of `modular` grows with the number of threads in a chain, up to 20: the rows of a matrix summed up, and Pascal's triangle, as in
//! `examples/papers/comus`, of which these are the texts for any number of threads.
//!
//! `cargo bench -p raddle-cli --bench modular -- [NAME]`.

mod rows;

use std::fmt::Write;
use std::path::PathBuf;

use raddle_cli::engines::engine_named;
use raddle_program::types::DataModel;
use raddle_verify::options::Order;

use rows::row;

/// What a thread of a chain does, by its position and the length of the chain.
type Body = fn(usize, usize) -> String;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let modular = engine_named("modular").expect("it is an engine");
    let families: [(&str, Body); 2] = [("sum_matrix", matrix), ("pascal_triangle", triangle)];
    for (family, thread) in families {
        let mut before = None;
        for n in [2, 5, 10, 15, 20] {
            let name = format!("{family}, {n} threads");
            if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
                continue;
            }
            let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{family}_{n}.c"));
            std::fs::write(&path, program(n, thread)).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            before = row(&name, &path, (modular, Order::Theory), (Vec::new(), DataModel::Lp64), before);
        }
    }
}

/// A chain of threads, each of which has two numbers and says how many of them are there.
fn program(n: usize, thread: Body) -> String {
    let mut text = String::from(
        "#include <assert.h>\n#include <pthread.h>\nint __VERIFIER_nondet_int(void);\nvoid __VERIFIER_assume(int);\n\
         static int element(void) {\n    int value = __VERIFIER_nondet_int();\n\
         \x20   __VERIFIER_assume(value >= 1 && value <= 1000);\n    return value;\n}\n",
    );
    let mut creations = String::new();
    for i in (0..n).rev() {
        let _ = write!(text, "static int a{i}, b{i}, done{i};\nstatic void *t{i}(void *unused) {{\n{}", thread(i, n));
        text += "    return unused;\n}\n";
        let _ = write!(creations, "    pthread_t p{i};\n    pthread_create(&p{i}, 0, t{i}, 0);\n");
    }
    text + "int main(void) {\n" + &creations + "    pthread_exit(0);\n}\n"
}

/// Waits until the next thread has so many numbers, and takes the last of them.
fn take(target: &str, i: usize, n: usize, number: (&str, u32)) -> String {
    let (name, at_least) = number;
    let next = i + 1;
    if next == n {
        return format!("    int {target} = 0;\n");
    }
    format!("    while (done{next} < {at_least}) {{\n    }}\n    int {target} = {name}{next};\n")
}

fn matrix(i: usize, n: usize) -> String {
    let mut text = String::from("    int sum = element();\n") + &take("first", i, n, ("a", 1));
    let _ = write!(text, "    a{i} = sum + first;\n    done{i} = 1;\n    sum += element();\n");
    text += &take("second", i, n, ("b", 2));
    if i == 0 {
        let _ = writeln!(text, "    assert(second >= {});", 2 * (n - 1));
    }
    let _ = write!(text, "    b{i} = sum + second;\n    done{i} = 2;\n");
    text
}

fn triangle(i: usize, n: usize) -> String {
    let mut text = take("left", i, n, ("a", 1));
    let _ = write!(text, "    a{i} = 1 + left;\n    done{i} = 1;\n");
    text += &take("above", i, n, ("b", 2));
    let _ = write!(text, "    b{i} = left + above;\n    done{i} = 2;\n");
    if i == 0 {
        let _ = writeln!(text, "    assert(b0 == {});", n * (n - 1) / 2);
    }
    text
}
