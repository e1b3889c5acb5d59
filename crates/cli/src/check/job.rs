//! What a command line asks of each program.

use raddle_verify::engine::Engine;
use raddle_verify::memory_model::MemoryModel;
use raddle_verify::options::{
    BmcOptions, CompositionalOptions, LazyOptions, ModularOptions, Options, SequentialOptions, SharedTool,
};
use raddle_verify::portfolio;
use std::path::PathBuf;
use std::sync::Arc;

use super::early::Stage;
use super::patience::Patience;
use crate::emit;
use crate::engines::engine_named;
use crate::front::{Input, is_task_definition};
use crate::measure;
use crate::options::{CheckOptions, EngineSettings, Format, MemoryModelName};
use crate::output;
use crate::proof;
use crate::properties::Questions;
use crate::save;
use crate::supervise::Limits;
use crate::tool::ToolCommand;
use crate::witness;

/// What is to be done with each file.
#[derive(Clone)]
pub(super) struct Job {
    /// What the command line asks; `None` leaves it to the task definition, or to the usual questions.
    pub(super) asked: Option<Questions>,
    /// `None` stands for all of them together.
    pub(super) engine: Option<&'static dyn Engine>,
    pub(super) threads: usize,
    pub(super) input: Input,
    /// The options of the engines.
    pub(super) options: Options,
    /// The memory model, if one is named.
    pub(super) memory_model: Option<MemoryModel>,
    pub(super) patience: Patience,
    /// The command line.
    pub(super) given: Arc<CheckOptions>,
    pub(super) dumps: Vec<String>,
    pub(super) writes_proof: bool,
    /// Whether a report shows what is known of each line.
    pub(super) explains: bool,
    /// Whether the answer says what each engine did.
    pub(super) explains_choice: bool,
}

impl Job {
    pub(super) fn from_options(options: &CheckOptions) -> Result<Job, String> {
        let asked = if options.properties.is_empty() { None } else { Some(Questions::read(&options.properties)?) };
        // `auto` writes no proof. Of the engines that do, `bmc` alone decides every property.
        let name = if options.proof.is_some() && options.engine == portfolio::NAME { "bmc" } else { &*options.engine };
        let engine = match name {
            portfolio::NAME => None,
            name => Some(engine_named(name).ok_or_else(|| format!("no engine is called {name}"))?),
        };
        if let Some(path) = &options.save_trace
            && options.programs.files.iter().any(|file| save::is_same_file(file, path))
        {
            return Err("--save-trace would overwrite the program".to_owned());
        }
        if let Some(folder) = &options.emit_replay {
            emit::may_write(folder)?;
        }
        if let Some(path) = &options.witness {
            witness::Form::of(path)?;
            if options.programs.files.iter().any(|file| save::is_same_file(file, path)) {
                return Err("--witness would overwrite the program".to_owned());
            }
        }
        if let Some(path) = &options.invariant
            && options.programs.files.iter().any(|file| save::is_same_file(file, path))
        {
            return Err("--invariant would overwrite the program".to_owned());
        }
        if options.invariant.is_some() && name != "sequential" {
            return Err(format!("the engine {name} finds no invariant to write: add --engine sequential"));
        }
        if let Some(path) = &options.proof {
            if !proof::PROVERS.contains(&name) {
                let provers = proof::PROVERS.join(" or ");
                return Err(format!("the engine {name} writes no proof: add --engine {provers}"));
            }
            if options.programs.files.iter().any(|file| save::is_same_file(file, path)) {
                return Err("--proof would overwrite the program".to_owned());
            }
        }
        let mut passes = vec!["lower"];
        let transforms = engine.map_or_else(Vec::new, |engine| engine.transforms());
        passes.extend(transforms.iter().map(|transform| transform.name()));
        passes.extend(engine.map_or(&[][..], |engine| engine.passes()));
        if let Some(unknown) = options.dump.iter().find(|pass| !passes.contains(&pass.as_str())) {
            return Err(format!("no pass is called {unknown}; with --engine {name} there are {}", passes.join(", ")));
        }
        let input = Input::from_options(&options.source, output::message_has_colour())?;
        let patience = Patience::of(options);
        let limits = Limits { timeout: patience.timeout, memory: options.memory };
        let settings = EngineSettings::of(&options.settings);
        let tool = settings.tool.as_deref().map(|tool| ToolCommand::new(tool, limits)).transpose()?;
        let solver = settings.solver.as_deref().map(|tool| ToolCommand::of_clauses(tool, limits)).transpose()?;
        let shared = |tool: ToolCommand| Arc::new(tool) as SharedTool;
        let engine_options = Options {
            reduction: settings.reduction,
            is_fair: options.fair,
            bmc: BmcOptions { order: settings.order, unwind: options.unwind, memory: options.memory },
            lazy: LazyOptions { context_bound: settings.context_switches },
            slice: settings.slice,
            sequential: SequentialOptions { checker: Some(settings.checker), tool: tool.map(shared) },
            compositional: CompositionalOptions { solver: solver.map(shared) },
            modular: ModularOptions { thread_order: settings.thread_order },
        };
        Ok(Job {
            asked,
            engine,
            threads: options.threads.unwrap_or_else(measure::processors),
            input,
            options: engine_options,
            memory_model: options.memory_model.map(|name| match name {
                MemoryModelName::C11 => MemoryModel::C11,
                MemoryModelName::Sc => MemoryModel::Sc,
            }),
            patience,
            given: Arc::new(options.clone()),
            dumps: options.dump.clone(),
            writes_proof: options.proof.is_some(),
            explains: options.writes_page(),
            explains_choice: options.explain_choice,
        })
    }
}

impl Job {
    /// Where violations are explained before the end.
    pub(super) fn stage(&self, is_batch: bool) -> Stage {
        let is_read = self.given.format == Format::Human && self.given.emit.is_none() && self.given.only.is_empty();
        match (is_read, output::answer_is_terminal(), output::message_is_terminal()) {
            (true, true, _) => Stage::Answer { is_batch },
            (_, _, true) if self.given.only.is_empty() => Stage::Messages,
            _ => Stage::Nowhere,
        }
    }

    /// The memory model of a program: the one that is named, else what the form of its questions implies.
    pub(super) fn memory_model_of(&self, files: &[PathBuf], questions: &Questions) -> MemoryModel {
        let is_definition = files.iter().any(|file| is_task_definition(file));
        self.memory_model.unwrap_or(match is_definition || questions.is_competition {
            true => MemoryModel::Sc,
            false => MemoryModel::C11,
        })
    }
}
