//! Several programs in one run: folders and lists become programs, and at the end stands a table.

use std::path::{Path, PathBuf};

use raddle_report::escape::escape;

use crate::exit::Exit;
use crate::front::{NAMED_FILES, is_task_definition};
use crate::log::{self, Event};
use crate::options::Format;
use crate::output;
use crate::task_file::TaskFile;

/// How deep folders may lie in each other.
const DEPTH_LIMIT: usize = 64;

/// One line of the table at the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The program as it is called in answers.
    pub name: String,
    /// Its files.
    pub files: Vec<PathBuf>,
    /// `SAFE`, `UNSAFE` or `UNKNOWN`.
    pub word: &'static str,
    /// What the command would return for it alone.
    pub exit: Exit,
    /// Seconds by the clock on the wall.
    pub seconds: f64,
}

/// The programs that are meant, each as the list of its files. The C files that are named are one program, or with `is_each` a
/// program each. Of a folder each task definition and each C file in it and below is a program, by name; of `@LIST` each name
/// in the list, one a line; a task definition is one. A folder or list that names nothing or cannot be read stays as it is: its
/// answer will be that it is no program.
pub fn programs(named: &[PathBuf], is_each: bool) -> Vec<Vec<PathBuf>> {
    let mut programs: Vec<Vec<PathBuf>> = Vec::new();
    let mut linked: Option<usize> = None;
    for path in named {
        let mut files = Vec::new();
        let list = path.to_str().and_then(|name| name.strip_prefix('@'));
        if let Some(list) = list.filter(|_| !path.exists()) {
            files.extend(listed(Path::new(list)));
        } else if path.is_dir() {
            collect(path, 0, &mut files);
        } else if !is_each && !is_task_definition(path) {
            match linked {
                Some(program) => programs[program].push(path.clone()),
                None => {
                    linked = Some(programs.len());
                    programs.push(vec![path.clone()]);
                }
            }
            continue;
        }
        if files.is_empty() {
            files.push(path.clone());
        }
        programs.extend(files.into_iter().map(|file| vec![file]));
    }
    programs
}

fn listed(list: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(list).unwrap_or_default();
    let folder = list.parent().unwrap_or(Path::new(""));
    let names = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    names.map(|name| folder.join(name)).collect()
}

fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return files.push(folder.to_owned()) };
    let is_shown = |path: &PathBuf| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_shown).collect();
    paths.sort();
    let has_extension = |path: &Path, wanted: &str| path.extension().is_some_and(|extension| extension == wanted);
    // Other .yml files lie beside programs, too.
    let tasks: Vec<(&PathBuf, TaskFile)> = paths
        .iter()
        .filter(|path| path.is_file() && has_extension(path, "yml"))
        .filter_map(|path| Some((path, TaskFile::read(path).ok()?)))
        .collect();
    for path in &paths {
        let is_task = tasks.iter().any(|(task, _)| *task == path);
        let is_source = path.is_file() && (has_extension(path, "c") || has_extension(path, "i"));
        let is_of_a_task = tasks.iter().any(|(_, task)| task.inputs.contains(path));
        if is_task || is_source && !is_of_a_task {
            files.push(path.clone());
        } else if path.is_dir() && !path.is_symlink() && depth < DEPTH_LIMIT {
            collect(path, depth + 1, files);
        }
    }
}

/// Writes the results of several files; as text they are a table.
pub fn write_table(rows: &[Row], format: Format) {
    let count = |word: &str| rows.iter().filter(|row| row.word == word).count();
    if rows.len() < 2 {
    } else if log::is_on() {
        let (safe, r#unsafe, unknown) = (count("SAFE"), count("UNSAFE"), count("UNKNOWN"));
        let seconds = rows.iter().map(|row| row.seconds).sum();
        log::event(None, &Event::Batch { files: rows.len(), safe, r#unsafe, unknown, seconds });
    } else if format == Format::Human {
        output::message(&table(rows));
    }
}

/// The table: a line for each file, then how many of each verdict.
pub fn table(rows: &[Row]) -> String {
    let width = rows.iter().map(|row| escape(&row.name).chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    for row in rows {
        let name = escape(&row.name);
        let fill = " ".repeat(width - name.chars().count());
        text.push_str(&format!("{name}{fill}  {:<7}  {:>8.2} s\n", row.word, row.seconds));
        if row.files.len() > NAMED_FILES {
            let files: Vec<String> = row.files.iter().map(|file| escape(&file.to_string_lossy())).collect();
            text.push_str(&format!("    {}\n", files.join(" ")));
        }
    }
    let count = |word: &str| rows.iter().filter(|row| row.word == word).count();
    let unread = rows.iter().filter(|row| row.exit == Exit::Input).count();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    text.push_str(&format!(
        "{} {}: {} safe, {} unsafe, {} unknown",
        rows.len(),
        if rows.iter().all(|row| row.files.len() < 2) { "files" } else { "programs" },
        count("SAFE"),
        count("UNSAFE"),
        count("UNKNOWN")
    ));
    if unread > 0 {
        text.push_str(&format!(" ({unread} of them could not be checked: no file, no C, or no main)"));
    }
    text.push_str(&format!(", {seconds:.2} s"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(names: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder can be made");
        for (name, text) in names {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder can be made");
            std::fs::write(path, text).expect("a file can be written");
        }
        folder
    }

    fn names(folder: &tempfile::TempDir, named: &[&str]) -> Vec<String> {
        let at = |name: &&str| match name.strip_prefix('@') {
            Some(list) => PathBuf::from(format!("@{}", folder.path().join(list).display())),
            None => folder.path().join(name),
        };
        let found = programs(&named.iter().map(at).collect::<Vec<_>>(), false);
        let relative = |path: PathBuf| path.strip_prefix(folder.path()).unwrap_or(&path).to_string_lossy().into_owned();
        found.into_iter().map(|files| files.into_iter().map(relative).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn named_files_are_one_program_and_the_rest_are_others() {
        let folder = folder(&[("a.c", ""), ("b.c", ""), ("sub/c.c", ""), ("sub/d.c", ""), ("t.yml", "")]);
        assert_eq!(names(&folder, &["a.c", "sub", "b.c", "t.yml"]), ["a.c b.c", "sub/c.c", "sub/d.c", "t.yml"]);
        let each = programs(&["a.c".into(), "b.c".into()], true);
        assert_eq!(each, [[PathBuf::from("a.c")], [PathBuf::from("b.c")]]);
    }

    #[test]
    fn a_folder_is_its_programs_and_those_below() {
        let folder = folder(&[("b.c", ""), ("a.i", ""), ("notes.txt", ""), (".hidden.c", ""), ("sub/c.c", "")]);
        assert_eq!(names(&folder, &["."]), ["a.i", "b.c", "sub/c.c"]);
    }

    #[test]
    fn a_program_with_a_task_definition_is_checked_once() {
        let task = "format_version: '2.0'\ninput_files: 'a.c'\nproperties: []\n";
        let folder = folder(&[("a.c", ""), ("a.yml", task), ("b.c", ""), ("other.yml", "x: 1\n")]);
        assert_eq!(names(&folder, &["."]), ["a.yml", "b.c"]);
    }

    #[test]
    fn a_list_names_files_beside_it() {
        let folder = folder(&[("set/list", "# two\na.c\n\n../b.c\n")]);
        assert_eq!(names(&folder, &["@set/list"]), ["set/a.c", "set/../b.c"]);
    }

    #[test]
    fn what_names_nothing_stays_as_it_is() {
        let folder = folder(&[("notes.txt", "")]);
        assert_eq!(names(&folder, &["."]), [""]);
        assert_eq!(names(&folder, &["missing.c"]), ["missing.c"]);
        assert!(names(&folder, &["@missing"])[0].ends_with("missing"));
    }

    #[test]
    fn the_table_counts() {
        let row =
            |name: &str, word, exit| Row { name: name.into(), files: vec![name.into()], word, exit, seconds: 1.5 };
        let rows = [row("a.c", "SAFE", Exit::Safe), row("long.c", "UNKNOWN", Exit::Input)];
        let expected = "a.c     SAFE         1.50 s\nlong.c  UNKNOWN      1.50 s\n\
                        2 files: 1 safe, 0 unsafe, 1 unknown (1 of them could not be checked: no file, no C, or no main), 3.00 s";
        assert_eq!(table(&rows), expected);
    }
}
