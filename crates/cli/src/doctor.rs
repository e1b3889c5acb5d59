//! `raddle doctor`: what of this machine is used for what, and what is missing.
//!
//! Nothing but a C compiler is needed, and that only for files with directives of the preprocessor. Each missing thing is named with what
//! it would give.

use raddle_report::style::{Emphasis, Style};
use raddle_report::text::wrap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::configuration;
use crate::exit::Exit;
use crate::measure::{self, Granted};
use crate::options::DoctorOptions;
use crate::output::{self, Written};
use crate::tool;

/// How a thing is found.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Found,
    /// It is not there, and something needs it.
    Missing,
    /// It is not there, and everything but what it gives works.
    Absent,
}

/// A thing of the machine.
struct Item {
    name: String,
    state: State,
    /// What was found, or what is missing without it.
    said: String,
}

impl Item {
    fn found(name: &str, said: String) -> Item {
        Item { name: name.to_owned(), state: State::Found, said }
    }

    /// Something that may be found.
    fn optional(name: &str, found: Option<String>, gives: &str) -> Item {
        match found {
            Some(found) => Item::found(name, format!("{found}, for {gives}")),
            None => {
                Item { name: name.to_owned(), state: State::Absent, said: format!("not found; wanted for {gives}") }
            }
        }
    }
}

/// Looks at the machine, and says what is there.
pub fn doctor(options: &DoctorOptions) -> Exit {
    let groups = [("To read C", reading(options)), ("The machine", machine()), ("Optional tools", optional())];
    let is_missing = groups.iter().flat_map(|(_, items)| items).any(|item| item.state == State::Missing);
    let text = text(&groups, is_missing, output::answer_style());
    match output::answer(&text) {
        Written::Failed(why) => {
            output::message(&format!("error: the text cannot be written: {why}"));
            Exit::Output
        }
        Written::Whole | Written::NobodyReads if is_missing => Exit::Input,
        Written::Whole | Written::NobodyReads => Exit::Safe,
    }
}

fn text(groups: &[(&str, Vec<Item>)], is_missing: bool, style: Style) -> String {
    let mut text = format!("raddle {}\n", env!("CARGO_PKG_VERSION"));
    let width = groups.iter().flat_map(|(_, items)| items).map(|item| item.name.len()).max().unwrap_or(0);
    for (title, items) in groups {
        text.push_str(&format!("\n{title}\n"));
        for Item { name, state, said } in items {
            let (word, emphasis) = match state {
                State::Found => ("ok     ", Emphasis::Good),
                State::Missing => ("MISSING", Emphasis::Bad),
                State::Absent => ("-      ", Emphasis::Faint),
            };
            let word = style.paint(emphasis, word);
            let indent = 2 + width + 2 + 7 + 2;
            for (number, line) in wrap(said, style.width.saturating_sub(indent).max(20)).iter().enumerate() {
                match number {
                    0 => text.push_str(&format!("  {name:<width$}  {word}  {line}\n")),
                    _ => text.push_str(&format!("{}{line}\n", " ".repeat(indent))),
                }
            }
        }
    }
    let end = if is_missing {
        "Something is missing that is needed: see MISSING above."
    } else {
        "Everything that is needed is there."
    };
    text + &format!("\n{end}\n")
}

fn reading(options: &DoctorOptions) -> Vec<Item> {
    let cc = &options.cc;
    let compiler = match (version(cc, "--version"), preprocesses(cc, "int x;\n")) {
        (Some(version), true) => Item::found("C compiler", format!("{cc}: {version}")),
        (None, _) => Item {
            name: "C compiler".to_owned(),
            state: State::Missing,
            said: format!(
                "`{cc}` cannot be started: install gcc or clang, or name a compiler with --cc; it finds this machine's headers, and \
                 preprocesses files that the built-in preprocessor leaves to it"
            ),
        },
        (Some(version), false) => Item {
            name: "C compiler".to_owned(),
            state: State::Missing,
            said: format!("`{cc}` ({version}) does not preprocess a file (`{cc} -E`): name another one with --cc"),
        },
    };
    let has_headers = preprocesses(cc, "#include <stdio.h>\n#include <pthread.h>\n");
    let headers = has_headers.then(|| "those of this machine".to_owned());
    let configuration = std::env::current_dir().ok().and_then(|folder| configuration::find(&folder));
    let configuration = match configuration {
        Some(path) => format!("{}: options of `check` for this folder", path.display()),
        None => format!("no {} in this folder or above: `check` has its usual options", configuration::NAME),
    };
    vec![
        compiler,
        Item::found("built-in headers", "the C library, POSIX threads, C11 threads and atomics".to_owned()),
        Item::optional("C headers", headers, "programs that include a header which is not built in"),
        Item::found("configuration", configuration),
    ]
}

fn machine() -> Vec<Item> {
    let cores = measure::processors();
    let engines =
        if cores == 1 { "engines take turns".to_owned() } else { format!("{cores} engines at the same time") };
    let granted = Granted::by_system();
    let memory = match granted.memory {
        Some(bytes) => {
            let limit = bytes / 4 * 3;
            format!("{}, of which a run uses at most {} (--memory)", gibibytes(bytes), gibibytes(limit))
        }
        None => "unknown: nothing is limited unless --memory is given".to_owned(),
    };
    let mut items =
        vec![Item::found("processors", format!("{cores}: {engines} (--threads)")), Item::found("memory", memory)];
    if let Some(bytes) = granted.address_space {
        let said = format!("{} (ulimit -v): engines may have to take turns", gibibytes(bytes));
        items.push(Item::found("address space", said));
    }
    if let Some(limit) = granted.cpu_time {
        items.push(Item::found("processor time", format!("{} s (ulimit -t): a run ends before", limit.as_secs())));
    }
    let style = output::answer_style();
    let colours = if style.has_colour { "with colours" } else { "without colours" };
    let terminal = match output::answer_is_terminal() {
        true => format!("{} columns, {colours} (--color)", style.width),
        false => format!("standard output is no terminal: {} columns, {colours}, no limit of time", style.width),
    };
    items.push(Item::found("terminal", terminal));
    items
}

fn optional() -> Vec<Item> {
    let has = |command: &str| on_path(command).map(|path| path.display().to_string());
    let both = has("gcc").filter(|_| has("make").is_some());
    let mut items = vec![Item::optional("gcc, make", both, "native replays of violations (--emit-replay)")];
    let is_solver = |name: &str| ["z3", "golem", "eldarica"].contains(&name);
    let (solvers, checkers): (Vec<_>, Vec<_>) = tool::known().partition(|(name, _)| is_solver(name));
    let group = |tools: Vec<(&'static str, &'static str)>, gives: &str| {
        let (found, absent): (Vec<_>, Vec<_>) = tools.into_iter().partition(|(_, command)| on_path(command).is_some());
        let found = found.into_iter().map(|(name, command)| Item::optional(name, has(command), gives));
        let names: Vec<&str> = absent.into_iter().map(|(name, _)| name).collect();
        let said = format!("{}: not found; wanted for {gives}", names.join(", "));
        let absent = (!names.is_empty()).then(|| Item { name: "other tools".to_owned(), state: State::Absent, said });
        found.chain(absent).collect::<Vec<_>>()
    };
    let gives = "solving Horn clauses by another tool (-o compositional.solver=NAME, -o sequential.checker=external -o sequential.tool=NAME)";
    items.extend(group(solvers, gives));
    items.extend(group(
        checkers,
        "checking sequential programs by another tool (-o sequential.checker=external -o sequential.tool=NAME)",
    ));
    items
}

fn gibibytes(bytes: u64) -> String {
    format!("{:.1} GiB", bytes as f64 / f64::from(1u32 << 30))
}

/// The first line of what a command says of its version.
fn version(command: &str, option: &str) -> Option<String> {
    let output = Command::new(command).arg(option).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| raddle_report::escape::escape(text.lines().next().unwrap_or("no version is told")))
}

/// Whether a compiler preprocesses a text.
fn preprocesses(command: &str, text: &str) -> bool {
    let Ok(folder) = tempfile::tempdir() else { return false };
    let file = folder.path().join("probe.c");
    if std::fs::write(&file, text).is_err() {
        return false;
    }
    let status = Command::new(command)
        .arg("-E")
        .arg(&file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}

/// Where a command is found.
fn on_path(command: &str) -> Option<PathBuf> {
    use std::os::unix::fs::PermissionsExt;
    let is_command = |path: &Path| {
        std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    };
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(command)).find(|path| is_command(path))
}
