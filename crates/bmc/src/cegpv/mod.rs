//! `slice`: counterexample-guided program verification by leaving out variables.
//!
//! After Abdulla, Atig, Diep: *Counter-Example Guided Program Verification* (FM 2016). Some variables are kept, and the
//! remaining ones are *sliced*: a read of them returns any value, and a write to them is ignored. If that abstraction
//! is safe, so is the program. Otherwise it has a counterexample. The next question is whether the program has an
//! execution that *agrees with* it, where more variables are kept, and so on, by recursion, until no variable is
//! sliced: then the counterexample is real. If there is no such execution, the counterexample is *spurious* and
//! excluded.
//!
//! The engine has two forms (`-o slice.form`):
//!
//! - `formula`, the paper's section 6: `bmc` with an order solver that leaves out variables of its formula. The algorithm is in
//!   [`crate::order::slices`], the choice of variables in [`crate::order::slices::choice`]. All constraints that are ever left out, or in,
//!   are constraints of `bmc`'s formula: SAFE is said of a part of it, UNSAFE of all of it, with a model that is taken through the
//!   executable semantics as any of `bmc`'s.
//! - `program`, the paper's sections 5.1 to 5.3: abstractions are programs that any engine checks ([`program`],
//!   [`raddle_verify::transform::slice::Abstraction`]). Each round can be printed, and an engine that needs no bound proves abstractions without
//!   one.
//!
//! Left out: accesses that race may be to what is sliced, so races are not decided; nor are other properties than assertions,
//! whose variables the dependency graph does not know.

pub mod named;
pub mod program;

use raddle_program::property::Property;

use crate::bmc::decide_with;
use crate::order::EventOrder;
use raddle_verify::context::Context;
use raddle_verify::engine::Engine;
use raddle_verify::options::Form;
use raddle_verify::task::Task;
use raddle_verify::transform::Transform;
use raddle_verify::verdict::{Answers, Reason};

/// Some variables first, and more where they matter.
pub struct Slice {
    /// The engine with a name: for abstractions that are programs.
    pub engine_named: fn(&str) -> Option<&'static dyn Engine>,
}

impl Engine for Slice {
    fn name(&self) -> &'static str {
        "slice"
    }

    fn summary(&self) -> &'static str {
        "all interleavings of the unwound program in one formula, of a few variables first, guided by counterexamples"
    }

    fn decides(&self, property: Property) -> bool {
        match property {
            Property::Assertions => true,
            Property::Deadlock
            | Property::DataRace
            | Property::Memory
            | Property::Leaks
            | Property::Overflow
            | Property::Arithmetic
            | Property::Locks
            | Property::Termination => false,
        }
    }

    fn transforms(&self) -> Vec<Box<dyn Transform>> {
        Vec::new()
    }

    fn passes(&self) -> &'static [&'static str] {
        &["slice", "slice-reconstruction"]
    }

    fn run(&self, task: &Task, cx: &mut Context) -> Answers {
        match cx.options.slice.form {
            Form::Formula => decide_with(task, EventOrder::SLICES, cx),
            Form::Program { engine } => match (self.engine_named)(engine).filter(|it| it.decides(Property::Assertions))
            {
                Some(engine) if engine.name() != self.name() => program::decide(task, engine, cx),
                Some(_) | None => {
                    let why = format!("{engine} checks no abstractions");
                    let advice = "name another engine with -o slice.engine".to_owned();
                    Answers::unknown(&task.properties, &Reason::GaveUp { why, advice })
                }
            },
        }
    }
}
