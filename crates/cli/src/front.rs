//! From the name of a file to a program with its replayer: the front end put together.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::ast::TranslationUnit;
use raddle_cfront::check::{UnitOptions, check_units};
use raddle_cfront::diagnostic::{Diagnostic, Severity, has_errors};
use raddle_cfront::externals::{is_determined_further, rests_on};
use raddle_cfront::lower::{lower, lower_past_obstacles};
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cfront::project::{Project, read_project};
use raddle_cfront::size_type::narrow_size_type;
use raddle_cfront::typed::{FunctionId, Unit};
use raddle_cfront::{Arguments, Callers, Interrupts, Start};
use raddle_program::externals::Externals;
use raddle_program::floating_results::are_computed;
use raddle_program::source::SourceMap;
use raddle_program::syntax::Program;
use raddle_program::trace::Trace;
use raddle_program::types::DataModel;
use raddle_reference::{ReplayOptions, replay, replay::names};
use raddle_report::diagnostic::Diagnostic as Message;
use raddle_report::naming::Replayed;
use raddle_verify::certify::Replayer;
use raddle_verify::externals::Reliance;
use raddle_verify::verdict::Reason;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::headers::{Parsed, parse_program};
use crate::messages::messages;
use crate::models::Models;
use crate::options::{SourceOptions, interrupts_of};
use crate::properties::Questions;
use crate::quantity::GivenArguments;
use crate::task_file::TaskFile;
use crate::units::Units;

/// How the files of one command are read.
#[derive(Clone, Debug)]
pub struct Input {
    /// What the command line says, for all files.
    preprocess: PreprocessOptions,
    /// The data model that the command line asks for.
    data_model: Option<DataModel>,
    /// The arguments that programs are started with, if the command line says it.
    arguments: Option<GivenArguments>,
    /// The functions that threads call, if the files are a library.
    callers: Option<Arc<Callers>>,
    /// The functions that interrupts call.
    interrupts: Arc<Interrupts>,
    /// What functions without a body do, if the command line says it.
    externals: Option<Externals>,
    /// What functions do that no file defines.
    models: Models,
    /// Whether headers that are not built in may be those of this machine.
    pub may_read_system_headers: bool,
    /// The compilation database, if there is one.
    project: Option<Arc<Project>>,
    /// The files of the run.
    pub units: Arc<Units>,
    /// Whether messages are rendered with colours.
    has_colour: bool,
}

/// One program, ready to be read.
#[derive(Clone, Debug)]
pub struct Target {
    /// The C file, or the first one.
    pub path: PathBuf,
    /// How it is preprocessed, and its data model.
    pub preprocess: PreprocessOptions,
    /// The further files of the program, each with its options.
    pub others: Vec<(PathBuf, PreprocessOptions)>,
    /// Whether the data model follows from the `size_t` of a preprocessed file, and nothing else says it.
    pub takes_size_type: bool,
    /// The arguments that it is started with, if it looks at them.
    pub arguments: Option<Arguments>,
    /// Whether the command line says nothing about them: any are assumed, and violations are looked for without arguments first.
    pub assumes_arguments: bool,
    /// The functions that threads call, if it is a library.
    pub callers: Option<Arc<Callers>>,
    /// The functions that interrupts call.
    pub interrupts: Arc<Interrupts>,
    /// What functions without a body do, if that was said; else answers that rest on it are kept apart.
    pub externals: Option<Externals>,
    /// What functions do that no file defines.
    pub models: Models,
    /// Whether headers that are not built in may be those of this machine.
    pub may_read_system_headers: bool,
    /// The files of the run.
    pub units: Arc<Units>,
    /// What its task definition asks.
    pub questions: Option<Questions>,
    /// Whether messages are rendered with colours.
    pub has_colour: bool,
}

/// A program, ready for engines.
pub struct Front {
    unit: Arc<Unit>,
    /// What the engines work on.
    pub program: Arc<Program>,
    /// Whether `main` looks at its arguments and the command line says nothing about them: there may be none.
    pub may_have_no_arguments: bool,
    /// Whether its headers are those of this machine.
    pub reads_system_headers: bool,
    /// Warnings.
    pub diagnostics: Vec<Message>,
}

/// Why a file is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// In one sentence.
    pub why: String,
    /// The messages about it.
    pub diagnostics: Vec<Message>,
}

impl Input {
    /// What the command line says.
    ///
    /// # Errors
    /// A sentence, if the compilation database or a table of effects cannot be read.
    pub fn from_options(options: &SourceOptions, has_colour: bool) -> Result<Self, String> {
        let preprocess = PreprocessOptions {
            defines: options.defines.clone(),
            undefines: options.undefines.clone(),
            include_dirs: options.include_dirs.clone(),
            cc: options.cc.clone(),
            cc_args: options.cc_arg.clone(),
            system_headers: options.system_headers,
            unsaved: options.unsaved.clone(),
            ..PreprocessOptions::default()
        };
        let project = match &options.project {
            Some(path) => Some(Arc::new(read_project(path).map_err(|error| error.to_string())?)),
            None => None,
        };
        let data_model = options.data_model.map(DataModel::from);
        let externals = options.externals.map(Externals::from);
        let arguments = options.args;
        let may_read_system_headers = !options.no_system_headers;
        let callers =
            options.is_library.then(|| Callers { entries: options.entry.clone(), first: options.init.clone() });
        let callers = callers.map(Arc::new);
        let models = Models::read(&options.models)?;
        Ok(Input {
            preprocess,
            data_model,
            arguments,
            callers,
            interrupts: Arc::new(interrupts_of(&options.interrupt)),
            externals,
            models,
            may_read_system_headers,
            units: Arc::new(if project.is_some() { Units::kept() } else { Units::default() }),
            project,
            has_colour,
        })
    }

    /// Whether threads call the functions of the files, in place of `main`.
    pub fn is_library(&self) -> bool {
        self.callers.is_some()
    }

    /// The compilation database, if there is one.
    pub fn project(&self) -> Option<&Project> {
        self.project.as_deref()
    }

    /// Takes the options of files from a command line, as from a compilation database.
    pub fn set_project(&mut self, project: Project) {
        self.project = Some(Arc::new(project));
    }

    /// What the command line says of all files.
    pub fn preprocess(&self) -> PreprocessOptions {
        PreprocessOptions { data_model: self.data_model.unwrap_or(DataModel::Lp64), ..self.preprocess.clone() }
    }

    /// A program as its files were named, nothing read.
    pub fn untouched(&self, files: &[PathBuf]) -> Target {
        let preprocess = self.preprocess();
        let (first, others) = files.split_first().map_or((PathBuf::new(), &[][..]), |(one, rest)| (one.clone(), rest));
        Target {
            path: first,
            others: others.iter().map(|file| (file.clone(), preprocess.clone())).collect(),
            preprocess,
            takes_size_type: false,
            arguments: self.arguments.map_or(Some(Arguments::ANY), |given| given.0),
            assumes_arguments: self.arguments.is_none() && self.callers.is_none(),
            callers: self.callers.clone(),
            interrupts: self.interrupts.clone(),
            externals: self.externals,
            models: self.models.clone(),
            may_read_system_headers: self.may_read_system_headers,
            units: self.units.clone(),
            questions: None,
            has_colour: self.has_colour,
        }
    }

    /// The program behind its names: a task definition is opened, and the compilation database is asked.
    ///
    /// # Errors
    /// A sentence, if a task definition cannot be used or the database does not know a file.
    pub fn resolve(&self, files: &[PathBuf]) -> Result<Target, String> {
        let mut target = self.untouched(files);
        if let Some(file) = files.iter().find(|file| is_task_definition(file)) {
            if files.len() > 1 {
                return Err(format!("the task definition {} is a program of its own: name it alone", file.display()));
            }
            let task = TaskFile::read(file).map_err(|why| format!("task definition {}: {why}", file.display()))?;
            target = self.untouched(&task.inputs);
            target.questions = task.questions;
            target.imply_competition();
            if let Some(model) = self.data_model.or(task.data_model) {
                target.set_data_model(model);
            }
        } else if self.data_model.is_none() && self.project.is_none() && files.iter().any(|file| has_narrow_size(file))
        {
            target.takes_size_type = true;
            target.set_data_model(DataModel::Ilp32);
        }
        if let Some(project) = &self.project {
            target.preprocess = self.in_project(project, &target.path, &target.preprocess)?;
            for (path, options) in &mut target.others {
                *options = self.in_project(project, path, options)?;
            }
        }
        Ok(target)
    }

    /// The options of a file of the project.
    fn in_project(
        &self,
        project: &Project,
        path: &Path,
        options: &PreprocessOptions,
    ) -> Result<PreprocessOptions, String> {
        let wanted = path.canonicalize().ok();
        let is_wanted = |path: &Path| wanted.is_some() && path.canonicalize().ok() == wanted;
        let entry = project
            .entries
            .iter()
            .find(|entry| is_wanted(&entry.file))
            .ok_or_else(|| format!("{} is not in the compilation database: leave --project out", path.display()))?;
        let mut options = entry.command.options(options);
        if let Some(model) = self.data_model {
            options.data_model = model;
        }
        Ok(options)
    }
}

/// Whether a preprocessed file declares a `size_t` of 32 bits.
fn has_narrow_size(file: &Path) -> bool {
    let source = SourceMap::new();
    std::fs::read(file).is_ok_and(|text| narrow_size_type(source.files().next_id(), &text).is_some())
}

/// That addresses have 32 bits because of a `size_t`.
fn narrow_addresses(source: &SourceMap) -> Option<Diagnostic> {
    let place = source.files().iter().find_map(|(id, file)| narrow_size_type(id, file.text().as_bytes()))?;
    let message = "addresses are taken to have 32 bits, as this `size_t` has";
    Some(Diagnostic::warning(place, message, "--data-model ilp32 or lp64 says how many bits they have"))
}

/// Whether a file is a task definition, by its name.
pub fn is_task_definition(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "yml" || extension == "yaml")
}

/// The name of a program names so many files at most.
pub const NAMED_FILES: usize = 3;

/// What a program of these files is called in answers.
pub fn program_name(files: &[PathBuf]) -> String {
    let name = |file: &PathBuf| file.to_string_lossy().into_owned();
    match files {
        [first, rest @ ..] if rest.len() >= NAMED_FILES => format!("{} and {} more files", name(first), rest.len()),
        few => few.iter().map(name).collect::<Vec<_>>().join(" "),
    }
}

impl Target {
    /// A file to be read with given options, outside of any command line.
    pub fn new(path: &Path, preprocess: PreprocessOptions) -> Self {
        Target {
            path: path.to_path_buf(),
            preprocess,
            others: Vec::new(),
            takes_size_type: false,
            arguments: None,
            assumes_arguments: false,
            callers: None,
            interrupts: Arc::default(),
            externals: None,
            models: Models::default(),
            may_read_system_headers: false,
            units: Arc::default(),
            questions: None,
            has_colour: false,
        }
    }

    /// The same program with further files, which are read with the same options.
    pub fn with(mut self, others: &[PathBuf]) -> Self {
        self.others = others.iter().map(|file| (file.clone(), self.preprocess.clone())).collect();
        self
    }

    /// A program of a competition is called without arguments, unless the command line says something else.
    pub fn assume_no_arguments(&mut self) {
        if std::mem::take(&mut self.assumes_arguments) {
            self.arguments = None;
        }
    }

    /// What questions of a competition imply: no arguments, and functions without a body return any value, unless the command line says
    /// something else.
    pub fn imply_competition(&mut self) {
        self.assume_no_arguments();
        self.externals = self.externals.or(Some(Externals::Pure));
        if *self.interrupts == Interrupts::default() {
            self.interrupts = Arc::new(Interrupts::none());
        }
    }

    fn set_data_model(&mut self, model: DataModel) {
        self.preprocess.data_model = model;
        self.others.iter_mut().for_each(|(_, options)| options.data_model = model);
    }

    /// All files of the program, in their order.
    pub fn files(&self) -> Vec<PathBuf> {
        std::iter::once(&self.path).chain(self.others.iter().map(|(path, _)| path)).cloned().collect()
    }

    /// The C files that model functions, read like the first file.
    fn model_files(&self) -> impl Iterator<Item = (&Path, &PreprocessOptions)> + Clone {
        self.models.files.iter().map(|file| (file.as_path(), &self.preprocess))
    }

    /// All files with their options.
    fn units(&self) -> impl Iterator<Item = (&Path, &PreprocessOptions)> + Clone {
        let others = self.others.iter().map(|(path, options)| (path.as_path(), options));
        std::iter::once((self.path.as_path(), &self.preprocess)).chain(others)
    }
}

/// The program in which threads go on behind constructs without a model. Functions without a body may write through
/// their arguments.
pub fn past_obstacles(unit: &Unit) -> Program {
    let mut unit = unit.clone();
    unit.externals = Externals::Args;
    lower_past_obstacles(&unit)
}

impl Front {
    /// Preprocesses, parses, checks, links and lowers the files of a program.
    ///
    /// # Errors
    /// If one cannot be read as C, they do not belong together, or none has `main`.
    pub fn read(target: &Target) -> Result<Front, Unreadable> {
        Front::read_with_syntax(target).map(|(front, _)| front)
    }

    /// The same, with the syntax trees of the files.
    ///
    /// # Errors
    /// Those of [`Front::read`].
    pub fn read_with_syntax(target: &Target) -> Result<(Front, Vec<TranslationUnit>), Unreadable> {
        if target.path.is_dir() {
            let why =
                format!("the folder {} has no C files (.c, .i) and no task definitions (.yml)", target.path.display());
            return Err(Unreadable { why, diagnostics: Vec::new() });
        }
        if let Some((other, _)) = target.units().find(|(_, options)| options.data_model != target.preprocess.data_model)
        {
            let why = format!("{} has another data model than {}", other.display(), target.path.display());
            return Err(Unreadable { why, diagnostics: Vec::new() });
        }
        let Parsed { source, units, mut diagnostics, reads_system_headers } =
            parse_program(target.units().chain(target.model_files()), target.may_read_system_headers, &target.units)
                .map_err(|error| Unreadable { why: error.to_string(), diagnostics: Vec::new() })?;
        if has_errors(&diagnostics) {
            return Err(Unreadable::of(&source, &diagnostics, target));
        }
        diagnostics.extend(target.takes_size_type.then(|| narrow_addresses(&source)).flatten());
        let n_files = units.len() - target.models.files.len();
        let parsed = units;
        let units: Vec<(&TranslationUnit, UnitOptions)> = parsed
            .iter()
            .enumerate()
            .map(|(index, (unit, options))| (unit, UnitOptions { is_model: index >= n_files, ..*options }))
            .collect();
        let model = target.preprocess.data_model;
        let read = source.clone();
        let start = target.callers.as_deref().map_or_else(|| target.arguments.into(), Start::Callers);
        let (mut unit, mut found) = check_units(start, &target.interrupts, source, &units, model);
        if target.assumes_arguments && has_errors(&found) {
            // That `main` cannot be called with arguments is no error of the program.
            (unit, found) = check_units(Start::Bare, &target.interrupts, read, &units, model);
        }
        diagnostics.extend(found);
        if has_errors(&diagnostics) {
            return Err(Unreadable::of(&unit.source, &diagnostics, target));
        }
        if unit.main.is_none() {
            let subject = if target.others.is_empty() { "it has" } else { "its files have" };
            let why = format!(
                "{subject} no function main, where a program starts: name the file that defines it, or let any threads call the functions (--library)"
            );
            return Err(Unreadable { why, ..Unreadable::of(&unit.source, &diagnostics, target) });
        }
        unit.externals = target.externals.unwrap_or(Externals::Pure);
        unit.effects = target.models.effects.clone();
        let (program, found) = lower(&unit);
        diagnostics.extend(found);
        let diagnostics = messages(&unit.source, &diagnostics, target.has_colour);
        let may_have_no_arguments =
            target.arguments.is_some() && target.assumes_arguments && unit.uses_of_arguments.is_some();
        let (unit, program) = (Arc::new(unit), Arc::new(program));
        let front = Front { unit, program, may_have_no_arguments, reads_system_headers, diagnostics };
        Ok((front, parsed.into_iter().map(|(tree, _)| tree).collect()))
    }

    /// The program, in which executions end at constructs without a model.
    pub fn shared_program(&self) -> Arc<Program> {
        self.program.clone()
    }

    /// The checked tree of the program.
    pub fn shared_unit(&self) -> Arc<Unit> {
        self.unit.clone()
    }

    /// The reference interpreter on this program.
    pub fn replayer(&self) -> impl Replayer + Sync + use<> {
        self.replayer_of(false)
    }

    /// The reference interpreter on this program, which may insist that executions that do not end are fair.
    pub fn replayer_of(&self, is_fair: bool) -> impl Replayer + Sync + use<> {
        Reference { unit: self.unit.clone(), is_fair, marks_outside: false, is_more_exact: are_computed(&self.program) }
    }

    /// The same, which confirms only what holds whatever functions without a body return and write.
    pub fn marking_replayer(&self, is_fair: bool) -> impl Replayer + Sync + use<> {
        Reference { unit: self.unit.clone(), is_fair, marks_outside: true, is_more_exact: are_computed(&self.program) }
    }

    /// Gives the things of a trace the names of the source.
    pub fn name(&self, trace: &mut Trace) {
        // Of a trace as long as this few steps are shown: another replay would take longer than it is worth.
        const LONGEST: usize = 20_000;
        let is_short = trace.steps.len() <= LONGEST;
        let replayed = is_short.then(|| names(&self.unit, trace, &ReplayOptions::default()));
        let replayed = replayed.and_then(Result::ok).map_or_else(Replayed::default, |visited| Replayed {
            arguments: visited.arguments,
            addresses: visited.addresses,
            ends: visited.ends,
            variables: visited.variables,
        });
        raddle_report::naming::name(trace, &self.program, &replayed);
    }

    /// Why a proof of the program is no answer, if it is none: the program comes to functions without a body of which the command line
    /// says nothing, or interrupts may call functions of it.
    pub fn unseen(&self, target: &Target, is_competition: bool) -> Option<Reason> {
        let reliance =
            Reliance::of(&AnalyzedProgram::new(self.program.clone()), &|name| self.rests_on(name), &|name| {
                self.is_determined_further(name)
            });
        let (functions, handlers) = (reliance.functions().to_vec(), self.interrupt_handlers());
        if target.externals.is_none() && !functions.is_empty() {
            return Some(Reason::RestsOn { functions });
        }
        if !is_competition && !handlers.is_empty() {
            return Some(Reason::Uninterrupted { handlers });
        }
        let handlers = self.signal_handlers();
        (!handlers.is_empty()).then_some(Reason::Uninterrupted { handlers })
    }

    /// The names of the functions that interrupts call at any time.
    pub fn interrupts(&self) -> Vec<String> {
        let name = |&handler: &FunctionId| self.unit.functions[handler].name.to_string();
        let mut names: Vec<String> = self.unit.interrupts.iter().map(name).collect();
        if self.unit.requests_interrupts() {
            names.push("the functions that the program requests for them".to_owned());
        }
        names
    }

    /// The names of the interrupt handlers that nothing calls.
    pub fn interrupt_handlers(&self) -> Vec<String> {
        let name = |&handler: &FunctionId| self.unit.functions[handler].name.to_string();
        self.unit.interrupt_handlers.iter().map(name).collect()
    }

    /// The names of the handlers of signals that no execution runs.
    pub fn signal_handlers(&self) -> Vec<String> {
        let name = |&handler: &FunctionId| self.unit.functions[handler].name.to_string();
        self.unit.signal_handlers.iter().map(name).collect()
    }

    /// Whether an answer that comes to a call of a function without a body, by its name, rests on what that does.
    pub fn rests_on(&self, name: &str) -> bool {
        self.unit.functions.iter().any(|(id, function)| &*function.name == name && rests_on(&self.unit, id))
    }

    /// Whether a violation may depend on a variable of the library of this name, or on what a modelled function of this name gives.
    pub fn is_determined_further(&self, name: &str) -> bool {
        is_determined_further(&self.unit, name)
    }

    /// The typed tree.
    pub fn unit(&self) -> &Unit {
        &self.unit
    }

    /// The program in its own notation.
    pub fn text(&self) -> String {
        raddle_program::text::print(&self.program)
    }

    /// The program as C.
    pub fn c_text(&self) -> String {
        raddle_program::c_print::print_c(&self.program)
    }
}

/// The reference interpreter as the judge of traces.
struct Reference {
    unit: Arc<Unit>,
    is_fair: bool,
    marks_outside: bool,
    is_more_exact: bool,
}

impl Replayer for Reference {
    fn is_more_exact(&self) -> bool {
        self.is_more_exact
    }

    fn replay(&self, trace: &Trace) -> Result<(), String> {
        let options =
            ReplayOptions { is_fair: self.is_fair, marks_outside: self.marks_outside, ..ReplayOptions::default() };
        replay(&self.unit, trace, &options).map_err(|disagreement| {
            // Users see steps counted from 1, as in printed traces.
            format!(
                "at step {} ({}) the trace says that {}, but {}",
                disagreement.step + 1,
                disagreement.place,
                disagreement.expected,
                disagreement.found
            )
        })
    }
}

impl Unreadable {
    /// The error as text, with all messages.
    pub fn text(&self) -> String {
        let messages: Vec<&str> = self.diagnostics.iter().map(|message| message.rendered.as_str()).collect();
        format!("{}\n{}", self.why, messages.join("\n"))
    }

    fn of(source: &SourceMap, diagnostics: &[Diagnostic], target: &Target) -> Self {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
        let plural = if errors == 1 { "" } else { "s" };
        let extension = target.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let is_other_language = matches!(extension, "cc" | "cpp" | "cxx" | "c++" | "C" | "hh" | "hpp" | "hxx");
        let hint = if is_other_language { "; its name is one of C++, which is not read" } else { "" };
        let why = format!("input cannot be read as C: {errors} error{plural}{hint}");
        Unreadable { why, diagnostics: messages(source, diagnostics, target.has_colour) }
    }
}
