//! External tools, as processes: for the settings `sequential.tool` and `compositional.solver`.
//!
//! A tool is a command whose words are separated by spaces. `{c}` stands for a file with the program as C, `{horn}` for
//! one with Horn clauses. A command with `{spec}` reads properties as SV-COMP writes them: they are passed as a file,
//! and failing assertions in the program call `reach_error`. Some tools have names. A tool runs in a process group of
//! its own, and the whole group is killed with it. The shell that starts it sets limits of memory and processor time.
//! The answer is read strictly: all lines that are answers must agree.

use std::io::Read as _;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use raddle_verify::context::Cancellation;
use raddle_verify::options::{Said, Tool, ToolForm};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::supervise::Limits;

/// How often it is looked at whether a tool has ended.
const LOOK: Duration = Duration::from_millis(15);

/// How much of an output is read.
const OUTPUT: u64 = 16 << 20;

/// Tools with names: what they are started as, and how they say that a program is safe, or is not.
const KNOWN: &[(&str, &str, Answers)] = &[
    ("cbmc", "cbmc --unwinding-assertions {c}", VERIFICATION),
    ("esbmc", "esbmc --k-induction --no-bounds-check --no-pointer-check --no-div-by-zero-check {c}", VERIFICATION),
    (
        "cpachecker",
        "cpachecker --predicateAnalysis {c}",
        Answers { safe: &["Verification result: TRUE."], violated: &["Verification result: FALSE."] },
    ),
    ("ultimate", "Ultimate.py --spec {spec} --architecture 64bit --file {c}", ANY),
    ("seahorn", "sea pf {c}", Answers { safe: &["unsat"], violated: &["sat"] }),
    ("z3", "z3 {horn}", HORN),
    ("golem", "golem --logic HORN {horn}", HORN),
    ("eldarica", "eld {horn}", HORN),
];

const VERIFICATION: Answers = Answers { safe: &["VERIFICATION SUCCESSFUL"], violated: &["VERIFICATION FAILED"] };

/// The property that `{spec}` stands for.
const PROPERTY: &str = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n";

/// How failing assertions reach it.
const REACHED: &str = "
extern void reach_error(void);
void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)
{
    reach_error();
}
";

const HORN: Answers = Answers { safe: &["sat"], violated: &["unsat"] };

/// What other commands on programs may say.
const ANY: Answers = Answers {
    safe: &["SAFE", "TRUE", "VERIFICATION SUCCESSFUL", "VERDICT: SAFE"],
    violated: &["UNSAFE", "FALSE", "VERIFICATION FAILED"],
};

/// Lines that are answers: whole ones, or sentences that a line begins with.
#[derive(Clone, Copy, Debug)]
struct Answers {
    safe: &'static [&'static str],
    violated: &'static [&'static str],
}

/// The tools that have names, each with the command that is started.
pub fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
    KNOWN.iter().map(|&(name, command, _)| (name, command.split_whitespace().next().unwrap_or(command)))
}

/// A command, and how its answers are read.
#[derive(Clone, Debug)]
pub struct ToolCommand {
    name: String,
    words: Vec<String>,
    form: ToolForm,
    answers: Answers,
    limits: Limits,
}

impl ToolCommand {
    /// The tool of a name, or a command with `{c}` or `{horn}` in it.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn new(text: &str, limits: Limits) -> Result<ToolCommand, String> {
        let known = KNOWN.iter().find(|(name, _, _)| *name == text);
        let (name, template) = match known {
            Some(&(name, template, _)) => (name, template),
            None => (text.split_whitespace().next().unwrap_or_default(), text),
        };
        let form = match (template.contains("{c}"), template.contains("{horn}")) {
            (true, false) => ToolForm::C,
            (false, true) => ToolForm::Horn,
            (true, true) => return Err("a tool reads {c} or {horn}, not both".to_owned()),
            (false, false) => {
                let names: Vec<&str> = KNOWN.iter().map(|(name, _, _)| *name).collect();
                return Err(format!(
                    "{text}: no tool of this name is known ({}); a command of your own has {{c}} or {{horn}} where the file goes",
                    names.join(", ")
                ));
            }
        };
        let answers = match (known, form) {
            (Some(&(_, _, answers)), _) => answers,
            (None, ToolForm::C) => ANY,
            (None, ToolForm::Horn) => HORN,
        };
        if form == ToolForm::Horn && template.contains("{spec}") {
            return Err("{spec} goes with {c}: clauses have no other property".to_owned());
        }
        let words = template.split_whitespace().map(str::to_owned).collect();
        Ok(ToolCommand { name: name.to_owned(), words, form, answers, limits })
    }

    /// A tool that reads Horn clauses.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_clauses(text: &str, limits: Limits) -> Result<ToolCommand, String> {
        let tool = ToolCommand::new(text, limits)?;
        match tool.form {
            ToolForm::Horn => Ok(tool),
            ToolForm::C => {
                Err(format!("{text} reads C, not Horn clauses: name z3, golem, eldarica or a command with {{horn}}"))
            }
        }
    }

    fn start(&self, file: &str, property: &str) -> std::io::Result<Child> {
        let mut script = String::new();
        if let Some(memory) = self.limits.memory {
            script.push_str(&format!("ulimit -v {}; ", memory >> 10));
        }
        if let Some(timeout) = self.limits.timeout {
            // Tools may use several processors; the clock on the wall is watched from here.
            script.push_str(&format!("ulimit -t {}; ", timeout.as_secs().saturating_mul(8).max(1)));
        }
        script.push_str("exec \"$@\"");
        let words =
            self.words.iter().map(|word| word.replace("{c}", file).replace("{horn}", file).replace("{spec}", property));
        Command::new("sh")
            .args(["-c", &script, "sh"])
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
    }

    fn reads_properties(&self) -> bool {
        self.words.iter().any(|word| word.contains("{spec}"))
    }

    /// All that it writes about a text.
    fn output(&self, text: &str, cancellation: &Cancellation) -> Result<String, String> {
        let (suffix, text) = match self.form {
            ToolForm::C if self.reads_properties() && text.contains("void __assert_fail(") => {
                (".c", format!("{text}{REACHED}"))
            }
            ToolForm::C => (".c", text.to_owned()),
            ToolForm::Horn => (".smt2", text.to_owned()),
        };
        let (file, property) = match written(suffix, &text).and_then(|file| Ok((file, written(".prp", PROPERTY)?))) {
            Ok(files) => files,
            Err(why) => return Err(format!("the program cannot be written for {}: {why}", self.name)),
        };
        let mut child = match self.start(&file.path().to_string_lossy(), &property.path().to_string_lossy()) {
            Ok(child) => child,
            Err(why) => return Err(format!("{} cannot be started: {why}", self.name)),
        };
        let Some(output) = child.stdout.take() else { return Err("there is no output".to_owned()) };
        // A tool that writes much must not block: its output is read at the same time.
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            let result = output.take(OUTPUT).read_to_end(&mut bytes);
            result.map(|_| String::from_utf8_lossy(&bytes).into_owned())
        });
        let status = loop {
            match child.try_wait() {
                Ok(Some(status)) => break status,
                Ok(None) if cancellation.reason().is_none() => sleep(LOOK),
                Ok(None) | Err(_) => {
                    end(&mut child);
                    return Err(format!("{} was stopped", self.name));
                }
            }
        };
        // What it left running would hold its output open.
        end(&mut child);
        let output = match reader.join() {
            Ok(Ok(output)) => output,
            Ok(Err(_)) | Err(_) => return Err(format!("what {} says cannot be read", self.name)),
        };
        if status.code() == Some(127) {
            return Err(format!("{} is not installed: its command was not found", self.name));
        }
        Ok(output)
    }

    /// What an output says.
    fn read(&self, output: &str) -> Said {
        let is_among = |line: &str, answers: &[&str]| {
            answers.iter().any(|answer| line == *answer || answer.ends_with('.') && line.starts_with(answer))
        };
        let (mut holds, mut violated) = (false, false);
        for line in output.lines().map(str::trim) {
            holds |= is_among(line, self.answers.safe);
            violated |= is_among(line, self.answers.violated);
        }
        match (holds, violated) {
            (true, false) => Said::Holds,
            (false, true) => Said::Violated,
            (true, true) => Said::Nothing(format!("{} says that it is safe and that it is not", self.name)),
            (false, false) => {
                let last = output.lines().rev().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing");
                let last: String = last.chars().take(120).collect();
                Said::Nothing(format!("{} gives no answer; its last line is: {last}", self.name))
            }
        }
    }
}

/// A file that is there as long as this is.
fn written(suffix: &str, text: &str) -> std::io::Result<tempfile::NamedTempFile> {
    let file = tempfile::Builder::new().prefix("raddle").suffix(suffix).tempfile()?;
    std::fs::write(file.path(), text)?;
    Ok(file)
}

/// Ends a process and all of its group, and waits for it.
fn end(child: &mut Child) {
    if let Ok(id) = i32::try_from(child.id())
        && let Some(group) = Pid::from_raw(id)
    {
        // It may have ended meanwhile.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

impl Tool for ToolCommand {
    fn name(&self) -> &str {
        &self.name
    }

    fn form(&self) -> ToolForm {
        self.form
    }

    fn hear(&self, text: &str, cancellation: &Cancellation) -> (Said, String) {
        match self.output(text, cancellation) {
            Ok(output) => (self.read(&output), output),
            Err(why) => (Said::Nothing(why), String::new()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(tool: &str, output: &str) -> Said {
        ToolCommand::new(tool, Limits::default()).expect("the tool is known").read(output)
    }

    #[test]
    fn answers_are_whole_lines_that_agree() {
        assert_eq!(said("cbmc", "...\nVERIFICATION SUCCESSFUL\n"), Said::Holds);
        assert_eq!(said("cbmc", "VERIFICATION FAILED"), Said::Violated);
        assert!(matches!(said("cbmc", "VERIFICATION FAILED\nVERIFICATION SUCCESSFUL"), Said::Nothing(_)));
        assert!(matches!(said("cbmc", "is VERIFICATION SUCCESSFUL?"), Said::Nothing(_)));
        assert!(matches!(said("z3", "unknown"), Said::Nothing(_)));
        assert_eq!(said("z3", "unsat"), Said::Violated);
        assert_eq!(said("seahorn", "unsat"), Said::Holds);
        assert_eq!(said("cpachecker", "Verification result: TRUE. No property violation found."), Said::Holds);
        assert_eq!(said("ultimate", "Result:\nTRUE"), Said::Holds);
        assert_eq!(said("ultimate", "Result:\nFALSE"), Said::Violated);
        assert!(matches!(said("ultimate", "Result:\nUNKNOWN: Overapproximated counterexample"), Said::Nothing(_)));
        assert_eq!(said("my-tool {c}", "SAFE"), Said::Holds);
        assert!(ToolCommand::new("no-such-tool", Limits::default()).is_err());
        assert!(ToolCommand::new("tool {c} {horn}", Limits::default()).is_err());
        assert!(ToolCommand::new("tool {spec} {horn}", Limits::default()).is_err());
    }
}
