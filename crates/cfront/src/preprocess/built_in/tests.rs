//! The built-in preprocessor and `cc -E` read the same.

use super::super::{align, compiler};
use super::*;
use crate::lex::{Lexed, displayable, lex};
use std::path::PathBuf;

/// Each token, and the line that it comes from.
fn shown(read: &Preprocessed) -> (Vec<String>, Vec<String>) {
    let tokens = &read.tokens;
    let text = |kind: TokenKind| match kind {
        TokenKind::Identifier(id) => tokens.name(id).to_string(),
        TokenKind::Keyword(keyword) => keyword.spelling().to_owned(),
        TokenKind::Punctuator(punctuator) => punctuator.spelling().to_owned(),
        TokenKind::Integer(id) => format!("{:?}", tokens.integer(id)),
        TokenKind::Floating(id) => format!("{:?}", tokens.floating(id)),
        TokenKind::Character(id) => format!("{:?}", tokens.character(id)),
        TokenKind::String(id) => format!("{:?} {}", tokens.string(id).0, String::from_utf8_lossy(tokens.string(id).1)),
        TokenKind::EndOfFile => "end".to_owned(),
    };
    let (end, list) = tokens.list().split_last().expect("the end of the file is a token");
    assert_eq!(end.kind, TokenKind::EndOfFile);
    let place = |token: &crate::lex::Token| {
        let place = read.source.place(token.span);
        format!("{}:{}", place.file, place.line)
    };
    let packing = |index: usize| tokens.packing(index).map_or(String::new(), |limit| format!(" packed to {limit}"));
    let texts = (0..).zip(list).map(|(index, token)| format!("{}{}", text(token.kind), packing(index)));
    (texts.collect(), list.iter().map(place).collect())
}

struct Input<'a> {
    name: String,
    folder: Option<&'a Path>,
    text: &'a [u8],
}

fn built_in(input: &Input<'_>, lexed: &Lexed, options: &PreprocessOptions, session: &Session) -> Option<Preprocessed> {
    let main = SourceFile::new(&input.name, &displayable(input.text), lexed.line_directives(&input.name));
    let blanked = compiler::without_line_markers(input.text, lexed);
    preprocess(main, input.folder, &blanked, options, session).ok()
}

fn by_compiler(input: &Input<'_>, lexed: &Lexed, options: &PreprocessOptions, session: &Session) -> Preprocessed {
    let output =
        compiler::preprocess(&input.name, input.folder, input.text, lexed, options, session).expect("cc is there");
    let main = SourceFile::new(&input.name, &displayable(input.text), lexed.line_directives(&input.name));
    align::aligned(main, input.text, &output, session)
}

/// Whether the built-in preprocessor decides a file; if it does, it reads what the compiler reads.
fn agrees(input: &Input<'_>, options: &PreprocessOptions, session: &Session) -> bool {
    let lexed = lex(FileId(0), input.text);
    let Some(own) = built_in(input, &lexed, options, session) else { return false };
    let theirs = by_compiler(input, &lexed, options, session);
    // About text that is skipped the built-in preprocessor says nothing.
    let is_repeated = |message: &&str| !message.starts_with("missing terminating");
    let messages: Vec<&str> =
        theirs.diagnostics.iter().map(|found| found.message.as_str()).filter(is_repeated).collect();
    let own_messages: Vec<&str> = own.diagnostics.iter().map(|found| found.message.as_str()).collect();
    assert_eq!(own_messages, messages, "{}", input.name);
    let ((own, own_lines), (theirs, their_lines)) = (shown(&own), shown(&theirs));
    let differ = |(own, theirs): (&String, &String)| own != theirs;
    let at = own.iter().zip(&theirs).position(differ).unwrap_or(own.len().min(theirs.len()));
    let window = |list: &[String]| list[at.saturating_sub(5)..list.len().min(at + 5)].to_vec();
    let line = own_lines.get(at);
    assert!(own == theirs, "{}: {line:?}\nbuilt-in {:#?}\ncompiler {:#?}", input.name, window(&own), window(&theirs));
    // Of a macro use over several lines, the lines are guessed from what the compiler gives.
    let n_lines = own_lines.iter().zip(&their_lines).filter(|&lines| differ(lines)).count();
    assert!(100 * n_lines <= own.len(), "{}: {n_lines} of {} lines differ", input.name, own.len());
    true
}

fn of_text(text: &str) -> bool {
    let input = Input { name: "a.c".into(), folder: None, text: text.as_bytes() };
    agrees(&input, &PreprocessOptions::default(), &Session::default())
}

#[test]
fn macros_stand_for_what_the_compiler_says() {
    for text in [
        // C11 6.10.3.5, examples 3 to 7.
        "#define x 3\n#define f(a) f(x * (a))\n#undef x\n#define x 2\n#define g f\n#define z z[0]\n#define h g(~\n\
         #define m(a) a(w)\n#define w 0,1\n#define t(a) a\n#define p() int\n#define q(x) x\n#define r(x,y) x ## y\n\
         #define str(x) # x\nf(y+1) + f(f(z)) % t(t(g)(0) + t)(1);\ng(x+(3,4)-w) | h 5) & m\n(f)^m(m);\n\
         p() i[q()] = { q(1), r(2,3), r(4,), r(,5), r(,) };\nchar c[2][6] = { str(hello), str() };\n",
        "#define str(s) # s\n#define xstr(s) str(s)\n#define debug(s, t) printf(\"x\" # s \"= %d, x\" # t \"= %s\", x ## s, x ## t)\n\
         #define INCFILE(n) vers ## n\n#define glue(a, b) a ## b\n#define xglue(a, b) glue(a, b)\n#define HIGHLOW \"hello\"\n\
         #define LOW LOW \", world\"\ndebug(1, 2);\nfputs(str(strncmp(\"abc\\0d\", \"abc\", '\\4') == 0) str(: @\\n), s);\n\
         xstr(INCFILE(2).h)\nglue(HIGH, LOW);\nxglue(HIGH, LOW)\n",
        "#define t(x,y,z) x ## y ## z\nint j[] = { t(1,2,3), t(,4,5), t(6,,7), t(8,9,), t(10,,), t(,11,), t(,,12), t(,,) };\n",
        "#define debug(...) fprintf(stderr, __VA_ARGS__)\n#define showlist(...) puts(#__VA_ARGS__)\n\
         #define report(test, ...) ((test)?puts(#test): printf(__VA_ARGS__))\ndebug(\"Flag\");\ndebug(\"X = %d\\n\", x);\n\
         showlist(The first, second, and third items.);\nreport(x>y, \"x is %d but y is %d\", x, y);\n",
        // GNU's variable arguments.
        "#define e(f, ...) p(f, ## __VA_ARGS__)\n#define n(f, a...) p(f, ##a)\n#define o(...) p(1, ## __VA_ARGS__)\n\
         e(1); e(1,); e(1, 2, 3); n(1); n(1, 2); o(); o(1); o( ); e(e(1), e(2, 3));\n",
        // Names in their own expansion, and names that end an expansion.
        "#define foo foo + 1\n#define f(a) a*g\n#define g(a) f(a)\nfoo; f(2)(9); f(2)(f(3))(4)\n;",
        "#define CC(e, x) e ## x\n#define AA CC(, AA\nAA ) ;\n",
        "#define A B\n#define B A\n#define NIL(x) x\n#define G_0(arg) NIL(G_1)(arg)\n#define G_1(arg) NIL(arg)\nA B; G_0(42);\n",
        "#define obj(x) x obj\n#define EMPTY\n#define DEFER(x) x EMPTY\n#define id(x) x\nobj(1)(2)(3); id(DEFER(id)(1)) id(id EMPTY (2));\n",
        "#define f(x) #x\n#define s(x) f(x)\n#define e\n#define v a  b\nf( a  +/* */b\n c ) s( v e v ) s(e v) s(v+v) f(\"a\\n\" 'c' L\"\\\\\")\n;",
        "#define f(x, y) x y\nf(1,\n\n 2) __LINE__ f(__LINE__,\n__LINE__\n) __LINE__\n;f\n;f\n(1, 2)\n;",
        "#define f(x) <x>\nf((1, 2)) f() f(f) (3) f ( f ( 4 ) ) f\n#define g 1\n(5);\n",
        "#define f(x) [x]\nf(1\n#ifdef f\n2\n#else\n3\n#endif\n#undef f\n#define f 7\n) f;\n",
        "#define LPAREN (\n#define f(x) <x>\n#define g(x) x\nf LPAREN 1); g(f LPAREN 1)); __COUNTER__ + __COUNTER__; __FILE__;\n",
        "#define c(a, b) a ## b\nc(+, +) c(<, <=) c(L, \"x\") c(L, 'x') c(1, e5) c(1., 0) c(x, 1) c(-, >) c(., 5) c(u8, \"q\") c(_, $)\n;",
        "#define P(x) _Pragma(#x) int x;\n#define N 2\nP(pack(1)) struct s { int a; };\n#pragma pack(push, N)\nint b;\n#pragma pack(pop)\nint c;\n#pragma pack(2)\nint d;\n",
        "#define quote '\"' /* one\n two */ quote\n#if 0\ndon't /* see\n#else\nquote\n#endif\n",
        "#define a\\\nb 1 /* x\n y */ + 2 // z\nab a\\\nb \"x\\\ny\" /* \\\n */ int\\\n z;\n",
        "#define é 1\nint x\\u00e9 = é, y = é;\n",
        "#if 0\n#include <pthread.h>\nint no;\n#else\nint a;\n#endif\nint b;\n#ifdef NOT\n#include <stdio.h>\n#elif 1 /*\n*/\nint c;\n\
         #include <assert.h>\n#else\nint d;\n#endif\nint e = __LINE__;\n#include <pthread.h>\npthread_t t;\n\
         void f(void) { assert(e); }\n",
        "int a = __has_attribute(packed) + __has_attribute(odd_one) + __has_builtin(__builtin_expect);\n",
    ] {
        assert!(of_text(text), "{text}");
    }
}

#[test]
fn conditions_hold_where_the_compiler_says() {
    let conditions = [
        "1",
        "0",
        "x",
        "!x",
        "defined x",
        "defined(__LINE__)",
        "defined (Y) && Y",
        "Y(3) == 3",
        "-1 > 0u",
        "-1 < 0",
        "1 ? 0 : 1",
        "0 ? 1/0 : 2",
        "1 || 1/0",
        "0 && 1/0",
        "(2 + 3) * 4 == 20 && 2 + 3 * 4 == 14",
        "1 << 3 == 8",
        "-8 >> 1 == -4",
        "~0 == -1",
        "~0u > 0",
        "'a' == 97",
        "'\\xff' < 0",
        "0x7fffffffffffffff + 1u > 0",
        "0xffffffffffffffff == -1",
        "10 % 3 == 1 && -7 / 2 == -3",
        "7 ^ 2 | 8 & 12",
        "__GNUC__ >= 4",
        "__has_include(<stdio.h>)",
        "__has_include(\"nothing.h\")",
        "defined __has_include",
        "__STDC_VERSION__ >= 199901L",
        "D",
        "(1, 2)",
        "1 == 1 == 1",
        "0b11 == 3",
        "010 == 8",
        "__INCLUDE_LEVEL__",
        "__LINE__ > 3",
        "__has_attribute(unused) && 1",
        "true",
        "-1 ? 1u : -1 < 0",
    ];
    let mut decided = 0;
    for condition in conditions {
        let text = format!(
            "#define Y(a) a\n#define D defined(Y)\n#if {condition}\nyes\n#elif {condition}\nodd\n#else\nno\n#endif\n\
             #ifdef NONE\n#if {condition}\nodd\n#elif 1\nodd\n#else\nodd\n#endif\n#elif {condition}\nyes\n#endif\nend\n"
        );
        decided += usize::from(of_text(&text));
    }
    // The compiler says something about two of them.
    assert!(decided >= conditions.len() - 3, "{decided}");
}

#[test]
fn what_the_compiler_has_a_word_about_is_left_to_it() {
    for text in [
        "#error no\n",
        "#warning odd\n",
        "#if 1\n",
        "#endif\n",
        "#if 1 +\n#endif\n",
        "#if 1/0\n#endif\n",
        "#define A 1\n#define A 2\n",
        "#define f(x) x\nf(1\n",
        "#define f(x) x\nf(1, 2)\n",
        "#define c(a, b) a ## b\nc(+, x)\n",
        "int x = __DATE__;\n",
        "#undef __LINE__\n",
        "#define __FILE__ 1\n",
        "#pragma once\n",
        "#ifdef A\n#else x\n#endif\n",
        "char *s = \"open;\n",
        "#define f(x) #y\n",
        "#define f(x x\n",
        "#define A ##\n",
        "#include_next <stdio.h>\n",
        "#pragma GCC poison x\n",
        "#line 5\n#assert machine(x)\n",
        "#define A\"x\"\n",
        "#if 'ab'\n#endif\n",
        "#if 99999999999999999999\n#endif\n",
        "%:%: x\n",
    ] {
        let lexed = lex(FileId(0), text.as_bytes());
        let input = Input { name: "a.c".into(), folder: None, text: text.as_bytes() };
        let read = built_in(&input, &lexed, &PreprocessOptions::default(), &Session::default());
        assert!(read.is_none(), "{text}");
    }
}

#[test]
fn what_is_too_deep_is_left_to_the_compiler() {
    let nested = |open: &str, count: usize| format!("{}1{}", open.repeat(count), ")".repeat(count));
    let chain: String = (0..2000).map(|number| format!("#define m{} m{number}\n", number + 1)).collect();
    for (text, is_decided) in [
        (format!("#if {}\n#endif\n", nested("(", 100)), true),
        (format!("#if {}\n#endif\n", nested("(", 100_000)), false),
        (format!("#if {}1\n#endif\n", "!".repeat(100_000)), false),
        (format!("#if {}1\n#endif\n", "1 ? 1 : ".repeat(100_000)), false),
        (format!("#if {}1{}\n#endif\n", "1 ? ".repeat(100_000), " : 1".repeat(100_000)), false),
        (format!("#define f(x) x\nint a = {};\n", nested("f(", 100)), true),
        (format!("#define f(x) x\nint a = {};\n", nested("f(", 100_000)), false),
        (format!("#define f(x) x x\nint a = {};\n", nested("f(", 40)), false),
        (format!("{chain}int m2000;\n"), true),
    ] {
        let lexed = lex(FileId(0), text.as_bytes());
        let input = Input { name: "a.c".into(), folder: None, text: text.as_bytes() };
        let read = built_in(&input, &lexed, &PreprocessOptions::default(), &Session::default());
        assert_eq!(read.is_some(), is_decided, "{}", &text[..40]);
    }
}

#[test]
fn headers_are_found_where_the_compiler_finds_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in [
        ("main/a.h", "int main_a;\n#include \"b.h\"\n"),
        ("main/b.h", "int main_b;\n"),
        ("one/b.h", "int one_b;\n"),
        ("one/c.h", "#ifndef C\n#define C\nint one_c;\n#include_next <c.h>\n#endif\n"),
        ("one/sub/d.h", "int d;\n#include \"../c.h\"\n#include \"e.h\"\nchar *f = __FILE__;\n"),
        ("one/sub/e.h", "#pragma once\nint e = __INCLUDE_LEVEL__;\n"),
        ("one/sub/twice.h", "#ifdef NEVER\n#pragma once\n#endif\nint twice;\n"),
        ("two/c.h", "int two_c;\n"),
        ("two/stdbool.h", "int my_bool;\n#include_next <stdbool.h>\n"),
    ] {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a temporary folder");
        std::fs::write(path, text).expect("a temporary file");
    }
    let text = "#include \"a.h\"\n#include <b.h>\n#include <sub/d.h>\n#include \"sub/e.h\"\n#include <sub/twice.h>\n#include <sub/twice.h>\n#define H <stdbool.h>\n#include H\n\
                #define Q \"sub/d.h\"\n#include Q\n#include <c.h>\n#if __has_include(<sub/d.h>) && !__has_include(<sub/x.h>)\nbool x;\n#endif\n";
    let main = folder.path().join("main");
    let name = main.join("m.c").to_string_lossy().into_owned();
    let input = Input { name, folder: Some(&main), text: text.as_bytes() };
    for system_headers in [false, true] {
        let include_dirs: Vec<PathBuf> = ["one", "gone", "two", "one/"].map(|name| folder.path().join(name)).into();
        let cc_args = vec![
            "-include".to_owned(),
            folder.path().join("one/sub/e.h").to_string_lossy().into_owned(),
            "-std=c11".to_owned(),
        ];
        let options = PreprocessOptions {
            include_dirs,
            cc_args,
            system_headers,
            defines: vec!["N=2".into(), "M(x)=x".into()],
            ..PreprocessOptions::default()
        };
        assert!(agrees(&input, &options, &Session::default()));
    }
}

/// Programs beside the repository, with our headers and with those of the machine.
#[test]
fn real_programs_read_as_the_compiler_reads_them() {
    let shared = std::env::var_os("RADDLE_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let step = if std::env::var_os("RADDLE_ALL").is_some() { 1 } else { 15 };
    let mut files: Vec<PathBuf> = Vec::new();
    for part in ["field", "gnu-c", "goblint-races", "real"] {
        collect(&shared.join("benchmarks").join(part), &mut files);
    }
    if files.is_empty() {
        eprintln!("skipped real_programs_read_as_the_compiler_reads_them: there are no shared benchmarks");
        return;
    }
    files.sort();
    let session = [Session::default(), Session::default()];
    let (mut decided, mut left) = (0, Vec::new());
    for path in files.iter().step_by(step) {
        let Ok(text) = super::super::read_bytes(path) else { continue };
        let input = Input { name: path.to_string_lossy().into_owned(), folder: path.parent(), text: &text };
        for system_headers in [false, true] {
            let options = PreprocessOptions { system_headers, ..PreprocessOptions::default() };
            match agrees(&input, &options, &session[usize::from(system_headers)]) {
                true => decided += 1,
                false => left.push(path.display().to_string()),
            }
        }
    }
    eprintln!("{decided} readings agree; left to the compiler: {left:?}");
    assert!(decided > 9 * left.len(), "{decided} of {}", decided + left.len());
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
}
