//! What the process uses, and what the system grants it. Read from `/proc`; where there is none, nothing is known and
//! nothing is limited.

use rustix::process::{Resource, getrlimit};
use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// Bytes of memory that are resident now.
pub fn resident_bytes() -> u64 {
    statm_field(1)
}

/// Bytes of address space that are mapped now.
pub fn mapped_bytes() -> u64 {
    statm_field(0)
}

/// The most bytes that were resident at any time.
pub fn peak_resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    kilobytes.and_then(|text| text.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) << 10
}

/// Processors that this process may use, at least 1.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Processor time of all threads of this process.
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// What the system grants; `None` where it sets no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Granted {
    /// Bytes of address space (`ulimit -v`).
    pub address_space: Option<u64>,
    /// Processor time (`ulimit -t`).
    pub cpu_time: Option<Duration>,
    /// Bytes of memory of the machine or of the control group, whichever is less.
    pub memory: Option<u64>,
}

impl Granted {
    /// Asks the system.
    pub fn by_system() -> Self {
        let machine = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
        let total = machine.lines().find_map(|line| line.strip_prefix("MemTotal:"));
        let total = total.and_then(|text| text.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        let group = std::fs::read_to_string("/sys/fs/cgroup/memory.max").unwrap_or_default();
        let group = group.trim().parse::<u64>().ok();
        Granted {
            address_space: getrlimit(Resource::As).current,
            cpu_time: getrlimit(Resource::Cpu).current.map(Duration::from_secs),
            memory: total.map(|kilobytes| kilobytes << 10).into_iter().chain(group).min(),
        }
    }
}

fn statm_field(index: usize) -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split_whitespace().nth(index).and_then(|field| field.parse().ok()).unwrap_or(0);
    pages.saturating_mul(rustix::param::page_size() as u64)
}
