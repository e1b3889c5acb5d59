//! What the two readings allow a call to do: the reference interpreter explores it, the engine `explicit` decides it.

use super::cases::Call;
use super::machine::{Done, HEAD, HELPERS};
use super::row::Row;
use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_cfront::preprocess::PreprocessOptions;
use raddle_cli::engines::engine_named;
use raddle_cli::front::{Front, Target};
use raddle_program::property::Property;
use raddle_reference::{Explore, Stand, explore};
use raddle_verify::context::{Cancellation, Context, Silent};
use raddle_verify::pipeline::decide;
use raddle_verify::task::Task;
use raddle_verify::verdict::Verdict;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

/// What the headers of the machine declare that are not built in.
const DECLARATIONS: &str = "uint16_t htons(uint16_t), ntohs(uint16_t);
uint32_t htonl(uint32_t), ntohl(uint32_t);
struct sockaddr { unsigned short sa_family; unsigned char sa_data[14]; };
typedef unsigned int socklen_t;
int socket(int, int, int), listen(int, int), shutdown(int, int);
int bind(int, const struct sockaddr *, socklen_t), connect(int, const struct sockaddr *, socklen_t);
int accept(int, struct sockaddr *, socklen_t *);
int getsockname(int, struct sockaddr *, socklen_t *), getpeername(int, struct sockaddr *, socklen_t *);
int getsockopt(int, int, int, void *, socklen_t *), setsockopt(int, int, int, const void *, socklen_t);
ssize_t send(int, const void *, size_t, int), recv(int, void *, size_t, int);
ssize_t sendto(int, const void *, size_t, int, const struct sockaddr *, socklen_t);
ssize_t recvfrom(int, void *, size_t, int, struct sockaddr *, socklen_t *);
ssize_t getrandom(void *, size_t, unsigned);
int flock(int, int);
struct in_addr { uint32_t s_addr; };
int inet_aton(const char *, struct in_addr *), inet_pton(int, const char *, void *);
uint32_t inet_addr(const char *);
char *inet_ntoa(struct in_addr);
const char *inet_ntop(int, const void *, char *, socklen_t);
struct tms { clock_t tms_utime, tms_stime, tms_cutime, tms_cstime; };
clock_t times(struct tms *);
";

const ASKED: [Property; 2] = [Property::Assertions, Property::Memory];

/// How a program stands, by either reading, in the order of the properties that were asked.
struct Stands {
    reference: Vec<Stand>,
    engine: Vec<Verdict>,
}

/// A program with these statements in main. A domain has the values that inputs get in the reference interpreter.
fn stands(folder: &Path, body: &str, asked: &[Property], domain: Option<&[i64]>) -> Result<Stands, String> {
    let path = folder.join("model.c");
    let text = format!("{HEAD}#include <assert.h>\n{DECLARATIONS}{HELPERS}int main(void)\n{{\n{body}  return 0;\n}}\n");
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    let front = Front::read(&Target::new(&path, PreprocessOptions::default())).map_err(|error| error.why)?;
    let mut options = Explore { asked: asked.to_vec(), finds_races: false, ..Explore::default() };
    if let Some(domain) = domain {
        let values: BTreeSet<i64> = domain.iter().copied().chain([0, 1, 2]).collect();
        options.domain = values.into_iter().map(i128::from).collect();
    }
    let found = explore(front.unit(), &options);
    let task = Task {
        program: AnalyzedProgram::new(front.program.clone()),
        properties: asked.to_vec(),
        error_functions: None,
        file: "model.c".to_owned(),
    };
    let mut cx = Context::new(Cancellation::new(), Arc::new(Silent));
    let engine = engine_named("explicit").expect("there is this engine");
    let answers = decide(&task, engine, &front.replayer(), &mut cx);
    let verdict = |property| {
        let outcome = answers.outcomes.iter().find(|outcome| outcome.property == property);
        outcome.map(|outcome| outcome.verdict.clone()).expect("it answers what it was asked")
    };
    Ok(Stands {
        reference: asked.iter().map(|&property| found.stand(property).clone()).collect(),
        engine: asked.iter().map(|&property| verdict(property)).collect(),
    })
}

/// Whether everything is as a call left it, as a condition in C.
fn condition(call: &Call, numbers: &[i64]) -> String {
    let equal = |(compared, number): (&String, &i64)| {
        let number = if *number == i64::MIN { "(-9223372036854775807L - 1)".to_owned() } else { format!("{number}L") };
        format!("(long)({compared}) == {number}")
    };
    call.compared.iter().zip(numbers).map(equal).collect::<Vec<_>>().join(" && ")
}

/// How many calls one program makes.
const CALLS_OF_A_PROGRAM: usize = 40;

/// Compares what a machine did with what the readings allow.
///
/// # Errors
/// Where they differ.
pub fn compare(folder: &Path, row: &Row, calls: &[(Call, Done)]) -> Result<(), String> {
    for some in calls.chunks(CALLS_OF_A_PROGRAM) {
        let mut fixed = String::new();
        let mut returned = Vec::new();
        for (call, done) in some {
            match done {
                Done::InvalidAccess => invalid(folder, call)?,
                Done::Numbers(numbers) if row.is_possible => possible(folder, call, numbers)?,
                Done::Numbers(numbers) => {
                    fixed.push_str(&asserted(call, numbers));
                    returned.push((call, numbers));
                }
            }
        }
        if returned.is_empty() || fixes(folder, &fixed).is_ok() {
            continue;
        }
        // One of them differs: which.
        for (call, numbers) in returned {
            let body = asserted(call, numbers);
            fixes(folder, &body).map_err(|why| format!("{why}\n{body}"))?;
        }
        return Err("only several calls together differ from the machine".to_owned());
    }
    Ok(())
}

/// A call in a block, and that everything is as the machine left it.
fn asserted(call: &Call, numbers: &[i64]) -> String {
    format!("{}    assert({});\n  }}\n", call.text(false), condition(call, numbers))
}

/// The calls must do this, and nothing else, and return.
fn fixes(folder: &Path, body: &str) -> Result<(), String> {
    let stands_at_end = stands(folder, body, &ASKED, None)?;
    for (index, property) in ASKED.iter().enumerate() {
        if stands_at_end.reference[index] != Stand::Holds {
            return Err(format!("reference interpreter: {property}: {}", shown(&stands_at_end.reference[index])));
        }
        if !matches!(stands_at_end.engine[index], Verdict::Safe(_)) {
            return Err(format!("explicit: {property}: {}", said(&stands_at_end.engine[index])));
        }
    }
    let end = stands(folder, &format!("{body}  assert(0);\n"), &ASKED[..1], None)?;
    if !matches!(end.reference[0], Stand::Violated(_)) || !matches!(end.engine[0], Verdict::Unsafe(_)) {
        return Err("the model does not return".to_owned());
    }
    Ok(())
}

/// A call may do this.
fn possible(folder: &Path, call: &Call, numbers: &[i64]) -> Result<(), String> {
    let condition = condition(call, numbers);
    let body = format!("{}    assert(!({condition}));\n  }}\n", call.text(false));
    let stands = stands(folder, &body, &ASKED[..1], Some(numbers))?;
    if !matches!(stands.reference[0], Stand::Violated(_)) {
        return Err(format!("reference interpreter: not found possible, {}\n{body}", shown(&stands.reference[0])));
    }
    if matches!(stands.engine[0], Verdict::Safe(_)) {
        return Err(format!("explicit: impossible\n{body}"));
    }
    Ok(())
}

/// A call violates memory.
fn invalid(folder: &Path, call: &Call) -> Result<(), String> {
    let body = format!("{}  }}\n", call.text(false));
    let stands = stands(folder, &body, &ASKED[1..], None)?;
    if !matches!(stands.reference[0], Stand::Violated(_)) {
        return Err(format!("reference interpreter: memory: {}\n{body}", shown(&stands.reference[0])));
    }
    if !matches!(stands.engine[0], Verdict::Unsafe(_)) {
        return Err(format!("explicit: memory: {}\n{body}", said(&stands.engine[0])));
    }
    Ok(())
}

fn shown(stand: &Stand) -> String {
    match stand {
        Stand::Holds => "holds".to_owned(),
        Stand::Violated(trace) => format!("violated: {:?}", trace.violation),
        Stand::Unknown(why) => format!("unknown: {why}"),
    }
}

fn said(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Safe(_) => "safe".to_owned(),
        Verdict::Unsafe(trace) => format!("unsafe: {:?}", trace.violation),
        Verdict::Unknown(reason) => format!("unknown: {reason}"),
    }
}
