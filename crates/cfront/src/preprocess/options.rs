//! What the user can say about preprocessing, and how it can fail. Declarations only.

use raddle_program::types::DataModel;
use std::path::PathBuf;

/// How `.c` files are preprocessed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PreprocessOptions {
    /// `-D`: `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// `-U`: names; they are undefined after all `defines`, our own predefined macros included.
    pub undefines: Vec<String>,
    /// `-I`: searched before the standard headers.
    pub include_dirs: Vec<PathBuf>,
    /// `--cc`: the C compiler that knows the machine's headers, and whose `-E` reads what the built-in preprocessor leaves to it.
    pub cc: String,
    /// `--cc-arg`: further arguments for it, passed last. With one that the built-in preprocessor does not know, the compiler reads the file.
    pub cc_args: Vec<String>,
    /// `--system-headers`: the host's headers instead of our own. The predefined macros are ours in any case.
    pub system_headers: bool,
    /// Decides the predefined macros.
    pub data_model: DataModel,
    /// `--unsaved`: standard input has the text of this file, which an editor has not saved yet.
    pub unsaved: Option<PathBuf>,
}

impl Default for PreprocessOptions {
    fn default() -> Self {
        PreprocessOptions {
            defines: Vec::new(),
            undefines: Vec::new(),
            include_dirs: Vec::new(),
            cc: "cc".into(),
            cc_args: Vec::new(),
            system_headers: false,
            data_model: DataModel::Lp64,
            unsaved: None,
        }
    }
}

/// Why a file could not be read at all. Each message ends in what to do.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be opened or read.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The file is no text.
    Binary {
        /// The file.
        path: PathBuf,
    },
    /// The file has 1 GiB or more.
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The preprocessor cannot be started.
    NoCompiler {
        /// Its name.
        command: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// The temporary folder for our headers, or the file that the preprocessor reads, cannot be written.
    Temporary(std::io::Error),
    /// An option of the compiler gives the text another meaning.
    UnsupportedOption {
        /// The file.
        path: PathBuf,
        /// The option.
        option: String,
    },
    /// The preprocessor wrote 1 GiB or more.
    OutputTooLarge,
}

impl std::fmt::Display for ReadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ReadError::Unreadable { path, error } => {
                write!(f, "cannot read `{}` ({error}): check the name and the permissions", printable(path))
            }
            ReadError::Binary { path } => {
                write!(f, "`{}` is a binary file, not C: name the C files that it was made from", printable(path))
            }
            ReadError::TooLarge { path } => {
                write!(f, "`{}` has 1 GiB or more: give a smaller file", printable(path))
            }
            ReadError::NoCompiler { command, error } => write!(
                f,
                "cannot run `{}` to preprocess the program ({error}): install a C compiler, name one with `--cc`, or give a \
                 preprocessed file whose name ends in `.i`",
                command.escape_debug()
            ),
            ReadError::Temporary(error) => {
                write!(f, "cannot write a temporary file ({error}): make room, or set TMPDIR to a folder that has some")
            }
            ReadError::UnsupportedOption { path, option } => write!(
                f,
                "cannot read `{}` with `{}`: this option of the compiler changes the meaning of the program and is not supported; \
                 check the program without the option if the program does not depend on it",
                printable(path),
                option.escape_debug()
            ),
            ReadError::OutputTooLarge => {
                write!(f, "the preprocessed program has 1 GiB or more: include less, or give a smaller file")
            }
        }
    }
}

impl std::error::Error for ReadError {}

fn printable(path: &std::path::Path) -> String {
    path.to_string_lossy().escape_debug().to_string()
}
