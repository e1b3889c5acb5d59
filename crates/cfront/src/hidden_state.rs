//! Functions of the library that need not be safe to call from several threads (POSIX 2.9.1), with the data that they share without a
//! lock: `localtime` writes the structure that it returns, and so do `gmtime` and `ctime`.
//!
//! Where threads go on behind what has no model, a call accesses an object that stands for these data. So two calls race unless the
//! program keeps them apart. In programs that engines decide these data do not exist.
//!
//! Left out: functions that glibc protects with a lock of its own (`rand`), and state in objects of the program (`readdir`, `getc_unlocked`).

/// Data that functions of the library share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HiddenState {
    /// What people call the data: by the best known of the functions.
    pub name: &'static str,
    /// Whether the function writes them.
    pub is_written: bool,
}

/// The functions that write, by the data.
const WRITERS: &[(&str, &str)] = &[
    ("static data of strtok", "strtok"),
    ("static data of localtime", "localtime gmtime ctime asctime"),
    ("static data of strerror", "strerror"),
    ("static data of strsignal", "strsignal"),
    ("environment", "setenv putenv unsetenv clearenv"),
    ("static data of gethostbyname", "gethostbyname gethostbyname2 gethostbyaddr gethostent"),
    ("static data of getservbyname", "getservbyname getservbyport getservent"),
    ("static data of getprotobyname", "getprotobyname getprotobynumber getprotoent"),
    ("static data of getnetbyname", "getnetbyname getnetbyaddr getnetent"),
    ("static data of getpwnam", "getpwnam getpwuid getpwent setpwent endpwent"),
    ("static data of getgrnam", "getgrnam getgrgid getgrent setgrent endgrent"),
    ("static data of getspnam", "getspnam getspent"),
    ("static data of getutent", "getutent getutid getutline pututline"),
    ("static data of inet_ntoa", "inet_ntoa"),
    ("static data of ttyname", "ttyname"),
    ("static data of getlogin", "getlogin"),
    ("static data of ptsname", "ptsname"),
    ("static data of crypt", "crypt encrypt setkey"),
    ("static data of drand48", "drand48 lrand48 mrand48 srand48 seed48 lcong48"),
    ("static data of getopt", "getopt getopt_long getopt_long_only"),
    ("static data of hsearch", "hcreate hsearch hdestroy"),
    ("conversion state of mbtowc", "mblen mbtowc wctomb"),
    ("static data of ecvt", "ecvt fcvt"),
    ("static data of l64a", "l64a"),
    ("locale", "setlocale"),
];

/// The functions that read, by the data.
const READERS: &[(&str, &str)] = &[("environment", "getenv secure_getenv"), ("locale", "localeconv nl_langinfo")];

/// The data that calls of a function of the library access without a lock.
pub fn hidden_state(function: &str) -> Option<HiddenState> {
    let find = |table: &'static [(&'static str, &'static str)]| {
        let is_named = |names: &str| names.split(' ').any(|name| name == function);
        table.iter().find(|(_, names)| is_named(names)).map(|(name, _)| *name)
    };
    let written = find(WRITERS).map(|name| HiddenState { name, is_written: true });
    written.or_else(|| find(READERS).map(|name| HiddenState { name, is_written: false }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_share_data_with_their_kin() {
        assert_eq!(hidden_state("ctime"), hidden_state("localtime"));
        assert_eq!(hidden_state("getenv").map(|state| state.is_written), Some(false));
        assert_eq!(hidden_state("getenv").map(|state| state.name), hidden_state("setenv").map(|state| state.name));
        assert_eq!(hidden_state("localtime_r"), None);
        assert_eq!(hidden_state(""), None);
    }
}
