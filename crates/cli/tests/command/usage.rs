//! Wrong options, help, completions, manual pages.

use crate::common::{Folder, example, run};

#[test]
fn wrong_options_are_usage_errors() {
    let file = example("lost_update.c");
    for arguments in [
        &[][..],
        &["check"],
        &["chekc", &file],
        &["check", "--no-such-option", &file],
        &["check", "-p", "races", &file],
        &["check", "-p", "missing.prp", &file],
        &["check", "--engine", "magic", &file],
        &["check", "--timeout", "0", &file],
        &["check", "--timeout", "soon", &file],
        &["check", "--memory", "4", &file],
        &["check", "--args", "0", &file],
        &["check", "--args", "2x", &file],
        &["check", "--args", "65x1", &file],
        &["check", "--args", "all", &file],
        &["check", "--dump", "before:lower", &file],
        &["check", "--dump", "after:nothing", &file],
        &["check", "--format", "xml", &file],
        &["check", "--project", "/no/such/compile_commands.json", &file],
        &["check", "--each", "--save-trace", "t.json", &file, &file],
        &["check", "--each", "--emit-replay", "replay", &file, &file],
        &["check", "--save-trace", &file, &file],
        &["completions", "tcl"],
        &["man", "nothing"],
    ] {
        let run = run(arguments);
        assert_eq!(run.code, Some(2), "{arguments:?}: {}{}", run.out, run.err);
        assert!(!run.err.is_empty(), "{arguments:?} says nothing");
        assert!(run.out.is_empty(), "{arguments:?}: {}", run.out);
    }
}

#[test]
fn check_is_what_a_file_asks_for() {
    let file = example("lost_update.c");
    let (short, long) = (run(&["--threads", "1", &file]), run(&["check", "--threads", "1", &file]));
    assert_eq!((short.code, long.code), (Some(10), Some(10)));
    assert_eq!(short.out.lines().last(), long.out.lines().last());
}

#[test]
fn a_wrong_option_is_named_with_what_is_expected() {
    let error = run(&["check", "-p", "races", "x.c"]).err;
    assert!(error.contains("races") && error.contains("data-race"), "{error}");
}

#[test]
fn help_and_version_are_answers() {
    let help = run(&["check", "--help"]);
    assert_eq!(help.code, Some(0));
    for option in ["--property", "--engine", "--data-model", "--timeout", "--memory", "--save-trace", "Exit status"] {
        assert!(help.out.contains(option), "{option} is not in the help");
    }
    let version = run(&["--version"]);
    assert_eq!((version.code, version.err.as_str()), (Some(0), ""));
    assert_eq!(version.out.trim(), format!("raddle {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{shell}");
        assert!(script.out.contains("replay") && script.out.contains("save-trace"), "{shell}");
    }
}

#[test]
fn manual_pages_are_roff() {
    let page = run(&["man"]);
    assert_eq!(page.code, Some(0));
    assert!(page.out.contains(".TH raddle"), "{}", page.out);
    let page = run(&["man", "check"]);
    assert!(page.out.contains("save\\-trace"), "{}", page.out);
}

#[test]
fn broken_property_files_are_usage_errors() {
    let folder = Folder::new();
    for (name, text) in [
        ("empty.prp", ""),
        ("label.prp", "CHECK( init(main()), LTL(G ! label(ERROR)) )"),
        ("binary.prp", "\0\u{1b}[31mx"),
    ] {
        let path = folder.write(name, text);
        let run = run(&["check", "-p", &path, &example("lost_update.c")]);
        assert_eq!(run.code, Some(2), "{name}");
        assert!(!run.err.contains('\u{1b}'), "{name}");
    }
}

#[test]
fn help_is_short_and_in_groups() {
    let short = run(&["check", "-h"]).out;
    for heading in ["Properties:", "Limits:", "Engines:", "Output:", "Files:", "Reading C:"] {
        assert!(short.lines().any(|line| line == heading), "{heading}\n{short}");
    }
    let n_options = short.lines().filter(|line| line.trim_start().starts_with('-')).count();
    assert!(n_options <= 32, "{n_options}");
    assert!(run(&["check", "--help"]).out.contains("--explain-choice"));
}

#[test]
fn options_of_engines_are_listed_and_read() {
    let folder = Folder::new();
    let listed = run(&["check", "--help-engines"]);
    assert_eq!(listed.code, Some(0), "{}", listed.err);
    assert!(listed.out.contains("compositional") && listed.out.contains("sequential.checker"), "{}", listed.out);
    let safe = folder.write("safe.c", "int main(void) { return 0; }\n");
    let wrong = run(&["check", "-o", "sequential.cheker=ic3", &safe]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.err.contains("did you mean `sequential.checker`?"), "{}", wrong.err);
    folder.write("raddle.toml", "engine-options = [\"sequential.checker=none\"]\n");
    let configured = run(&["check", &safe]);
    assert_eq!(configured.code, Some(2));
    assert!(configured.err.contains("`none` is none of ic3, kinduction, bmc, external"), "{}", configured.err);
    folder.write("raddle.toml", "engine-options = [\"sequential.checker=kinduction\"]\nengine = \"sequential\"\n");
    assert_eq!(run(&["check", "-p", "assertions", &safe]).last_line(), "VERDICT: SAFE");
}

#[test]
fn the_readme_shows_what_the_command_prints_and_the_guide_every_option() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(root.join("README.md")).expect("there is a README");
    let output = crate::common::raddle().current_dir(&root).args(["check", "examples/lost_update.c"]).output();
    let printed = crate::common::Run::of(&output.expect("the command was built")).out;
    assert!(
        !rows(&printed).is_empty() && rows(&readme) == rows(&printed),
        "the README shows another answer than:\n{printed}"
    );
    let last = printed.lines().last().unwrap_or("");
    assert!(last.starts_with("VERDICT: UNSAFE") && readme.contains(last), "{printed}");
    let options = std::fs::read_to_string(root.join("docs/options.md")).expect("the guide has a page of options");
    for word in run(&["check", "--help"]).out.split([' ', ',', '\n', '=']).filter(|word| word.starts_with("--")) {
        let option = word.trim_end_matches(['.', ':', ')', '`']);
        assert!(options.contains(option) || option == "--help", "{option} is not in docs/options.md");
    }
}

/// The properties in the rows of the table, with their verdicts. Properties that stand alike share a row, whose names may go on in
/// the next line. What else the README shows may be of an earlier version: which of several violations is found first changes with
/// every improvement of the search, and so does which properties share a reason.
fn rows(text: &str) -> std::collections::BTreeMap<&str, &str> {
    let mut found = std::collections::BTreeMap::new();
    let mut verdict = None;
    for line in text.lines() {
        let words: Vec<&str> = line.strip_prefix("  ").unwrap_or("").split_whitespace().collect();
        let is_name =
            |word: &&&str| raddle_program::property::Property::from_name(word.trim_end_matches(',')).is_some();
        let names: Vec<&str> = words.iter().take_while(is_name).map(|word| word.trim_end_matches(',')).collect();
        let next = words.get(names.len()).filter(|word| ["SAFE", "UNSAFE", "UNKNOWN"].contains(word));
        verdict = next.copied().or(verdict.filter(|_| !names.is_empty()));
        if let Some(verdict) = verdict {
            found.extend(names.into_iter().map(|name| (name, verdict)));
        }
    }
    found
}

#[test]
fn a_wrong_name_is_answered_with_the_one_that_was_meant() {
    let file = example("lost_update_fixed.c");
    for (arguments, said) in [
        (&["-p", "asertions"][..], "did you mean `assertions`?"),
        (&["-p", "race"], "did you mean `data-race`?"),
        (&["-p", "valid-memsafety"], "did you mean `memory`?"),
        (&["-p", "colour"], "expected all, assertions, deadlock"),
        (&["-p", "deadlock,lekas"], "did you mean `leaks`?"),
        (&["--engine", "explict"], "a similar value exists: 'explicit'"),
        (&["-O2"], "raddle check -- cc -O2 FILE.c"),
        (&["-std=gnu11"], "raddle check --cc-arg=-std=gnu11 FILE.c"),
        (&["-lpthread"], "-lpthread is an option of a C compiler"),
    ] {
        let run = run(&[&["check"], arguments, &[&file]].concat());
        assert_eq!(run.code, Some(2), "{arguments:?}: {}", run.out);
        assert!(run.err.contains(said), "{arguments:?}: {}", run.err);
    }
    let several = run(&["check", "-p", "data-race,locks", "--format", "json", &file]);
    assert_eq!(several.code, Some(0), "{}", several.err);
    assert_eq!(several.out.matches("\"property\":").count(), 2, "{}", several.out);
}

#[test]
fn shells_complete_the_names_of_properties() {
    for shell in ["bash", "zsh", "fish"] {
        let script = run(&["completions", shell]).out;
        assert!(script.contains("termination"), "{shell}");
    }
}
