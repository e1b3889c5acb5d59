//! `raddle certify`: a proof of safety, checked against formulas that are made again from the program. The command line and the task
//! definition say what is asked; a proof that states another question is rejected.

use raddle_certify::ProofText;
use raddle_report::escape::escape;
use raddle_verify::context::Cancellation;

use crate::exit::Exit;
use crate::front::{Front, Input, Unreadable, program_name};
use crate::options::CertifyOptions;
use crate::output::{self, Written};
use crate::proof::{Head, follow};
use crate::properties::Questions;
use crate::question::Question;
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
    let asked = match &*options.properties {
        [] => Ok(None),
        names => Questions::read(names).map(Some),
    };
    let (input, asked) = match (Input::from_options(&options.source, output::message_has_colour()), asked) {
        (Ok(input), Ok(asked)) => (input, asked),
        (Err(why), _) | (_, Err(why)) => {
            output::message(&format!("error: {}", escape(&why)));
            return Exit::Usage;
        }
    };
    let mut target = match input.resolve(&options.files) {
        Ok(target) => target,
        Err(why) => return answer(String::new(), &FileVerdict::unreadable(&why)),
    };
    let questions = asked.or(target.questions.clone()).unwrap_or_else(Questions::usual);
    if questions.asks_for_lost_memory {
        return answer(
            String::new(),
            &refused("no proof shows that memory does not become unreachable (valid-memtrack)"),
        );
    }
    if questions.is_competition {
        target.imply_competition();
    }
    let mut proof = ProofText::new(bytes);
    let head = match Head::read(&mut proof, &Question::new(&target, &questions)) {
        Ok(head) => head,
        Err(rejected) => return answer(String::new(), &refused(&rejected.to_string())),
    };
    let name = program_name(&options.files);
    let mut supervisor = Supervisor::new(Limits::default());
    let ended = supervisor.run(move |cancellation: Cancellation| match Front::read(&target) {
        Err(Unreadable { why, diagnostics }) => (String::new(), FileVerdict::unreadable(&why), diagnostics),
        Ok(front) => {
            let (shown, verdict) = match follow(&front, &name, &head, proof, cancellation) {
                Err(why) => (String::new(), refused(&why)),
                Ok(()) => {
                    let unseen = front.unseen(&target, questions.is_competition);
                    let shown = format!("  accepted: the proof shows {}\n\n", escape(&head.question.text()));
                    match unseen {
                        Some(reason) => {
                            let reason = Some(escape(&reason.to_string()));
                            (shown, FileVerdict { word: "UNKNOWN", reason, exit: Exit::Unknown })
                        }
                        None => (shown, FileVerdict { word: "SAFE", reason: None, exit: Exit::Safe }),
                    }
                }
            };
            (shown, verdict, front.diagnostics.clone())
        }
    });
    match ended {
        Ended::Answered((shown, verdict, diagnostics)) => {
            diagnostics.iter().for_each(|diagnostic| output::message(&diagnostic.shown));
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
