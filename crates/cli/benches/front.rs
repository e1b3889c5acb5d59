//! How the front end grows with the files of a program: a chain of functions, one a file, each behind the headers of this machine for threads and sockets.
//!
//! `cargo bench -p raddle-cli --bench front -- [NUMBER]`. A row has the processor time without that of the C compiler's preprocessor, and how many times
//! that of the row before it is. Twice as many files should take twice as long.

use std::fmt::Write;
use std::path::PathBuf;

use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::front::{Front, Target};
use raddle_cli::measure::{cpu_time, resident_bytes};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut before = None;
    for files in [25, 50, 100, 200] {
        if !wanted.is_empty() && !wanted.contains(&files.to_string()) {
            continue;
        }
        let paths: Vec<PathBuf> = (0..files).map(|number| folder.path().join(format!("f{number}.c"))).collect();
        for (number, path) in paths.iter().enumerate() {
            std::fs::write(path, text(number, files)).expect("a file can be written");
        }
        let options = PreprocessOptions { system_headers: true, ..PreprocessOptions::default() };
        let target = Target::new(&paths[0], options).with(&paths[1..]);
        let start = cpu_time();
        let work = || Front::read(&target).map(|_| ()).map_err(|unreadable| unreadable.text());
        let read = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(1 << 28).spawn_scoped(scope, work);
            thread.expect("a thread can be started").join().expect("the front end does not panic")
        });
        read.unwrap_or_else(|why| panic!("{why}"));
        let seconds = (cpu_time() - start).as_secs_f64();
        let mut row = format!("{files:4} files  {seconds:6.2} s  {:5} MiB", resident_bytes() >> 20);
        if let Some(before) = before {
            let _ = write!(row, "  {:.1} times the row before", seconds / before);
        }
        println!("{row}");
        before = Some(seconds);
    }
}

/// A file of the chain.
fn text(number: usize, files: usize) -> String {
    let includes = ["stdio", "stdlib", "string", "pthread", "unistd", "netdb", "sys/socket"];
    let mut text: String = includes.iter().map(|name| format!("#include <{name}.h>\n")).collect();
    let next = number + 1;
    let call = if next < files { format!("f{next}(value + 1)") } else { "value".to_owned() };
    let _ = write!(
        text,
        "int f{next}(int);\nstatic pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int calls;\n\
         int f{number}(int value)\n{{\n    pthread_mutex_lock(&lock);\n    calls++;\n    pthread_mutex_unlock(&lock);\n    return {call};\n}}\n"
    );
    if number == 0 {
        text.push_str("int main(void)\n{\n    printf(\"%d\\n\", f0(0));\n    return 0;\n}\n");
    }
    text
}
