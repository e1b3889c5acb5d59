//! Sizes, alignments, offsets, types and constants of the checker, judged by gcc under both data models.
//!
//! Each question is a C expression. The checker answers it as the initializer of a global; gcc is then asked by
//! `_Static_assert` whether the answer is right. Nothing is included, so `-m32` needs no 32-bit headers.

use crate::support::gcc::{MODELS, Random, checked, compiled_objects, gcc, gcc_is_there};
use raddle_cfront::typed::{ExprKind, Unit};
use raddle_program::types::{BitField, DataModel, TypeKind};
use std::fmt::Write;

/// The values of the globals whose names start with `answer`, in order.
fn answers(unit: &Unit) -> Vec<i128> {
    let mut found = Vec::new();
    for variable in unit.variables.values().filter(|variable| variable.name.starts_with("answer")) {
        let part = variable.initializer.as_ref().and_then(|initializer| initializer.parts.first());
        match part.map(|part| &part.value.kind) {
            Some(ExprKind::Integer(value)) => found.push(*value),
            other => panic!("`{}` is no constant: {other:?}", variable.name),
        }
    }
    found
}

/// Asks the checker for the value of each question and gcc whether it is right.
fn judge(declarations: &str, questions: &[String], model: DataModel) {
    let mut text = declarations.to_owned();
    for (index, question) in questions.iter().enumerate() {
        writeln!(text, "long long answer{index} = (long long)({question});").expect("strings can be written to");
    }
    let answers = answers(&checked(&text, model));
    assert_eq!(answers.len(), questions.len());
    let mut asserted = declarations.to_owned();
    for (question, answer) in questions.iter().zip(&answers) {
        let shown = question.replace('"', "'");
        // The smallest number has no literal of its own.
        let literal = if *answer == i128::from(i64::MIN) {
            "(-9223372036854775807LL-1)".to_owned()
        } else {
            format!("{answer}LL")
        };
        writeln!(asserted, "_Static_assert((long long)({question}) == {literal}, \"{shown} is not {answer}\");")
            .expect("strings can be written to");
    }
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("asserted.c");
    std::fs::write(&file, &asserted).expect("the file can be written");
    let output = gcc(model).arg("-fsyntax-only").arg(&file).output().expect("gcc can be run");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{model:?}:\n{messages}");
}

/// Questions on the size and alignments of a type.
fn measures(ty: &str) -> Vec<String> {
    vec![format!("sizeof({ty})"), format!("_Alignof({ty})"), format!("__alignof__({ty})")]
}

#[test]
fn builtins_of_constants_are_constants() {
    let questions = [
        "__builtin_popcount(0xf0f0u)",
        "__builtin_popcountll(-1)",
        "__builtin_parityl(7)",
        "__builtin_clz(1)",
        "__builtin_clzl(1)",
        "__builtin_ctzll(1ull << 40)",
        "__builtin_ffs(-8)",
        "__builtin_ffsll(0)",
        "__builtin_clrsb(-2)",
        "__builtin_bswap16(0x1234)",
        "__builtin_bswap32(0x12345678)",
        "__builtin_bswap64(0x123456789abcdef0)",
        "sizeof(int[__builtin_ctz(32)])",
    ];
    for model in MODELS {
        judge("", &questions.map(str::to_owned), model);
    }
}

#[test]
fn basic_types_have_gccs_sizes_and_alignments() {
    if !gcc_is_there("basic_types_have_gccs_sizes_and_alignments") {
        return;
    }
    let types = [
        "char",
        "signed char",
        "unsigned char",
        "short",
        "unsigned short",
        "int",
        "unsigned",
        "long",
        "unsigned long",
        "long long",
        "unsigned long long",
        "_Bool",
        "float",
        "double",
        "long double",
        "_Complex float",
        "_Complex double",
        "_Complex long double",
        "void *",
        "int (*)(void)",
        "int[3]",
        "long long[2]",
        "double[5]",
        "enum e1",
        "enum e2",
        "enum e3",
        "enum e4",
        "enum e5",
        "enum e6",
        "_Atomic int",
        "_Atomic long long",
        "_Atomic double",
        "_Atomic(char)",
        "__builtin_va_list",
        "void",
        "_Float128",
        "__float80",
        "__typeof__(1 ? 2 : 3L)",
        "__typeof__(sizeof 0)",
        "__typeof__((char *)0 - (char *)0)",
        "__typeof__(L'a')",
        "__typeof__('a')",
        "__typeof__(1.0f)",
        "__typeof__(1.0l)",
        "__typeof__(u'a')",
        "__typeof__(U'a')",
        "__typeof__(\"abc\")",
        "__typeof__(L\"abc\")",
        "__typeof__(0x7fffffff)",
        "__typeof__(0x80000000)",
        "__typeof__(2147483648)",
        "__typeof__(0xffffffffffffffff)",
        "__typeof__(4294967296)",
        "__typeof__(1u)",
        "__typeof__(1l)",
        "__typeof__(1ull)",
    ];
    let questions: Vec<String> = types.iter().flat_map(|ty| measures(ty)).collect();
    let enumerations = "enum e1 { A }; enum e2 { B = -1 }; enum e3 { C = 0x80000000 }; enum e4 { D = 0x100000000 }; \
                        enum __attribute__((packed)) e5 { E }; enum __attribute__((packed)) e6 { F = 300 };\n";
    for model in MODELS {
        judge(enumerations, &questions, model);
    }
}

#[test]
fn chosen_records_have_gccs_layout() {
    if !gcc_is_there("chosen_records_have_gccs_layout") {
        return;
    }
    let records = [
        "struct R {}",
        "struct R { char c; long long q; }",
        "struct R { char c; double d; char e; }",
        "struct R { char c; long double d; }",
        "struct R { int n; char d[]; }",
        "struct R { int n; char d[0]; }",
        "struct R { long long n; char d; short e[]; }",
        "struct R { char c; struct { int a; union { short b; char e; }; }; }",
        "union R { char c; int i; double d; }",
        "union R { char c[5]; short s; }",
        "struct __attribute__((packed)) R { char c; int i; long long q; }",
        "struct R { char c; int i __attribute__((packed)); short s; }",
        "struct R { char c; int i __attribute__((aligned(16))); }",
        "struct R { char c; } __attribute__((aligned(32)))",
        "struct __attribute__((packed, aligned(4))) R { char c; int i __attribute__((aligned(2))); char d; }",
        "struct R { _Alignas(16) char c; char d; }",
        "struct R { char c; _Atomic long long q; }",
        "struct R { char c; __attribute__((aligned(8))) long long q; }",
        "typedef long long aligned8 __attribute__((aligned(8))); struct R { char c; aligned8 q; }",
        "typedef int loose __attribute__((aligned(1))); struct R { char c; loose q; }",
        "typedef int tight __attribute__((aligned(16))); struct __attribute__((packed)) R { char c; tight q; char d; }",
        "struct R { unsigned a : 3, : 0, b : 5; int : 4; _Bool c : 1; }",
        "struct R { char c; int : 0; char d; }",
        "struct R { char c; long long : 0; char d; }",
        "struct R { int a : 31; int b : 2; }",
        "struct R { char c; int a : 24; char d; }",
        "struct R { long long a : 40; int b : 20; char c; }",
        "struct R { char a; long long b : 60; }",
        "struct R { short a : 9; short b : 9; char c : 3; }",
        "struct __attribute__((packed)) R { int a : 31; long long b : 33; char c : 7; int d : 2; }",
        "struct R { char c; int a : 5 __attribute__((packed)); int b : 30; }",
        "struct R { int a : 3 __attribute__((aligned(8))); int b : 3; }",
        "struct R { char c; int a : 3 __attribute__((aligned(2))); int b : 3; }",
        "struct __attribute__((packed)) R { char c; int : 0; char d; int e : 3; }",
        "union R { int a : 5; char c; long long b : 33; }",
        "union R { int : 20; char c; }",
        "union __attribute__((packed)) R { int a : 9; char c; }",
        "enum e { A, B }; struct R { enum e x : 2; enum e y : 2; char c; }",
        "struct I { char c; short s; }; struct __attribute__((packed)) R { char c; struct I i; int n; }",
        "struct I { char c; } __attribute__((aligned(8))); struct R { char c; struct I i[2]; char d; }",
    ];
    for model in MODELS {
        for record in records {
            let keyword = if record.contains("union R") || record.contains("union __attribute__((packed)) R") {
                "union R"
            } else {
                "struct R"
            };
            judge(&format!("{record};\n"), &measures(keyword), model);
        }
    }
}

/// A record of a random battery: its declaration, and its plain members and bit-fields by name.
struct RandomRecord {
    keyword: &'static str,
    text: String,
    plain: Vec<String>,
    bit_fields: Vec<String>,
}

fn random_record(random: &mut Random, name: &str, inner: Option<&str>) -> RandomRecord {
    let types = [
        ("char", 8),
        ("unsigned char", 8),
        ("short", 16),
        ("unsigned short", 16),
        ("int", 32),
        ("unsigned", 32),
        ("long long", 64),
        ("unsigned long long", 64),
        ("_Bool", 1),
        ("long", 32),
    ];
    let keyword = if random.below(6) == 0 { "union" } else { "struct" };
    let mut record = RandomRecord { keyword, text: String::new(), plain: Vec::new(), bit_fields: Vec::new() };
    let packing = random.pick(&["", "", "", "", "1", "2", "4", "8"]);
    writeln!(record.text, "#pragma pack({packing})").expect("strings can be written to");
    let attribute = random.pick(&[
        "",
        "",
        "",
        "",
        "__attribute__((packed))",
        "__attribute__((packed, aligned(2)))",
        "__attribute__((aligned(8)))",
    ]);
    write!(record.text, "{keyword} {attribute} {name} {{ ").expect("strings can be written to");
    for member in 0..1 + random.below(7) {
        let (ty, bits) = types[random.below(types.len() as u64) as usize];
        match random.below(10) {
            0..=4 => {
                let width = 1 + random.below(bits);
                let own =
                    random.pick(&["", "", "", "", "", "", "__attribute__((packed))", "__attribute__((aligned(4)))"]);
                write!(record.text, "{ty} f{member} : {width} {own}; ").expect("strings can be written to");
                record.bit_fields.push(format!("f{member}"));
            }
            5 => {
                let width = random.below(bits + 1);
                write!(record.text, "{ty} : {width}; ").expect("strings can be written to");
            }
            6 if inner.is_some() => {
                let inner = inner.unwrap_or_default();
                write!(record.text, "{inner} f{member}; ").expect("strings can be written to");
                record.plain.push(format!("f{member}"));
            }
            _ => {
                let ty = random.pick(&[ty, ty, ty, "double", "long double", "void *", "float", "_Atomic int"]);
                let length = random.pick(&["", "", "", "[2]", "[3]"]);
                let own = random.pick(&[
                    "",
                    "",
                    "",
                    "",
                    "__attribute__((packed))",
                    "__attribute__((aligned(8)))",
                    "__attribute__((aligned(2)))",
                ]);
                write!(record.text, "{ty} f{member}{length} {own}; ").expect("strings can be written to");
                record.plain.push(format!("f{member}"));
            }
        }
    }
    // A record needs a named member to be portable C.
    record.text.push_str("char last; };\n");
    record.plain.push("last".to_owned());
    record
}

#[test]
fn random_records_have_gccs_layout() {
    if !gcc_is_there("random_records_have_gccs_layout") {
        return;
    }
    for model in MODELS {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut declarations = String::new();
        let mut questions = Vec::new();
        let mut inner: Option<String> = None;
        for index in 0..400 {
            let record = random_record(&mut random, &format!("R{index}"), inner.as_deref());
            let ty = format!("{} R{index}", record.keyword);
            declarations.push_str(&record.text);
            questions.extend(measures(&ty));
            for member in &record.plain {
                questions.push(format!("__builtin_offsetof({ty}, {member})"));
                questions.push(format!("__alignof__((({ty} *)0)->{member})"));
            }
            inner = Some(ty);
        }
        judge(&declarations, &questions, model);
    }
}

#[test]
fn random_bit_fields_lie_where_gcc_puts_them() {
    if !gcc_is_there("random_bit_fields_lie_where_gcc_puts_them") {
        return;
    }
    for model in MODELS {
        let mut random = Random(0x1234_5678_9abc_def1);
        let mut text = String::new();
        let mut objects = Vec::new();
        for index in 0..300 {
            let record = random_record(&mut random, &format!("R{index}"), None);
            let ty = format!("{} R{index}", record.keyword);
            text.push_str(&record.text);
            for field in &record.bit_fields {
                writeln!(text, "{ty} object_{index}_{field} = {{ .{field} = -1 }};")
                    .expect("strings can be written to");
                objects.push((format!("object_{index}_{field}"), format!("R{index}"), field.clone()));
            }
        }
        let unit = checked(&text, model);
        let assembled = compiled_objects(&text, model);
        for (object, tag, field) in objects {
            let record = unit.types.records().values().find(|record| record.tag.as_deref() == Some(&*tag));
            let body = record.and_then(|record| record.body.as_ref()).expect("the record is complete");
            let found =
                body.fields.iter().find(|known| known.name.as_deref() == Some(&*field)).expect("the field is there");
            let bits = found.bits.expect("it is a bit-field");
            assert!((1..=16).contains(&bits.location_bytes), "{tag}.{field}: {bits:?}");
            assert!(bits.first_bit + bits.width <= bits.location_bytes * 8, "{tag}.{field}: {bits:?}");
            let mut expected = vec![0u8; body.size as usize];
            set_bits(&mut expected, found.offset, bits);
            if matches!(unit.types.kind(found.ty.ty), TypeKind::Bool) {
                // The value 1 sets the lowest bit only, and there is no other.
                assert_eq!(bits.width, 1);
            }
            assert_eq!(assembled.get(&object), Some(&expected), "{model:?} {object}: {bits:?} at {}", found.offset);
        }
    }
}

fn set_bits(bytes: &mut [u8], offset: u64, bits: BitField) {
    for bit in bits.first_bit..bits.first_bit + bits.width {
        bytes[offset as usize + bit as usize / 8] |= 1 << (bit % 8);
    }
}

fn random_constant(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(8) {
            0 => random.below(3).to_string(),
            1 => format!("{}{}", random.below(1 << 20), random.pick(&["", "u", "l", "ul", "ll", "ull"])),
            2 => {
                random.pick(&["0x7fffffff", "0x80000000", "2147483648", "0xffffffffu", "0x7fffffffffffffff"]).to_owned()
            }
            3 => format!("'{}'", (b'a' + random.below(26) as u8) as char),
            4 => "sizeof(long)".to_owned(),
            5 => format!("({}){}", random.pick(&["char", "short", "unsigned char", "long"]), random.below(100_000)),
            6 => "E".to_owned(),
            _ => format!("0{:o}", random.below(1 << 12)),
        };
    }
    let mut operand = || random_constant(random, depth - 1);
    let (left, right, third) = (operand(), operand(), operand());
    match random.below(12) {
        0..=6 => {
            let operators = ["+", "-", "*", "&", "|", "^", "<", ">", "<=", ">=", "==", "!=", "&&", "||"];
            format!("({left} {} {right})", random.pick(&operators))
        }
        7 => format!("({left} {} (({right}) & 15))", random.pick(&["<<", ">>"])),
        8 => format!("({left} {} (({right}) | 1))", random.pick(&["/", "%"])),
        9 => format!("({left} ? {right} : {third})"),
        10 => {
            let types =
                ["char", "unsigned char", "short", "unsigned", "long", "long long", "unsigned long long", "_Bool"];
            format!("({})({left})", random.pick(&types))
        }
        _ => format!("{}({left})", random.pick(&["-", "~", "!", "+"])),
    }
}

#[test]
fn random_constants_have_gccs_values_and_types() {
    if !gcc_is_there("random_constants_have_gccs_values_and_types") {
        return;
    }
    let selection = "char: 1, signed char: 2, unsigned char: 3, short: 4, unsigned short: 5, int: 6, unsigned: 7, long: 8, \
                     unsigned long: 9, long long: 10, unsigned long long: 11, _Bool: 12, default: 13";
    for model in MODELS {
        let mut random = Random(0xdead_beef_cafe_f00d);
        let mut questions = Vec::new();
        for _ in 0..600 {
            let constant = random_constant(&mut random, 4);
            questions.push(constant.clone());
            questions.push(format!("_Generic(({constant}), {selection})"));
        }
        judge("enum { E = 5 };\n", &questions, model);
    }
}

#[test]
fn chosen_constants_have_gccs_values_and_types() {
    if !gcc_is_there("chosen_constants_have_gccs_values_and_types") {
        return;
    }
    let declarations = "struct s { unsigned a : 3; unsigned b : 32; int c : 32; _Bool d : 1; long long e : 5; \
                        unsigned long long g : 40; short h[3]; } x; int f(void); enum big { L = 0x100000000 };\n";
    let kind = |expr: &str| {
        format!(
            "_Generic(({expr}), int: 1, unsigned: 2, long: 3, unsigned long: 4, long long: 5, unsigned long long: 6, \
             float: 7, double: 8, long double: 9, char: 10, char *: 11, const char *: 12, void *: 13, int (*)(void): 14, \
             short *: 15, short: 16, _Bool: 17, default: 18)"
        )
    };
    let mut questions: Vec<String> = [
        "+x.a",
        "+x.b",
        "+x.c",
        "+x.d",
        "x.e + 0",
        "x.a << 3",
        "x.b ? x.a : x.d",
        "'a'",
        "L'a'",
        "(char)1 + (char)1",
        "1 ? 1 : 2u",
        "1 ? 1 : 2l",
        "1 ? (void *)0 : \"a\"",
        "\"abc\"",
        "x.h",
        "f",
        "&*f",
        "1.0f + 1",
        "1.0l + 1.0f",
        "(short)1",
        "(_Bool)3",
        "!1.5",
        "1u + 1l",
        "1ul + 1ll",
        "1l + 1ll",
        "L",
        "sizeof 1",
        "&x.h[1] - &x.h[0]",
        "(1, 2l)",
        "({ 1u; })",
        "__builtin_expect(1, 1)",
        "+(x.a = 1)",
        "x.h[0]",
        "x.h[0] = 1",
        "x.d",
        "-(unsigned char)1",
        "(1 ? \"a\" : 0)",
        "(1 ? (const char *)0 : (char *)0)",
        "1 ?: 2l",
        "__func__",
        "0x1p3f",
        "1e3",
        "1.5L",
    ]
    .into_iter()
    // Statement expressions and `__func__` belong into functions.
    .filter(|expr| !expr.contains("({") && !expr.contains("__func__"))
    .map(kind)
    .collect();
    questions.extend(
        [
            "(int)1.9",
            "(int)-1.9",
            "(unsigned char)300",
            "(int)(1.5 * 2.5)",
            "1.5 < 2",
            "(int)1e9f",
            "(long long)0x1.8p3",
            "1 ? 2 : 1 / 0",
            "0 && 1 / 0",
            "1 || 1 / 0",
            "-7 / 2",
            "-7 % 2",
            "7 % -2",
            "-1 >> 1",
            "1u - 2 > 0",
            "(unsigned long)&((struct s *)0)->h[1]",
            "__builtin_offsetof(struct s, h[2])",
            "'\\377'",
            "'ab'",
            "sizeof(\"abc\")",
            "sizeof(struct s)",
            "__builtin_types_compatible_p(int, const int)",
            "__builtin_types_compatible_p(int *, const int *)",
            "__builtin_types_compatible_p(int[], int[3])",
            "__builtin_types_compatible_p(long, long long)",
            "__builtin_choose_expr(0, 1, 2)",
            "__builtin_constant_p(3)",
            "(char)200 == -56",
            "(unsigned char)200 == 200",
            "18446744073709551615u == -1",
            "2147483647 + 0u",
            "(signed char)0x80",
            "(int)0x80000000",
            "~0u == 0xffffffff",
            "1 << 31 < 0",
            "(_Bool)0.5",
            "(_Bool)256",
            "!\"a\" == 0 ? 1 : 1",
            "(1.0f + 0x1p-30f) == 1.0f",
            "(short)0x12345",
            "1ll << 62",
            "0x7fffffff * 2u",
        ]
        .map(str::to_owned),
    );
    for model in MODELS {
        judge(declarations, &questions, model);
    }
}
