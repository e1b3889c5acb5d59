//! A measure of the work of solvers on this thread, for schedulers that divide a processor between engines without a clock.
//!
//! CaDiCaL polls its terminator in about every tenth iteration of its search. An iteration takes a microsecond for a small formula, and a
//! millisecond for a large one; the number of literals assigned in it grows in proportion.

//!
//! Where one conflict follows another, CaDiCaL does not ask at all. So the scheduler may leave a function that is called when there was
//! much work ([`set_pause`]).

use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// After how much work the function of the scheduler is called.
const MUCH: u64 = 4096;

thread_local! {
    static WORK: Cell<u64> = const { Cell::new(0) };
    static PAUSE: RefCell<Option<Rc<dyn Fn()>>> = const { RefCell::new(None) };
}

/// Adds to the work of this thread.
pub fn add(amount: u64) {
    WORK.set(WORK.get().saturating_add(amount));
    if WORK.get() >= MUCH {
        let pause = PAUSE.with_borrow(Clone::clone);
        pause.into_iter().for_each(|pause| pause());
    }
}

/// The work of this thread since the last call.
pub fn take() -> u64 {
    WORK.replace(0)
}

/// Leaves a function that is called on this thread when there was much work. It may wait, takes the work, and must not panic.
pub fn set_pause(pause: Rc<dyn Fn()>) {
    PAUSE.set(Some(pause));
}

#[cfg(test)]
mod tests {
    #[test]
    fn work_is_taken_once_and_belongs_to_its_thread() {
        super::add(3);
        super::add(4);
        assert_eq!(std::thread::spawn(super::take).join().expect("it ends"), 0);
        assert_eq!([super::take(), super::take()], [7, 0]);
    }
}
