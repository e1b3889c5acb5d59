//! `raddle replay`: a saved trace, followed step by step by the reference interpreter.

use clap::ValueEnum;
use raddle_cfront::Arguments;
use raddle_program::trace::Trace;
use raddle_program::types::DataModel;
use raddle_report::escape::escape;
use raddle_report::text;
use raddle_verify::certify::Replayer;
use raddle_verify::context::Cancellation;
use std::path::{Path, PathBuf};

use crate::emit;
use crate::exit::Exit;
use crate::front::{Front, Input, Target, Unreadable};
use crate::options::{ReplayOptions, SourceOptions};
use crate::output::{self, Written};
use crate::quantity::GivenArguments;
use crate::save;
use crate::shell::quoted;
use crate::supervise::{Ended, Limits, Supervisor};
use crate::verdict_line::FileVerdict;

/// Replays a trace and writes what came of it.
pub fn replay(options: &ReplayOptions) -> Exit {
    let input = match Input::from_options(&options.source, output::message_has_colour()) {
        Ok(input) => input,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let trace = match save::read_trace(&options.trace_file) {
        Ok(trace) => trace,
        Err(why) => {
            let name = options.trace_file.to_string_lossy();
            return write(String::new(), &FileVerdict::unreadable(&format!("{name} cannot be read: {why}")));
        }
    };
    let target = match input.resolve(&options.files) {
        Ok(target) => target,
        Err(why) => return write(String::new(), &FileVerdict::unreadable(&why)),
    };
    if let Some(folder) = &options.emit
        && let Err(why) = emit::may_write(folder)
    {
        output::message(&format!("error: {}", escape(&why)));
        return Exit::Usage;
    }
    let emitted = options.emit.as_ref().map(|folder| (folder, trace.clone()));
    let (style, detail) = (output::answer_style(), options.trace.into());
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |_: Cancellation| match read_and_follow(target, &trace) {
        Err(Unreadable { why, diagnostics }) => (String::new(), FileVerdict::unreadable(&why), diagnostics, None),
        Ok((target, front, followed)) => {
            let property = trace.property;
            let mut trace = trace;
            front.name(&mut trace);
            let shown = text::trace(&trace, &front.program.source, detail, style);
            let answer = match followed {
                Ok(()) if trace.is_recurrent => {
                    // That its loop is never left is no matter of following it.
                    let reason = "the trace is an execution of the program; whether its loop goes on for ever is not asked: use check";
                    let verdict =
                        FileVerdict { word: "UNKNOWN", reason: Some(reason.to_owned()), exit: Exit::Unknown };
                    (shown, verdict)
                }
                Ok(()) => {
                    let verdict =
                        FileVerdict { word: "UNSAFE", reason: Some(property.to_string()), exit: Exit::Unsafe };
                    (format!("{shown}\n  confirmed: this is an execution of the program\n"), verdict)
                }
                Err(why) => {
                    let reason = escape(&format!("trace not confirmed: {why}"));
                    (shown, FileVerdict { word: "UNKNOWN", reason: Some(reason), exit: Exit::Unknown })
                }
            };
            (answer.0, answer.1, front.diagnostics.clone(), Some(target))
        }
    });
    match ended {
        Ended::Answered((shown, verdict, diagnostics, target)) => {
            diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
            let is_confirmed = verdict.exit == Exit::Unsafe;
            let exit = write(shown, &verdict);
            match emitted.filter(|_| is_confirmed).zip(target) {
                Some(((folder, trace), target)) => exit.min(emit::emit(target, &trace, folder)),
                None => exit,
            }
        }
        Ended::Unanswered(reason) => {
            let exit = match reason {
                raddle_verify::verdict::Reason::Internal { .. } => Exit::Internal,
                _ => Exit::Unknown,
            };
            write(String::new(), &FileVerdict { word: "UNKNOWN", reason: Some(escape(&reason.to_string())), exit })
        }
    }
}

/// Reads a program and follows a trace of it. Where the command line does not say how `main` is called, the trace may also be one without arguments.
fn read_and_follow(target: Target, trace: &Trace) -> Result<(Target, Front, Result<(), String>), Unreadable> {
    let front = Front::read(&target)?;
    let followed = front.replayer().replay(trace);
    if followed.is_err() && front.may_have_no_arguments {
        let mut bare = target.clone();
        bare.assume_no_arguments();
        let other = Front::read(&bare)?;
        if other.replayer().replay(trace).is_ok() {
            return Ok((bare, other, Ok(())));
        }
    }
    Ok((target, front, followed))
}

/// The command line that replays a trace (`replay`), or checks a proof (`certify`), for users to copy.
pub fn command(
    subcommand: &str,
    properties: &[String],
    files: &[PathBuf],
    trace: &Path,
    source: &SourceOptions,
    model: DataModel,
) -> String {
    let mut words = vec!["raddle".to_owned(), subcommand.to_owned()];
    words.extend(properties.iter().flat_map(|property| ["-p".to_owned(), quoted(property)]));
    if model == DataModel::Ilp32 {
        words.extend(["--data-model".to_owned(), "ilp32".to_owned()]);
    }
    for (option, values) in [("-D", &source.defines), ("-U", &source.undefines)] {
        words.extend(values.iter().map(|value| quoted(&format!("{option}{value}"))));
    }
    words.extend(source.include_dirs.iter().map(|folder| quoted(&format!("-I{}", folder.display()))));
    if source.cc != "cc" {
        words.extend(["--cc".to_owned(), quoted(&source.cc)]);
    }
    words.extend(source.cc_arg.iter().map(|argument| quoted(&format!("--cc-arg={argument}"))));
    if source.system_headers {
        words.push("--system-headers".to_owned());
    }
    if source.no_system_headers {
        words.push("--no-system-headers".to_owned());
    }
    if let Some(GivenArguments(arguments)) = source.args {
        let given = arguments.map_or("none".to_owned(), |Arguments { count, length }| format!("{count}x{length}"));
        words.extend(["--args".to_owned(), given]);
    }
    if let Some(name) = source.externals.and_then(|externals| externals.to_possible_value()) {
        words.extend(["--externals".to_owned(), name.get_name().to_owned()]);
    }
    for model in &source.models {
        words.extend(["--model".to_owned(), quoted(&model.to_string_lossy())]);
    }
    if let Some(project) = &source.project {
        words.extend(["--project".to_owned(), quoted(&project.to_string_lossy())]);
    }
    let names: Vec<_> = files.iter().map(PathBuf::as_path).chain([trace]).map(Path::to_string_lossy).collect();
    if names.iter().any(|name| name.starts_with('-')) {
        words.push("--".to_owned());
    }
    words.extend(names.iter().map(|name| quoted(name)));
    words.join(" ")
}

fn write(shown: String, verdict: &FileVerdict) -> Exit {
    let line = verdict.line();
    let gap = if shown.is_empty() { "" } else { "\n" };
    match output::answer(&format!("{shown}{gap}{line}\n")) {
        Written::Whole | Written::NobodyReads => verdict.exit,
        Written::Failed(why) => {
            output::message(&format!("error: the answer cannot be written: {why}\n{line}"));
            Exit::Output
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_can_be_copied_into_a_shell() {
        let source = SourceOptions {
            defines: vec!["N=3".into(), "S=\"a b\"".into()],
            cc: "cc".into(),
            ..SourceOptions::default()
        };
        let text = command("replay", &[], &["a b.c".into()], Path::new("-t"), &source, DataModel::Ilp32);
        assert_eq!(text, "raddle replay --data-model ilp32 -DN=3 '-DS=\"a b\"' -- 'a b.c' -t");
    }
}
