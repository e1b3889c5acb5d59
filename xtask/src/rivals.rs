//! Compares `auto` with the engines alone: the share of the programs that some engine solves which `auto` solves, too,
//! and how many times as long as the best engine it takes with one engine at a time.
//!
//! For a program that is solved, each further engine gets only somewhat longer than the fastest one so far: a slower
//! engine is not the best. If no engine alone answers in that time, the ratio counts as 1. Limits are in wall-clock
//! time, so on a busy machine a best engine may be missed.

use raddle_cli::engines::ENGINES;
use raddle_program::property::Property;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::measuring::{Measured, Measuring, Question};
use crate::options::{ProgramsOptions, RivalsOptions};
use crate::score::{Expected, command, property, tasks};

/// How many of the largest ratios are named.
const N_NAMED: usize = 12;

/// How many times the seconds of the fastest engine so far an engine has. Limits are whole seconds of wall-clock time;
/// the comparison uses processor time.
const MARGIN: f64 = 1.5;

/// What became of a program.
#[derive(Debug)]
struct Row {
    program: PathBuf,
    family: String,
    /// Whether `auto` solves it, all of whose engines may run at the same time.
    is_solved: bool,
    /// Seconds of `auto` with one engine at a time, where that solves it.
    in_turns: Option<f64>,
    /// The engine that solves it alone in the fewest seconds.
    best: Option<(&'static str, f64)>,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        let seconds = self.in_turns?;
        Some(self.best.map_or(1.0, |(_, best)| seconds.max(TICK) / best.max(TICK)))
    }
}

/// Times below this number of seconds count as equal.
const TICK: f64 = 0.001;

/// Asks `auto` and its rivals. True if no answer is wrong.
///
/// # Errors
/// A sentence, if an option names nothing, nothing is to be scored, or the command cannot be run.
pub fn run(options: &RivalsOptions) -> Result<bool, String> {
    let programs = &options.programs;
    let (property, tasks) = (property(programs)?, tasks(programs)?);
    let mut measuring = Measuring::new(command(programs)?, programs.timeout, None, options.answers.clone())?;
    let mut race = Race { measuring: &mut measuring, programs, property, n_wrong: 0 };
    let mut rows = Vec::new();
    for (program, expected) in tasks {
        let program = std::path::absolute(&program).map_err(|error| error.to_string())?;
        rows.push(race.row(program, expected == Expected::Unsafe)?);
    }
    let n_wrong = race.n_wrong;
    print!("{}", summary(&rows));
    println!("wrong answers: {n_wrong}");
    Ok(n_wrong == 0)
}

/// Asks `auto` and the engines about programs.
struct Race<'r> {
    measuring: &'r mut Measuring,
    programs: &'r ProgramsOptions,
    property: Property,
    n_wrong: usize,
}

impl Race<'_> {
    fn row(&mut self, program: PathBuf, is_violated: bool) -> Result<Row, String> {
        let (limit, property) = (self.programs.timeout, self.property);
        let together = self.seconds(("auto", &[]), &program, is_violated, limit)?;
        let in_turns = self.seconds(("auto", &["--threads", "1"]), &program, is_violated, limit)?;
        let mut best: Option<(&'static str, f64)> = None;
        for engine in ENGINES.iter().filter(|engine| engine.decides(property)) {
            let fastest = best.map(|(_, seconds)| seconds).or(in_turns);
            let granted = fastest.map_or(limit, |seconds| (seconds * MARGIN).ceil() as u64).clamp(1, limit);
            if let Some(seconds) = self.seconds((engine.name(), &[]), &program, is_violated, granted)?
                && best.is_none_or(|(_, known)| seconds < known)
            {
                best = Some((engine.name(), seconds));
            }
        }
        let family = program.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
        Ok(Row { family, is_solved: together.is_some(), in_turns, best, program })
    }

    /// Seconds of the processor, if the answer is right.
    fn seconds(
        &mut self,
        (engine, more): (&str, &[&str]),
        program: &Path,
        is_violated: bool,
        limit: u64,
    ) -> Result<Option<f64>, String> {
        self.measuring.limit = limit;
        let model = self.programs.data_model.as_deref().map(|model| ["--data-model", model]);
        let more: Vec<&str> = more.iter().copied().chain(model.into_iter().flatten()).collect();
        let property = &self.programs.property;
        let answer: Measured =
            self.measuring.ask(Question { engine, more: &more, property, defines: &[], file: program })?;
        if answer.is_wrong(is_violated) {
            println!("WRONG: {engine} says {} of {}", answer.verdict, program.display());
            self.n_wrong += 1;
            return Ok(None);
        }
        Ok(answer.is_decided().then_some(answer.seconds))
    }
}

/// The tables as text.
fn summary(rows: &[Row]) -> String {
    let mut families: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        families.entry(&row.family).or_default().push(row);
        families.entry("total").or_default().push(row);
    }
    let total = families.remove("total");
    let mut lines = vec![format!(
        "{:24} {:>8} {:>5} {:>9} {:>8} {:>13} {:>9}",
        "family", "programs", "auto", "any", "share", "median ratio", "largest"
    )];
    for (family, members) in families.into_iter().chain(total.map(|all| ("total", all))) {
        let n_auto = members.iter().filter(|row| row.is_solved).count();
        let n_any = members.iter().filter(|row| row.is_solved || row.in_turns.is_some() || row.best.is_some()).count();
        let share = 100.0 * n_auto as f64 / n_any.max(1) as f64;
        let mut ratios: Vec<f64> = members.iter().filter_map(|row| row.ratio()).collect();
        ratios.sort_by(f64::total_cmp);
        let median = ratios.get(ratios.len() / 2).copied().unwrap_or_default();
        let largest = ratios.last().copied().unwrap_or_default();
        lines.push(format!(
            "{family:24} {:8} {n_auto:5} {n_any:9} {share:7.1}% {median:13.2} {largest:9.2}",
            members.len()
        ));
    }
    let missed = rows.iter().filter(|row| !row.is_solved);
    lines.extend(missed.map(|row| match row.best {
        Some((engine, seconds)) => format!("only {engine} solves it, in {seconds:.2} s: {}", row.program.display()),
        None => format!("no engine solves it: {}", row.program.display()),
    }));
    let mut slow: Vec<(f64, &Row)> = rows.iter().filter_map(|row| Some((row.ratio()?, row))).collect();
    slow.sort_by(|left, right| right.0.total_cmp(&left.0));
    lines.extend(slow.iter().take(N_NAMED).filter_map(|(ratio, row)| {
        let (engine, best) = row.best?;
        let seconds = row.in_turns?;
        Some(format!("{ratio:6.2} times {engine}: {seconds:.2} s, {best:.2} s: {}", row.program.display()))
    }));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(is_solved: bool, in_turns: Option<f64>, best: Option<f64>) -> Row {
        let best = best.map(|seconds| ("bmc", seconds));
        Row { program: "a.c".into(), family: "f".to_owned(), is_solved, in_turns, best }
    }

    #[test]
    fn what_others_solve_counts_against_auto() {
        let rows = [row(true, Some(1.0), Some(0.5)), row(false, None, Some(3.0)), row(false, None, None)];
        let text = summary(&rows);
        let total = text.lines().find(|line| line.starts_with("total")).unwrap_or_default();
        let cells: Vec<&str> = total.split_whitespace().collect();
        assert_eq!(cells, ["total", "3", "1", "2", "50.0%", "2.00", "2.00"], "{text}");
        assert!(text.contains("only bmc solves it, in 3.00 s"), "{text}");
    }

    #[test]
    fn where_no_engine_answers_in_the_time_of_auto_the_ratio_is_one() {
        assert_eq!(row(true, Some(4.0), None).ratio(), Some(1.0));
        assert_eq!(row(true, None, Some(1.0)).ratio(), None);
    }
}
