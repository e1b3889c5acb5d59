//! Thread-specific data: POSIX `pthread_key_*`, C11 `tss_*`. Destructors run in [`crate::semantics`]' ending of threads.

use super::{Done, EINVAL};
use crate::semantics::evaluate::Evaluation;
use crate::semantics::record::{Interruption, Token};
use crate::semantics::state::Routine;
use crate::semantics::value::Value;
use crate::syntax::{Callee, Expr, Synchronization};
use crate::trace::{MemoryLocation, ObjectName};

impl Evaluation<'_, '_, '_> {
    pub(super) fn key_call(
        &mut self,
        operation: Synchronization,
        operands: &[Expr],
    ) -> Result<(Option<MemoryLocation>, Done), Interruption> {
        if operation == Synchronization::KeyCreate {
            let destructor = self.routine(&operands[0])?;
            self.record.tokens.push(Token::Keys);
            let unused = |key: &u32| !self.state.keys.contains_key(key);
            let key = (0..=u32::MAX).find(unused).expect("there are never so many keys");
            self.state.keys.insert(key, destructor);
            return Ok((self.named(ObjectName::Key(key)), Done::same(key.into())));
        }
        let key = self.value(&operands[0])?;
        let key = self.number(key)?;
        let key = u32::try_from(key).unwrap_or(u32::MAX);
        let value = match operands.get(1) {
            Some(operand) => Some(self.value(operand)?),
            None => None,
        };
        let is_in_use = self.state.keys.contains_key(&key);
        let object = self.named(ObjectName::Key(key));
        let token = if operation == Synchronization::KeyDelete { Token::Keys } else { Token::KeyUse };
        self.record.tokens.push(token);
        if !is_in_use {
            self.misuse("a key is used that is not in use");
            let result = Value::Integer(if operation == Synchronization::KeyGet { 0 } else { EINVAL });
            return Ok((object, Done { outcome: EINVAL, result }));
        }
        let done = match operation {
            Synchronization::KeyDelete => {
                self.state.keys.remove(&key);
                for thread in 0..self.state.threads.len() as u32 {
                    if self.state.threads[thread as usize].specific.contains_key(&key) {
                        self.state.thread_mut(thread).specific.remove(&key);
                    }
                }
                Done::same(0)
            }
            Synchronization::KeyGet => {
                let value = self.state.threads[self.thread as usize].specific.get(&key);
                Done { outcome: 0, result: value.cloned().unwrap_or(Value::Integer(0)) }
            }
            Synchronization::KeySet => {
                let specific = &mut self.state.thread_mut(self.thread).specific;
                match value {
                    Some(Value::Integer(0)) | None => drop(specific.remove(&key)),
                    Some(value) => drop(specific.insert(key, value)),
                }
                Done::same(0)
            }
            other => panic!("{other:?} is no operation on keys"),
        };
        Ok((object, done))
    }

    /// A routine that is to be called later; none if the operand is null.
    pub(super) fn routine(&mut self, operand: &Expr) -> Result<Option<Routine>, Interruption> {
        match self.value(operand)? {
            Value::Integer(0) => Ok(None),
            Value::Integer(_) | Value::Pointer(..) => Ok(Some(Routine::NoFunction)),
            Value::Indeterminate | Value::Blob(_) => {
                Err(Interruption::Unsupported("a routine without a known value".into()))
            }
            Value::Procedure(_) | Value::Symbol(..) | Value::Part(_) => {
                self.callee(&Callee::Pointer(operand.clone())).map(|it| Some(Routine::Procedure(it)))
            }
        }
    }
}
