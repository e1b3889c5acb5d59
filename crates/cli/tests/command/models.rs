//! `raddle library`, and `--model`: what is known of functions that no file defines.

use crate::common::{Folder, run};

const PROGRAM: &str = "#include <assert.h>\nint sensor_read(int channel);\nvoid dev_fill(char *buffer, int size);\nlong dev_state(const int *config);\n\
    int main(void) {\n  char buffer[4];\n  int config = 1, value = sensor_read(3);\n  assert(value >= 0 && value <= 100);\n  dev_fill(buffer, 4);\n\
    assert(dev_state(&config) <= 7);\n  return 0;\n}\n";
const BODY: &str = "long __raddle_any(long low, long high);\nint sensor_read(int channel) { return channel < 8 ? (int)__raddle_any(0, 100) : -1; }\n";
const TABLE: &str = "dev_fill (buffer: writes size, size) -> any\ndev_state (config: in) -> 0..7\n";

#[test]
fn a_body_and_a_table_say_what_functions_do() {
    let folder = Folder::new();
    let program = folder.write("program.c", PROGRAM);
    let (body, table) = (folder.write("body.c", BODY), folder.write("driver.effects", TABLE));
    let alone = run(&["check", &program]);
    assert!(alone.last_line().starts_with("VERDICT: UNKNOWN"), "{}", alone.out);
    let both = run(&["check", &program, "--model", &body, "--model", &table]);
    assert_eq!(both.last_line(), "VERDICT: SAFE", "{}{}", both.out, both.err);
    assert!(both.out.contains("do what these files say"), "{}", both.out);
    let wide = folder.write("wide.c", BODY.replace("100", "101"));
    let unsafe_now = run(&["check", "-p", "assertions", &program, "--model", &wide, "--model", &table]);
    assert_eq!(unsafe_now.last_line(), "VERDICT: UNSAFE (assertions)", "{}", unsafe_now.out);
    let small = folder.write("small.effects", TABLE.replace("writes size", "writes 5"));
    let outside = run(&["check", "-p", "memory", &program, "--model", &body, "--model", &small]);
    assert_eq!(outside.last_line(), "VERDICT: UNSAFE (memory)", "{}", outside.out);
    // The configuration file names models from its own folder.
    folder.write("raddle.toml", "model = [\"body.c\", \"driver.effects\"]\n");
    assert_eq!(run(&["check", &program]).last_line(), "VERDICT: SAFE");
}

#[test]
fn a_definition_of_the_program_replaces_a_model() {
    let folder = Folder::new();
    let program =
        folder.write("program.c", format!("{PROGRAM}int sensor_read(int channel) {{ return channel - 4; }}\n"));
    let body = folder.write("body.c", BODY);
    let check = run(&["check", "-p", "assertions", "--externals", "pure", &program, "--model", &body]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)", "{}{}", check.out, check.err);
    assert!(check.out.contains("program.c:8"), "{}", check.out);
}

#[test]
fn a_trace_through_a_model_replays_with_it() {
    let folder = Folder::new();
    let program = folder.write("program.c", PROGRAM);
    let (wide, table) = (folder.write("wide.c", BODY.replace("100", "101")), folder.write("driver.effects", TABLE));
    let trace = folder.path("trace.json").display().to_string();
    let check =
        run(&["check", "-p", "assertions", "--model", &wide, "--model", &table, "--save-trace", &trace, &program]);
    assert_eq!(check.last_line(), "VERDICT: UNSAFE (assertions)", "{}", check.out);
    let command = check.err.lines().find_map(|line| line.strip_prefix("trace saved; replay it with: raddle "));
    let words: Vec<&str> = command.expect("the command is shown").split(' ').collect();
    assert_eq!(run(&words).last_line(), "VERDICT: UNSAFE (assertions)");
}

#[test]
fn broken_models_are_named() {
    let folder = Folder::new();
    let program = folder.write("program.c", PROGRAM);
    let broken = folder.write("broken.effects", "# A driver.\ndev_fill (buffer: writes length, size) -> any\n");
    let check = run(&["check", &program, "--model", &broken]);
    assert_eq!(check.code, Some(2));
    assert!(check.err.contains("broken.effects:2: `length` is no parameter"), "{}", check.err);
    assert_eq!(run(&["check", &program, "--model", &folder.path("none.effects").display().to_string()]).code, Some(2));
    let wrong = folder.write("wrong.c", "int sensor_read(int channel) { return channel +; }\n");
    let check = run(&["check", &program, "--model", &wrong]);
    assert_eq!(check.code, Some(3), "{}{}", check.out, check.err);
    assert!(check.err.contains("wrong.c:1"), "{}{}", check.out, check.err);
}

#[test]
fn the_library_says_how_functions_are_known() {
    let shown = run(&["library", "pthread_mutex_lock", "strtol", "recv", "localtime", "ioctl"]);
    assert_eq!(shown.code, Some(0), "{}", shown.err);
    for line in [
        "pthread_mutex_lock: built in, step by step (docs/library.md)",
        "strtol: written in C",
        "long strtol(const char *text, char **end, int base)",
        "recv: known by its effects",
        "  recv (file, buffer: writes size, size, flags) -> received(size, flags)",
        "  recv; cancellation point",
        "  localtime; writes \"static data of localtime\"",
        "ioctl: known by name: any result, and any change of what the arguments lead to",
    ] {
        assert!(shown.out.lines().any(|shown| shown == line), "{line}\n{}", shown.out);
    }
    let unknown = run(&["library", "recvv"]);
    assert_eq!(unknown.code, Some(5));
    assert!(unknown.out.starts_with("recvv: nothing is known; did you mean recv?"), "{}", unknown.out);
    let folder = Folder::new();
    let table = folder.write("driver.effects", TABLE);
    let own = run(&["library", "dev_state", "--model", &table]);
    assert!(own.out.contains("  dev_state (config: in) -> 0..7"), "{}", own.out);
    let count = run(&["library"]);
    let total: u32 = count.out.lines().filter_map(|line| line.split_whitespace().next()?.parse::<u32>().ok()).sum();
    assert!(total > 1_000, "{}", count.out);
    let listed = run(&["library", "--list"]);
    assert_eq!(listed.out.lines().count() as u32, total);
}
