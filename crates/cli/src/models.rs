//! `--model`: files that define functions which no file of the program defines.
//!
//! A C file has their bodies: it is linked as one more file, and the definitions of the program take precedence. Any
//! other file is a table of effects in the format of `crates/models/effects.txt`.

use raddle_cfront::effects::Table;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The models of one command.
#[derive(Clone, Debug)]
pub struct Models {
    /// The C files.
    pub files: Vec<PathBuf>,
    /// The tables of effects.
    pub tables: Vec<PathBuf>,
    /// What the tables say, with what this tool knows.
    pub effects: Arc<Table>,
}

impl Default for Models {
    fn default() -> Self {
        Models { files: Vec::new(), tables: Vec::new(), effects: Table::built_in().clone() }
    }
}

impl Models {
    /// Reads the tables among files; C files are only named.
    ///
    /// # Errors
    /// A sentence that names the file, and the line of a mistake.
    pub fn read(paths: &[PathBuf]) -> Result<Self, String> {
        let is_c = |path: &&PathBuf| path.extension().is_some_and(|extension| extension == "c" || extension == "i");
        let (files, tables): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(is_c);
        let mut models = Models {
            files: files.into_iter().cloned().collect(),
            tables: tables.into_iter().cloned().collect(),
            ..Models::default()
        };
        for path in &models.tables {
            models.effects = Arc::new(models.effects.with(&table(path)?));
        }
        Ok(models)
    }

    /// All files, as the command line names them.
    pub fn paths(&self) -> impl Iterator<Item = &PathBuf> {
        self.files.iter().chain(&self.tables)
    }
}

fn table(path: &Path) -> Result<Table, String> {
    let name = path.display();
    let text =
        std::fs::read_to_string(path).map_err(|why| format!("the table of effects {name} cannot be read: {why}"))?;
    Table::parse(&text)
        .map_err(|mistake| format!("{name}:{}: {}; `raddle library fread` shows a line", mistake.line, mistake.message))
}
