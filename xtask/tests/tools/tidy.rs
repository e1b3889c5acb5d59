//! The repository is tidy, and the rules detect what is not.

use raddle_xtask::tidy::{Repository, complaints};

#[test]
fn the_repository_is_tidy() {
    let found = complaints(&Repository::at(raddle_xtask::repository()));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn what_is_untidy_is_noticed() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    };
    write("crates/a/src/lib.rs", &format!("fn f() {{ {}!() }}\n", "todo"));
    write("crates/a/src/long.rs", &format!("//! Long.\n{}", "// line\n".repeat(800)));
    write("crates/a/Cargo.toml", "[package]\nname = \"raddle-a\"\n[dependencies]\nraddle-b.workspace = true\n");
    write("crates/verify/src/secret/mod.rs", "//! Secret.\n");
    write("crates/verify/Cargo.toml", "[package]\nname = \"raddle-verify\"\n");
    write("crates/verify/src/below.rs", "//! Below.\nuse crate::secret::{A, B};\n");
    write("crates/verify/src/secret/part.rs", "//! A part.\nuse crate::{below::C, secret::A};\n");
    write("crates/cfront/src/lower/library/x.rs", "//! X.\nconst R: Row = row(\"x_frobnicate\", 1);\n");
    write("tests/corpus/a.c", "int main(void) { return 0; }\n");
    write("ARCHITECTURE.md", "| `a` | nothing |\n");
    write("GLOSSARY.md", "- **frobnication**: never used\n");
    write("README.md", &"a".repeat(8193));
    write("docs/page.md", "A circle of threads.\n");
    let found = complaints(&Repository::at(folder.path())).join("\n");
    for complaint in [
        "lib.rs: opens without",
        &format!("lib.rs:1: `{}!(`", "todo"),
        "long.rs: 801 lines",
        "uses b, and ARCHITECTURE.md allows nothing",
        "does not name the folder `secret/`",
        "a cycle: below -> secret -> below",
        "does not name `x_frobnicate`",
        "line 1 does not say what is true",
        "no comment behind the header",
        "neither code nor documents say `frobnication`",
        "docs/options.md: does not name the option `--timeout`",
        "README.md: 8193 bytes",
        "docs/SUMMARY.md: does not name page.md",
        "docs/page.md:1: \"circle\"",
    ] {
        assert!(found.contains(complaint), "{complaint}\n{found}");
    }
}
