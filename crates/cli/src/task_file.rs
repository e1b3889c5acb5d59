//! SV-COMP task definitions: a `.yml` file that names a program, property files and a data model.

use raddle_program::types::DataModel;
use serde::Deserialize;
use std::path::{Path, PathBuf};

use crate::properties::Questions;

/// What a task definition asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskFile {
    /// The files of the program.
    pub inputs: Vec<PathBuf>,
    /// What is asked; `None` if it names no property.
    pub questions: Option<Questions>,
    /// The data model, if it names one.
    pub data_model: Option<DataModel>,
}

#[derive(Deserialize)]
struct Definition {
    input_files: OneOrMany,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize)]
struct PropertyEntry {
    property_file: String,
}

#[derive(Deserialize, Default)]
struct Options {
    data_model: Option<String>,
    language: Option<String>,
}

impl TaskFile {
    /// Reads a task definition; the paths in it are relative to its folder.
    ///
    /// # Errors
    /// A sentence on what is missing or not understood.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        TaskFile::from_text(&text, path.parent().unwrap_or(Path::new("")))
    }

    fn from_text(text: &str, folder: &Path) -> Result<Self, String> {
        let definition: Definition =
            serde_saphyr::from_str(text).map_err(|error| format!("it is no task definition: {error}"))?;
        let inputs = match definition.input_files {
            OneOrMany::One(file) => vec![file],
            OneOrMany::Many(files) if files.is_empty() => return Err("it names no input file".to_owned()),
            OneOrMany::Many(files) => files,
        };
        let data_model = match definition.options.data_model.as_deref() {
            None => None,
            Some("ILP32") => Some(DataModel::Ilp32),
            Some("LP64") => Some(DataModel::Lp64),
            Some(other) => return Err(format!("its data model is `{other}`; expected ILP32 or LP64")),
        };
        if let Some(language) = definition.options.language.filter(|language| language != "C") {
            return Err(format!("its language is `{language}`; expected C"));
        }
        let mut parts = Vec::new();
        for entry in &definition.properties {
            parts.push(Questions::from_file(&folder.join(&entry.property_file))?);
        }
        let questions = (!parts.is_empty()).then(|| Questions::together(parts));
        let inputs = inputs.into_iter().map(|input| folder.join(input)).collect();
        Ok(TaskFile { inputs, questions, data_model })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::property::Property;

    #[test]
    fn a_definition_names_program_properties_and_data_model() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
        write("race.prp", "CHECK( init(main()), LTL(G ! data-race) )");
        write(
            "task.yml",
            "format_version: '2.0'\ninput_files: 'models/a.c'\nproperties:\n  - property_file: race.prp\n    \
             expected_verdict: false\noptions: {language: C, data_model: ILP32}\n",
        );
        let task = TaskFile::read(&folder.path().join("task.yml")).expect("a task");
        assert_eq!(task.inputs, [folder.path().join("models/a.c")]);
        assert_eq!(task.questions.expect("a property").properties, [Property::DataRace]);
        assert_eq!(task.data_model, Some(DataModel::Ilp32));
    }

    #[test]
    fn wrong_definitions_are_refused() {
        let read = |text: &str| TaskFile::from_text(text, Path::new("x"));
        assert!(read("input_files: [a.c]").is_ok());
        assert_eq!(read("input_files: [a.c, b.c]").map(|task| task.inputs.len()), Ok(2));
        assert!(read("input_files: []").is_err());
        assert!(read("properties: []").is_err());
        assert!(read("input_files: a.c\noptions: {data_model: ILP64}").is_err());
        assert!(read("input_files: a.c\noptions: {language: Java}").is_err());
        assert!(read("input_files: a.c\nproperties: [{property_file: none.prp}]").is_err());
        assert!(read(": : :\n\t- [").is_err());
    }
}
