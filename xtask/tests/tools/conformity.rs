//! A slice of `cargo xtask conformity`: two random sequential programs and their twins, whose checksum the C compiler knows.

use raddle_xtask::conformity::{Conformity, judge_seed, missing};
use raddle_xtask::options::ConformityOptions;

/// The command beside this test, which `cargo test --workspace` builds.
fn command() -> Option<std::path::PathBuf> {
    let test = std::env::current_exe().ok()?;
    Some(test.parent()?.parent()?.join("raddle")).filter(|command| command.is_file())
}

#[test]
fn engines_agree_with_the_compiler() {
    if let Some(missing) = missing() {
        eprintln!("skipped: {missing}");
        return;
    }
    let Some(command) = command() else {
        eprintln!("skipped: the command is not built; run `cargo test --workspace`");
        return;
    };
    let engine = ["explicit", "bmc", "auto"].map(str::to_owned).to_vec();
    let options = ConformityOptions { seed: 3, count: 1, timeout: 30, engine, command: None, findings: None };
    let mut found = Conformity::default();
    for seed in [3, 6] {
        judge_seed(&command, seed, &options, &mut found).expect("everything runs");
    }
    assert_eq!((found.programs, found.wrong), (2, 0), "{found:?}");
    assert!(found.right > 0, "{found:?}");
}
