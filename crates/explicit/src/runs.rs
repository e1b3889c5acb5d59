//! Single runs that look for an execution that comes back to a state: for programs of one thread, with a few values for
//! the inputs.
//!
//! The graph of all states is visited breadth first, and values are split where they are compared. So a cycle of a
//! thousand iterations is found late if inputs have many values. One run is cheap. States are compared with one stored
//! state, which is replaced after 1, 2, 4, 8, ... steps [Brent 80], so a cycle is found after a few times its length.
//!
//! Left out: several threads; inputs that matter beyond the first two.
//!
//! The result is an ordinary lasso, given by the decisions of its steps. If no run finds one, nothing is proved.

use raddle_program::semantics::{Enabled, Interruption, Interval, Machine, Outcome, Record, State, SymbolId};

use crate::encode::{Encoder, Key};
use crate::history::History;
use crate::moved::{Decision, Way};
use raddle_verify::context::Context;

/// The greatest number of steps of a run, and the same if no input matters, so that there is one run only.
const STEPS: usize = 40_000;
const STEPS_WITHOUT_INPUTS: usize = 300_000;

/// How many steps a cycle without events has at most.
pub const SILENT: usize = 20_000;

/// How many inputs have values of their own; those that come later have the values of the first ones again.
const INPUTS: usize = 2;

/// How often a step may be interrupted for a choice.
const ATTEMPTS: usize = 16;

/// The values of an input. The bounds of its type come last.
const VALUES: [Sample; 7] = [
    Sample::Number(0),
    Sample::Number(1),
    Sample::Number(5),
    Sample::Number(-1),
    Sample::Number(2),
    Sample::Least,
    Sample::Greatest,
];

/// A value of an input.
#[derive(Clone, Copy, Debug)]
enum Sample {
    Number(i128),
    Least,
    Greatest,
}

impl Sample {
    fn of(self, interval: Interval) -> i128 {
        match self {
            Sample::Number(number) if interval.contains(number) => number,
            Sample::Number(_) | Sample::Least => interval.low,
            Sample::Greatest => interval.high,
        }
    }
}

/// The steps of a lasso: up to the state that repeats, and from there back to it.
pub struct Found {
    /// Up to that state.
    pub stem: Vec<Way>,
    /// Back to it.
    pub round: Vec<Way>,
}

/// A lasso of a single run.
pub fn lasso(machine: &Machine<'_>, encoder: &mut Encoder<'_>, cx: &Context) -> Option<Found> {
    let mut n_inputs = INPUTS;
    for (number, &first) in VALUES.iter().enumerate() {
        for (other, &second) in VALUES.iter().enumerate() {
            let is_new = match n_inputs {
                0 => number + other == 0,
                1 => other == 0,
                _ => true,
            };
            if !is_new || cx.cancelled().is_some() {
                continue;
            }
            let mut run = Run::start(machine, [first, second])?;
            if let Some(found) = run.lasso(encoder, cx) {
                return Some(found);
            }
            if number + other == 0 {
                n_inputs = run.decided.len().min(INPUTS);
            }
        }
    }
    None
}

/// A run that has not ended.
struct Run<'m, 'p> {
    machine: &'m Machine<'p>,
    state: State,
    values: [Sample; INPUTS],
    /// The inputs whose values were chosen, in order.
    decided: Vec<SymbolId>,
    taken: Vec<Way>,
}

impl<'m, 'p> Run<'m, 'p> {
    fn start(machine: &'m Machine<'p>, values: [Sample; INPUTS]) -> Option<Self> {
        let state = machine.initial().ok()?;
        Some(Run { machine, state, values, decided: Vec::new(), taken: Vec::new() })
    }

    fn lasso(&mut self, encoder: &mut Encoder<'_>, cx: &Context) -> Option<Found> {
        let mut kept: Option<(usize, Key)> = None;
        let mut next = 1;
        let mut place = None;
        loop {
            let most = if self.decided.is_empty() { STEPS_WITHOUT_INPUTS } else { STEPS };
            let n_taken = self.taken.len();
            if n_taken > most || (n_taken.is_multiple_of(1024) && cx.cancelled().is_some()) {
                return None;
            }
            if self.state.threads.len() > 1 || self.machine.enabled(&self.state, 0) != Enabled::Yes {
                return None;
            }
            let here = self.state.threads[0].frame();
            let here = (self.state.threads[0].frames.len(), here.procedure, here.location);
            if n_taken == next || place == Some(here) {
                let (key, _) = encoder.key(&self.state, &History::default());
                if let Some((since, known)) = &kept
                    && *known == key
                {
                    let round = self.taken.split_off(*since);
                    return Some(Found { stem: std::mem::take(&mut self.taken), round });
                }
                if n_taken >= next {
                    kept = Some((n_taken, key));
                    place = Some(here);
                    next *= 2;
                }
            }
            self.step()?;
        }
    }

    /// Takes a transition of the only thread; `None` if the run ends there.
    fn step(&mut self) -> Option<()> {
        let mut decisions = Vec::new();
        let mut choice = None;
        for _ in 0..ATTEMPTS {
            match self.machine.step(&mut self.state, 0, choice, &mut Record::default()) {
                Ok(Outcome::Moved) => {
                    self.taken.push(Way { thread: 0, n_transitions: 1, decisions });
                    return Some(());
                }
                Err(Interruption::Split(symbol, _) | Interruption::LargeInput(_, Some(symbol))) => {
                    let known = self.decided.iter().position(|&it| it == symbol);
                    let number = known.unwrap_or(self.decided.len());
                    if known.is_none() {
                        self.decided.push(symbol);
                    }
                    let value = self.values[number % INPUTS].of(self.state.symbols[symbol]);
                    self.state.symbols[symbol] = Interval::point(value);
                    decisions.push(Decision::Piece(Interval::point(value)));
                }
                Err(Interruption::Choose(_)) if choice.is_none() => {
                    choice = Some(0);
                    decisions.push(Decision::Choice(0));
                }
                Ok(Outcome::Refuted | Outcome::Stopped) | Err(_) => return None,
            }
        }
        None
    }
}
