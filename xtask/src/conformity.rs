//! Conformity of the engines with a compiler, on random sequential programs.
//!
//! Csmith [Yang, Chen, Eide, Regehr 11] writes programs of one thread without undefined behaviour that print a checksum of all globals. The
//! system's compiler translates such a program, a run gives the checksum, and two programs are made of it: in the first one a failure is reported
//! if the checksum is another one (the program is safe), in its twin if the checksum is this one (the program is unsafe). Every engine is asked
//! about both. Undefined behaviour is a finding, too: signed overflow, division by zero, bad shifts and invalid accesses are asked about together
//! with the assertions, and must be safe.
//!
//! The random programs of [`crate::fuzz`] cannot find what both readings of C have in common: they share a parser and a type checker. A
//! compiler shares nothing with them.

use raddle_cli::engines::ENGINES;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::options::ConformityOptions;
use crate::score::built;

/// The options for csmith: programs that a verifier can follow to their end.
const SHAPE: [&str; 17] = [
    "--no-volatiles",
    "--no-argc",
    "--no-float",
    "--no-packed-struct",
    "--max-funcs",
    "3",
    "--max-block-size",
    "3",
    "--max-block-depth",
    "2",
    "--max-expr-complexity",
    "5",
    "--max-array-dim",
    "2",
    "--max-array-len-per-dim",
    "4",
    "--seed",
];

/// The statement that prints the checksum.
const PRINTS: &str = "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);";

/// How long the program may run natively: some programs of csmith do not end.
const NATIVE_LIMIT: Duration = Duration::from_secs(5);

/// Where Debian's package has the headers of the programs, unless `CSMITH_HEADERS` names another folder.
const HEADERS: &str = "/usr/include/csmith";

/// The properties that hold of every program without undefined behaviour.
const DEFINED: [&str; 3] = ["overflow", "arithmetic", "memory"];

/// What engines said of all programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conformity {
    /// Programs with a checksum.
    pub programs: u64,
    /// Seeds whose program did not end natively.
    pub endless: u64,
    /// Questions that were decided as the compiler says.
    pub right: u64,
    /// Questions that were not decided.
    pub open: u64,
    /// Questions that were decided otherwise, and runs without an answer.
    pub wrong: u64,
}

/// Why the programs cannot be made here, if they cannot: what is missing, by name.
#[must_use]
pub fn missing() -> Option<String> {
    let runs = |tool: &str| {
        let mut run = Command::new(tool);
        run.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        run.status().is_ok_and(|status| status.success())
    };
    if !runs("csmith") {
        return Some("csmith is not installed (Debian: csmith and libcsmith-dev)".to_owned());
    }
    if !headers().join("csmith.h").is_file() {
        return Some(format!("{} has no csmith.h (Debian: libcsmith-dev)", headers().display()));
    }
    (!runs("cc")).then(|| "there is no C compiler `cc`".to_owned())
}

/// Asks the engines about as many programs as the options say. True if no answer is wrong.
///
/// # Errors
/// A sentence, if csmith or the compiler is missing, or something cannot be run.
pub fn run(options: &ConformityOptions) -> Result<bool, String> {
    if let Some(missing) = missing() {
        return Err(missing);
    }
    let command = match &options.command {
        Some(command) => std::path::absolute(command).map_err(|error| error.to_string())?,
        None => built()?,
    };
    let mut found = Conformity::default();
    for seed in options.seed..options.seed.saturating_add(options.count) {
        judge_seed(&command, seed, options, &mut found)?;
    }
    println!(
        "{} programs ({} more do not end natively): {} answers right, {} open, {} wrong",
        found.programs, found.endless, found.right, found.open, found.wrong
    );
    Ok(found.wrong == 0)
}

/// Makes the program of one seed and its twin, and adds what the engines say of them.
///
/// # Errors
/// A sentence, if something cannot be run.
pub fn judge_seed(
    command: &Path,
    seed: u64,
    options: &ConformityOptions,
    found: &mut Conformity,
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| format!("cannot make a folder: {error}"))?;
    let text = written(seed, folder.path())?;
    let Some(checksum) = checksum(&text, folder.path())? else {
        found.endless += 1;
        return Ok(());
    };
    found.programs += 1;
    for is_unsafe in [false, true] {
        let file = folder.path().join(if is_unsafe { "unsafe.c" } else { "safe.c" });
        std::fs::write(&file, with_assertion(&text, &checksum, is_unsafe)?).map_err(|error| error.to_string())?;
        for engine in engines(options) {
            let verdicts = verdicts(command, &engine, &file, options.timeout)?;
            for (property, verdict) in verdicts {
                let expected = if property == "assertions" && is_unsafe { "UNSAFE" } else { "SAFE" };
                match verdict.as_str() {
                    "SAFE" | "UNSAFE" if verdict == expected => found.right += 1,
                    "UNKNOWN" => found.open += 1,
                    _ => {
                        found.wrong += 1;
                        println!("seed {seed}: {engine} says {verdict} of {property}, not {expected}");
                        keep(options, seed, &file)?;
                    }
                }
            }
        }
    }
    Ok(())
}

fn headers() -> PathBuf {
    std::env::var_os("CSMITH_HEADERS").map_or_else(|| PathBuf::from(HEADERS), PathBuf::from)
}

/// The engines that are asked: those that were named, or the default command and every engine that decides assertions.
fn engines(options: &ConformityOptions) -> Vec<String> {
    if !options.engine.is_empty() {
        return options.engine.clone();
    }
    let decides = ENGINES.iter().filter(|engine| engine.decides(raddle_program::property::Property::Assertions));
    std::iter::once("auto".to_owned()).chain(decides.map(|engine| engine.name().to_owned())).collect()
}

/// The program of a seed. Csmith writes a file `platform.info` where it runs.
fn written(seed: u64, folder: &Path) -> Result<String, String> {
    let mut run = Command::new("csmith");
    let output = run.args(SHAPE).arg(seed.to_string()).current_dir(folder).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run csmith: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the program prints when it runs natively; `None` if it does not end.
fn checksum(text: &str, folder: &Path) -> Result<Option<String>, String> {
    let (source, binary) = (folder.join("native.c"), folder.join("native"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let compiled = Command::new("cc").arg("-w").arg("-I").arg(headers()).arg(&source).arg("-o").arg(&binary).output();
    let compiled = compiled.map_err(|error| format!("cannot run cc: {error}"))?;
    if !compiled.status.success() {
        return Err(format!("cc rejects a program of csmith: {}", String::from_utf8_lossy(&compiled.stderr)));
    }
    let cannot = |error: std::io::Error| format!("cannot run a program: {error}");
    let printed = folder.join("printed");
    let file = std::fs::File::create(&printed).map_err(cannot)?;
    let mut child = Command::new(&binary).stdin(Stdio::null()).stdout(file).spawn().map_err(cannot)?;
    let limit = Instant::now() + NATIVE_LIMIT;
    while child.try_wait().map_err(cannot)?.is_none() {
        if Instant::now() > limit {
            child.kill().map_err(cannot)?;
            child.wait().map_err(cannot)?;
            return Ok(None);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let printed = std::fs::read_to_string(&printed).map_err(cannot)?;
    Ok(printed.trim().strip_prefix("checksum = ").map(str::to_owned))
}

/// The program with an assertion about its checksum in the place of the statement that prints it.
fn with_assertion(text: &str, checksum: &str, is_unsafe: bool) -> Result<String, String> {
    if !text.contains(PRINTS) {
        return Err("a program of this version of csmith does not end as expected".to_owned());
    }
    let comparison = if is_unsafe { "==" } else { "!=" };
    let asserts = format!("if ((crc32_context ^ 0xFFFFFFFFUL) {comparison} 0x{checksum}UL) reach_error();");
    Ok(format!("extern void reach_error(void);\n{}", text.replace(PRINTS, &asserts)))
}

/// What an engine says of each property that it decides; a run without an answer is one verdict with the exit status as its text.
fn verdicts(command: &Path, engine: &str, file: &Path, timeout: u64) -> Result<Vec<(String, String)>, String> {
    let mut run = Command::new(command);
    run.args([
        "check",
        "--format",
        "json",
        "--engine",
        engine,
        "--timeout",
        &format!("{timeout}s"),
        "-p",
        "assertions",
    ]);
    let decides_more = ENGINES.iter().find(|known| known.name() == engine).is_none_or(|known| {
        DEFINED
            .iter()
            .all(|name| raddle_program::property::Property::from_name(name).is_some_and(|it| known.decides(it)))
    });
    if decides_more {
        run.args(DEFINED.iter().flat_map(|property| ["-p", property]));
    }
    let output = run.arg("-I").arg(headers()).arg(file).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot run {}: {error}", command.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let said: Option<Value> = text.lines().find_map(|line| serde_json::from_str(line).ok());
    let answers = said.as_ref().and_then(|said| said["properties"].as_array());
    // 70: the command has detected a bug in itself.
    match answers.filter(|_| output.status.code() != Some(70)) {
        Some(answers) => Ok(answers
            .iter()
            .map(|answer| {
                let word = |key: &str| answer[key].as_str().unwrap_or_default().to_owned();
                (word("property"), word("verdict").to_uppercase())
            })
            .collect()),
        None => Ok(vec![("assertions".to_owned(), format!("nothing ({})", output.status))]),
    }
}

/// Keeps a program that was answered wrongly, where the options say so.
fn keep(options: &ConformityOptions, seed: u64, file: &Path) -> Result<(), String> {
    let Some(folder) = &options.findings else { return Ok(()) };
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    std::fs::copy(file, folder.join(format!("{seed}_{name}"))).map_err(failed)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_twin_of_a_safe_program_fails_with_the_same_checksum() {
        let text = format!("int main(void) {{\n    {PRINTS}\n}}\n");
        let safe = with_assertion(&text, "1A", false).expect("it prints");
        let twin = with_assertion(&text, "1A", true).expect("it prints");
        assert!(safe.contains("!= 0x1AUL) reach_error();") && twin.contains("== 0x1AUL) reach_error();"));
        assert!(with_assertion("int main(void) {}", "1A", false).is_err());
    }
}
