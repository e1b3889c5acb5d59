//! The preprocessor on small files.

use super::*;
use crate::diagnostic::Severity;
use raddle_program::types::DataModel;

/// Writes files into a new folder and reads the first one.
fn read_files(files: &[(&str, &str)], options: &PreprocessOptions) -> (tempfile::TempDir, Preprocessed) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a temporary file");
    }
    let read =
        read(&folder.path().join(files[0].0), options, &Session::default()).expect("the file is there, and so is cc");
    (folder, read)
}

/// Each token's text and its physical line and column, for the tokens of the user's file.
fn places(read: &Preprocessed) -> Vec<String> {
    let tokens =
        read.tokens.list().iter().filter(|token| token.span.file == FileId(0) && token.span.start < token.span.end);
    tokens
        .map(|token| {
            let place = read.source.place(token.span);
            format!("{}@{}:{}", read.source.text(token.span), place.line, place.column)
        })
        .collect()
}

#[test]
fn directives_keep_the_places_of_what_is_left() {
    let text = "#define TWO 2\n#if TWO == 2\nint x =\tTWO; /* c */ int y;\n#else\nint z;\n#endif\n";
    let (_folder, read) = read_files(&[("a.c", text)], &PreprocessOptions::default());
    assert_eq!(read.diagnostics, []);
    let expected = ["int@3:1", "x@3:5", "=@3:7", "TWO@3:9", ";@3:12", "int@3:22", "y@3:26", ";@3:27"];
    assert_eq!(places(&read), expected);
}

#[test]
fn line_directives_of_the_file_are_set_aside_and_put_back() {
    let text = "#define ONE 1\nint a;\n#line 100 \"other.y\"\nint b = ONE;\n# 7 \"third.y\" 2\nint c;\n";
    let (_folder, read) = read_files(&[("a.c", text)], &PreprocessOptions::default());
    assert_eq!(read.diagnostics, []);
    let tokens = read.tokens.list();
    let shown: Vec<_> = [1, 4, 9]
        .map(|index| (read.source.place(tokens[index].span).line, read.source.presumed(tokens[index].span)))
        .into_iter()
        .map(|(line, presumed)| format!("{line} {}:{}", presumed.file.rsplit('/').next().unwrap_or(""), presumed.line))
        .collect();
    assert_eq!(shown, ["2 a.c:2", "4 other.y:100", "6 third.y:7"]);
}

#[test]
fn own_and_standard_headers_become_files_of_the_source_map() {
    let files = [
        ("a.c", "#include \"own.h\"\n#include <stdbool.h>\n#include <pthread.h>\nT t;\n"),
        ("own.h", "\ntypedef int T;\n"),
    ];
    let (folder, read) = read_files(&files, &PreprocessOptions::default());
    assert_eq!(read.diagnostics, []);
    let names: Vec<_> = read.source.files().values().map(|file| file.name().to_string()).collect();
    assert!(names[1].ends_with("own.h"), "{names:?}");
    assert!(names.contains(&"<pthread.h>".to_string()), "{names:?}");
    let typedef = read.tokens.list()[0];
    assert_eq!(read.source.place(typedef.span).line, 2);
    assert_eq!(read.source.text(typedef.span), "typedef");
    drop(folder);
}

#[test]
fn macros_of_standard_headers_have_the_place_of_their_name() {
    // `cc` cuts such a line into several, each with a line marker.
    let text = "#include <assert.h>\nvoid f(int x) { assert(!(x == 1)); x = 2; }\n";
    let (_folder, read) = read_files(&[("a.c", text)], &PreprocessOptions::default());
    let shown = places(&read);
    let asserts = shown.iter().filter(|place| *place == "assert@2:17").count();
    assert!(asserts > 10, "{shown:?}");
    assert_eq!(shown[shown.len() - 6..], [";@2:34", "x@2:36", "=@2:38", "2@2:40", ";@2:41", "}@2:43"]);
}

#[test]
fn of_two_macro_uses_on_a_line_each_has_its_place_wherever_the_line_ends() {
    for end in [" }", "\n}"] {
        let text = format!("#define TEST(c) ((void)(c))\nvoid f(int x) {{ TEST(x == 1); TEST(x == 2); x = 2;{end}\n");
        let (_folder, read) = read_files(&[("a.c", &text)], &PreprocessOptions::default());
        let shown = places(&read);
        let n_tokens = |place: &str| shown.iter().filter(|shown| *shown == place).count();
        assert_eq!((n_tokens("TEST@2:17"), n_tokens("TEST@2:31")), (10, 10), "{shown:?}");
        assert!(shown.contains(&"x@2:45".to_owned()), "{shown:?}");
    }
}

#[test]
fn options_reach_the_preprocessor() {
    let text =
        "#ifdef A\nint a = A;\n#endif\n#ifdef __linux__\nint l;\n#endif\n#if __SIZEOF_LONG__ == 4\nint n;\n#endif\n";
    let options = PreprocessOptions {
        defines: vec!["A=3".into()],
        undefines: vec!["__linux__".into()],
        data_model: DataModel::Ilp32,
        ..PreprocessOptions::default()
    };
    let (_folder, read) = read_files(&[("a.c", text)], &options);
    assert_eq!(places(&read), ["int@2:1", "a@2:5", "=@2:7", "A@2:9", ";@2:10", "int@8:1", "n@8:5", ";@8:6"]);
}

#[test]
fn plain_files_need_no_compiler() {
    let options = PreprocessOptions { cc: "/nonexistent/cc".into(), ..PreprocessOptions::default() };
    let (_folder, read) = read_files(
        &[("a.c", "#pragma omp parallel\n# 5 \"x.c\"\n#include <assert.h>\nint main(void) { assert(1); return 0; }\n")],
        &options,
    );
    assert_eq!(read.diagnostics, []);
    for text in ["#error no\n", "int x = __DATE__;\n", "#define A 1\n#define A 2\n"] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.c");
        std::fs::write(&path, text).expect("a temporary file");
        let error = super::read(&path, &options, &Session::default()).expect_err(text).to_string();
        assert!(error.contains("--cc"), "{error}");
    }
}

#[test]
fn a_missing_header_is_an_error_with_advice() {
    let (_folder, read) = read_files(&[("a.c", "int x;\n  #include \"missing.h\"\n")], &PreprocessOptions::default());
    let error = read.diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error).expect("an error");
    assert!(error.message.contains("missing.h") && error.advice.contains("-I"), "{error:?}");
    assert_eq!(read.source.place(error.span).line, 2);
}

#[test]
fn a_missing_file_and_a_preprocessed_one_with_directives_are_explained() {
    let error = read(Path::new("/nonexistent/a.c"), &PreprocessOptions::default(), &Session::default())
        .expect_err("there is no such file");
    assert!(error.to_string().contains("check the name"), "{error}");
    let (_folder, read) = read_files(&[("a.i", "#define X 1\nint x;\n")], &PreprocessOptions::default());
    assert!(has_errors(&read.diagnostics));
}

#[test]
fn nothing_is_left_behind() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.c");
    std::fs::write(&path, "#include <stdio.h>\n").expect("a temporary file");
    let text = b"#include <stdio.h>\n";
    // With a folder of the user's, ours are written into one of their own.
    let options = PreprocessOptions { include_dirs: vec!["/nonexistent".into()], ..PreprocessOptions::default() };
    let output = compiler::preprocess("a.c", path.parent(), text, &lex(FileId(0), text), &options, &Session::default())
        .expect("cc is there");
    assert!(output.messages.is_empty());
    assert!(output.header_folder.starts_with('/') && !Path::new(&output.header_folder).exists());
}

#[test]
fn quoted_includes_are_looked_up_beside_the_file_first() {
    // A header of ours has the same name.
    let files = [("a.c", "#include \"assert.h\"\n#include \"missing.h\"\n"), ("assert.h", "int own;\n")];
    let (_folder, read) = read_files(&files, &PreprocessOptions::default());
    assert_eq!(read.diagnostics.len(), 1, "{:?}", read.diagnostics);
    assert_eq!(read.source.text(read.tokens.list()[1].span), "own");
}

#[test]
fn names_with_odd_characters_survive() {
    let name = "a \"b\\ é\n.c";
    let (_folder, read) = read_files(&[(name, "#define X 1\nint x = X;\n")], &PreprocessOptions::default());
    assert_eq!(read.diagnostics, []);
    assert_eq!(places(&read)[1], "x@2:5");
    assert_eq!(read.source.files().len(), 1);
}

#[test]
fn odd_line_ends_and_byte_order_marks_are_read() {
    for text in ["#define X 1\r\nint x = X;\r\n", "\u{feff}#define X 1\nint x = X;", "#define X \\\n1\nint x = X;\n"] {
        let (_folder, read) = read_files(&[("a.c", text)], &PreprocessOptions::default());
        assert_eq!(read.diagnostics, [], "{text:?}");
        assert_eq!(read.tokens.list().len(), 6, "{text:?}");
        let shown: String = places(&read).join(" ");
        assert!(shown.starts_with("int@") && shown.contains(":1 x@") && shown.contains(":5 =@"), "{shown}");
    }
}

#[test]
fn every_header_of_ours_parses_in_both_data_models() {
    for data_model in [DataModel::Lp64, DataModel::Ilp32] {
        for (name, _) in crate::headers::ALL {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let path = folder.path().join("a.c");
            std::fs::write(&path, format!("#include <{name}>\n#include <{name}>\n")).expect("a temporary file");
            let parsed = parse_file(&path, &PreprocessOptions { data_model, ..PreprocessOptions::default() });
            assert_eq!(parsed.expect("cc is there").diagnostics, [], "{name}");
        }
    }
}
