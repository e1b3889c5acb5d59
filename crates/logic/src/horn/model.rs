//! Reading interpretations: what [`super::print::print_model`] writes, and the models of other solvers.
//!
//! A model that was read is a claim and must be checked ([`Interpretation::check`]). A definition with quantifiers is taken to mean what
//! the clauses of its predicate derive, as in the models that this crate prints.

use crate::horn::interpretation::{Interpretation, Meaning};
use crate::horn::system::System;
use crate::smtlib::{ReadError, read_definitions};
use crate::sort::Sort;
use crate::term::Terms;
use crate::traverse::Substitution;

/// Reads an interpretation of a system.
///
/// # Errors
/// What is no model, is not about the predicates of the system, or leaves one out.
pub fn read_model(text: &str, terms: &mut Terms, system: &System) -> Result<Interpretation, ReadError> {
    let definitions = read_definitions(text, terms)?;
    let mut meanings = Vec::new();
    for predicate in system.predicates() {
        let declaration = system.declaration(predicate);
        let mut of_it = definitions.iter().filter(|definition| definition.name == declaration.name);
        let (Some(definition), None) = (of_it.next(), of_it.next()) else {
            return Err(ReadError::new(1, &format!("'{}' is not defined, or twice", declaration.name)));
        };
        let sorts = |variables: &[_]| variables.iter().map(|&variable| terms.sort(variable)).collect::<Vec<Sort>>();
        if sorts(&definition.parameters) != sorts(&declaration.parameters) {
            let message = format!("the parameters of '{}' have other sorts", declaration.name);
            return Err(ReadError::new(definition.line, &message));
        }
        meanings.push(match definition.body {
            Some(body) => {
                let pairs = definition.parameters.iter().copied().zip(declaration.parameters.iter().copied());
                Meaning::Formula(Substitution::from_pairs(pairs).apply(terms, body))
            }
            None => Meaning::Derived,
        });
    }
    Ok(Interpretation { meanings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::horn::interpretation::Checked;
    use crate::horn::read::read;
    use crate::sat::Cadical;

    const SYSTEM: &str = "(declare-fun P ((_ BitVec 8)) Bool)
        (assert (P #x00))
        (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvult x #x0a)) (P (bvadd x #x01)))))
        (assert (forall ((x (_ BitVec 8))) (=> (and (P x) (bvugt x #x10)) false)))";

    fn checked(model: &str) -> Checked {
        let mut terms = Terms::new();
        let system = read(SYSTEM, &mut terms).expect("the system is well-formed");
        let model = read_model(model, &mut terms, &system).expect("the model is well-formed");
        model.check(&mut terms, &system, Cadical::new)
    }

    #[test]
    fn models_of_others_are_read_and_checked() {
        assert_eq!(checked("sat\n((define-fun P ((x!0 (_ BitVec 8))) Bool (bvule x!0 #x0a)))"), Checked::Holds);
        let too_much = checked("(model (define-fun P ((x (_ BitVec 8))) Bool (let ((a (bvule x #x11))) a)))");
        assert!(matches!(too_much, Checked::Fails { .. }), "{too_much:?}");
        let too_little = checked("(define-fun P ((x (_ BitVec 8))) Bool (bvule x #x09))");
        assert!(matches!(too_little, Checked::Fails { .. }), "{too_little:?}");
    }

    #[test]
    fn what_is_no_model_of_the_system_is_refused() {
        let mut terms = Terms::new();
        let system = read(SYSTEM, &mut terms).expect("the system is well-formed");
        for wrong in [
            "",
            "sat",
            "(define-fun Q ((x (_ BitVec 8))) Bool true)",
            "(define-fun P ((x (_ BitVec 9))) Bool true)",
            "(define-fun P ((x (_ BitVec 8))) Bool (bvule y #x09))",
            "(define-fun P ((x (_ BitVec 8))) Bool true)(define-fun P ((x (_ BitVec 8))) Bool false)",
        ] {
            assert!(read_model(wrong, &mut terms, &system).is_err(), "{wrong}");
        }
    }
}
