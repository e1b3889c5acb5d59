//! The `raddle` command: options, supervision, and the pipeline from a file's name to its verdict line.

pub mod annotate;
mod answers;
pub mod baseline;
mod batch;
pub mod certify;
pub mod check;
pub mod configuration;
pub mod confirm;
pub mod doctor;
mod emit;
pub mod engines;
pub mod exit;
pub mod explain;
mod foreign;
pub mod front;
pub mod headers;
pub mod horn;
mod implied;
pub mod journal;
pub mod library;
pub mod log;
pub mod lsp;
pub mod measure;
mod messages;
mod minimized;
pub mod models;
mod nearest;
pub mod options;
pub mod output;
pub mod outputs;
pub mod print;
mod priority;
mod programs;
pub mod progress;
mod project;
pub mod proof;
pub mod properties;
pub mod quantity;
pub mod question;
pub mod random_executions;
pub mod replay;
pub mod save;
pub mod scan;
pub mod schema;
pub mod sequentialize;
mod shell;
pub mod signals;
mod standard_error;
pub mod supervise;
pub mod task_file;
mod text;
mod tool;
mod units;
pub mod verdict_line;
pub mod witness;

use clap::{CommandFactory, Parser};
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

use exit::Exit;
use options::{Command, CommandLine};
use output::Written;

/// Runs the command and says what to return to the shell.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Exit {
    std::panic::set_hook(Box::new(|panic| {
        // The message names the source location in Raddle; a stack trace would not help users.
        output::message(&format!("internal error: {}", raddle_report::escape::escape(&panic.to_string())));
    }));
    let arguments = implied::with_subcommand(&CommandLine::command(), arguments.into_iter().collect());
    catch_unwind(AssertUnwindSafe(|| dispatch(arguments))).unwrap_or(Exit::Internal)
}

fn dispatch(arguments: Vec<OsString>) -> Exit {
    log::start_if_asked(&arguments);
    let (command_line, arguments) = match read(arguments) {
        Ok(read) => read,
        Err(exit) => return exit,
    };
    output::choose_colour(command_line.color);
    match command_line.command {
        Command::Check(options) => check::check(&options, &arguments),
        Command::Certify(options) => certify::certify(&options),
        Command::Replay(options) => replay::replay(&options),
        Command::Validate(options) => witness::validate::validate(&options),
        Command::Doctor(options) => doctor::doctor(&options),
        Command::Library(options) => library::library(&options),
        Command::Schema { command } => write_text(schema::text(command).as_bytes()),
        Command::Lsp(options) => lsp::serve(&options),
        Command::Explain(options) => explain::explain(&options),
        Command::Scan(options) => scan::scan(&options, &arguments),
        Command::Annotate(options) => annotate::annotate(&options, &arguments),
        Command::Print(options) => print::print(&options),
        Command::Sequentialize(options) => sequentialize::sequentialize(&options),
        Command::Horn(options) => horn::horn(&options),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut CommandLine::command(), "raddle", &mut script);
            write_text(&script)
        }
        Command::Man { subcommand } => manual(subcommand.as_deref()),
    }
}

/// Reads the command line, and what a configuration file adds to it.
fn read(mut arguments: Vec<OsString>) -> Result<(CommandLine, Vec<OsString>), Exit> {
    let command = CommandLine::command();
    let matches = command.clone().try_get_matches_from(&arguments).map_err(|error| usage(&error, &arguments))?;
    if let (Some(given), Some(check)) = (matches.subcommand_matches("check"), command.find_subcommand("check")) {
        let added = configuration::arguments(check, given).map_err(|why| {
            output::message(&format!("error: {}", raddle_report::escape::escape(&why)));
            Exit::Usage
        })?;
        // Behind the name of the subcommand: what comes after `--` are files.
        let name = arguments.iter().skip(1).position(|argument| argument == "check").map_or(2, |at| at + 2);
        arguments.splice(name..name, added);
    }
    match CommandLine::try_parse_from(&arguments) {
        Ok(command_line) => Ok((command_line, arguments)),
        Err(error) => Err(usage(&error, &arguments)),
    }
}

/// Help and the version are answers; everything else that the parser says is a usage error.
fn usage(error: &clap::Error, arguments: &[OsString]) -> Exit {
    let text = error.render();
    if error.use_stderr() {
        output::message(&foreign::message(error, arguments).unwrap_or_else(|| text.to_string()));
        return Exit::Usage;
    }
    write_text(text.to_string().as_bytes())
}

fn manual(subcommand: Option<&str>) -> Exit {
    let mut command = CommandLine::command();
    command.build();
    let page = match subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => subcommand.clone(),
            None => {
                output::message(&format!("error: there is no subcommand {}", raddle_report::escape::escape(name)));
                return Exit::Usage;
            }
        },
    };
    let mut text = Vec::new();
    match clap_mangen::Man::new(page).render(&mut text) {
        Ok(()) => write_text(&text),
        Err(error) => panic!("a manual page can be written to memory: {error}"),
    }
}

fn write_text(text: &[u8]) -> Exit {
    match output::answer(&String::from_utf8_lossy(text)) {
        Written::Whole | Written::NobodyReads => Exit::Safe,
        Written::Failed(why) => {
            output::message(&format!("error: the text cannot be written: {why}"));
            Exit::Output
        }
    }
}
