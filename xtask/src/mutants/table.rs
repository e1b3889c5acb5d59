//! The mutants: which text of which file is replaced by what, which rule that breaks, and which guard must notice.
//! Declarations only.

use std::fmt;

/// A way to break one rule.
#[derive(Debug)]
pub struct Mutant {
    /// Its name on the command line.
    pub name: &'static str,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// What is edited.
    pub edits: &'static [Edit],
    /// The guards that must detect it, each by itself.
    pub guards: &'static [Guard],
}

/// A text that stands in a file exactly once, and what stands there instead.
#[derive(Debug)]
pub struct Edit {
    /// The file, from the root of the repository.
    pub file: &'static str,
    /// The text.
    pub text: &'static str,
    /// The text that breaks the rule.
    pub replacement: &'static str,
}

/// Something that fails if a rule is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Guard {
    /// The cases of the corpus with this in their name.
    Corpus(&'static str),
    /// A test.
    Test {
        /// The package.
        package: &'static str,
        /// How cargo names the target: `--lib`, `--test corpus`.
        target: &'static str,
        /// The test, or a part of its name.
        name: &'static str,
    },
    /// Programs of a family of the fuzzer, by seed 1.
    Fuzz {
        /// The family.
        family: &'static str,
        /// How many programs.
        count: u32,
    },
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guard::Corpus(name) => write!(f, "corpus {name}"),
            Guard::Test { package, name, .. } => write!(f, "{package} {name}"),
            Guard::Fuzz { family, count } => write!(f, "fuzz --family {family} --count {count}"),
        }
    }
}

/// All of them.
///
/// No program shows that the wait inside of a section is a cut-point (`analysis/cut_points.rs`): the engines that switch at cut-points
/// refuse programs with such waits, and `explicit` finds blocks as it goes.
pub const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "free-behind-a-post",
        rule: "free of an object in which other threads synchronize ends a move",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "Token::Life(object) => self.ends_life_of_used(state, thread, object),",
            replacement: "Token::Life(object) => false && self.ends_life_of_used(state, thread, object),",
        }],
        guards: &[Guard::Corpus("freed_behind_the_post")],
    },
    Mutant {
        name: "wait-at-a-freed-object",
        rule: "no thread waits at an object whose memory has ended",
        edits: &[Edit {
            file: "crates/program/src/semantics/synchronize/mod.rs",
            text: "if state.objects[address.0].life != Life::Live {",
            replacement: "if false && state.objects[address.0].life != Life::Live {",
        }],
        guards: &[Guard::Corpus("waits_at_a_freed_semaphore")],
    },
    Mutant {
        name: "join-locks",
        rule: "a lock that is held across a join is blocking (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/spawn.rs",
            text: "may need one of them.\n        self.note_blocking(state);",
            replacement: "may need one of them.",
        }],
        guards: &[Guard::Corpus("joins_while_it_holds_a_mutex"), Guard::Fuzz { family: "topologies", count: 20 }],
    },
    Mutant {
        name: "no-query-for-executions",
        rule: "a formula without executions proves nothing; here beside the rule of `join-locks`",
        edits: &[
            Edit {
                file: "crates/bmc/src/unwind/spawn.rs",
                text: "may need one of them.\n        self.note_blocking(state);",
                replacement: "may need one of them.",
            },
            Edit {
                file: "crates/bmc/src/bmc/vacuity.rs",
                text: "if found == Found::No && is_bounded {",
                replacement: "if found == Found::No || is_bounded {",
            },
        ],
        guards: &[Guard::Corpus("joins_while_it_holds_a_mutex"), Guard::Fuzz { family: "topologies", count: 20 }],
    },
    Mutant {
        name: "ends-asked-for",
        rule: "a question whether a thread has ended depends on the end that is to come (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "target != thread && !state.threads[target as usize].has_ended()\n                    || ",
            replacement: "let _ = target;\n                ",
        }],
        guards: &[Guard::Corpus("idle_thread_may_have_ended")],
    },
    Mutant {
        name: "fork-blocks",
        rule: "threads vanish at a fork between any two steps that others can see (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/lib.rs",
            text: " || forks(&task.program);",
            replacement: " || forks(&task.program) && false;",
        }],
        guards: &[Guard::Corpus("child_waits_for_a_thread_of_its_parent")],
    },
    Mutant {
        name: "fork-front",
        rule: "what a child accesses races with no access of a thread that has vanished (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "if record.tokens[marks.tokens..].contains(&Token::Child) {",
            replacement: "if false {",
        }],
        guards: &[Guard::Corpus("child_writes_its_own_memory")],
    },
    Mutant {
        name: "fork-deadlock",
        rule: "locks of vanished threads are not released (`static`)",
        edits: &[Edit {
            file: "crates/analysis/src/deadlock_freedom.rs",
            text: "operation.may_block() && !is_lock || operation == S::BecomeChild {",
            replacement: "operation.may_block() && !is_lock && operation != S::BecomeChild {",
        }],
        guards: &[Guard::Corpus("child_waits_for_a_thread_of_its_parent")],
    },
    Mutant {
        name: "cut-load",
        rule: "behind a load from several objects, what was cut at one of them stays excluded (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/access.rs",
            text: "        state.guard = behind;\n",
            replacement: "        state.guard = if true { guard } else { behind };\n",
        }],
        guards: &[Guard::Corpus("text_of_an_entry_has_no_end")],
    },
    Mutant {
        name: "section-discipline",
        rule: "around a wait in an atomic section no lock is a mover (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves/blocks.rs",
            text: "blocks.discipline.borrow_mut().wait_in_section();",
            replacement: "let _ = blocks;",
        }],
        guards: &[Guard::Fuzz { family: "waiting-sections", count: 60 }],
    },
    Mutant {
        name: "section-first",
        rule: "of several blocked sections any goes on first (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/inside.rs",
            text: "None => inside,",
            replacement: "None => inside.into_iter().take(1).collect(),",
        }],
        guards: &[Guard::Corpus("two_blocked_sections")],
    },
    Mutant {
        name: "section-conditions",
        rule: "a wait for a condition lets others into a section (`sequential`)",
        edits: &[Edit {
            file: "crates/horn/src/sequentialize/synchronize.rs",
            text: "if in_section {\n                    // Other",
            replacement: "if false {\n                    // Other",
        }],
        guards: &[Guard::Fuzz { family: "waiting-sections", count: 140 }],
    },
    Mutant {
        name: "process-end",
        rule: "threads that wait when the process ends do not count (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/search/waiting.rs",
            text: ".filter(|stuck| stuck.is_endless)",
            replacement: ".filter(|_| true)",
        }],
        guards: &[Guard::Corpus("cycle_of_two_until_main_returns")],
    },
    Mutant {
        name: "stuck-posts",
        rule: "a thread that can post to a semaphore ends a wait (`explicit`)",
        edits: &[Edit {
            file: "crates/analysis/src/stuck.rs",
            text: "Some(Awaited::Post) => done & (POSTS | CANCELS) == 0,",
            replacement: "Some(Awaited::Post) => true,",
        }],
        guards: &[Guard::Fuzz { family: "standstill", count: 20 }],
    },
    Mutant {
        name: "stuck-joins",
        rule: "a join is stuck only if the joined thread is (`explicit`)",
        edits: &[Edit {
            file: "crates/analysis/src/stuck.rs",
            text: "Some(Awaited::End(target)) => stuck.contains(&target) && done & CANCELS == 0,",
            replacement: "Some(Awaited::End(target)) => (target as usize) < state.threads.len() && done & CANCELS == 0,",
        }],
        guards: &[Guard::Fuzz { family: "standstill", count: 5 }],
    },
    Mutant {
        name: "section-locks",
        rule: "a lock that is waited for inside of a section is no mover (`sequential`, `compositional`)",
        edits: &[Edit {
            file: "crates/analysis/src/movers.rs",
            text: "operation => operation.may_block() && stands_in_section(place),",
            replacement: "operation => false && operation.may_block() && stands_in_section(place),",
        }],
        guards: &[Guard::Corpus("section_waits_for_the_observer")],
    },
    Mutant {
        name: "section-joins",
        rule: "the end of a thread is no mover if a section waits for it (`sequential`)",
        edits: &[Edit {
            file: "crates/analysis/src/movers.rs",
            text: "let joins_in_sections = points_to.joins.keys().any(|&place| stands_in_section(place));",
            replacement: "let joins_in_sections = false;",
        }],
        guards: &[Guard::Corpus("section_waits_for_the_end_of_a_thread")],
    },
    Mutant {
        name: "section-goes-on",
        rule: "a section that waited goes on before any other thread takes a step (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "inside.any(|thread| self.machine.enabled(state, thread) == Enabled::Yes)",
            replacement: "inside.any(|thread| false && self.machine.enabled(state, thread) == Enabled::Yes)",
        }],
        guards: &[Guard::Corpus("section_finds_what_the_holder_wrote")],
    },
    Mutant {
        name: "release-sequences",
        rule: "a store by another thread ends a release sequence (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/history.rs",
            text: "if !is_update {\n            self.end_sequences(thread, access);",
            replacement: "if false {\n            self.end_sequences(thread, access);",
        }],
        guards: &[Guard::Corpus("release_sequence_ends_at_another_store")],
    },
    Mutant {
        name: "stuck-states",
        rule: "stuck threads are looked for in each state (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/search/waiting.rs",
            text: ".filter(|stuck| stuck.is_endless)",
            replacement: ".filter(|_| false)",
        }],
        guards: &[Guard::Corpus("counted_for_ever_beside_a_cycle")],
    },
    Mutant {
        name: "undefined-ends",
        rule: "an invalid access ends the execution beside stuck threads (`explicit`)",
        edits: &[Edit {
            file: "crates/analysis/src/stuck.rs",
            text: "done & (ENDS_PROCESS | ACCESSES) == 0",
            replacement: "done & ENDS_PROCESS == 0",
        }],
        guards: &[Guard::Corpus("waits_beside_a_loop_and_an_invalid_access")],
    },
    Mutant {
        name: "end-waits",
        rule: "the last step of a thread waits for the event of its end (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/bmc/walk/mod.rs",
            text: "stops.extend(steps.last());",
            replacement: "let _: Option<&usize> = steps.last();",
        }],
        guards: &[Guard::Corpus("exits_early_behind_an_attempt_to_join")],
    },
    Mutant {
        name: "race-of-an-open-section",
        rule: "of the races of a model, the one whose section does not end is followed (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/bmc/race.rs",
            text: ".min_by_key(first_open)",
            replacement: ".min_by_key(|pair| first_open(pair).min(0))",
        }],
        guards: &[Guard::Corpus("section_fails_beside_another_race")],
    },
    Mutant {
        name: "routine-that-is-no-function",
        rule: "a destructor that is no function violates memory where it is called, not where the key is made",
        edits: &[Edit {
            file: "crates/program/src/semantics/synchronize/key.rs",
            text: "Value::Integer(_) | Value::Pointer(..) => Ok(Some(Routine::NoFunction)),",
            replacement: "Value::Integer(_) | Value::Pointer(..) => self.callee(&Callee::Pointer(operand.clone())).map(|_| None),",
        }],
        guards: &[Guard::Corpus("race/destructor_that_is_no_function")],
    },
    Mutant {
        name: "acquire",
        rule: "a relaxed read acquires nothing",
        edits: &[Edit {
            file: "crates/program/src/memory_order.rs",
            text: "MemoryOrder::Relaxed | MemoryOrder::Release => false,",
            replacement: "MemoryOrder::Relaxed | MemoryOrder::Release => true,",
        }],
        guards: &[Guard::Fuzz { family: "c11-atomics", count: 25 }],
    },
    Mutant {
        name: "release",
        rule: "a relaxed write releases nothing",
        edits: &[Edit {
            file: "crates/program/src/memory_order.rs",
            text: "MemoryOrder::Relaxed | MemoryOrder::Acquire => false,",
            replacement: "MemoryOrder::Relaxed | MemoryOrder::Acquire => true,",
        }],
        guards: &[Guard::Fuzz { family: "c11-atomics", count: 35 }],
    },
    Mutant {
        name: "one-object",
        rule: "what observes without order counts as another atomic object",
        edits: &[Edit {
            file: "crates/verify/src/memory_model.rs",
            text: "let is_told_by_accesses = is_known && !observes &&",
            replacement: "let is_told_by_accesses = is_known && (!observes || true) &&",
        }],
        guards: &[Guard::Test { package: "raddle-cli", target: "--test command", name: "what_observes_without_order" }],
    },
    Mutant {
        name: "printed-text",
        rule: "a text that is printed is read",
        edits: &[Edit {
            file: "crates/cfront/src/lower/library/print.rs",
            text: "cx.read_text(call, at, &values[at], bound);",
            replacement: "let _: Option<Expr> = bound;",
        }],
        guards: &[Guard::Fuzz { family: "output", count: 10 }],
    },
    Mutant {
        name: "question-of-a-proof",
        rule: "a proof that states another question is rejected",
        edits: &[Edit {
            file: "crates/cli/src/proof.rs",
            text: "if stated != asked {",
            replacement: "if false && stated != asked {",
        }],
        guards: &[Guard::Test { package: "raddle-cli", target: "--lib", name: "a_head_that_states_another_question" }],
    },
    Mutant {
        name: "address-of-the-dead",
        rule: "a comparison is open if one object may end before the other begins",
        edits: &[Edit {
            file: "crates/analysis/src/compared_addresses.rs",
            text: "|| self.may_be_reused(one.object, other.object)",
            replacement: "|| false && self.may_be_reused(one.object, other.object)",
        }],
        guards: &[Guard::Corpus("94_allocated_where_another_was_freed")],
    },
    Mutant {
        name: "address-at-the-end",
        rule: "a comparison is open if a pointer may lie at the end of its object",
        edits: &[Edit {
            file: "crates/analysis/src/compared_addresses.rs",
            text: "self.may_be_outside(one)\n            || self.may_be_outside(other)\n            || self.may_be_shared",
            replacement: "self.may_be_shared",
        }],
        guards: &[Guard::Corpus("96_end_and_start")],
    },
    Mutant {
        name: "address-of-literals",
        rule: "a comparison of literals with equal bytes is open",
        edits: &[Edit {
            file: "crates/analysis/src/compared_addresses.rs",
            text: "|| self.may_be_shared(one, other)",
            replacement: "|| false && self.may_be_shared(one, other)",
        }],
        guards: &[Guard::Corpus("97_equal_literals_are_one")],
    },
    Mutant {
        name: "address-of-resized",
        rule: "realloc may return what it was given",
        edits: &[Edit {
            file: "crates/analysis/src/compared_addresses.rs",
            text: "|| self.is_replaced(end, first, second)",
            replacement: "|| false && self.is_replaced(end, first, second)",
        }],
        guards: &[Guard::Corpus("95_reallocated_in_place")],
    },
    Mutant {
        name: "address-in-parallel",
        rule: "an object may end while another thread begins one",
        edits: &[Edit {
            file: "crates/analysis/src/compared_addresses.rs",
            text: "steps.any(|&step| self.parallel.may_be_parallel(end, (context, step)))",
            replacement: "steps.any(|&step| false && self.parallel.may_be_parallel(end, (context, step)))",
        }],
        guards: &[Guard::Corpus("94_freed_by_another_thread_meanwhile")],
    },
    Mutant {
        name: "address-order",
        rule: "births and ends of objects depend on each other (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "            | Token::Addresses\n            | Token::Abandoned\n            | Token::Child => true,",
            replacement: "            | Token::Abandoned\n            | Token::Child => true,\n            Token::Addresses => false,",
        }],
        guards: &[Guard::Corpus("94_freed_by_another_thread_meanwhile")],
    },
    Mutant {
        name: "new-memory-forgotten",
        rule: "what a thread wrote into new memory is part of the history if its address may be published without order (`explicit`)",
        edits: &[Edit {
            file: "crates/explicit/src/moves.rs",
            text: "self.may_conflict(state, thread, access) || may_be_published()",
            replacement: "self.may_conflict(state, thread, access) || false && may_be_published()",
        }],
        guards: &[Guard::Corpus("new_memory_published_by_a_relaxed_store")],
    },
    Mutant {
        name: "read-before-it-was-made",
        rule: "what seemed to be in an object before it was made is not what it holds (`bmc`)",
        edits: &[Edit {
            file: "crates/bmc/src/unwind/publish.rs",
            text: "if let Some(session) = self.session(state, object) {",
            replacement: "if let Some(session) = self.session(state, object).filter(|_| false) {",
        }],
        guards: &[Guard::Corpus("replaced_under_a_lock")],
    },
    Mutant {
        name: "told-early-weak-memory",
        rule: "a proof that weak memory orders may weaken is not told before the end",
        edits: &[Edit {
            file: "crates/cli/src/check/early.rs",
            text: "matches!(self.weakness, Weakness::None)",
            replacement: "(self.asks_for_lost_memory || true)",
        }],
        guards: &[Guard::Test { package: "raddle-cli", target: "--test command", name: "what_is_told_early_stays" }],
    },
    Mutant {
        name: "told-early-externals",
        rule: "a verdict that rests on functions without a body is not told before the end",
        edits: &[Edit {
            file: "crates/cli/src/check/early.rs",
            text: "for mut outcome in self.admit(answers).outcomes {",
            replacement: "for mut outcome in answers.outcomes {",
        }],
        guards: &[Guard::Test { package: "raddle-cli", target: "--test command", name: "what_is_told_early_stays" }],
    },
];
