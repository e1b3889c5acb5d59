//! Stands in for the lowering, the reference interpreter and the printing of programs until they are linked; then this
//! file goes.
#![allow(missing_docs)]
use raddle_cfront::typed::Unit;
use raddle_program::syntax::Program;
use std::sync::Arc;
pub struct Reference;
impl Reference {
    pub fn new(_u: Arc<Unit>) -> Self {
        Reference
    }
}
impl raddle_verify::certify::Replayer for Reference {
    fn replay(&self, _t: &raddle_program::trace::Trace) -> Result<(), String> {
        Ok(())
    }
}
pub fn print(_p: &Program) -> String {
    String::new()
}
