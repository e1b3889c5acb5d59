//! Files with proofs: the head, with the question, and then what the solvers found. To check a proof, Raddle runs the
//! engine that wrote it, with solvers that read the proof.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_certify::freedom::Argument;
use raddle_certify::{ProofText, Rejected};
use raddle_horn::compositional::prove_again;
use raddle_logic::sat::{Cadical, ProofWriter, SharedProof};
use raddle_program::property::Property;
use raddle_program::syntax::Program;
use raddle_verify::context::{Cancellation, Context, SatSolvers, Silent};
use raddle_verify::follow::Following;
use raddle_verify::options::Order;
use raddle_verify::pipeline::decide;
use raddle_verify::static_answers::argument;
use raddle_verify::task::Task;
use raddle_verify::verdict::{Answers, Check, Proof, Proved, Reason, Verdict};
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use crate::engines::engine_named;
use crate::front::Front;
use crate::question::Question;

/// The first line of a proof.
const FORMAT: &str = "raddle-proof 2";

/// The engines that write proofs.
pub const PROVERS: [&str; 3] = ["bmc", "static", "compositional"];

/// The first lines of a proof: how to follow it, and the question that it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The engine that it follows.
    pub engine: String,
    /// How events are ordered.
    pub order: Order,
    /// The bound on the unwinding that was given.
    pub unwind: Option<u32>,
    /// The question.
    pub question: Question,
}

impl Head {
    /// The head as lines.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![
            FORMAT.to_owned(),
            format!("engine {}", self.engine),
            format!("order {}", self.order.name()),
            format!("unwind {}", self.unwind.map_or_else(|| "free".to_owned(), |bound| bound.to_string())),
        ];
        lines.extend(self.question.lines().into_iter().map(|(key, value)| format!("{key} {value}")));
        lines
    }

    /// Reads the head of a proof of the answer to a question.
    ///
    /// # Errors
    /// What is wrong with it; also if it states another question.
    pub fn read(proof: &mut ProofText, question: &Question) -> Result<Head, Rejected> {
        if proof.text_line()? != FORMAT {
            return Err(
                proof.rejected(format!("this is no proof, or another version's: the first line is not {FORMAT}"))
            );
        }
        let engine = Self::field(proof, "engine ")?;
        if !PROVERS.contains(&engine.as_str()) {
            return Err(proof.rejected("this engine writes no proofs"));
        }
        let order = Order::named(&Self::field(proof, "order ")?);
        let order = order.ok_or_else(|| proof.rejected("no order is called so"))?;
        let unwind = match Self::field(proof, "unwind ")?.as_str() {
            "free" => None,
            bound => Some(bound.parse().map_err(|_| proof.rejected("this is no bound"))?),
        };
        for (key, asked) in question.lines() {
            let stated = Self::field(proof, &format!("{key} "))?;
            if stated != asked {
                let why = format!("it answers another question: its {key} is `{stated}`, and `{asked}` is asked");
                return Err(proof.rejected(why));
            }
        }
        Ok(Head { engine, order, unwind, question: question.clone() })
    }

    fn field(proof: &mut ProofText, name: &str) -> Result<String, Rejected> {
        let line = proof.text_line()?;
        match line.strip_prefix(name) {
            Some(value) => Ok(value.to_owned()),
            None => Err(proof.rejected(format!("a line {name}... is expected"))),
        }
    }
}

/// A proof that is being written.
pub struct Written {
    writer: SharedProof,
    text: Rc<RefCell<Vec<u8>>>,
}

/// Memory that a writer shares with its later reader.
struct Shared(Rc<RefCell<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Written {
    /// Begins a proof.
    pub fn new(head: &Head) -> Written {
        let text = Rc::new(RefCell::new(Vec::new()));
        let writer = Rc::new(RefCell::new(ProofWriter::new(Box::new(Shared(Rc::clone(&text))))));
        for line in head.lines() {
            writer.borrow_mut().line(&line);
        }
        Written { writer, text }
    }

    /// Solvers that write.
    pub fn solvers(&self) -> SatSolvers {
        let writer = Rc::clone(&self.writer);
        Box::new(move || Box::new(Cadical::with_proof(Rc::clone(&writer))))
    }

    /// Ends the proof.
    ///
    /// # Errors
    /// Why there is none.
    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.writer.borrow_mut().finish()?;
        Ok(self.text.take())
    }
}

/// The proof of the answer of the engine `static`. It is checked before it is written, since the engine has rules for
/// which there are no lines.
///
/// # Errors
/// Why there is none.
pub fn argue(head: &Head, program: &AnalyzedProgram) -> Result<Vec<u8>, String> {
    let mut lines = argument(program, &head.question.properties)?;
    lines.push("end".to_owned());
    let mut said = ProofText::new((lines.join("\n") + "\n").into_bytes());
    check_argument(program, head, &mut said)?;
    let all: Vec<String> = head.lines().into_iter().chain(lines).collect();
    Ok((all.join("\n") + "\n").into_bytes())
}

/// The proof of what `compositional` shows: its invariant.
///
/// # Errors
/// Why there is none.
pub fn invariant(head: &Head, answers: &Answers) -> Result<Vec<u8>, String> {
    let found = answers.outcomes.iter().find_map(|outcome| match &outcome.verdict {
        Verdict::Safe(Proved { proof: Proof::Compositional { found, .. }, .. }) => Some(found),
        Verdict::Safe(_) | Verdict::Unsafe(_) | Verdict::Unknown(_) => None,
    });
    let found = found.ok_or("there is no invariant")?;
    Ok(format!("{}\n{}end\n", head.lines().join("\n"), found).into_bytes())
}

/// The lines that are left, but the last one, which is to be `end`.
fn rest(proof: &mut ProofText) -> Result<String, String> {
    let mut text = String::new();
    loop {
        let line = proof.text_line().map_err(|rejected| rejected.to_string())?;
        match (line.as_str(), proof.is_at_end()) {
            ("end", true) => return Ok(text),
            ("end", false) => return Err(proof.rejected("the proof goes on behind its end").to_string()),
            _ => text = text + &line + "\n",
        }
    }
}

fn check_argument(program: &Program, head: &Head, proof: &mut ProofText) -> Result<(), String> {
    let argument = Argument::read(program, proof).map_err(|rejected| rejected.to_string())?;
    head.question.properties.iter().try_for_each(|&property| argument.check(program, property))
}

/// Checks a proof, behind its head: makes the formulas of the program again, and checks that they have no model; or
/// checks the argument of the engine `static` anew.
///
/// # Errors
/// Why the proof is not accepted.
pub fn follow(
    front: &Front,
    file: &str,
    head: &Head,
    mut proof: ProofText,
    cancellation: Cancellation,
) -> Result<(), String> {
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: head.question.properties.clone(),
        error_functions: head.question.error_functions.clone(),
        file: file.to_owned(),
    };
    if let Some(span) = task.program.open_equality() {
        let reason = Reason::OpenEquality { place: task.program.source.place(span) };
        return Err(format!("it shows nothing: {reason}"));
    }
    if let Some(found) = task.program.foreign_writes().first() {
        let reason = Reason::foreign_write(&task.program, found);
        return Err(format!("it shows nothing: {reason}"));
    }
    if head.engine == "static" {
        return check_argument(&front.program, head, &mut proof);
    }
    if head.engine == "compositional" {
        let found = rest(&mut proof)?;
        let mut cx = Context::new(cancellation, Arc::new(Silent));
        return head.question.properties.iter().try_for_each(|&property| match property {
            Property::Assertions => prove_again(&task, property, &found, &mut cx),
            _ => Err(format!("it does not show {property}")),
        });
    }
    let following = Following::new(proof);
    let mut cx = Context::new(cancellation, Arc::new(Silent));
    cx.options.bmc.order = head.order;
    cx.options.bmc.unwind = head.unwind;
    // The run that wrote the proof had enough memory.
    cx.options.bmc.memory = Some(u64::MAX);
    cx.sat_solvers = Some(following.solvers());
    let engine = engine_named("bmc").expect("bmc writes proofs");
    let answers = decide(&task, engine, &front.replayer(), &mut cx);
    following.finish().map_err(|rejected| rejected.to_string())?;
    match answers.outcomes.iter().find(|outcome| !matches!(outcome.verdict, Verdict::Safe(_))) {
        Some(outcome) => Err(format!("it does not show {}", outcome.property)),
        None => Ok(()),
    }
}

/// Checks the clausal proof that a run wrote: the properties stand as checked, or become unknown if the proof is rejected.
pub fn certify_clauses(
    front: &Front,
    file: &str,
    head: &Head,
    text: &[u8],
    cancellation: &Cancellation,
    answers: &mut Answers,
) {
    let mut proof = ProofText::new(text.to_vec());
    let read = Head::read(&mut proof, &head.question).map_err(|rejected| rejected.to_string());
    let followed = read.and_then(|head| follow(front, file, &head, proof, cancellation.clone()));
    let is_stopped = cancellation.reason().is_some();
    for outcome in &mut answers.outcomes {
        let Verdict::Safe(proved) = &mut outcome.verdict else { continue };
        match &followed {
            Ok(()) => proved.check = Check::Accepted,
            Err(_) if is_stopped => proved.check = Check::Open("the proof could not be checked in time".to_owned()),
            Err(why) => {
                let message = format!("the clausal proof of {} is wrong: {why}", outcome.property);
                outcome.verdict = Verdict::Unknown(Reason::Internal { message });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::externals::Externals;
    use raddle_program::types::DataModel;

    fn question() -> Question {
        Question {
            data_model: DataModel::Ilp32,
            arguments: None,
            callers: None,
            interrupts: Arc::default(),
            externals: Externals::Pure,
            properties: vec![Property::Assertions, Property::DataRace],
            error_functions: Some(vec!["reach_error".into()]),
        }
    }

    fn read(text: &str, question: &Question) -> Result<Head, Rejected> {
        Head::read(&mut ProofText::new(text.as_bytes().to_vec()), question)
    }

    #[test]
    fn a_head_is_read_back() {
        let head = Head { engine: "bmc".to_owned(), order: Order::Clocks, unwind: Some(7), question: question() };
        let all = Head {
            engine: "static".to_owned(),
            question: Question { error_functions: None, ..question() },
            order: Order::Theory,
            unwind: None,
        };
        for head in [head, all] {
            let text = head.lines().join("\n") + "\n";
            assert_eq!(read(&text, &head.question), Ok(head));
        }
        for wrong in ["", "raddle-proof 1\n", "raddle-proof 2\norder theory\n", "raddle-proof 2\nengine explicit\n"] {
            assert!(read(wrong, &question()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_head_that_states_another_question_is_rejected() {
        let head = |question| Head { engine: "bmc".to_owned(), order: Order::Theory, unwind: None, question };
        let text = head(question()).lines().join("\n") + "\n";
        let (data_model, arguments) = (DataModel::Lp64, Some(raddle_cfront::Arguments::ANY));
        for asked in [
            Question { data_model, ..question() },
            Question { arguments, ..question() },
            Question { externals: Externals::Args, ..question() },
            Question { properties: vec![Property::Assertions], ..question() },
            Question { properties: vec![Property::Assertions, Property::Memory, Property::DataRace], ..question() },
            Question { error_functions: None, ..question() },
            Question { error_functions: Some(vec!["__VERIFIER_error".into()]), ..question() },
        ] {
            let why = read(&text, &asked).expect_err("another question is asked").to_string();
            assert!(why.contains("another question"), "{why}");
        }
        // The lines of the question are all needed.
        for (key, _) in question().lines() {
            let without: Vec<&str> = text.lines().filter(|line| !line.starts_with(key)).collect();
            assert!(read(&(without.join("\n") + "\n"), &question()).is_err(), "{key}");
        }
    }
}
