//! Programs spoiled by a token: what gcc still accepts without a warning, the parser and the checker accept.
//!
//! The other direction is no rule: the checker tolerates much that gcc refuses, since old programs need it.

use crate::support::gcc::{Random, gcc, gcc_is_there};
use crate::support::{STACK_BYTES, with_stack};
use raddle_cfront::check::check;
use raddle_cfront::diagnostic::has_errors;
use raddle_cfront::parse::parse_text;
use raddle_cfront::render::render;
use raddle_program::types::DataModel;
use std::io::Write;
use std::process::Stdio;

const MUTANTS: usize = 300;

/// Programs of types, conversions and statements, each of which gcc accepts.
const SEEDS: &[&str] = &[
    "struct s { int a; unsigned b : 3; struct { char c; } d; }; union u { int i; char c[4]; };\n\
     int f(struct s *p, int n) { struct s q = { 1, 2, { 3 } }; *p = q; return p->a + (int)p->b * q.d.c - n; }\n\
     int g(union u *v) { v->i = 5; return v->c[0] ? f(0, 1) : -1; }\n",
    "enum e { A, B = 4, C }; typedef int T; typedef T (*F)(T, T);\n\
     static T add(T a, T b) { return a + b; } static F table[2] = { add, 0 };\n\
     T h(enum e x) { switch (x) { case A: return 1; case B: case C: break; default: return 2; } return table[0](1, x); }\n",
    "int sum(const int *a, unsigned long n) { int s = 0; for (unsigned long i = 0; i < n; i++) { if (a[i] < 0) continue; s += a[i]; }\n\
     do { s--; } while (s > 100); while (s < -100) s++; return s; }\n\
     int k(void) { int a[3] = { 1, 2, 3 }; int *p = a + 1, **q = &p; return sum(*q, sizeof a / sizeof a[0]) << 1; }\n",
    "_Atomic int at; static volatile unsigned char b; extern long w; long w = 3L;\n\
     long m(long x, unsigned y) { long z = x % 7 + (y >> 2); at += 1; b = (unsigned char)(z & 255); return z == w || !b ? z ^ w : ~z; }\n\
     _Bool o(void *p, char *c) { return p && (char *)p != c && *c != 'x'; }\n",
];

/// Puts one token, or a copy of another one, in the place of a token, or takes it out.
fn spoiled(random: &mut Random, seed: &str) -> String {
    const TOKENS: &[&str] = &[
        "int", "unsigned", "long", "char", "*", "&", "-", "+", "0", "1u", "2L", "'c'", "(", ")", ";", ",", "=", "==",
        "const", "static", "void", "return", "sizeof", "struct", "!", "~", "[", "]", ".", "->", "if",
    ];
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = seed;
    while let Some(first) = rest.chars().next() {
        let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let length = if is_word(first) { rest.find(|it| !is_word(it)).unwrap_or(rest.len()) } else { first.len_utf8() };
        let (token, behind) = rest.split_at(length);
        tokens.push(token);
        rest = behind;
    }
    let words: Vec<usize> = (0..tokens.len()).filter(|&at| !tokens[at].trim().is_empty()).collect();
    let pick = |random: &mut Random| words[random.below(words.len() as u64) as usize];
    let at = pick(random);
    match random.below(5) {
        0 => tokens[at] = "",
        1 => {
            let other = pick(random);
            tokens[at] = tokens[other];
        }
        2 => {
            let other = pick(random);
            tokens.swap(at, other);
        }
        3 => tokens.insert(at, random.pick(TOKENS)),
        _ => tokens[at] = random.pick(TOKENS),
    }
    tokens.join(" ")
}

/// The messages, if the front end refuses a text.
fn refusal(text: &str) -> Option<String> {
    let (source, tree, diagnostics) = parse_text("input.c", text);
    if has_errors(&diagnostics) {
        return Some(render(&source, &diagnostics, false));
    }
    let (unit, diagnostics) = check(source, &tree, DataModel::Lp64);
    has_errors(&diagnostics).then(|| render(&unit.source, &diagnostics, false))
}

fn gcc_accepts(text: &str) -> bool {
    let mut command = gcc(DataModel::Lp64);
    // A warning of gcc is a reason to refuse; `-w` of the common options is taken back.
    command.args(["-fsyntax-only", "-Wall", "-Wextra", "-Wno-unused", "-Werror", "-pedantic-errors", "-"]);
    let plain = command.get_args().filter(|option| *option != "-w").map(ToOwned::to_owned).collect::<Vec<_>>();
    let mut command = std::process::Command::new("gcc");
    command.args(plain).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("gcc can be run");
    child.stdin.take().expect("it reads").write_all(text.as_bytes()).expect("it reads all");
    child.wait().expect("it ends").success()
}

#[test]
fn what_gcc_accepts_is_not_refused() {
    if !gcc_is_there("what_gcc_accepts_is_not_refused") {
        return;
    }
    with_stack(STACK_BYTES, || {
        for seed in SEEDS {
            assert!(gcc_accepts(seed), "gcc refuses a seed:\n{seed}");
            assert_eq!(refusal(seed), None);
        }
        let mut random = Random(0x5eed);
        let mut n_refused = 0;
        for number in 0..MUTANTS {
            let text = spoiled(&mut random, SEEDS[number % SEEDS.len()]);
            // gcc costs a process: only what is refused here is shown to it.
            if let Some(messages) = refusal(&text) {
                n_refused += 1;
                assert!(!gcc_accepts(&text), "gcc accepts mutant {number}:\n{text}\n{messages}");
            }
        }
        assert!((MUTANTS / 4..MUTANTS).contains(&n_refused), "{n_refused} of {MUTANTS} are refused");
    });
}
