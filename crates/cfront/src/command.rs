//! The command line of a C compiler: the files that it compiles, and the options that change their meaning.
//!
//! Used are `-D`, `-U`, the options that name include folders, `-include`, `-std=` and similar options, and the data model. All remaining
//! options (warnings, libraries, outputs) do not change the meaning of a program here. Optimization defines `__OPTIMIZE__`. `__NO_INLINE__` stays, so
//! that the machine's headers do not define functions of the library that have models.
//!
//! Options that change the meaning of C in a way that is not modelled are kept, too: a file is not read with them ([`unsupported_option`]).

use crate::preprocess::PreprocessOptions;
use crate::unsupported_options::{unsupported_option, without_canceled};
use raddle_program::types::DataModel;
use std::path::{Path, PathBuf};

/// How deep response files may name each other.
const DEPTH_LIMIT: usize = 16;

/// Options that are followed by a value of their own which we do not need.
const WITH_VALUE: [&str; 21] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-x",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-e",
    "-Xlinker",
    "-Xpreprocessor",
    "-Xassembler",
    "-Xclang",
    "-isysroot",
    "-aux-info",
    "-arch",
    "-target",
    "--param",
    "-framework",
];

/// What a compiler's command says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerCommand {
    /// The C files, as they are named.
    pub files: Vec<PathBuf>,
    /// Object files and libraries that are named as files: their code is not visible.
    pub objects: Vec<PathBuf>,
    /// Where the output goes.
    pub output: Option<PathBuf>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Names.
    pub undefines: Vec<String>,
    /// Include folders in the order in which they are searched.
    pub include_dirs: Vec<PathBuf>,
    /// Further arguments for the preprocessor: `-include FILE`, `-std=` and the like.
    pub cc_args: Vec<String>,
    /// What `-m32` or `-m64` demand.
    pub data_model: Option<DataModel>,
}

impl CompilerCommand {
    /// Reads the arguments behind the compiler's name; `folder` is where the command runs. Response files (`@FILE`) are opened.
    pub fn read(folder: &Path, arguments: &[String]) -> CompilerCommand {
        let mut command = CompilerCommand::default();
        let arguments = without_canceled(&with_responses(folder, arguments, 0));
        let mut arguments = arguments.iter().map(String::as_str);
        while let Some(argument) = arguments.next() {
            command.argument(folder, argument, &mut arguments);
        }
        command
    }

    fn argument<'a>(&mut self, folder: &Path, argument: &'a str, arguments: &mut impl Iterator<Item = &'a str>) {
        // `-Idir` and `-I dir` mean the same.
        let mut value_of = |option: &str| {
            let joined = argument.strip_prefix(option)?;
            if joined.is_empty() { arguments.next() } else { Some(joined) }
        };
        if let Some(define) = value_of("-D") {
            let name = macro_name(define);
            // Of the machine's headers it selects functions that check sizes, which have no models. Their meaning is that of the plain ones.
            if name == "_FORTIFY_SOURCE" {
                return;
            }
            self.undefines.retain(|undefined| undefined != name);
            self.defines.push(define.into());
        } else if let Some(name) = value_of("-U") {
            self.defines.retain(|define| macro_name(define) != name);
            self.undefines.push(name.into());
        } else if argument == "-include" || argument == "-imacros" {
            if let Some(header) = arguments.next() {
                let beside = folder.join(header);
                let found = if beside.exists() { beside.to_string_lossy().into_owned() } else { header.into() };
                self.cc_args.extend([argument.into(), found]);
            }
        } else if let Some(include) = value_of("-isystem")
            .or_else(|| value_of("-iquote"))
            .or_else(|| value_of("-idirafter"))
            .or_else(|| value_of("-I"))
        {
            self.include_dirs.push(folder.join(include));
        } else if argument == "-o" {
            self.output = arguments.next().map(|output| folder.join(output));
        } else if argument.starts_with("-std=")
            || matches!(argument, "-ansi" | "-trigraphs")
            || is_about_definitions(argument)
        {
            self.cc_args.push(argument.into());
        } else if let Some(level) = argument.strip_prefix("-O") {
            self.defines.retain(|define| !matches!(macro_name(define), "__OPTIMIZE__" | "__OPTIMIZE_SIZE__"));
            if level != "0" {
                self.defines.push("__OPTIMIZE__=1".into());
            }
            if matches!(level, "s" | "z") {
                self.defines.push("__OPTIMIZE_SIZE__=1".into());
            }
        } else if unsupported_option(&[argument.to_owned()]).is_some() {
            self.cc_args.push(argument.into());
        } else if argument == "-m32" {
            self.data_model = Some(DataModel::Ilp32);
        } else if argument == "-m64" {
            self.data_model = Some(DataModel::Lp64);
        } else if WITH_VALUE.contains(&argument) {
            arguments.next();
        } else if !argument.starts_with('-') {
            let file = folder.join(argument);
            match file.extension().and_then(|extension| extension.to_str()) {
                Some("c" | "i") => self.files.push(file),
                _ => self.objects.push(file),
            }
        }
    }

    /// The options for its files: the command's first, so that the user's win.
    pub fn options(&self, user: &PreprocessOptions) -> PreprocessOptions {
        let mut options = user.clone();
        options.defines = concatenated(&self.defines, &user.defines);
        options.undefines = concatenated(&self.undefines, &user.undefines);
        options.include_dirs = concatenated(&user.include_dirs, &self.include_dirs);
        options.cc_args = concatenated(&self.cc_args, &user.cc_args);
        options.data_model = self.data_model.unwrap_or(user.data_model);
        options
    }
}

/// Whether an option says which definitions a file gives to the linker.
fn is_about_definitions(argument: &str) -> bool {
    matches!(argument, "-fcommon" | "-fno-common" | "-fgnu89-inline" | "-fno-gnu89-inline")
}

/// Whether a word is the name of a C compiler: `cc`, `gcc-12`, `/usr/bin/clang`, `arm-none-eabi-gcc`.
pub fn is_compiler(word: &str) -> bool {
    let name = word.rsplit('/').next().unwrap_or(word);
    let bare = name.trim_end_matches(|character: char| character.is_ascii_digit() || matches!(character, '.' | '-'));
    ["cc", "gcc", "clang", "tcc", "icc", "icx"].iter().any(|known| {
        let before = bare.strip_suffix(known);
        before.is_some_and(|before| before.is_empty() || before.ends_with('-'))
    }) || matches!(name, "c89" | "c99" | "c11" | "c17")
}

/// The arguments, and the arguments in response files.
fn with_responses(folder: &Path, arguments: &[String], depth: usize) -> Vec<String> {
    let mut all = Vec::new();
    for argument in arguments {
        let text = argument.strip_prefix('@').filter(|_| depth < DEPTH_LIMIT).map(|name| folder.join(name));
        match text.and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => all.extend(with_responses(folder, &split_command(&text), depth + 1)),
            None => all.push(argument.clone()),
        }
    }
    all
}

fn macro_name(define: &str) -> &str {
    define.split(['=', '(']).next().unwrap_or(define)
}

/// Splits a command as a POSIX shell does, without expansions.
pub(crate) fn split_command(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, ' ' | '\t' | '\n' | '\r') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (Some(open), _) if open == character => quote = None,
            (None, '\\') => word.get_or_insert_default().extend(characters.next()),
            (Some('"'), '\\') => {
                let escapes = characters.peek().is_some_and(|next| matches!(next, '"' | '\\' | '$' | '`'));
                let next = if escapes { characters.next() } else { None };
                word.get_or_insert_default().push(next.unwrap_or('\\'));
            }
            (Some(_) | None, _) => word.get_or_insert_default().push(character),
        }
    }
    words.extend(word);
    words
}

fn concatenated<T: Clone>(first: &[T], second: &[T]) -> Vec<T> {
    first.iter().chain(second).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_by_a_shell() {
        assert_eq!(
            split_command(r#"a  b\ c "d \"e\" \f" 'g "h"' "" i"j"k"#),
            ["a", "b c", "d \"e\" \\f", "g \"h\"", "", "ijk"]
        );
        assert_eq!(split_command("'open"), ["open"]);
        assert_eq!(split_command("end\\"), ["end"]);
    }

    #[test]
    fn a_command_is_its_files_and_the_options_that_matter() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("more"), "-DB b.c 'c d.c' -L lib").expect("a temporary file");
        let text = "-O2 -Wall -std=c11 -pthread -Iinc -DA a.c @more -o x.c -MF dep.c -lm -l m libz.a -fcommon -x c";
        let command = CompilerCommand::read(folder.path(), &split_command(text));
        let at = |name: &str| folder.path().join(name);
        assert_eq!(command.files, [at("a.c"), at("b.c"), at("c d.c")]);
        assert_eq!((command.objects, command.output), (vec![at("libz.a")], Some(at("x.c"))));
        assert_eq!(
            (&command.defines[..], &command.cc_args[..]),
            (
                &["__OPTIMIZE__=1".to_owned(), "A".to_owned(), "B".to_owned()][..],
                &["-std=c11".to_owned(), "-fcommon".to_owned()][..]
            )
        );
    }

    #[test]
    fn options_with_another_meaning_of_c_are_kept_unless_they_are_undone() {
        let read = |text: &str| CompilerCommand::read(Path::new(""), &split_command(text)).cc_args;
        for option in
            ["-funsigned-char", "-fno-signed-char", "-fpack-struct=2", "-fshort-enums", "-mx32", "-fopenmp=libomp"]
        {
            let kept = read(&format!("-O2 {option} a.c"));
            assert_eq!(unsupported_option(&kept).as_deref(), Some(option));
        }
        for undone in
            ["-funsigned-char -fsigned-char", "-fpack-struct=2 -fno-pack-struct", "-fopenmp-simd", "-fno-common"]
        {
            assert_eq!(unsupported_option(&read(undone)), None, "{undone}");
        }
        assert_eq!(read("-fshort-enums -fno-short-enums"), Vec::<String>::new());
        let by_hand = ["-fshort-enums", "-fno-short-enums"].map(str::to_owned);
        assert_eq!(unsupported_option(&by_hand), None);
    }

    #[test]
    fn optimization_defines_what_gcc_defines() {
        let read = |text: &str| CompilerCommand::read(Path::new(""), &split_command(text)).defines;
        assert_eq!(read("-O2 a.c"), ["__OPTIMIZE__=1"]);
        assert_eq!(read("-O a.c"), ["__OPTIMIZE__=1"]);
        assert_eq!(read("-O3 -Os a.c"), ["__OPTIMIZE__=1", "__OPTIMIZE_SIZE__=1"]);
        assert_eq!(read("-O2 -O0 a.c"), Vec::<String>::new());
        assert_eq!(read("-O2 -D_FORTIFY_SOURCE=2 a.c"), ["__OPTIMIZE__=1"]);
    }

    #[test]
    fn compilers_are_known_by_their_names() {
        for name in ["cc", "gcc", "/usr/bin/gcc-12", "clang-15", "x86_64-linux-gnu-gcc", "c99", "arm-none-eabi-gcc-9.2"]
        {
            assert!(is_compiler(name), "{name}");
        }
        for name in ["a.c", "cc.c", "-x.c", "folder", "acc", "make"] {
            assert!(!is_compiler(name), "{name}");
        }
    }
}
