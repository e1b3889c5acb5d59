//! `raddle annotate`: a patch with annotations for the thread-safety analysis of Clang.

use raddle_annotate::{Annotations, annotate as annotations};
use raddle_program::source::SourceMap;
use raddle_report::escape::escape;
use std::ffi::OsString;
use std::path::{Component, Path};

use crate::exit::{Exit, of_reason};
use crate::front::{Front, Input, Unreadable, past_obstacles};
use crate::options::AnnotateOptions;
use crate::output;
use crate::programs::Programs;
use crate::save::may_write;
use crate::supervise::{Ended, Limits, Supervisor};
use crate::text::deliver;

/// Writes the patch. Exit status: 0, also if nothing is annotated; 3 if the program cannot be read, or no file of it can be changed.
pub fn annotate(options: &AnnotateOptions, arguments: &[OsString]) -> Exit {
    let refused = |why: &str, exit: Exit| {
        output::message(&format!("error: {}", escape(why)));
        exit
    };
    let asked = Input::from_options(&options.source, output::message_has_colour())
        .and_then(|mut input| Programs::named(&options.programs, &[], &mut input, arguments).map(|it| (input, it)));
    let (input, programs) = match asked {
        Ok(asked) => asked,
        Err(why) => return refused(&why, Exit::Usage),
    };
    if let Some(Err(why)) = options.out.as_deref().map(may_write) {
        return refused(&format!("the patch cannot be written: {why}"), Exit::Output);
    }
    let [files] = &programs.all[..] else {
        let names: Vec<String> = programs.all.iter().map(|files| crate::front::program_name(files)).collect();
        let why = match names.as_slice() {
            [] => "there is no program".to_owned(),
            names => format!("annotate one program at a time (--program NAME): there are {}", names.join(", ")),
        };
        return refused(&why, if programs.problems.is_empty() { Exit::Usage } else { Exit::Input });
    };
    let target = match input.resolve(files) {
        Ok(target) => target,
        Err(why) => return refused(&why, Exit::Input),
    };
    let mut supervisor = Supervisor::new(Limits { timeout: options.timeout, memory: None });
    let ended = supervisor.run(move |_| {
        let (front, syntax) = Front::read_with_syntax(&target)?;
        let protections = raddle_scan::protections(past_obstacles(front.unit()));
        let names = |name: &str| path_in_patch(name, &front.unit().source);
        let found = annotations(front.unit(), syntax.iter(), &protections, &names);
        let has_file = front.unit().source.files().values().any(|file| names(file.name()).is_some());
        Ok((found, front.unit().source.clone(), has_file))
    });
    match ended {
        Ended::Answered(Ok((found, source, has_file))) => {
            if !has_file {
                let why =
                    "no file can be changed: annotate sources below the current folder that --cc does not preprocess";
                return refused(why, Exit::Input);
            }
            write(&found, &source, options.out.as_deref())
        }
        Ended::Answered(Err(Unreadable { why, diagnostics })) => {
            diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
            refused(&why, Exit::Input)
        }
        Ended::Unanswered(reason) => refused(&reason.to_string(), of_reason(&reason)),
    }
}

fn write(found: &Annotations, source: &SourceMap, file: Option<&Path>) -> Exit {
    for (span, note) in &found.notes {
        let place = source.place(*span);
        output::message(&format!("note: {}:{}: {}", escape(&place.file), place.line, escape(note)));
    }
    if found.changes.is_empty() {
        output::message("note: nothing is annotated");
    }
    deliver(&found.patch(), file, "patch")
}

/// The path of a file in the patch: relative to the current folder. `None` if it is not below that, or is not as it was read.
fn path_in_patch(name: &str, source: &SourceMap) -> Option<String> {
    let path = Path::new(name);
    let text = source.files().values().find(|file| **file.name() == *name)?.text();
    if std::fs::read(path).ok()? != text.as_bytes() {
        return None;
    }
    let here = std::env::current_dir().ok()?.canonicalize().ok()?;
    let relative = path.canonicalize().ok()?.strip_prefix(&here).ok()?.to_path_buf();
    let parts: Option<Vec<&str>> = relative
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    // A name that would end the line of a patch has no place there.
    parts.map(|parts| parts.join("/")).filter(|path| !path.is_empty() && !path.contains(['\n', '\t', '"', '\\']))
}
