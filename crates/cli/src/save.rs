//! Files that the command writes: whole or not at all.

use raddle_program::trace::Trace;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a trace as JSON. An ordinary file is replaced in one step, so that no other process ever sees half a trace; a
/// device or a pipe is written as it is.
///
/// # Errors
/// What the system says.
pub fn save_trace(trace: &Trace, path: &Path) -> std::io::Result<()> {
    let mut text = serde_json::to_string_pretty(trace)?;
    text.push('\n');
    write_whole(path, text.as_bytes())
}

/// Writes a file as [`save_trace`] does.
///
/// # Errors
/// What the system says.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let is_special = std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
    if is_special {
        let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
        file.write_all(bytes)?;
        return file.flush();
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    // The permissions are those of any file that the user makes: the umask of the process decides.
    let mut temporary = tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)?;
    temporary.write_all(bytes)?;
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Whether a file can be written, as far as that can be known before: its folder is there and takes files.
///
/// # Errors
/// What keeps it from being written.
pub fn may_write(path: &Path) -> Result<(), String> {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => return Err("it is a folder".to_owned()),
        // A device or a pipe is opened when there is something to write.
        Ok(metadata) if !metadata.is_file() => return Ok(()),
        Ok(_) | Err(_) => {}
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        Some(_) | None => Path::new("."),
    };
    tempfile::Builder::new().tempfile_in(folder).map(drop).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => {
            format!("there is no folder {}", raddle_report::escape::escape(&folder.to_string_lossy()))
        }
        _ => error.to_string(),
    })
}

/// Reads a trace that [`save_trace`] wrote.
///
/// # Errors
/// A sentence on why it cannot be read.
pub fn read_trace(path: &Path) -> Result<Trace, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let trace: Trace = serde_json::from_str(&text).map_err(|error| format!("it is no trace: {error}"))?;
    if trace.format != raddle_program::trace::TRACE_FORMAT {
        return Err(format!(
            "it has trace format {}; this version reads format {}",
            trace.format,
            raddle_program::trace::TRACE_FORMAT
        ));
    }
    Ok(trace)
}

/// Whether two names lead to the same existing file.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (one.canonicalize(), other.canonicalize()) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(_) | Err(_), Ok(_) | Err(_)) => false,
    }
}
