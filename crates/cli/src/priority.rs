//! The priority of threads within the process.

/// By how much a thread that gives way is nicer: it gets about a tenth of the time of another thread that wants the
/// same processor.
#[cfg(target_os = "linux")]
const NICER: i32 = 10;

/// The calling thread leaves processors to the other threads of the process, and of the machine, as long as these need
/// them. It does nothing if the system has no niceness of single threads, or forbids it.
pub fn give_way() {
    // Elsewhere than on Linux the whole process would give way.
    #[cfg(target_os = "linux")]
    if let Ok(niceness) = rustix::process::getpriority_process(None) {
        let _ = rustix::process::setpriority_process(None, niceness.saturating_add(NICER));
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use rustix::process::getpriority_process;

    #[test]
    fn one_thread_alone_gives_way() {
        let before = getpriority_process(None).expect("a number");
        let there = std::thread::spawn(|| {
            super::give_way();
            getpriority_process(None).expect("a number")
        });
        assert_eq!(there.join().expect("it ends"), (before + super::NICER).min(19));
        assert_eq!(getpriority_process(None).expect("a number"), before);
    }
}
