//! Work that ends when its own time is over, or when the whole run has to end.

use raddle_verify::context::{Cancellation, Context};
use raddle_verify::verdict::Reason;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Does some work with a context like this one, which is cancelled after so much time.
pub(crate) fn within<T>(limit: Duration, cx: &mut Context, work: impl FnOnce(&mut Context) -> T) -> T {
    let cancellation = cx.cancellation().child();
    let mut inner = cx.alike(cancellation.clone());
    let (done, waits) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || watch(&cancellation, &waits, limit));
        let result = work(&mut inner);
        drop(done);
        result
    })
}

fn watch(cancellation: &Cancellation, waits: &Receiver<()>, limit: Duration) {
    if waits.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
        cancellation.cancel(Reason::Timeout { limit });
    }
}
