//! A batch with several files at once (`--jobs`), or one that can be resumed (`--resume`): each file is checked by a process of its own.
//!
//! Processes do not share memory, so a process that needs too much takes none from the other ones. Answers are written
//! in the order of the files. If the output is one document about all of them (SARIF, JUnit), the documents of the
//! processes are joined, and written at the end. The processes end with this one, however it ends.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_report::diagnostic::Diagnostic;
use raddle_report::escape::escape;
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::database_name;
use super::documents::Documents;
use crate::batch::{self, Row};
use crate::exit::Exit;
use crate::front::{Input, program_name};
use crate::journal::{self, Journal, Kept};
use crate::log::{self, Event};
use crate::options::{CheckOptions, Format};
use crate::output::{self, Written};
use crate::outputs::Outputs;
use crate::signals;

/// Whether a batch is run so.
pub fn is_wanted(options: &CheckOptions, n_files: usize) -> bool {
    options.only.is_empty() && (options.resume.is_some() || options.jobs.is_some_and(|jobs| jobs > 1) && n_files > 1)
}

/// A process that was started for one file of a batch ends when the batch does.
pub fn end_with_the_batch() {
    // Where the system has no such thing, the process ends when its file is done.
    let _ = set_parent_process_death_signal(Some(Signal::KILL));
}

/// Checks all files. `arguments` is the command line.
pub fn run(
    options: &CheckOptions,
    programs: &[Vec<PathBuf>],
    problems: &[Diagnostic],
    input: &Input,
    arguments: &[OsString],
) -> Exit {
    if let Err(why) = refuse(options, programs) {
        output::message(&format!("error: {why}"));
        return Exit::Usage;
    }
    let journal = match options.resume.as_deref().map(Journal::open).transpose() {
        Ok(journal) => journal.map(Mutex::new),
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let keys: Vec<String> = programs.iter().map(|files| key_of(options, files, input)).collect();
    let is_stopped = Arc::new(AtomicBool::new(false));
    let running = Arc::new(Mutex::new(BTreeMap::<usize, Pid>::new()));
    listen(&is_stopped, &running);
    let bar = bar(programs.len());
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let mut worst = Exit::Safe;
    let mut rows = Vec::new();
    let mut documents = Documents::new(options.format, true, true);
    let mut outputs = match Outputs::new(&options.output, None, programs, |&format| Documents::new(format, true, false))
    {
        Ok(outputs) => outputs,
        Err((why, exit)) => {
            output::message(&format!("error: {why}"));
            return exit;
        }
    };
    for problem in problems {
        let name = database_name(options);
        outputs.take(|_, documents| documents.take_problem(&name, problem));
        if let Written::Failed(why) = output::answer(&documents.take_problem(&name, problem)) {
            output::message(&format!("error: the answer cannot be written: {why}"));
            worst = worst.min(Exit::Output);
        }
    }
    std::thread::scope(|scope| {
        for _ in 0..options.jobs.unwrap_or(1).min(programs.len()) {
            let (sender, journal, keys, next) = (sender.clone(), &journal, &keys, &next);
            let (is_stopped, running) = (&is_stopped, &running);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(files) = programs.get(number) else { return };
                    let known = journal.as_ref().and_then(|journal| lock(journal).get(&keys[number]).cloned());
                    let kept = known.map(Answer::Known).or_else(|| {
                        (!is_stopped.load(Ordering::Relaxed)).then(|| {
                            ask(files, keys[number].clone(), (arguments, options.output.len()), |pid| match pid {
                                Some(pid) => _ = lock(running).insert(number, pid),
                                None => _ = lock(running).remove(&number),
                            })
                        })
                    });
                    let is_whole = !is_stopped.load(Ordering::Relaxed);
                    let failed = match (&kept, journal) {
                        (Some(Answer::Whole(kept)), Some(journal)) if is_whole => lock(journal).keep(kept).err(),
                        (Some(Answer::Whole(_) | Answer::Known(_) | Answer::Nothing(_)) | None, _) => None,
                    };
                    if sender.send((number, kept, failed)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        for (number, kept, failed) in results {
            if let Some(why) = failed {
                output::message(&format!("error: an answer cannot be kept in the journal: {why}"));
                worst = worst.min(Exit::Output);
            }
            waiting.insert(number, kept);
            if let Some(bar) = &bar {
                bar.inc(1);
            }
            while let Some(kept) = waiting.remove(&rows.len()) {
                let files = &programs[rows.len()];
                let answer = kept.unwrap_or_else(|| Answer::Nothing(not_asked(files)));
                let mut written = || write(&answer, options.format, &mut documents, &mut outputs);
                worst = worst.min(match &bar {
                    Some(bar) => bar.suspend(written),
                    None => written(),
                });
                rows.push(row(answer.kept(), files));
            }
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    log::about(None);
    batch::write_table(&rows, options.format);
    worst = worst.min(outputs.write());
    documents.write_end(&rows, worst)
}

/// What cannot be made of answers that are texts.
fn refuse(options: &CheckOptions, programs: &[Vec<PathBuf>]) -> Result<(), String> {
    let is_standard_input = |file: &PathBuf| file.as_os_str() == "-";
    if options.source.unsaved.is_some() || programs.iter().flatten().any(is_standard_input) {
        return Err("standard input is read by one process: leave --jobs and --resume out".to_owned());
    }
    if options.writes_page() {
        return Err(
            "html is one page about all files, written by one process: leave --jobs and --resume out".to_owned()
        );
    }
    Ok(())
}

fn key_of(options: &CheckOptions, files: &[PathBuf], input: &Input) -> String {
    let program = input.resolve(files).map_or_else(|_| files.to_vec(), |target| target.files());
    journal::key(options, files, &program)
}

/// After the first signal no new file is begun, and running processes are asked to answer.
fn listen(is_stopped: &Arc<AtomicBool>, running: &Arc<Mutex<BTreeMap<usize, Pid>>>) {
    let (is_stopped, running) = (is_stopped.clone(), running.clone());
    let _ = signals::listen(move |_| {
        is_stopped.store(true, Ordering::Relaxed);
        for pid in lock(&running).values() {
            let _ = kill_process(*pid, Signal::TERM);
        }
    });
}

/// Checks a file in a process of its own; `note` is called with the process, and when it has ended.
fn ask(
    files: &[PathBuf],
    key: String,
    (arguments, n_outputs): (&[OsString], usize),
    note: impl Fn(Option<Pid>),
) -> Answer {
    let start = Instant::now();
    let only = files.iter().map(|file| {
        let mut only = OsString::from("--only=");
        only.push(file);
        only
    });
    let name = program_name(files);
    let folder = (n_outputs > 0).then(tempfile::tempdir).transpose();
    let started = std::env::current_exe().and_then(|command| {
        let folder = folder.as_ref().map_err(|why| std::io::Error::from(why.kind()))?;
        let outputs_in = folder.as_ref().map(|folder| {
            let mut option = OsString::from("--outputs-in=");
            option.push(folder.path());
            option
        });
        Command::new(command)
            .arg("check")
            .args(only)
            .args(outputs_in)
            .args(log::arguments())
            .args(arguments.iter().skip(2))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let ended = started.and_then(|mut child| {
        note(Pid::from_raw(i32::try_from(child.id()).unwrap_or(0)));
        let events = child.stderr.take_if(|_| log::is_on());
        let ended = std::thread::scope(|scope| {
            scope.spawn(|| events.map(|events| log::relay(events, &name)));
            child.wait_with_output()
        });
        note(None);
        ended
    });
    let seconds = start.elapsed().as_secs_f64();
    let failed = |why: String| {
        let (key, name, code) = (key.clone(), name.clone(), Exit::Internal.code());
        let (messages, outputs) = (String::new(), Vec::new());
        Answer::Nothing(Kept { key, name, code, seconds, answer: why, messages, outputs })
    };
    match ended {
        Ok(output) => match output.status.code().and_then(|code| u8::try_from(code).ok()) {
            Some(code) => {
                let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
                let (answer, messages) = (text(&output.stdout), text(&output.stderr));
                let folder = folder.as_ref().ok().and_then(Option::as_ref);
                let output = |number: usize| {
                    let path = folder.map(|folder| folder.path().join(number.to_string()));
                    path.and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default()
                };
                let outputs = (0..n_outputs).map(output).collect();
                Answer::Whole(Kept { key: key.clone(), name: name.clone(), code, seconds, answer, messages, outputs })
            }
            None => failed("internal error: the process that checked it was ended by a signal".to_owned()),
        },
        Err(why) => failed(format!("internal error: no process can be started: {why}")),
    }
}

fn not_asked(files: &[PathBuf]) -> Kept {
    Kept {
        key: String::new(),
        name: program_name(files),
        code: Exit::Unknown.code(),
        seconds: 0.0,
        answer: "interrupted before it was checked".to_owned(),
        messages: String::new(),
        outputs: Vec::new(),
    }
}

/// What came of a file.
enum Answer {
    /// An answer.
    Whole(Kept),
    /// One from the journal.
    Known(Kept),
    /// None: the text says why.
    Nothing(Kept),
}

impl Answer {
    /// Writes the verdict as an event, unless the process that found it did.
    fn log(&self) {
        let reason = match self {
            Answer::Whole(_) => return,
            Answer::Known(_) => None,
            Answer::Nothing(kept) => Some(kept.answer.as_str()),
        };
        let Row { name, word: verdict, exit, seconds, .. } = row(self.kept(), &[]);
        let exit_code = exit.code();
        let properties = Vec::new();
        log::event(Some(&name), &Event::Verdict { verdict, reason, exit_code, properties, seconds, memory_bytes: 0 });
    }

    fn kept(&self) -> &Kept {
        match self {
            Answer::Whole(kept) | Answer::Known(kept) | Answer::Nothing(kept) => kept,
        }
    }
}

fn write(answer: &Answer, format: Format, documents: &mut Documents, outputs: &mut Outputs<Documents>) -> Exit {
    let kept = answer.kept();
    log::about(Some(&kept.name));
    answer.log();
    if !kept.messages.is_empty() {
        output::message(&kept.messages);
    }
    let head = if format == Format::Human { format!("file {}\n", escape(&kept.name)) } else { String::new() };
    let exit = Exit::from_code(kept.code);
    let join = |documents: &mut Documents, text: &str| match answer {
        Answer::Whole(_) | Answer::Known(_) => documents.join(&kept.name, text, None),
        Answer::Nothing(_) => documents.join(&kept.name, "", Some((&kept.answer, exit))),
    };
    let body = join(documents, &kept.answer);
    outputs.take(|number, documents| join(documents, kept.outputs.get(number).map_or("", String::as_str)));
    match output::answer(&format!("{head}{body}")) {
        Written::Whole | Written::NobodyReads => exit,
        Written::Failed(why) => {
            let verdict = body.lines().last().unwrap_or_default();
            output::message(&format!("error: the answer cannot be written: {why}\n{verdict}"));
            Exit::Output
        }
    }
}

fn row(kept: &Kept, files: &[PathBuf]) -> Row {
    let exit = Exit::from_code(kept.code);
    let word = match exit {
        Exit::Safe => "SAFE",
        Exit::Unsafe => "UNSAFE",
        Exit::Usage | Exit::Output | Exit::Internal | Exit::Input | Exit::Timeout | Exit::Unknown => "UNKNOWN",
    };
    Row { name: kept.name.clone(), files: files.to_vec(), word, exit, seconds: kept.seconds }
}

fn bar(n_files: usize) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let bar = ProgressBar::with_draw_target(Some(n_files as u64), ProgressDrawTarget::stderr_with_hz(8));
        let template = ProgressStyle::with_template("{bar:30} {pos} of {len} files ({elapsed}, {eta} to go)");
        bar.set_style(template.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar
    })
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
