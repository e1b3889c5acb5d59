//! How a thread comes to an access: the shortest chain of calls from the function that it starts with.

use raddle_analysis::analyzed_program::AnalyzedProgram;
use raddle_analysis::points_to::{Context, PointsTo};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

use crate::finding::Frame;

/// The chains of one program.
pub struct Stacks<'a> {
    program: &'a AnalyzedProgram,
    points_to: &'a PointsTo,
    /// For each context but the starts of threads, the call that leads there first.
    called_by: FxHashMap<Context, (Context, raddle_program::automaton::Transition)>,
}

impl<'a> Stacks<'a> {
    /// Finds them, breadth first.
    pub fn of(program: &'a AnalyzedProgram) -> Stacks<'a> {
        let points_to: &PointsTo = program.points_to();
        let mut calls: Vec<_> = points_to.calls.iter().collect();
        calls.sort_unstable_by_key(|(place, _)| **place);
        let mut from: FxHashMap<Context, Vec<_>> = FxHashMap::default();
        for (&(context, transition), callees) in calls {
            from.entry(context).or_default().push((transition, callees));
        }
        let mut called_by = FxHashMap::default();
        let mut pending: VecDeque<Context> = points_to.classes.values().map(|class| class.start).collect();
        let starts: Vec<Context> = pending.iter().copied().collect();
        while let Some(context) = pending.pop_front() {
            for (transition, callees) in from.get(&context).into_iter().flatten() {
                for &callee in *callees {
                    if !starts.contains(&callee) && !called_by.contains_key(&callee) {
                        called_by.insert(callee, (context, *transition));
                        pending.push_back(callee);
                    }
                }
            }
        }
        Stacks { program, points_to, called_by }
    }

    /// The chain to a context.
    pub fn to(&self, context: Context) -> Vec<Frame> {
        let name = |context: Context| self.program.procedures[self.points_to.contexts[context].procedure].name.clone();
        let mut frames = vec![Frame { function: name(context), calls_at: None }];
        let mut at = context;
        while let Some(&(caller, transition)) = self.called_by.get(&at) {
            let automaton = &self.program.automata()[self.points_to.contexts[caller].procedure];
            let place = self.program.source.place(automaton.transitions[transition].span);
            frames.push(Frame { function: name(caller), calls_at: Some(place) });
            at = caller;
        }
        frames.reverse();
        // What calls main is no code of the program.
        frames.retain(|frame| !frame.function.starts_with("__raddle_"));
        frames
    }
}
