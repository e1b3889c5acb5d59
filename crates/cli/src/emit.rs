//! `--emit-replay DIR`: a trace as a folder with a program that runs natively and ends in the same violation.

use raddle_program::trace::Trace;
use raddle_program::types::DataModel;
use raddle_report::escape::escape;
use raddle_report::replay::{MARK, ReplayFile, TABLES, replay};
use raddle_verify::context::Cancellation;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::exit::Exit;
use crate::front::{Front, Target};
use crate::output;
use crate::shell::quoted;
use crate::supervise::{Ended, Limits, Supervisor};

/// Writes the replay of the violation that was found in a file, if one was.
pub fn emit_found(violation: Option<&Trace>, target: Result<Target, String>, folder: &Path) -> Exit {
    match (violation, target) {
        (Some(trace), Ok(target)) => emit(target, trace, folder),
        (None, _) => {
            output::message("no replay is written: no violation was found");
            Exit::Safe
        }
        (Some(_), Err(why)) => {
            output::message(&format!("error: no replay is written: {}", escape(&why)));
            Exit::Output
        }
    }
}

/// Writes the replay of a trace, and says how to run it.
pub fn emit(target: Target, trace: &Trace, folder: &Path) -> Exit {
    let shown = escape(&folder.to_string_lossy());
    let written = files(target, trace.clone()).and_then(|files| write(folder, &files));
    match written {
        Ok(()) => {
            output::message(&format!("replay written; run it with: make -C {} run", quoted(&folder.to_string_lossy())));
            Exit::Safe
        }
        Err(why) => {
            output::message(&format!("error: no replay is written to {shown}: {}", escape(&why)));
            Exit::Output
        }
    }
}

/// Whether a folder may be written: it is not there, is empty, or is a replay already.
///
/// # Errors
/// A sentence, if it may not.
pub fn may_write(folder: &Path) -> Result<(), String> {
    if !folder.exists() || is_replay(folder) {
        return Ok(());
    }
    match std::fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err(format!("the folder {} has other files in it: name one that is not there yet", folder.display()))
        }
        Err(error) => Err(format!("{} is no folder that can be written to: {error}", folder.display())),
    }
}

fn is_replay(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(TABLES)).is_ok_and(|text| text.starts_with(MARK))
}

/// The files; the program is read once more, with the pointers that this machine has.
fn files(mut target: Target, trace: Trace) -> Result<Vec<ReplayFile>, String> {
    if target.preprocess.data_model == DataModel::Ilp32 {
        target.preprocess.data_model = DataModel::Llp64;
    }
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |_: Cancellation| match Front::read(&target) {
        Err(unreadable) => Err(unreadable.why),
        Ok(front) => replay(&front.program, &trace),
    });
    match ended {
        Ended::Answered(files) => files,
        Ended::Unanswered(reason) => Err(reason.to_string()),
    }
}

/// Writes all files beside the folder and moves them there at once, so that no other process sees half a replay.
fn write(folder: &Path, files: &[ReplayFile]) -> Result<(), String> {
    may_write(folder)?;
    let parent = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let cannot = |error: std::io::Error| error.to_string();
    // The permissions are those of any folder that the user makes: the umask of the process decides.
    let permissions = Permissions::from_mode(0o777);
    let fresh =
        tempfile::Builder::new().prefix(".raddle").permissions(permissions).tempdir_in(parent).map_err(cannot)?;
    for file in files {
        std::fs::write(fresh.path().join(file.name), &file.text).map_err(cannot)?;
    }
    let old = tempfile::Builder::new().prefix(".raddle").tempdir_in(parent).map_err(cannot)?;
    if folder.exists() {
        std::fs::rename(folder, old.path().join("old")).map_err(cannot)?;
    }
    let path = fresh.keep();
    std::fs::rename(&path, folder).map_err(|error| {
        _ = std::fs::remove_dir_all(&path);
        error.to_string()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_others_are_not_touched() {
        let base = tempfile::tempdir().expect("a temporary folder can be made");
        let folder = base.path().join("replay");
        let file = |text: &str| ReplayFile { name: TABLES, text: format!("{MARK}{text}") };
        assert_eq!(write(&folder, &[file("one")]), Ok(()));
        assert_eq!(write(&folder, &[file("two")]), Ok(()));
        let read = std::fs::read_to_string(folder.join(TABLES)).expect("it was written");
        assert!(read.ends_with("two"));
        std::fs::write(folder.join(TABLES), "int x;").expect("it can be written");
        assert!(write(&folder, &[file("three")]).is_err());
        assert_eq!(std::fs::read_dir(base.path()).expect("it is a folder").count(), 1);
    }
}
