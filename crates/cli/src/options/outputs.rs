//! `--output FORMAT=FILE` and `--log-format`: which forms of the answer go where.

use clap::ValueEnum;
use std::path::PathBuf;

/// The form of what goes to standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
pub enum LogFormat {
    /// Messages for people, and lines about progress if it is a terminal
    #[default]
    Text,
    /// One JSON object in a line for each event: phases, workers and what they have reached, messages, verdicts
    Json,
}

/// A form and the file that gets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatFile<F> {
    /// The form.
    pub format: F,
    /// The file.
    pub path: PathBuf,
}

/// Reads `FORMAT=FILE`.
///
/// # Errors
/// A sentence that says what is expected.
pub fn format_file<F: ValueEnum>(text: &str) -> Result<FormatFile<F>, String> {
    let names: Vec<String> = F::value_variants().iter().map(format_name).collect();
    let names = names.join(", ");
    let (format, path) = text
        .split_once('=')
        .filter(|(_, path)| !path.is_empty())
        .ok_or_else(|| format!("expected FORMAT=FILE, for instance json=answer.json; formats are {names}"))?;
    let format = F::from_str(format, false).map_err(|_| format!("no format is called {format}; there are {names}"))?;
    Ok(FormatFile { format, path: path.into() })
}

/// What the command line calls a form.
pub fn format_name<F: ValueEnum>(format: &F) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Format;

    #[test]
    fn an_output_is_a_format_and_a_file() {
        let read = format_file("sarif=a=b.sarif");
        assert_eq!(read, Ok(FormatFile { format: Format::Sarif, path: "a=b.sarif".into() }));
        for wrong in ["sarif", "sarif=", "pdf=a.pdf", "=a"] {
            let why = format_file::<Format>(wrong).expect_err("it is none");
            assert!(why.contains("sarif") && why.contains("html"), "{why}");
        }
    }
}
