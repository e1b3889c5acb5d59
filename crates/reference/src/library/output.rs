//! Output: what is printed is not looked at, only the arguments are evaluated; the result is any value.

use super::Call;
use crate::machine::Machine;
use crate::value::Trouble;
use raddle_program::trace::ChoiceKind;

impl<'u> Machine<'u> {
    pub(super) fn output(&mut self, call: &Call<'u>) -> Result<(), Trouble> {
        let format = match call.name {
            "printf" => Some(0),
            "fprintf" | "dprintf" => Some(1),
            _ => None,
        };
        let text = match format {
            Some(index) => self.literal_text(call.scalar(index)?),
            None => None,
        };
        if text.is_some_and(|text| text.contains("%n")) {
            return Trouble::unsupported("`%n` in a format");
        }
        self.answer_anything(call, ChoiceKind::External)
    }
}
