//! `raddle.toml`: options of `check` that hold for all files of a project.
//!
//! It is looked for in the folder of the first file that is checked (or of the project), and above. Its keys are the names of options; what stands on the
//! command line wins. A key that is no option is an error, with the option that was probably meant.

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};

use crate::nearest::nearest;

/// The name of the file.
pub const NAME: &str = "raddle.toml";

/// Options that have no long name: what they are called in the file.
const SHORT: [(&str, &str, &str); 4] = [
    ("engine-options", "settings", "-o"),
    ("define", "defines", "-D"),
    ("undefine", "undefines", "-U"),
    ("include", "include_dirs", "-I"),
];

/// Options that concern one run only.
const EXCLUDED: [&str; 8] = ["files", "only", "log_since", "outputs_in", "resume", "help", "help_engines", "version"];

/// Options whose values are paths, from the folder of the file.
const PATHS: [&str; 3] = ["include_dirs", "models", "project"];

/// The arguments that a configuration file adds to a command line that was read.
///
/// # Errors
/// A sentence that names the file.
pub fn arguments(check: &Command, given: &ArgMatches) -> Result<Vec<OsString>, String> {
    let files = given.get_many::<PathBuf>("files").into_iter().flatten();
    let project = given.get_one::<PathBuf>("project");
    // The words of a compiler's command line are among the files: the first that is there counts.
    let first = files.chain(project).find(|file| as_file(file).exists());
    let Some(path) = first.and_then(|file| find(file)) else { return Ok(Vec::new()) };
    let name = path.display();
    let text = std::fs::read_to_string(&path).map_err(|why| format!("{name} cannot be read: {why}"))?;
    let table = DeTable::parse(&text).map_err(|why| format!("{name}: {}", why.message()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut added = Vec::new();
    for (key, value) in table.get_ref() {
        let (key, value) = (key.get_ref(), value.get_ref());
        let (id, flag) = option(check, key).map_err(|why| format!("{name}: {why}"))?;
        if given.value_source(&id) == Some(ValueSource::CommandLine) {
            continue;
        }
        let takes_value = check
            .get_arguments()
            .any(|argument| argument.get_id().as_str() == id && !matches!(argument.get_action(), ArgAction::SetTrue));
        let expected = |what: &str| format!("{name}: `{key}` is {what}");
        match value {
            DeValue::Boolean(is_on) if !takes_value => {
                if *is_on {
                    added.push(flag.into());
                }
            }
            _ if !takes_value => return Err(expected("true or false")),
            DeValue::Array(values) => {
                for value in values {
                    let text = scalar(value.get_ref()).ok_or_else(|| expected("a list of texts"))?;
                    added.push(joined(&flag, &id, &text, folder));
                }
            }
            value => {
                let text = scalar(value).ok_or_else(|| expected("a text or a number"))?;
                added.push(joined(&flag, &id, &text, folder));
            }
        }
    }
    Ok(added)
}

/// The next `raddle.toml` above a file.
pub fn find(file: &Path) -> Option<PathBuf> {
    let whole = as_file(file).canonicalize().ok()?;
    whole.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())
}

/// The file behind a name: of `@LIST` the list.
fn as_file(name: &Path) -> &Path {
    name.to_str().and_then(|name| name.strip_prefix('@')).map_or(name, Path::new)
}

/// The id of an option, and how it is written.
fn option(check: &Command, key: &str) -> Result<(String, String), String> {
    if let Some((_, id, flag)) = SHORT.iter().find(|(name, _, _)| *name == key) {
        return Ok(((*id).to_owned(), (*flag).to_owned()));
    }
    let known = || check.get_arguments().filter(|argument| !EXCLUDED.contains(&argument.get_id().as_str()));
    let found = known().find(|argument| argument.get_long() == Some(key));
    if let Some(argument) = found {
        return Ok((argument.get_id().to_string(), format!("--{key}")));
    }
    let names = known().filter_map(|argument| argument.get_long()).chain(SHORT.iter().map(|(name, _, _)| *name));
    Err(match nearest(key, names) {
        Some(name) => format!("there is no option `{key}`; did you mean `{name}`?"),
        None => format!("there is no option `{key}`; its keys are the long names that `raddle check --help` shows"),
    })
}

fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.clone().into_owned()),
        DeValue::Integer(number) => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => None,
    }
}

fn joined(flag: &str, id: &str, value: &str, folder: &Path) -> OsString {
    let is_property_file = id == "properties" && value.ends_with(".prp");
    let value = if PATHS.contains(&id) || is_property_file {
        folder.join(value).into_os_string()
    } else {
        OsString::from(value)
    };
    let mut argument = OsString::from(flag);
    if flag.starts_with("--") {
        argument.push("=");
    }
    argument.push(value);
    argument
}
