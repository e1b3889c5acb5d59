//! `-o KEY=VALUE`: options of single engines. [`KEYS`] has them all; `raddle check --help-engines` prints it.

use raddle_analysis::reduction::Reduction;
use raddle_horn::sequential::CHECKERS;
use raddle_program::property::Property;
use raddle_verify::options::{Form, Order, Respected, SliceOptions, Strategy};
use raddle_verify::portfolio;
use std::fmt::Write as _;

use raddle_report::text::wrap;

use crate::engines::ENGINES;
use crate::nearest::nearest;

/// The options of single engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSettings {
    /// Which context switches `explicit`, `lazy` and `compositional` consider.
    pub reduction: Reduction,
    /// How `bmc` and `slice` order events.
    pub order: Order,
    /// How many context switches `lazy` considers at most.
    pub context_switches: Option<u32>,
    /// What decides the sequential program of `sequential`.
    pub checker: String,
    /// The tool that the checker `external` asks.
    pub tool: Option<String>,
    /// The tool that solves the Horn clauses of `compositional`; without it the built-in solver does.
    pub solver: Option<String>,
    /// The order of the threads of `modular` below the one on top.
    pub thread_order: Vec<u32>,
    /// How `slice` chooses variables and uses counterexamples.
    pub slice: SliceOptions,
    /// The engine that checks abstractions which are programs.
    slice_engine: &'static str,
}

impl Default for EngineSettings {
    fn default() -> Self {
        EngineSettings {
            reduction: Reduction::Blocks,
            order: Order::Theory,
            context_switches: None,
            checker: CHECKERS[0].name().to_owned(),
            tool: None,
            solver: None,
            thread_order: Vec::new(),
            slice: SliceOptions::default(),
            slice_engine: "bmc",
        }
    }
}

impl EngineSettings {
    /// The options that a command line gives; the last one of a key counts.
    pub fn of(settings: &[Setting]) -> EngineSettings {
        let mut all = EngineSettings::default();
        for setting in settings {
            // The parser of the command line has refused wrong values.
            let _ = (setting.key.set)(&mut all, &setting.value);
        }
        if let Form::Program { engine } = &mut all.slice.form {
            *engine = all.slice_engine;
        }
        all
    }
}

/// One `-o KEY=VALUE`.
#[derive(Clone)]
pub struct Setting {
    key: &'static Key,
    value: String,
}

impl std::fmt::Debug for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key.name, self.value)
    }
}

impl Setting {
    /// Reads one.
    ///
    /// # Errors
    /// A sentence: there is no such key, or the value does not fit it.
    pub fn read(text: &str) -> Result<Setting, String> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(
                "expected KEY=VALUE, for instance sequential.checker=kinduction (--help-engines lists them)".to_owned()
            );
        };
        let Some(key) = KEYS.iter().find(|key| key.name == name) else {
            let near = nearest(name, KEYS.iter().map(|key| key.name));
            let near = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            return Err(format!("no engine has an option `{name}`{near} (--help-engines lists them)"));
        };
        (key.set)(&mut EngineSettings::default(), value)?;
        Ok(Setting { key, value: value.to_owned() })
    }
}

/// An option of engines.
struct Key {
    /// Its name: an engine, or `engines` for several, and what is set.
    name: &'static str,
    /// What it means.
    help: &'static str,
    /// Its values, and what each does.
    values: fn() -> Vec<(&'static str, &'static str)>,
    /// Sets it.
    set: fn(&mut EngineSettings, &str) -> Result<(), String>,
}

/// All options of engines.
const KEYS: &[Key] = &[
    Key {
        name: "engines.reduction",
        help: "which context switches explicit, lazy and compositional consider; no value loses a violation",
        values: || named(REDUCTIONS),
        set: |all, value| {
            all.reduction = chosen(REDUCTIONS, value)?;
            Ok(())
        },
    },
    Key {
        name: "bmc.order",
        help: "how bmc and slice order events",
        values: || named(ORDERS),
        set: |all, value| {
            all.order = chosen(ORDERS, value)?;
            Ok(())
        },
    },
    Key {
        name: "lazy.switches",
        help: "the greatest number of context switches; if the bound excludes an execution, nothing is SAFE",
        values: || vec![("N", "any number; no bound by default")],
        set: |all, value| {
            all.context_switches = Some(number(value)?);
            Ok(())
        },
    },
    Key {
        name: "sequential.checker",
        help: "what decides the sequential program",
        values: || CHECKERS.iter().map(|checker| (checker.name(), checker.summary())).collect(),
        set: |all, value| {
            let names: Vec<&str> = CHECKERS.iter().map(|checker| checker.name()).collect();
            all.checker = one_of(&names, value)?.to_owned();
            Ok(())
        },
    },
    Key {
        name: "sequential.tool",
        help: "the tool that the checker external asks; it says SAFE or UNSAFE (of clauses sat or unsat) on a line of its own",
        values: || {
            vec![(TOOLS, "tools with a name"), ("COMMAND", "with {c} or {horn} for the file, {spec} for the property")]
        },
        set: |all, value| {
            all.tool = Some(value.to_owned());
            Ok(())
        },
    },
    Key {
        name: "compositional.solver",
        help: "what solves the Horn clauses; the model of another tool is proved again",
        values: || {
            let command = "with {horn} for the file; it says sat or unsat, and after sat writes a model";
            vec![("own", "the solver of raddle"), ("z3|golem|eldarica", "tools with a name"), ("COMMAND", command)]
        },
        set: |all, value| {
            all.solver = Some(value.to_owned()).filter(|solver| solver != "own");
            Ok(())
        },
    },
    Key {
        name: "modular.order",
        help: "the order of the threads below the top, by their numbers in traces (main is 0)",
        values: || vec![("3,2", "numbers; by default a thread that is read from comes behind the thread that reads")],
        set: |all, value| {
            all.thread_order = value.split(',').map(|part| number(part.trim())).collect::<Result<_, _>>()?;
            Ok(())
        },
    },
    Key {
        name: "slice.form",
        help: "the form of abstractions",
        values: || named(FORMS),
        set: |all, value| {
            all.slice.form = chosen(FORMS, value)?;
            Ok(())
        },
    },
    Key {
        name: "slice.engine",
        help: "the engine that checks abstractions which are programs",
        values: || {
            let (mut all, further): (Vec<_>, Vec<_>) = assertion_engines()
                .map(|engine| (engine.name(), engine.summary()))
                .partition(|(name, _)| *name == EngineSettings::default().slice_engine);
            all.extend(further);
            all
        },
        set: |all, value| {
            let names: Vec<&'static str> = assertion_engines().map(|engine| engine.name()).collect();
            all.slice_engine = one_of(&names, value)?;
            Ok(())
        },
    },
    Key {
        name: "slice.strategy",
        help: "which variables are kept first; raddle explain --slice shows them",
        values: || named(STRATEGIES),
        set: |all, value| {
            all.slice.strategy = chosen(STRATEGIES, value)?;
            Ok(())
        },
    },
    Key {
        name: "slice.respects",
        help: "what of a counterexample is kept when more variables are added: the less, the more executions it stands for",
        values: || named(RESPECTED),
        set: |all, value| {
            all.slice.respected = chosen(RESPECTED, value)?;
            Ok(())
        },
    },
    Key {
        name: "slice.replay",
        help: "whether a counterexample is tried in its own order before more variables are added",
        values: || vec![("yes", "the default"), ("no", "")],
        set: |all, value| {
            all.slice.skips_concretization = one_of(&["yes", "no"], value)? == "no";
            Ok(())
        },
    },
];

/// The names of values, what each does, and what it stands for. The first one is the default.
type Choices<T> = [(&'static str, &'static str, T)];

const REDUCTIONS: &Choices<Reduction> = &[
    (
        "blocks",
        "before accesses that may conflict, and not inside reducible blocks, such as the time that a lock is held",
        Reduction::Blocks,
    ),
    ("readwrite", "before accesses to shared memory that may conflict", Reduction::ReadWrite),
    ("visible", "before accesses to shared memory", Reduction::Visible),
    ("none", "before every step", Reduction::None),
];

const ORDERS: &Choices<Order> = &[
    (Order::Theory.name(), "by a theory inside the SAT solver", Order::Theory),
    (Order::Clocks.name(), "by a number for each event: slower, and independent of the theory", Order::Clocks),
];

const FORMS: &Choices<Form> = &[
    ("formula", "parts of one formula of the unwound program", Form::Formula),
    (
        "program",
        "programs, which slice.engine checks: with sequential, loops need no bound",
        Form::Program { engine: "bmc" },
    ),
];

const STRATEGIES: &Choices<Strategy> = &[
    ("cores", "as paper; variables that unsatisfiable cores needed are kept from then on", Strategy::Cores),
    ("paper", "what is asserted, and what that depends on directly", Strategy::Paper),
    ("distance", "the nearest quarter of the variables", Strategy::Distance),
];

const RESPECTED: &Choices<Respected> = &[
    ("sources", "which writes are read", Respected::Sources),
    ("order", "and in which order conflicting accesses happen", Respected::Order),
    ("run", "the order of all steps, and all values", Respected::Run),
];

const TOOLS: &str = "cbmc|esbmc|cpachecker|ultimate|seahorn|z3|golem|eldarica";

fn named<T>(choices: &Choices<T>) -> Vec<(&'static str, &'static str)> {
    choices.iter().map(|(name, help, _)| (*name, *help)).collect()
}

fn chosen<T: Copy>(choices: &Choices<T>, value: &str) -> Result<T, String> {
    let names: Vec<&str> = choices.iter().map(|(name, ..)| *name).collect();
    let name = one_of(&names, value)?;
    let found = choices.iter().find(|(known, ..)| *known == name);
    found.map(|(.., choice)| *choice).ok_or_else(|| format!("`{value}` is none of {}", names.join(", ")))
}

fn one_of<'n>(names: &[&'n str], value: &str) -> Result<&'n str, String> {
    let found = names.iter().find(|name| **name == value);
    found.copied().ok_or_else(|| format!("`{value}` is none of {}", names.join(", ")))
}

fn number(value: &str) -> Result<u32, String> {
    value.parse().map_err(|_| format!("`{value}` is no number"))
}

/// The engines that may check abstractions.
fn assertion_engines() -> impl Iterator<Item = &'static &'static dyn raddle_verify::engine::Engine> {
    ENGINES.iter().filter(|engine| engine.decides(Property::Assertions) && engine.name() != "slice")
}

/// The engines and their options, for people, in lines of a width in columns.
pub fn help(width: usize) -> String {
    let mut text = String::from("Engines (--engine NAME):\n\n");
    row(&mut text, 2, portfolio::NAME, portfolio::SUMMARY, width);
    for engine in ENGINES {
        row(&mut text, 2, engine.name(), engine.summary(), width);
    }
    text.push_str("\nOptions of engines (-o KEY=VALUE); the first value of a list is the default:\n");
    for key in KEYS {
        let _ = writeln!(text, "\n  {}", key.name);
        wrap(key.help, width.saturating_sub(4).max(20)).iter().for_each(|line| text.push_str(&format!("    {line}\n")));
        for (value, help) in (key.values)() {
            row(&mut text, 6, value, help, width);
        }
    }
    text
}

/// A name with what it means beside it, or below it if the name is long.
fn row(text: &mut String, indent: usize, name: &str, help: &str, width: usize) {
    const NAME: usize = 14;
    let start = indent + NAME + 1;
    let lines = wrap(help, width.saturating_sub(start).max(20));
    text.push_str(&format!("{:indent$}{name:<NAME$} ", ""));
    if name.len() > NAME && !help.is_empty() {
        text.truncate(text.trim_end_matches(' ').len());
        text.push_str(&format!("\n{:start$}", ""));
    }
    text.push_str(&lines.join(&format!("\n{:start$}", "")));
    text.truncate(text.trim_end_matches(' ').len());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[&str]) -> Result<EngineSettings, String> {
        let read: Result<Vec<Setting>, String> = texts.iter().map(|text| Setting::read(text)).collect();
        read.map(|settings| EngineSettings::of(&settings))
    }

    #[test]
    fn the_first_value_of_each_list_is_the_default() {
        for key in KEYS {
            let first = (key.values)()[0].0;
            let is_form = ["N", "3,2", TOOLS].contains(&first);
            let changed = settings(&[&format!("{}={first}", key.name)]);
            assert!(is_form || changed == Ok(EngineSettings::default()), "{}", key.name);
        }
    }

    #[test]
    fn settings_are_read_and_the_last_one_counts() {
        let read = settings(&[
            "engines.reduction=none",
            "bmc.order=clocks",
            "engines.reduction=visible",
            "modular.order=3, 2",
        ]);
        let read = read.expect("all are right");
        assert_eq!((read.reduction, read.order, read.thread_order), (Reduction::Visible, Order::Clocks, vec![3, 2]));
        let read =
            settings(&["slice.form=program", "slice.engine=sequential", "slice.replay=no"]).expect("all are right");
        assert_eq!(read.slice.form, Form::Program { engine: "sequential" });
        assert!(read.slice.skips_concretization);
        assert_eq!(settings(&["compositional.solver=own"]), Ok(EngineSettings::default()));
    }

    #[test]
    fn wrong_settings_are_named() {
        let wrong = |text: &str| Setting::read(text).expect_err("wrong");
        assert!(wrong("bmc.ordre=clocks").contains("did you mean `bmc.order`?"));
        assert_eq!(wrong("bmc.order=clock"), "`clock` is none of theory, clocks");
        assert!(wrong("bmc.order").starts_with("expected KEY=VALUE"));
        assert_eq!(wrong("lazy.switches=many"), "`many` is no number");
        assert!(wrong("slice.engine=slice").starts_with("`slice` is none of "));
    }

    #[test]
    fn help_names_all() {
        let help = help(80);
        assert!(help.lines().all(|line| line.chars().count() <= 80 && !line.ends_with(' ')));
        assert!(
            KEYS.iter().all(|key| help.contains(key.name)) && ENGINES.iter().all(|engine| help.contains(engine.name()))
        );
    }
}
