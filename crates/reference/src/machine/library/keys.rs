//! Thread-specific data (POSIX pthread_key_create, C11 7.26.6).

use super::script::{Model, Ran, Script, number};
use super::threads::{c11_code, synchronize};
use crate::machine::task::Subject;
use crate::value::{Scalar, Value};
use raddle_program::syntax::Synchronization;

pub(super) fn model(name: &str) -> Option<Model> {
    Some(match name {
        "pthread_key_create" | "tss_create" => create,
        "pthread_key_delete" | "tss_delete" => delete,
        "pthread_getspecific" | "tss_get" => get,
        "pthread_setspecific" | "tss_set" => set,
        _ => return None,
    })
}

fn answer(s: &Script<'_, '_>, code: i128) -> Value {
    number(if s.name().starts_with("tss_") { c11_code(code) } else { code })
}

/// There are no more keys than that (`PTHREAD_KEYS_MAX`).
const KEYS: i128 = 1024;
const EAGAIN: i128 = 11;

fn create<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (to, destructor, ty) = (s.place(0)?, s.scalar(1)?, s.basic().unsigned_int);
    let key = synchronize(s, Synchronization::KeyCreate, Subject::NewKey, vec![destructor])?;
    if key >= KEYS {
        let key = Subject::Key(Scalar::Integer(key));
        synchronize(s, Synchronization::KeyDelete, key, Vec::new())?;
        return Ok(answer(s, EAGAIN));
    }
    s.write(to, 0, ty, Scalar::Integer(key))?;
    Ok(answer(s, 0))
}

fn delete<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let key = Subject::Key(s.scalar(0)?);
    let code = synchronize(s, Synchronization::KeyDelete, key, Vec::new())?;
    Ok(answer(s, code))
}

fn get<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (key, thread) = (s.scalar(0)?, s.thread());
    if synchronize(s, Synchronization::KeyGet, Subject::Key(key), Vec::new())? != 0 {
        return Ok(number(0));
    }
    let key = u32::try_from(s.number(0)?).unwrap_or(u32::MAX);
    s.once(|machine| Ok(Value::Scalar(machine.specific(thread, key))))
}

fn set<'u>(s: &mut Script<'_, 'u>) -> Ran<'u, Value> {
    let (key, value) = (Subject::Key(s.scalar(0)?), s.scalar(1)?);
    let code = synchronize(s, Synchronization::KeySet, key, vec![value])?;
    Ok(answer(s, code))
}
