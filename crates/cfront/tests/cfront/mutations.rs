//! Spoiled programs: whatever happens to a text, the front end answers with a tree and diagnostics, within a second.

use crate::support::{STACK_BYTES, ThreadClock, benchmarks, c_files, with_stack};
use raddle_cfront::lex::lex;
use raddle_cfront::parse::{parse, parse_text};
use raddle_cfront::render::render;
use raddle_program::source::FileId;
use std::time::Duration;

/// Programs that between them use every part of the grammar.
const SEEDS: &[&str] = &[
    "typedef int T; struct s { T x : 3; struct { int y; }; } *p; enum e { A = 1, B };\n\
     int f(T a, int (*g)(void), ...) { int b[] = { [0 ... 2] = 1, 5 }; T *c = &(T){ a }; return b[1] + *c; }\n",
    "int f(a, b) int a; char b; { switch (a) { case 1 ... 3: a++; break; default: goto l; } l: return a ?: b; }\n",
    "# 1 \"x.c\"\nint main(void) { for (int i = 0; i < 10; i++) { if (i % 2 == 0) continue; else break; } \
     do { } while (0); return ({ int y = 1; y; }); }\n#line 7 \"y.c\"\n",
    "void g(void) { asm volatile (\"nop\" : \"=r\"(x) : \"m\"(y) : \"memory\"); __label__ q; static void *t[] = { &&q }; \
     goto *t[0]; q: __attribute__((unused)); }\n#pragma pack(push, 1)\n",
    "_Static_assert(sizeof(long) >= 4, \"m\"); _Thread_local int z; const char *s = u8\"a\\n\\x41\" \"b\"; double d = 0x1.8p3;\n\
     int h(void) { return _Generic(z, int: 1, default: __builtin_offsetof(struct s, x[1].y)) + L'\\u00e9'; }\n",
];

/// A small generator (xorshift64*), so that a seed names a mutation.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % bound.max(1)
    }
}

/// A stretch of the text between two places of roughly token boundaries.
fn stretch(random: &mut Random, text: &[u8]) -> std::ops::Range<usize> {
    let is_boundary = |at: &usize| *at == text.len() || !text[*at].is_ascii_alphanumeric();
    let from = random.below(text.len());
    let start = (from..=text.len()).find(is_boundary).unwrap_or(from);
    let length = 1 + random.below(8);
    let end = (start + length..=text.len()).find(is_boundary).unwrap_or(text.len());
    start.min(end)..end
}

fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    if text.is_empty() {
        return;
    }
    let part = stretch(random, text);
    match random.below(6) {
        0 => {
            let at = random.below(text.len());
            text[at] ^= 1 << random.below(8);
        }
        1 => drop(text.drain(part)),
        2 => {
            let copy = text[part.clone()].to_vec();
            text.splice(part.end..part.end, copy);
        }
        3 => {
            let copy: Vec<u8> = text.drain(part).collect();
            let at = random.below(text.len() + 1);
            text.splice(at..at, copy);
        }
        4 => {
            const WORDS: &[&str] = &[
                "(", ")", "{", "}", "[", ";", "\"", "'", "/*", "*", "struct", "typedef", "int", "\\", "#", "\0", "=",
                "...", "é",
            ];
            text.splice(part.start..part.start, WORDS[random.below(WORDS.len())].bytes());
        }
        _ => text.truncate(part.start),
    }
}

#[test]
fn a_thousand_spoiled_programs_are_survived() {
    let mut programs: Vec<Vec<u8>> = SEEDS.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    if let Some(benchmarks) = benchmarks("a_thousand_spoiled_programs_are_survived (the part with shared programs)") {
        let files = c_files(&benchmarks);
        programs.extend(files.iter().step_by(7).map(|path| std::fs::read(path).expect("the file can be read")));
    }
    with_stack(STACK_BYTES, || {
        for seed in 1..=1_000u64 {
            let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut text = programs[random.below(programs.len())].clone();
            for _ in 0..1 + random.below(4) {
                mutate(&mut random, &mut text);
            }
            let clock = ThreadClock::start();
            // The bytes as they are, and as text.
            let lexed = lex(FileId(0), &text);
            parse(&lexed.tokens);
            let (source, _, diagnostics) = parse_text("x.c", &String::from_utf8_lossy(&text));
            let rendered = render(&source, &diagnostics, false);
            assert_eq!(rendered.is_empty(), diagnostics.is_empty());
            clock.check(Duration::from_secs(1), &format!("seed {seed}"));
        }
    });
}
