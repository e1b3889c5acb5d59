//! The command, asked as its users ask it: a process for each question. Answers can be kept in a file, a JSON object a line, so that a
//! long measurement goes on where it was cut off.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::repository;

/// A question to the command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question<'q> {
    /// The engine that is asked.
    pub engine: &'q str,
    /// More options.
    pub more: &'q [&'q str],
    /// The property.
    pub property: &'q str,
    /// The macros that are defined.
    pub defines: &'q [String],
    /// The file, from the root of the repository.
    pub file: &'q Path,
}

/// What an engine made of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Measured {
    /// The arguments of the command, without the limit.
    question: String,
    /// How many seconds it had on the wall.
    limit: u64,
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub verdict: String,
    /// Why there is no answer.
    pub reason: String,
    /// Seconds of the processor.
    #[serde(rename = "cpu")]
    pub seconds: f64,
    /// What it counted.
    statistics: Value,
}

impl Measured {
    pub(crate) fn counter(&self, name: &str) -> u64 {
        self.statistics.get(name).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Whether the answer contradicts what is true.
    pub(crate) fn is_wrong(&self, is_violated: bool) -> bool {
        match self.verdict.as_str() {
            "SAFE" => is_violated,
            "UNSAFE" => !is_violated,
            _ => false,
        }
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.verdict != "UNKNOWN"
    }

    /// Seconds; `-` if there is no answer.
    pub(crate) fn cell(&self, is_violated: bool) -> String {
        if self.is_wrong(is_violated) {
            "WRONG".to_owned()
        } else if self.is_decided() {
            format!("{:.2}", self.seconds)
        } else {
            "-".to_owned()
        }
    }
}

/// The command, how long it has, and what it said before.
#[derive(Debug)]
pub(crate) struct Measuring {
    command: PathBuf,
    /// How many seconds on the wall a question may take.
    pub limit: u64,
    /// Only programs with this in their name.
    pub name: Option<String>,
    answers: Option<PathBuf>,
    known: HashMap<String, Measured>,
}

impl Measuring {
    /// # Errors
    /// A sentence, if the file of answers is there and cannot be read.
    pub(crate) fn new(
        command: PathBuf,
        limit: u64,
        name: Option<String>,
        answers: Option<PathBuf>,
    ) -> Result<Measuring, String> {
        let mut known = HashMap::new();
        if let Some(path) = answers.as_ref().filter(|path| path.is_file()) {
            let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
            // The last line may have been cut off.
            for answer in text.lines().filter_map(|line| serde_json::from_str::<Measured>(line).ok()) {
                known.insert(answer.question.clone(), answer);
            }
        }
        Ok(Measuring { command, limit, name, answers, known })
    }

    pub(crate) fn is_wanted(&self, name: &str) -> bool {
        self.name.as_ref().is_none_or(|wanted| name.contains(wanted.as_str()))
    }

    /// What was said, or is said now. What was not decided is asked again if there is more time now.
    ///
    /// # Errors
    /// A sentence, if the command cannot be run or says nothing.
    pub(crate) fn ask(&mut self, question: Question<'_>) -> Result<Measured, String> {
        let Question { engine, more, property, defines, file } = question;
        let mut arguments = vec!["check", "--format", "json", "--engine", engine];
        arguments.extend(more);
        arguments.extend(["-p", property]);
        arguments.extend(defines.iter().flat_map(|define| ["-D", define.as_str()]));
        let path = file.to_string_lossy();
        arguments.push(&path);
        let question = arguments.join(" ");
        let is_enough = |answer: &&Measured| answer.is_decided() || answer.limit >= self.limit;
        if let Some(answer) = self.known.get(&question).filter(is_enough) {
            return Ok(answer.clone());
        }
        let mut run = Command::new(&self.command);
        run.args(&arguments).args(["--timeout", &format!("{}s", self.limit)]);
        run.current_dir(repository()).stdin(Stdio::null()).stderr(Stdio::null());
        let output = run.output().map_err(|error| format!("cannot run {}: {error}", self.command.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let said: Value = text
            .lines()
            .find_map(|line| serde_json::from_str(line).ok())
            .ok_or_else(|| format!("{engine} says nothing about {path}: {}", output.status))?;
        let word = |value: &Value| value.as_str().map(str::to_owned);
        let answer = Measured {
            question,
            limit: self.limit,
            verdict: word(&said["verdict"]).unwrap_or_else(|| "UNKNOWN".to_owned()),
            reason: said["properties"].get(0).map(|property| property["reason"].to_string()).unwrap_or_default(),
            seconds: said["resources"]["cpu_seconds"].as_f64().unwrap_or(0.0),
            statistics: said["statistics"].clone(),
        };
        eprintln!("{} {:.2} s: {}", answer.verdict, answer.seconds, answer.question);
        self.keep(&answer)?;
        Ok(answer)
    }

    fn keep(&mut self, answer: &Measured) -> Result<(), String> {
        if let Some(path) = &self.answers {
            let failed = |error: std::io::Error| format!("{}: {error}", path.display());
            let line = serde_json::to_string(answer).map_err(|error| error.to_string())?;
            let mut file = std::fs::File::options().create(true).append(true).open(path).map_err(failed)?;
            writeln!(file, "{line}").map_err(failed)?;
        }
        self.known.insert(answer.question.clone(), answer.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_not_asked_again_unless_there_is_more_time() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("answers.jsonl");
        let line = |verdict: &str, file: &str| {
            format!(
                r#"{{"question":"check --format json --engine e -p assertions {file}","limit":5,"verdict":"{verdict}","reason":"","cpu":1.5,"statistics":{{}}}}"#
            )
        };
        std::fs::write(&path, format!("{}\n{}\n{{\"cut", line("SAFE", "a.c"), line("UNKNOWN", "b.c")))
            .expect("written");
        let asked = |file: &str, limit: u64| {
            let mut measuring = Measuring::new("/nowhere".into(), limit, None, Some(path.clone())).expect("readable");
            let file = Path::new(file);
            measuring.ask(Question { engine: "e", more: &[], property: "assertions", defines: &[], file })
        };
        assert_eq!(asked("a.c", 60).expect("known").cell(false), "1.50");
        assert_eq!(asked("b.c", 5).expect("known").cell(false), "-");
        assert!(asked("b.c", 6).expect_err("the command is not there").contains("cannot run"));
        assert!(asked("c.c", 5).is_err());
    }
}
