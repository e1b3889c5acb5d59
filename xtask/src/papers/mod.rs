//! Measurements of papers, made again: Raddle's table beside the paper's.
//!
//! The programs are those under `examples/papers`, in the shape of the papers' ones, or those of SV-COMP in the folder `shared`; the
//! numbers of the papers stand in the tables here. Each paper is a chapter of tables and curves, which is printed, or is a part of
//! `docs/papers.md`.

mod cegpv;
mod comus;
mod curves;
mod document;
mod esbmc;
mod redcomp;
mod table;
mod ul_cseq;

use std::path::{Path, PathBuf};

use crate::measuring::{Measured, Measuring, Question};
use crate::options::{Paper, PapersOptions};
use crate::papers::curves::Picture;
use crate::papers::table::Table;
use crate::repository;
use crate::score::built;

/// A program of a paper, and what is true of it.
#[derive(Clone, Debug)]
struct Program {
    /// The name in the paper.
    name: String,
    /// The file in the folder of the paper.
    file: &'static str,
    /// What is defined.
    defines: Vec<String>,
    /// What is asked.
    property: &'static str,
    /// Whether it is violated.
    is_violated: bool,
}

/// What was measured of a paper.
#[derive(Clone, Debug, Default)]
struct Chapter {
    tables: Vec<Table>,
    pictures: Vec<Picture>,
    /// How many answers are wrong.
    n_wrong: usize,
}

/// Measures a paper's programs, or those of all papers. True if no answer is wrong.
///
/// # Errors
/// A sentence, if the command cannot be built or run, or no program has the name.
pub fn run(options: &PapersOptions) -> Result<bool, String> {
    let command = match &options.command {
        Some(command) => std::path::absolute(command).map_err(|error| error.to_string())?,
        None => built()?,
    };
    let answers = match (&options.answers, options.paper) {
        (None, Paper::All) => Some(repository().join("target/papers.jsonl")),
        (answers, _) => answers.clone(),
    };
    let mut measuring = Measuring::new(command, options.timeout, options.name.clone(), answers)?;
    if options.paper == Paper::All {
        return document::write(&mut measuring);
    }
    let chapter = chapter(options.paper, &mut measuring)?;
    if chapter.tables.iter().all(|table| table.rows.is_empty()) {
        return Err("no program of the paper has this in its name".to_owned());
    }
    chapter.tables.iter().filter(|table| !table.rows.is_empty()).for_each(|table| println!("{}", table.text()));
    Ok(chapter.n_wrong == 0)
}

impl Measuring {
    /// An engine about a program of a paper.
    ///
    /// # Errors
    /// A sentence, if the command cannot be run or says nothing.
    fn program(
        &mut self,
        folder: &str,
        program: &Program,
        (engine, more): (&str, &[&str]),
    ) -> Result<Measured, String> {
        let file = Path::new("examples/papers").join(folder).join(program.file);
        let Program { property, defines, .. } = program;
        self.ask(Question { engine, more, property, defines, file: &file })
    }
}

fn chapter(paper: Paper, measuring: &mut Measuring) -> Result<Chapter, String> {
    match paper {
        Paper::Esbmc => esbmc::chapter(measuring),
        Paper::UlCseq => ul_cseq::chapter(measuring),
        Paper::Redcomp => redcomp::chapter(measuring),
        Paper::Comus => comus::chapter(measuring),
        Paper::Cegpv => cegpv::chapter(measuring),
        Paper::All => Err("all papers are no paper".to_owned()),
    }
}

/// The folder of SV-COMP's concurrent programs, from the root of the repository.
fn benchmarks() -> Result<PathBuf, String> {
    let shared = std::env::var_os("RADDLE_SHARED").map_or(PathBuf::from("../shared"), PathBuf::from);
    let folder = shared.join("benchmarks/sv-comp15");
    match repository().join(&folder).is_dir() {
        true => Ok(folder),
        false => Err(format!("there is no folder {}: name the folder shared with RADDLE_SHARED", folder.display())),
    }
}
