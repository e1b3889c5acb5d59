//! gcc as the judge of sizes, values and bytes. Nothing is included, so `-m32` needs no 32-bit headers.

use raddle_cfront::check::check;
use raddle_cfront::diagnostic::{Diagnostic, Severity, has_errors};
use raddle_cfront::parse::parse_text;
use raddle_cfront::typed::Unit;
use raddle_program::types::DataModel;
use std::collections::BTreeMap;
use std::process::Command;

/// Both data models.
pub const MODELS: [DataModel; 2] = [DataModel::Ilp32, DataModel::Lp64];

/// A small generator of numbers (xorshift), so that every run asks the same questions.
pub struct Random(pub u64);

impl Random {
    /// A number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    /// One of some choices.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// A command that runs gcc on C text for a data model.
pub fn gcc(model: DataModel) -> Command {
    let mut command = Command::new("gcc");
    command.args(["-std=gnu11", "-w", "-x", "c"]);
    command.arg(match model {
        DataModel::Ilp32 => "-m32",
        DataModel::Lp64 => "-m64",
        DataModel::Llp64 => panic!("gcc has no such machine"),
    });
    command
}

/// Whether there is a gcc; otherwise says which test is skipped.
pub fn gcc_is_there(test: &str) -> bool {
    let is_there = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        eprintln!("skipped {test}: gcc is not there");
    }
    is_there
}

/// The typed tree of a text that must be right.
pub fn checked(text: &str, model: DataModel) -> Unit {
    let (source, unit, diagnostics) = parse_text("input.c", text);
    assert!(!has_errors(&diagnostics), "{diagnostics:#?}\n{text}");
    let (unit, diagnostics) = check(source, &unit, model);
    let errors: Vec<&Diagnostic> = diagnostics.iter().filter(|found| found.severity == Severity::Error).collect();
    let shown: Vec<String> = errors.iter().map(|e| format!("{}: {}", unit.source.place(e.span), e.message)).collect();
    assert!(errors.is_empty(), "{shown:#?}\n{text}");
    unit
}

/// The bytes of each global object of a text as gcc compiles it.
pub fn compiled_objects(text: &str, model: DataModel) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let file = folder.path().join("objects.c");
    std::fs::write(&file, text).expect("the file can be written");
    let options = ["-S", "-fno-zero-initialized-in-bss", "-fno-common", "-o", "-"];
    let output = gcc(model).args(options).arg(&file).output().expect("gcc can be run");
    assert!(output.status.success(), "{}\n{text}", String::from_utf8_lossy(&output.stderr));
    assembled_objects(&String::from_utf8_lossy(&output.stdout))
}

fn assembled_objects(assembly: &str) -> BTreeMap<String, Vec<u8>> {
    let mut objects: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut current = String::new();
    for line in assembly.lines() {
        let line = line.trim();
        if let Some(label) = line.strip_suffix(':') {
            current = label.to_owned();
            objects.entry(current.clone()).or_default();
            continue;
        }
        let Some((directive, operand)) = line.split_once(char::is_whitespace) else { continue };
        let bytes = match directive {
            ".byte" => number(operand)[..1].to_vec(),
            ".value" | ".short" => number(operand)[..2].to_vec(),
            ".long" => number(operand)[..4].to_vec(),
            ".quad" => number(operand)[..8].to_vec(),
            ".zero" => vec![0; operand.trim().parse().expect("`.zero` has a count")],
            ".ascii" => text(operand),
            ".string" => [text(operand), vec![0]].concat(),
            _ => continue,
        };
        objects.entry(current.clone()).or_default().extend(bytes);
    }
    objects
}

fn number(operand: &str) -> [u8; 16] {
    let value: i128 = operand.trim().parse().expect("data directives have numbers");
    value.to_le_bytes()
}

// A string of the assembler: octal escapes, and the usual letters.
fn text(operand: &str) -> Vec<u8> {
    let inner = operand.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"')).expect("a string has quotes");
    let mut bytes = Vec::new();
    let mut rest = inner.bytes().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let escape = rest.next().expect("something follows a backslash");
        bytes.push(match escape {
            b'0'..=b'7' => {
                let mut value = u32::from(escape - b'0');
                for _ in 0..2 {
                    if let Some(digit) = rest.next_if(|digit| (b'0'..=b'7').contains(digit)) {
                        value = value * 8 + u32::from(digit - b'0');
                    }
                }
                value as u8
            }
            b'n' => b'\n',
            b't' => b'\t',
            b'b' => 8,
            b'f' => 12,
            b'r' => b'\r',
            other => other,
        });
    }
    bytes
}
