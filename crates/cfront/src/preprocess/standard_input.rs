//! Standard input as a file of a program: it is called `-` on a command line, and `<stdin>` in messages.
//!
//! An editor also gives the text of a file that it has not saved. Standard input can be read once, and a file is read again with other headers where one is not built in. So its text is kept.

use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;
use std::sync::OnceLock;

/// How it is called on a command line.
pub const PATH: &str = "-";

/// How it is called in messages.
pub const NAME: &str = "<stdin>";

/// Whether a path stands for standard input.
pub fn is_meant(path: &Path) -> bool {
    path.as_os_str() == PATH
}

/// The text of standard input, at most so many bytes of it.
///
/// # Errors
/// What the system says.
pub fn read(most: u64) -> Result<Vec<u8>> {
    static TEXT: OnceLock<std::result::Result<Vec<u8>, ErrorKind>> = OnceLock::new();
    let text = TEXT.get_or_init(|| {
        let mut text = Vec::new();
        let read = std::io::stdin().lock().take(most).read_to_end(&mut text);
        read.map(|_| text).map_err(|error| error.kind())
    });
    text.clone().map_err(Error::from)
}
