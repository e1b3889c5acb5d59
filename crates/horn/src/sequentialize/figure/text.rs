//! The complete text: header, control code, used stubs, and persistent locals inside of their functions.

use std::collections::BTreeMap;

use raddle_program::syntax::Program;

use super::stubs::{STUBS, Words};

/// The size of a sequential program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Threads, `main` included.
    pub threads: usize,
    /// Labels: locations at which a context switch is considered.
    pub labels: usize,
    /// Variables: shared ones, persistent locals, and those of the control code.
    pub variables: usize,
    /// Transitions of the functions that simulate threads.
    pub transitions: usize,
}

/// A persistent local, which is declared inside of the function of its thread.
pub struct Persistent {
    /// The function.
    pub function: String,
    /// Its name as a global.
    pub global: String,
    /// Its name inside, if nothing else there has it.
    pub local: String,
}

/// The parts of the text.
pub struct Parts<'a> {
    /// The program as C, without control code and stubs.
    pub printed: &'a str,
    /// The words of synchronization objects.
    pub words: &'a Words,
    /// The size of the program, and its size without any reduction.
    pub size: (Size, Size),
    /// The length of the arrays of the control code.
    pub entries: usize,
    /// Locals that keep their values.
    pub persistent: &'a [Persistent],
    /// Whether some join asks for the return value of a thread.
    pub keeps_returned: bool,
}

/// The macro of Figure 3.
const CONTROL: &str = "#define CONTR(t, l) \\
    if (s == RESUME && pc[t] == l) s = EXECUTE; \\
    if (s == EXECUTE && __VERIFIER_nondet_bool()) { pc[t] = l; s = SUSPEND; }
";

/// The names of the control code and of the stubs.
const TAKEN: [&str; 13] = [
    "s",
    "pc",
    "created",
    "returned",
    "RESUME",
    "EXECUTE",
    "SUSPEND",
    "LAST_LABEL",
    "CONTR",
    "barrier_of",
    "turn_of",
    "is_serial",
    "once_of",
];

/// Renames globals that have names of the control code, and procedures that are copied.
pub fn make_room(program: &mut Program) {
    let is_taken = |name: &str| TAKEN.contains(&name) || name.starts_with("seq_");
    for id in program.globals.ids().collect::<Vec<_>>() {
        let name = &program.globals[id].name;
        if is_taken(name) {
            program.globals[id].name = format!("{name}_of_program").into();
        }
    }
    for id in program.procedures.ids().collect::<Vec<_>>() {
        let name = &program.procedures[id].name;
        if is_taken(name) {
            program.procedures[id].name = format!("{name}_of_program").into();
        }
    }
}

/// The whole text.
pub fn whole(parts: &Parts<'_>) -> String {
    let lines: Vec<&str> = parts.printed.lines().collect();
    let first = (1..lines.len()).find(|&at| lines[at] == "{").map_or(lines.len(), |at| at - 1);
    let (head, code) = lines.split_at(first);
    let mut code = code.join("\n") + "\n";
    let mut head: Vec<String> = head.iter().map(|&line| line.to_owned()).collect();
    for local in parts.persistent {
        move_inside(&mut head, &mut code, local);
    }
    let used = used_stubs(&code);
    let mut stubs = String::new();
    for stub in STUBS.split("\n\n").filter(|stub| used.contains(&name_of_stub(stub))) {
        let (kind, threads) = (parts.words.kind.to_string(), parts.size.0.threads.to_string());
        stubs += &format!("{}\n\n", stub.trim_end().replace("KIND", &kind).replace("THREADS", &threads));
    }
    let body = format!("{stubs}{code}");
    let all = without_strings(&format!("{}\n{CONTROL}{body}", head.join("\n")));
    let counts = counts(&all);
    let is_needed = |line: &str| match declared(line) {
        Some(name) if name == "CONTR" || name.starts_with("seq_") && line.ends_with("();") => false,
        // Unused declarations are removed: library functions that were called, strings, and functions that were copied.
        Some(name) => {
            counts.get(name).is_some_and(|&count| count > 1) || !(line.ends_with(");") || line.contains("char string_"))
        }
        None => true,
    };
    let mut kept: Vec<&str> = head.iter().map(String::as_str).filter(|line| is_needed(line)).collect();
    kept.dedup_by(|next, before| next.is_empty() && before.is_empty());
    let mut head = kept.join("\n").trim_end().to_owned();
    if !parts.keeps_returned {
        head = head.replace("\nvoid *returned[64];", "");
    }
    let all = format!("{CONTROL}{body}");
    for (call, declaration) in [
        (" __VERIFIER_assume(", "void __VERIFIER_assume(int condition);"),
        (" __VERIFIER_nondet_bool(", "_Bool __VERIFIER_nondet_bool(void);"),
        (" __VERIFIER_nondet_int(", "int __VERIFIER_nondet_int(void);"),
        (" __raddle_unsupported(", "void __raddle_unsupported(const char *what);"),
    ] {
        if !head.contains(call) && all.contains(call) {
            head += &format!("\n{declaration}");
        }
    }
    let (size, without) = parts.size;
    let text = format!(
        "// A sequential program with the executions of a concurrent one, whatever its loops and context switches: lazy sequentialization\n\
         // [Nguyen, Fischer, La Torre, Parlato 2016], written by raddle. Signed overflow wraps (-fwrapv).\n\
         // {} threads, {} variables, {} transitions, {} labels; without reduction {} transitions, {} labels.\n\
         {head}\n\n{CONTROL}\n{body}",
        size.threads, size.variables, size.transitions, size.labels, without.transitions, without.labels
    );
    text.replace(&format!("[{}]", parts.entries), &format!("[{}]", size.threads))
}

/// Declares a local inside of its function.
fn move_inside(head: &mut Vec<String>, code: &mut String, local: &Persistent) {
    let Some(at) = head.iter().position(|line| declared(line) == Some(&local.global)) else { return };
    let start = format!("\nvoid {}(void)\n{{\n", local.function);
    let text = format!("\n{code}");
    let Some(begin) = text.find(&start) else { return };
    let inner = begin + start.len();
    let Some(end) = text[inner..].find("\n}\n").map(|length| inner + length) else { return };
    let (before, own, behind) = (&text[..inner], &text[inner..end], &text[end..]);
    let named = |text: &str| words(text).any(|word| word == local.global);
    if named(before) || named(behind) || head.iter().enumerate().any(|(line, text)| line != at && named(text)) {
        return;
    }
    let declaration = head.remove(at);
    if !named(own) {
        return;
    }
    let is_free = !words(&text).chain(head.iter().flat_map(|line| words(line))).any(|word| word == local.local)
        || !words(own).chain(head.iter().flat_map(|line| words(line))).any(|word| word == local.local);
    let name = if is_free { &local.local } else { &local.global };
    let renamed = renamed(&format!("    static {declaration}\n{own}"), &local.global, name);
    *code = format!("{before}{renamed}{behind}")[1..].to_owned();
}

/// The name that a line at the top of the text declares.
fn declared(line: &str) -> Option<&str> {
    if line.starts_with([' ', '}', '#', '/', '_']) && !line.starts_with("_Bool") || !line.ends_with(';') {
        return None;
    }
    let line = line.strip_prefix("extern ").unwrap_or(line);
    let line = line.split(" = ").next().unwrap_or(line);
    // The innermost name: before the first bracket, or inside of the parentheses of a pointer to a function or an array.
    let end = line.find(['[', '(', ';'])?;
    let inner = if line[end..].starts_with("(*") { &line[end + 2..] } else { &line[..end] };
    let inner = inner.split([')', '[', '(']).next().unwrap_or(inner);
    inner.split([' ', '*']).rfind(|word| !word.is_empty())
}

fn is_of_word(char: char) -> bool {
    char.is_ascii_alphanumeric() || char == '_'
}

/// The identifiers and numbers of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|char| !is_of_word(char)).filter(|word| !word.is_empty())
}

/// A text without its strings.
fn without_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        let (mut in_string, mut before) = (false, ' ');
        for char in line.chars() {
            let is_quote = char == '"' && before != '\\';
            if !in_string || is_quote {
                out.push(char);
            }
            in_string ^= is_quote;
            before = if before == '\\' { ' ' } else { char };
        }
        out.push('\n');
    }
    out
}

fn counts(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for word in words(text) {
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

/// Replaces a name in a text, except in strings.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_string = false;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|char| !is_of_word(char)).unwrap_or(rest.len());
        if length > 0 {
            let word = &rest[..length];
            out += if word == from && !in_string { to } else { word };
            rest = &rest[length..];
            continue;
        }
        in_string ^= first == '"' && !out.ends_with('\\');
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out
}

fn name_of_stub(stub: &str) -> String {
    let header = stub.lines().find_map(|line| line.strip_prefix("int seq_"));
    header.map_or(String::new(), |header| format!("seq_{}", header.split('(').next().unwrap_or_default()))
}

/// The stubs that the code calls, directly or through other stubs.
fn used_stubs(code: &str) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    let mut pending = vec![code];
    while let Some(text) = pending.pop() {
        for stub in STUBS.split("\n\n") {
            let name = name_of_stub(stub);
            if !used.contains(&name) && words(text).any(|word| word == name) {
                used.push(name);
                pending.push(stub);
            }
        }
    }
    used
}
