//! `raddle certify`: a proof of safety, checked against formulas that are made again from the program.

use raddle_certify::ProofText;
use raddle_program::types::DataModel;
use raddle_report::escape::escape;
use raddle_verify::context::Cancellation;

use crate::exit::Exit;
use crate::front::{Front, Input, Unreadable};
use crate::options::{CertifyOptions, DataModelName, SourceOptions};
use crate::output::{self, Written};
use crate::proof::{Head, follow};
use crate::supervise::{Ended, Limits, Supervisor};
use crate::verdict_line::FileVerdict;

/// Checks a proof and says whether it is accepted.
pub fn certify(options: &CertifyOptions) -> Exit {
    let bytes = match std::fs::read(&options.proof_file) {
        Ok(bytes) => bytes,
        Err(error) => {
            let name = options.proof_file.to_string_lossy();
            return answer(String::new(), &FileVerdict::unreadable(&format!("{name} cannot be read: {error}")));
        }
    };
    let mut proof = ProofText::new(bytes);
    let head = match Head::read(&mut proof) {
        Ok(head) => head,
        Err(rejected) => return answer(String::new(), &refused(&rejected.to_string())),
    };
    let source = SourceOptions {
        data_model: options.source.data_model.or(Some(match head.data_model {
            DataModel::Ilp32 => DataModelName::Ilp32,
            DataModel::Lp64 | DataModel::Llp64 => DataModelName::Lp64,
        })),
        ..options.source.clone()
    };
    let input = match Input::from_options(&source, output::message_has_colour()) {
        Ok(input) => input,
        Err(why) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let target = match input.resolve(&options.file) {
        Ok(target) => target,
        Err(why) => return answer(String::new(), &FileVerdict::unreadable(&why)),
    };
    if target.preprocess.data_model != head.data_model {
        return answer(String::new(), &refused("it is about another data model"));
    }
    let name = options.file.to_string_lossy().into_owned();
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |cancellation: Cancellation| match Front::read(&target) {
        Err(Unreadable { why, diagnostics }) => (String::new(), FileVerdict::unreadable(&why), diagnostics),
        Ok(front) => {
            let (shown, verdict) = match follow(&front, &name, &head, proof, cancellation) {
                Err(why) => (String::new(), refused(&why)),
                Ok(()) => {
                    let names: Vec<&str> = head.properties.iter().map(|property| property.name()).collect();
                    let shown = format!("  accepted: the proof shows {}\n\n", names.join(", "));
                    (shown, FileVerdict { word: "SAFE", reason: None, exit: Exit::Safe })
                }
            };
            (shown, verdict, front.diagnostics.clone())
        }
    });
    match ended {
        Ended::Answered((shown, verdict, diagnostics)) => {
            diagnostics.iter().for_each(|diagnostic| output::message(diagnostic));
            answer(shown, &verdict)
        }
        Ended::Unanswered(reason) => {
            let exit = match reason {
                raddle_verify::verdict::Reason::Internal { .. } => Exit::Internal,
                _ => Exit::Unknown,
            };
            let verdict = FileVerdict { word: "UNKNOWN", reason: Some(escape(&reason.to_string())), exit };
            answer(String::new(), &verdict)
        }
    }
}

fn refused(why: &str) -> FileVerdict {
    FileVerdict { word: "UNKNOWN", reason: Some(escape(&format!("proof rejected: {why}"))), exit: Exit::Unknown }
}

fn answer(shown: String, verdict: &FileVerdict) -> Exit {
    let line = verdict.line();
    match output::answer(&format!("{shown}{line}\n")) {
        Written::Whole | Written::NobodyReads => verdict.exit,
        Written::Failed(why) => {
            output::message(&format!("error: the answer cannot be written: {why}\n{line}"));
            Exit::Output
        }
    }
}
