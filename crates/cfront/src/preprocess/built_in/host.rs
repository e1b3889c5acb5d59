//! What only the machine's compiler knows: where its headers lie, and which attributes and built-in functions it has.

use rustc_hash::FxHashMap;
use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A question such as `__has_attribute(packed)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question(String);

impl Question {
    /// A question, if its operand is a name or a scoped name.
    pub(super) fn new(operator: &[u8], operand: &[u8]) -> Option<Question> {
        let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':');
        let text = format!("{}({})", std::str::from_utf8(operator).ok()?, std::str::from_utf8(operand).ok()?);
        (!operand.is_empty() && operand.iter().all(is_name)).then_some(Question(text))
    }
}

/// Questions that the headers of glibc ask, so that one run of the compiler answers them all.
const COMMON: &[&str] = &[
    "__has_attribute(__alloc_align__)",
    "__has_attribute(__alloc_size__)",
    "__has_attribute(__always_inline__)",
    "__has_attribute(__artificial__)",
    "__has_attribute(__const__)",
    "__has_attribute(__copy__)",
    "__has_attribute(__deprecated__)",
    "__has_attribute(__format__)",
    "__has_attribute(__format_arg__)",
    "__has_attribute(__gnu_inline__)",
    "__has_attribute(__malloc__)",
    "__has_attribute(__nonnull__)",
    "__has_attribute(__nonstring__)",
    "__has_attribute(__nothrow__)",
    "__has_attribute(__pure__)",
    "__has_attribute(__returns_nonnull__)",
    "__has_attribute(__unused__)",
    "__has_attribute(__used__)",
    "__has_attribute(__warn_unused_result__)",
    "__has_builtin(__builtin_expect)",
    "__has_builtin(__builtin_object_size)",
    "__has_builtin(__builtin_dynamic_object_size)",
    "__has_attribute(fallthrough)",
    "__has_attribute(__fallthrough__)",
    "__has_attribute(packed)",
    "__has_attribute(unused)",
    "__has_attribute(noreturn)",
];

/// The machine's compiler, asked once in a session.
#[derive(Debug, Default)]
pub(in crate::preprocess) struct Host {
    cc: String,
    first: OnceLock<Option<Vec<String>>>,
    answers: Mutex<FxHashMap<Question, String>>,
}

impl Host {
    /// The compiler with this name.
    pub(in crate::preprocess) fn new(cc: &str) -> Self {
        Host { cc: cc.into(), ..Host::default() }
    }

    /// Its name.
    pub(in crate::preprocess) fn cc(&self) -> &str {
        &self.cc
    }

    /// The folders of its headers, in the order of the search; `None` if it cannot be asked.
    pub(super) fn folders(&self) -> Option<&[String]> {
        let ask = || {
            let common: Vec<Question> = COMMON.iter().map(|&text| Question(text.into())).collect();
            let (answers, log) = self.ask(&common)?;
            self.answers.lock().unwrap_or_else(PoisonError::into_inner).extend(common.into_iter().zip(answers));
            let lines = log.lines().skip_while(|line| !line.starts_with("#include <...>")).skip(1);
            Some(lines.map_while(|line| line.strip_prefix(' ')).map(str::to_owned).collect())
        };
        self.first.get_or_init(ask).as_deref()
    }

    /// What it answers; `None` if it cannot be asked.
    pub(super) fn answer(&self, question: &Question) -> Option<String> {
        self.folders()?;
        let lock = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(question) {
            return Some(known.clone());
        }
        let (answers, _) = self.ask(std::slice::from_ref(question))?;
        let answer = answers.into_iter().next()?;
        lock().insert(question.clone(), answer.clone());
        Some(answer)
    }

    /// The answers to some questions, and what the compiler says about its folders.
    fn ask(&self, questions: &[Question]) -> Option<(Vec<String>, String)> {
        // Further folders would be those of the user, not of the machine.
        if ["CPATH", "C_INCLUDE_PATH"].iter().any(|name| std::env::var_os(name).is_some()) {
            return None;
        }
        let mut child = Command::new(&self.cc)
            .args(["-E", "-v", "-P", "-x", "c", "-std=gnu11", "-undef", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .env("LC_ALL", "C")
            .spawn()
            .ok()?;
        let text: String = questions.iter().map(|question| format!("= {}\n", question.0)).collect();
        child.stdin.take()?.write_all(text.as_bytes()).ok()?;
        let output = child.wait_with_output().ok().filter(|output| output.status.success())?;
        let stdout = String::from_utf8(output.stdout).ok()?;
        let answers: Vec<String> =
            stdout.split('=').skip(1).map(|answer| answer.trim().trim_end_matches('L').to_owned()).collect();
        let is_answer = |answer: &String| !answer.is_empty() && answer.bytes().all(|byte| byte.is_ascii_digit());
        let is_whole = answers.len() == questions.len() && answers.iter().all(is_answer);
        is_whole.then_some((answers, String::from_utf8_lossy(&output.stderr).into_owned()))
    }
}
