//! Initializers of static objects, byte by byte as gcc compiles them: braces and their elision, designators, ranges,
//! strings, unions, bit-fields, overriding.

use crate::support::gcc::{MODELS, Random, checked, compiled_objects, gcc_is_there};
use raddle_cfront::typed::{ExprKind, Unit, Variable};
use raddle_program::types::{TypeKind, Types};
use std::fmt::Write;

/// The bytes of a static object whose parts are numbers and strings.
fn bytes(unit: &Unit, variable: &Variable) -> Vec<u8> {
    let size = unit.types.size_of(variable.ty.ty).expect("a static object has a size");
    let mut bytes = vec![0u8; size as usize];
    for part in variable.initializer.iter().flat_map(|initializer| &initializer.parts) {
        let at = part.offset as usize;
        match (&part.value.kind, part.bits) {
            (ExprKind::Integer(value), Some(bits)) => {
                for bit in 0..bits.width {
                    let position = bits.first_bit + bit;
                    let byte = &mut bytes[at + position as usize / 8];
                    let mask = 1 << (position % 8);
                    *byte = if value >> bit & 1 == 1 { *byte | mask } else { *byte & !mask };
                }
            }
            (ExprKind::Integer(value), None) => {
                let width = unit.types.size_of(part.ty).expect("a part has a size") as usize;
                bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..width]);
            }
            (ExprKind::Floating(value), None) => {
                let width = unit.types.size_of(part.ty).expect("a part has a size") as usize;
                let narrow = (f64::from_bits(*value) as f32).to_le_bytes();
                let wide = value.to_le_bytes();
                bytes[at..at + width].copy_from_slice(if width == 4 { &narrow } else { &wide });
            }
            (ExprKind::Load(place), None) => {
                let ExprKind::String(string) = place.kind else { panic!("{part:?}") };
                let literal = &unit.strings[string];
                let width = unit.types.size_of(literal.ty).expect("a string has a size") as usize / literal.units.len();
                for (index, unit) in literal.units.iter().enumerate() {
                    let start = at + index * width;
                    bytes[start..start + width].copy_from_slice(&unit.to_le_bytes()[..width]);
                }
            }
            other => panic!("{other:?}"),
        }
    }
    bytes
}

/// Compares every global of a text with what gcc makes of it.
fn compare(text: &str) {
    for model in MODELS {
        let unit = checked(text, model);
        let compiled = compiled_objects(text, model);
        for &global in &unit.globals {
            let variable = &unit.variables[global];
            if variable.name.starts_with('<') {
                // A compound literal: gcc gives it a name of its own, or none.
                continue;
            }
            let expected =
                compiled.get(&*variable.name).unwrap_or_else(|| panic!("`{}` is not compiled", variable.name));
            let found = bytes(&unit, variable);
            if found != *expected {
                let name = format!("{}[", variable.name);
                let line = text.lines().find(|line| line.contains(&name.replace('[', " ")) || line.contains(&name));
                let first = found.iter().zip(expected).position(|(ours, theirs)| ours != theirs);
                let (ours, theirs) = (found.len(), expected.len());
                panic!("{model:?} {line:?}: {ours} and {theirs} bytes, the first that differs: {first:?}\n{text}");
            }
        }
    }
}

#[test]
fn chosen_initializers_have_gccs_bytes() {
    if !gcc_is_there("chosen_initializers_have_gccs_bytes") {
        return;
    }
    compare(
        "struct point { int x, y; }; union either { int i; char c[8]; short h[2]; };\n\
         int a0[5] = { 1, [3] = 2, 3 };\n\
         int a1[] = { [5] = 1, [1] = 2, 3, [2] = 7 };\n\
         int a2[2][3] = { 1, 2, 3, 4 };\n\
         int a3[2][3] = { { 1 }, { 2, 3 } };\n\
         int a4[][2] = { 1, 2, 3 };\n\
         int a5[3][2] = { [1] = { 5 }, 6, 7, 8 };\n\
         int a6[10] = { [2 ... 4] = 3, 9, [0 ... 2] = 1 };\n\
         int a7[3][2] = { [0 ... 1] = { 1, 2 }, [0 ... 2][1] = 7 };\n\
         struct point p0[] = { 1, 2, 3 };\n\
         struct point p1[2] = { { .y = 1 }, { .x = 2 } };\n\
         struct point p2[3] = { [1].y = 1, 2, 3 };\n\
         struct { struct point p; int z; } s0 = { .p.y = 1, 2 };\n\
         struct { struct point p; int z; } s1 = { .p = { 1, 2 }, .p.x = 3 };\n\
         struct { struct point p; int z; } s2 = { .p.x = 3, .p = { .y = 4 } };\n\
         union either u0 = { 1 }, u1 = { .c = \"abc\" }, u2 = { .c[2] = 1, 2 }, u3 = { .i = -1, .h[1] = 2 };\n\
         union either u4[2] = { { .h = { 1, 2 } }, 3 };\n\
         struct { int n; union either u; char t; } s3 = { 1, .u.h[1] = 5, 6 };\n\
         char c0[] = \"ab\\0c\", c1[2] = \"xyz\", c2[8] = \"q\", c3[] = { \"braces\" }, c4[2][4] = { \"one\", \"three\" };\n\
         struct { char name[4]; int n; } r0[] = { \"abc\", 1, { \"de\", 2 }, { { 'f' }, 3 } };\n\
         struct { unsigned a : 3, b : 7; int : 4; signed c : 5; _Bool d : 1; } b0 = { 9, -1, 3, 1 }, b1 = { .c = -2, 5 };\n\
         struct { int n; struct { int a; union { short b; char c; }; }; int d; } n0 = { 1, 2, 3, 4 }, n1 = { .c = 5, 6 };\n\
         struct { int n; short tail[]; } f0 = { 1, { 2, 3, 4 } };\n\
         struct { char n; char tail[]; } f1 = { 1, \"flexible\" };\n\
         _Bool t0 = 0.5, t1 = 256; float f2 = 3; double f3 = 0.1f; int i0 = 2.9, i1 = -1u; unsigned char i2 = 300;\n\
         static const struct point constant = { 3, 4 }; struct point copy[2] = { [1] = constant }; int member = constant.y;\n\
         unsigned short w0[] = u\"\\u00e9x\"; unsigned w1[4] = U\"ab\"; __typeof__(L'a') w2[] = L\"wide\";\n\
         struct point literal = (struct point){ 1, 2 }; int elements[] = (int[]){ 4, 5, 6 };\n\
         struct { int a[3]; int b; } e0[2] = { 1, 2, 3, 4, { { 5 }, 6 } }, e1 = { .a[1] = 2, 3, 4 };\n\
         int deep[2][2][2] = { { 1, 2, { 3 } }, [1][1][0] = 9, 8 };\n",
    );
}

/// A type of the random battery.
#[derive(Clone)]
enum Kind {
    Number,
    Array(Box<Kind>, u64),
    Record(String, Vec<(String, Kind)>),
}

/// A declaration of `name` with this type.
fn declare(kind: &Kind, name: &str, scalar: &str) -> String {
    match kind {
        Kind::Number => format!("{scalar} {name}"),
        Kind::Array(element, count) => declare(element, &format!("{name}[{count}]"), scalar),
        Kind::Record(tag, _) => format!("{tag} {name}"),
    }
}

const SCALARS: [&str; 6] = ["int", "char", "unsigned short", "long long", "unsigned char", "_Bool"];

fn random_kind(random: &mut Random, known: &[Kind], depth: u32) -> Kind {
    match random.below(6) {
        0 | 1 if depth > 0 => Kind::Array(Box::new(random_kind(random, known, depth - 1)), 1 + random.below(4)),
        2 | 3 if !known.is_empty() => known[random.below(known.len() as u64) as usize].clone(),
        _ => Kind::Number,
    }
}

fn random_record(random: &mut Random, known: &[Kind], index: usize, text: &mut String) -> Kind {
    let is_union = random.below(4) == 0;
    let tag = format!("{} R{index}", if is_union { "union" } else { "struct" });
    let mut fields = Vec::new();
    write!(text, "{tag} {{ ").expect("strings can be written to");
    for field in 0..1 + random.below(4) {
        let name = format!("f{field}");
        let kind = random_kind(random, known, 2);
        let scalar = random.pick(&SCALARS);
        let width = match kind {
            Kind::Number if scalar != "_Bool" && random.below(4) == 0 => format!(" : {}", 1 + random.below(8)),
            _ => String::new(),
        };
        write!(text, "{}{width}; ", declare(&kind, &name, scalar)).expect("strings can be written to");
        fields.push((name, kind));
    }
    text.push_str("};\n");
    Kind::Record(tag, fields)
}

fn number(random: &mut Random) -> String {
    (random.below(1000) as i64 - 300).to_string()
}

/// A value for an object of this type: braced for aggregates.
fn random_value(random: &mut Random, kind: &Kind, depth: u32) -> String {
    match kind {
        Kind::Number if random.below(8) == 0 => format!("{{ {} }}", number(random)),
        Kind::Number => number(random),
        Kind::Array(..) | Kind::Record(..) => {
            let entries: Vec<String> = (0..random.below(4)).map(|_| random_entry(random, kind, depth)).collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

// Plain numbers fit wherever the list has arrived; anything else says where it belongs.
fn random_entry(random: &mut Random, kind: &Kind, depth: u32) -> String {
    if depth == 0 || random.below(2) == 0 {
        let count = 1 + random.below(4);
        return (0..count).map(|_| number(random)).collect::<Vec<_>>().join(", ");
    }
    let mut at = kind;
    let mut designators = String::new();
    loop {
        match at {
            Kind::Number => break,
            Kind::Array(element, count) => {
                let first = random.below(*count);
                let last = first + random.below(*count - first);
                if random.below(3) == 0 {
                    write!(designators, "[{first} ... {last}]").expect("strings can be written to");
                } else {
                    write!(designators, "[{first}]").expect("strings can be written to");
                }
                at = element;
            }
            Kind::Record(_, fields) => {
                let (name, field) = &fields[random.below(fields.len() as u64) as usize];
                write!(designators, ".{name}").expect("strings can be written to");
                at = field;
            }
        }
        if random.below(2) == 0 {
            break;
        }
    }
    format!("{designators} = {}", random_value(random, at, depth - 1))
}

#[test]
fn random_initializers_have_gccs_bytes() {
    if !gcc_is_there("random_initializers_have_gccs_bytes") {
        return;
    }
    let mut random = Random(0x0bad_cafe_1234_5678);
    for _ in 0..10 {
        let (mut text, mut known) = (String::new(), Vec::new());
        for index in 0..8 {
            let record = random_record(&mut random, &known, index, &mut text);
            known.push(record);
        }
        for index in 0..60 {
            let kind = match random_kind(&mut random, &known, 2) {
                Kind::Number => known[random.below(known.len() as u64) as usize].clone(),
                other => other,
            };
            let object = declare(&kind, &format!("object_{index}"), "int");
            let value = random_value(&mut random, &kind, 3);
            writeln!(text, "{object} = {value};").expect("strings can be written to");
        }
        compare(&text);
    }
}

#[test]
fn parts_have_the_types_of_their_places() {
    let text = "struct { char c; unsigned b : 3; char s[4]; struct { long l; } in; } x = { 1, 2, \"ab\", { 3 } };";
    let unit = checked(text, MODELS[1]);
    let variable = &unit.variables[unit.globals[0]];
    let parts = &variable.initializer.as_ref().expect("it is initialized").parts;
    let shapes: Vec<(u64, Option<u64>, bool)> =
        parts.iter().map(|part| (part.offset, size(&unit.types, part.ty), part.bits.is_some())).collect();
    assert_eq!(shapes, [(0, Some(1), false), (1, Some(4), true), (2, Some(3), false), (8, Some(8), false)]);
    assert!(matches!(unit.types.kind(parts[2].ty), TypeKind::Array { .. }));
}

fn size(types: &Types, ty: raddle_program::types::TypeId) -> Option<u64> {
    types.size_of(ty)
}
