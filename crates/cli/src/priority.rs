//! Who of the threads of a process is first at the processors.

/// How much nicer a thread is that gives way: it has about a tenth of what another one has that wants the same processor.
#[cfg(target_os = "linux")]
const NICER: i32 = 10;

/// The thread that calls it leaves processors to the others of the process, and of the machine, for as long as these need them. Where the
/// system knows no niceness of single threads, or forbids it, it does nothing.
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
