//! `external`: prints a sequential program, or a sequentialization, as C or Horn clauses and passes it to an external tool.
//!
//! The tool's answer "safe" is passed on and attributed to the tool. If the tool reports a violation, the engine `bmc` searches for it,
//! since UNSAFE is reported only with a replayed execution. The caller supplies the tool ([`raddle_verify::options::Tool`]): this module
//! starts no processes and reads no files.

use raddle_program::automaton::starts_threads;
use raddle_program::c_print::print_c;
use raddle_program::property::Property;

use crate::sequential::bounded::by_engine;
use crate::sequential::checker::{Checked, Question, SequentialChecker};
use crate::sequential::ic3::horn_text;
use crate::sequentialize::lazy_c;
use raddle_verify::context::Context;
use raddle_verify::options::{Said, ToolForm};
use raddle_verify::verdict::{Proof, Reason};

/// The number of threads for a loop that creates threads in the text. Creating one more is a failing assertion.
const COPIES: usize = 2;

/// An external tool, used as a sequential checker.
pub struct External;

impl SequentialChecker for External {
    fn name(&self) -> &'static str {
        "external"
    }

    fn summary(&self) -> &'static str {
        "another tool that is installed, named by sequential.tool: its word that a program is safe is passed on"
    }

    fn check(&self, question: Question<'_>, cx: &mut Context) -> Checked {
        let Some(tool) = cx.options.sequential.tool.clone() else {
            return gave_up("no tool is named".to_owned(), "name one with -o sequential.tool");
        };
        if question.property != Property::Assertions || question.task.error_functions.is_some() {
            let why = format!("{} is asked about failing assertions of all kinds only", tool.name());
            return gave_up(why, "use another checker with -o sequential.checker");
        }
        let text = match tool.form() {
            ToolForm::C if starts_threads(&question.task.program) => {
                match lazy_c(&question.task.program, cx.options.reduction, COPIES) {
                    Ok(text) => asserted(text),
                    Err(why) => return gave_up(why, "use another checker with -o sequential.checker"),
                }
            }
            ToolForm::C => print_c(&question.task.program),
            ToolForm::Horn => match horn_text(question.task, question.property, cx) {
                Ok(text) => text,
                Err(reason) => return Checked::Unknown(reason),
            },
        };
        cx.report("asking another tool", || tool.name().to_owned());
        let said = tool.ask(&text, &cx.cancellation());
        if let Some(by) = cx.cancelled() {
            return Checked::Unknown(by);
        }
        match said {
            Said::Holds => Checked::Safe(Proof::External { tool: tool.name().to_owned() }),
            Said::Violated => match by_engine(question, cx) {
                Checked::Unsafe(trace) => Checked::Unsafe(trace),
                Checked::Safe(_) => {
                    gave_up(format!("{} says that it is violated, bmc that it is not", tool.name()), "ask another tool")
                }
                Checked::Unknown(reason) => {
                    let why =
                        format!("{} says that it is violated, but no such execution was found: {reason}", tool.name());
                    gave_up(why, "use another checker with -o sequential.checker")
                }
            },
            Said::Nothing(why) => gave_up(why, "ask another tool, or use another checker with -o sequential.checker"),
        }
    }
}

/// The sequential program with failing assertions in place of unsupported constructs: a proof then shows that none of them is reached.
fn asserted(text: String) -> String {
    if !text.contains("__raddle_unsupported(") {
        return text;
    }
    let declaration =
        "void __assert_fail(const char *text, const char *file, unsigned int line, const char *function);\n";
    let declaration = if text.contains("void __assert_fail(") { "" } else { declaration };
    let body = "{\n    __assert_fail(what, \"\", 0, \"\");\n}\n";
    format!("{text}\n{declaration}void __raddle_unsupported(const char *what)\n{body}")
}

fn gave_up(why: String, advice: &str) -> Checked {
    Checked::Unknown(Reason::GaveUp { why, advice: advice.to_owned() })
}
