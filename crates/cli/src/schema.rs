//! `raddle schema`: the JSON schemas of what `--format json` writes, as they stand in `docs/schema`.

use crate::options::SchemaName;

/// The schema of the answers of a command.
pub fn text(command: SchemaName) -> &'static str {
    match command {
        SchemaName::Check => include_str!("../../../docs/schema/check.json"),
        SchemaName::Scan => include_str!("../../../docs/schema/scan.json"),
    }
}
