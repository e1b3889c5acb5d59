//! Outputs of the preprocessor that are kept: `cc -E` takes most of the time in which a large project is read.
//!
//! An entry is found by all that `cc` is given: the text, the arguments, the working folder, the compiler, our headers, our version. It also says
//! which files `cc` read, with a hash of each, and for each name that an `#include` or `__has_include` of these files asks for, in which of the
//! searched folders there was a file. An entry counts only if all of that is still so. What cannot be told so (an `#include` of a macro, `__DATE__`,
//! options that name further files) is not kept.
//!
//! An entry carries a hash of itself: a damaged one is none. Entries are written whole, under another name first, so several processes may share a
//! folder. What cannot be read or written is as if it were not there.
//!
//! Rule: a kept output is used only if the text, the arguments, the compiler, all files read, and the results of all searches for headers are those
//! of the run that gave it.
//! Tests: `what_is_kept_is_what_the_preprocessor_gives`, `a_header_that_appears_in_front_is_seen`, `a_damaged_entry_is_none`.

use super::options::PreprocessOptions;
use crate::headers;
use crate::lex::lex;
use raddle_program::source::FileId;
use sha2::{Digest, Sha256};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, SystemTime};

/// What the folder may hold, in bytes; half of it is left when there is more.
const LIMIT: u64 = 512 << 20;

/// The first line of an entry.
const MAGIC: &str = "raddle preprocessed 1";

/// Folders in which compilers look for headers by themselves.
const SYSTEM_FOLDERS: [&str; 4] =
    ["/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu", "/usr/include"];

/// The names of headers that a text includes or asks for.
type Names = BTreeSet<Vec<u8>>;

/// What the preprocessor gave.
pub(super) struct Kept {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// The folder that our headers lay in.
    pub(super) header_folder: String,
}

/// One run of the preprocessor.
pub(super) struct Run<'a> {
    file: PathBuf,
    text: &'a [u8],
    /// The folders that are searched, but that of the including file.
    folders: Vec<PathBuf>,
    started: SystemTime,
}

impl<'a> Run<'a> {
    /// The run of the preprocessor on `input`, which is made of `text`, the text of the user. `arguments` leaves out the paths of temporary files,
    /// which differ from run to run. `None` if the output must not be kept.
    pub(super) fn of(
        text: &'a [u8],
        input: &[u8],
        is_inlined: bool,
        own_folder: Option<&Path>,
        arguments: &[OsString],
        options: &PreprocessOptions,
    ) -> Option<Run<'a>> {
        let cache = options.cache.as_deref()?;
        let given = ["CPATH", "C_INCLUDE_PATH", "GCC_EXEC_PREFIX", "COMPILER_PATH", "CCC_OVERRIDE_OPTIONS"];
        if given.iter().any(|name| std::env::var_os(name).is_some()) {
            return None;
        }
        let mut folders = folders(&options.cc_args)?;
        folders.push(own_folder.map_or_else(PathBuf::new, Path::to_path_buf));
        folders.extend(options.include_dirs.iter().cloned());
        folders.extend(SYSTEM_FOLDERS.iter().map(PathBuf::from));
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(env!("CARGO_PKG_VERSION").as_bytes());
        part(&compiler(&options.cc)?);
        part(std::env::current_dir().ok()?.as_os_str().as_bytes());
        part(std::env::var_os("SOURCE_DATE_EPOCH").unwrap_or_default().as_bytes());
        part(&[u8::from(is_inlined), u8::from(options.system_headers)]);
        part(own_headers());
        part(&(arguments.len() as u64).to_le_bytes());
        arguments.iter().for_each(|argument| part(argument.as_bytes()));
        part(input);
        let file = cache.join(format!("{}.i", hex(&hash.finalize())));
        Some(Run { file, text, folders, started: SystemTime::now() })
    }

    /// What the run gives, if that is known.
    pub(super) fn known(&self) -> Option<Kept> {
        let bytes = std::fs::read(&self.file).ok()?;
        let (body, seal) = bytes.split_at_checked(bytes.len().checked_sub(32)?)?;
        if Sha256::digest(body).as_slice() != seal {
            return None;
        }
        let mut rest = body;
        if line(&mut rest)? != MAGIC.as_bytes() {
            return None;
        }
        for _ in 0..number(&mut rest)? {
            let hash = line(&mut rest)?;
            let file = path(line(&mut rest)?);
            if hash_of(&file)?.as_bytes() != hash {
                return None;
            }
        }
        for _ in 0..number(&mut rest)? {
            let was_there = line(&mut rest)? == b"1";
            if path(line(&mut rest)?).is_file() != was_there {
                return None;
            }
        }
        let header_folder = String::from_utf8(line(&mut rest)?.to_vec()).ok()?;
        let (n_out, n_err) = (number(&mut rest)?, number(&mut rest)?);
        let (stdout, rest) = rest.split_at_checked(n_out)?;
        let (stderr, rest) = rest.split_at_checked(n_err)?;
        if !rest.is_empty() {
            return None;
        }
        // Entries that are used are the last to go.
        if let Ok(file) = std::fs::File::open(&self.file) {
            let _ = file.set_modified(SystemTime::now());
        }
        Some(Kept { stdout: stdout.to_vec(), stderr: stderr.to_vec(), header_folder })
    }

    /// Keeps what a run gave, if it can be told what that depends on.
    pub(super) fn keep(&self, kept: &Kept) -> Option<()> {
        let mut searched: BTreeMap<PathBuf, bool> = BTreeMap::new();
        self.search(&names(self.text)?, None, &mut searched);
        let mut read: Vec<(PathBuf, String)> = Vec::new();
        for file in files_read(&kept.stdout, &kept.header_folder)? {
            // A file that has changed since may not be what the preprocessor read.
            let changed = std::fs::metadata(&file).ok()?.modified().ok()?;
            if changed + Duration::from_secs(1) >= self.started {
                return None;
            }
            let bytes = std::fs::read(&file).ok()?;
            let hash = hex(&Sha256::digest(&bytes));
            self.search((*names_of_header(&hash, &bytes)).as_ref()?, file.parent(), &mut searched);
            read.push((file, hash));
        }
        let mut bytes = format!("{MAGIC}\n{}\n", read.len()).into_bytes();
        for (file, hash) in &read {
            push_path(&mut bytes, hash, file)?;
        }
        bytes.extend(format!("{}\n", searched.len()).into_bytes());
        for (file, is_there) in &searched {
            push_path(&mut bytes, if *is_there { "1" } else { "0" }, file)?;
        }
        let numbers = format!("{}\n{}\n{}\n", kept.header_folder, kept.stdout.len(), kept.stderr.len());
        bytes.extend(numbers.into_bytes());
        bytes.extend(&kept.stdout);
        bytes.extend(&kept.stderr);
        let seal = Sha256::digest(&bytes);
        bytes.extend(seal);
        let folder = self.file.parent()?;
        std::fs::create_dir_all(folder).ok()?;
        prune_once(folder);
        let mut temporary = tempfile::NamedTempFile::new_in(folder).ok()?;
        temporary.write_all(&bytes).ok()?;
        temporary.persist(&self.file).ok()?;
        Some(())
    }

    /// Notes where headers are looked for that a file names, and where there is one.
    fn search(&self, names: &Names, beside: Option<&Path>, searched: &mut BTreeMap<PathBuf, bool>) {
        for name in names {
            let name = path(name);
            for folder in beside.into_iter().chain(self.folders.iter().map(PathBuf::as_path)) {
                let candidate = folder.join(&name);
                if let Entry::Vacant(entry) = searched.entry(candidate) {
                    let is_there = entry.key().is_file();
                    entry.insert(is_there);
                }
            }
        }
    }
}

/// What [`names`] tells of a header with this hash, found once in a process: most files of a project include the same headers.
fn names_of_header(hash: &str, text: &[u8]) -> Arc<Option<Names>> {
    static KNOWN: Mutex<BTreeMap<String, Arc<Option<Names>>>> = Mutex::new(BTreeMap::new());
    let lock = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lock().get(hash) {
        return known.clone();
    }
    let found = Arc::new(names(text));
    lock().insert(hash.to_owned(), found.clone());
    found
}

/// The names of the headers that a text includes or asks for; `None` if not all are written there, or if the text asks for the time.
fn names(text: &[u8]) -> Option<Names> {
    let has = |word: &str| text.windows(word.len()).any(|window| window == word.as_bytes());
    let unclear = ["__DATE__", "__TIME__", "__TIMESTAMP__", "__has_embed", "??=", "%:", "#\\"];
    if unclear.iter().any(|word| has(word)) {
        return None;
    }
    let mut found = BTreeSet::new();
    // In comments there are no directives.
    for span in lex(FileId(0), text).directives {
        let line = without_splices(text.get(span.start as usize..span.end as usize)?);
        let line = line.trim_ascii();
        if let Some(directive) = line.strip_prefix(b"#").map(<[u8]>::trim_ascii) {
            if directive.starts_with(b"/*") || directive.starts_with(b"embed") {
                return None;
            }
            let included = [&b"include_next"[..], b"include", b"import"];
            if let Some(rest) = included.iter().find_map(|word| directive.strip_prefix(*word)) {
                found.insert(delimited(rest.trim_ascii())?);
            }
        }
        let mut rest = line;
        while let Some(at) = rest.windows(13).position(|window| window == b"__has_include") {
            rest = rest[at + 13..].trim_ascii_start();
            rest = rest.strip_prefix(b"_next").unwrap_or(rest).trim_ascii_start();
            // `#ifdef __has_include` asks for no header.
            if let Some(argument) = rest.strip_prefix(b"(") {
                found.insert(delimited(argument.trim_ascii())?);
            }
        }
    }
    Some(found)
}

/// A directive as one line.
fn without_splices(text: &[u8]) -> Vec<u8> {
    let mut joined = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&byte, behind)) = rest.split_first() {
        let splice = behind.strip_prefix(b"\n").or_else(|| behind.strip_prefix(b"\r\n")).filter(|_| byte == b'\\');
        if splice.is_none() {
            joined.push(byte);
        }
        rest = splice.unwrap_or(behind);
    }
    joined
}

/// What stands between `"` or between `<` and `>`.
fn delimited(text: &[u8]) -> Option<Vec<u8>> {
    let end = match text.first()? {
        b'"' => b'"',
        b'<' => b'>',
        _ => return None,
    };
    let length = text[1..].iter().position(|&byte| byte == end)?;
    Some(text[1..=length].to_vec())
}

/// The headers that the preprocessor entered, by the line markers of its output. The input, the built-in headers and names like `<built-in>` are
/// left out. `None` if a name cannot be read.
fn files_read(output: &[u8], header_folder: &str) -> Option<BTreeSet<PathBuf>> {
    let mut found = BTreeSet::new();
    let mut lines = output.split(|&byte| byte == b'\n').filter(|line| line.starts_with(b"# "));
    // The first markers name the input.
    let input = lines.next().and_then(marked).unwrap_or_default();
    for line in lines {
        let Some(name) = marked(line) else { continue };
        let is_entered = line.rsplit(|&byte| byte == b'"').next().is_some_and(|flags| flags.contains(&b'1'));
        if name == input || name.starts_with(b"<") || name.starts_with(header_folder.as_bytes()) || !is_entered {
            continue;
        }
        if name.contains(&b'\\') {
            return None;
        }
        found.insert(path(&name));
    }
    Some(found)
}

/// The name in a line marker.
fn marked(line: &[u8]) -> Option<Vec<u8>> {
    let start = line.iter().position(|&byte| byte == b'"')?;
    let end = line.iter().rposition(|&byte| byte == b'"')?;
    (start < end).then(|| line[start + 1..end].to_vec())
}

/// The folders that arguments add to the search; `None` if an argument may make the preprocessor read or write something else.
fn folders(arguments: &[String]) -> Option<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if ["-I", "-isystem", "-iquote", "-idirafter"].contains(&argument.as_str()) {
            found.push(PathBuf::from(rest.next()?));
        } else if let Some(folder) = argument.strip_prefix("-I") {
            found.push(PathBuf::from(folder));
        } else {
            let is_harmless = ["-D", "-U", "-O", "-g", "-std=", "-m"].iter().any(|it| argument.starts_with(it))
                || argument.starts_with("-W") && !argument.contains(',')
                || argument.starts_with("-f") && !argument.starts_with("-fplugin")
                || ["-w", "-ansi", "-pedantic", "-pthread", "-pipe", "-undef", "-nostdinc"]
                    .contains(&argument.as_str());
            if !is_harmless {
                return None;
            }
        }
    }
    Some(found)
}

/// The compiler that a command is, by its file. `None` for a script: what that does is not known.
fn compiler(command: &str) -> Option<Vec<u8>> {
    let file = if command.contains('/') {
        PathBuf::from(command)
    } else {
        let folders = std::env::var_os("PATH")?;
        std::env::split_paths(&folders).map(|folder| folder.join(command)).find(|file| file.is_file())?
    };
    let file = file.canonicalize().ok()?;
    let mut start = [0; 4];
    std::io::Read::read_exact(&mut std::fs::File::open(&file).ok()?, &mut start).ok()?;
    let data = std::fs::metadata(&file).ok()?;
    let modified = data.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let identity = format!("{}\n{}\n{}\n", file.to_str()?, data.len(), modified.as_nanos());
    (start == *b"\x7fELF").then(|| identity.into_bytes())
}

/// A hash of our headers.
fn own_headers() -> &'static [u8] {
    static HASH: OnceLock<Vec<u8>> = OnceLock::new();
    HASH.get_or_init(|| {
        let mut hash = Sha256::new();
        for (name, text) in headers::ALL {
            hash.update(name.as_bytes());
            hash.update([0]);
            hash.update(text.as_bytes());
            hash.update([0]);
        }
        hash.finalize().to_vec()
    })
}

fn hash_of(file: &Path) -> Option<String> {
    Some(hex(&Sha256::digest(std::fs::read(file).ok()?)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn path(bytes: &[u8]) -> PathBuf {
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

/// A path with what is said of it, on two lines; a name with a line break has no place there.
fn push_path(bytes: &mut Vec<u8>, what: &str, file: &Path) -> Option<()> {
    let name = file.as_os_str().as_bytes();
    if name.contains(&b'\n') {
        return None;
    }
    bytes.extend(what.as_bytes());
    bytes.push(b'\n');
    bytes.extend(name);
    bytes.push(b'\n');
    Some(())
}

fn line<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let end = rest.iter().position(|&byte| byte == b'\n')?;
    let (line, behind) = rest.split_at(end);
    *rest = &behind[1..];
    Some(line)
}

fn number(rest: &mut &[u8]) -> Option<usize> {
    std::str::from_utf8(line(rest)?).ok()?.parse().ok()
}

/// Removes the entries that were not used for the longest time, if the folder holds too much: once in a process.
fn prune_once(folder: &Path) {
    static DONE: OnceLock<()> = OnceLock::new();
    DONE.get_or_init(|| prune(folder, LIMIT));
}

fn prune(folder: &Path, limit: u64) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let of = |entry: std::fs::DirEntry| {
        let data = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
        let is_entry = entry.path().extension().is_some_and(|extension| extension == "i");
        is_entry.then_some(())?;
        Some((data.modified().ok()?, data.len(), entry.path()))
    };
    let mut all: Vec<(SystemTime, u64, PathBuf)> = entries.flatten().filter_map(of).collect();
    let mut size: u64 = all.iter().map(|(_, length, _)| length).sum();
    if size <= limit {
        return;
    }
    all.sort();
    for (_, length, file) in all {
        if size <= limit / 2 {
            break;
        }
        if std::fs::remove_file(file).is_ok() {
            size -= length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{folders, names, prune};

    #[test]
    fn names_of_headers_are_read_or_given_up() {
        let of = |text: &str| {
            names(text.as_bytes()).map(|all| all.into_iter().map(|it| String::from_utf8(it).unwrap()).collect())
        };
        let some: Vec<String> = vec!["a.h".into(), "b/c.h".into()];
        assert_eq!(of("# include \"a.h\"\n#include<b/c.h> // x\nint include;\n"), Some(some.clone()));
        assert_eq!(of("#if __has_include(<a.h>) || __has_include ( \"b/c.h\")\n"), Some(some));
        assert_eq!(of("#ifdef __has_include\n"), Some(Vec::new()));
        assert_eq!(of("/* Text that\n   #include's headers. */\n"), Some(Vec::new()));
        assert_eq!(of("#inc\\\nlude \"a.h\"\n"), Some(vec!["a.h".to_owned()]));
        for text in [
            "#include HEADER\n",
            "#/**/include \"a.h\"\n",
            "x = __DATE__;\n",
            "#if __has_include(X)\n",
            "#\\\ninclude \"a.h\"\n",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }

    #[test]
    fn options_that_read_further_files_are_not_kept() {
        let of = |words: &[&str]| folders(&words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["-O2", "-isystem", "x", "-Wall"]).map(|it| it.len()), Some(1));
        for words in [&["-include", "x.h"][..], &["-Wp,-MD,x.d"], &["@more"], &["-fplugin=x"], &["-I"]] {
            assert_eq!(of(words), None, "{words:?}");
        }
    }

    #[test]
    fn the_folder_stays_small() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..10 {
            std::fs::write(folder.path().join(format!("{number}.i")), [0; 100]).unwrap();
        }
        std::fs::write(folder.path().join("other"), [0; 5000]).unwrap();
        prune(folder.path(), 600);
        assert_eq!(
            std::fs::read_dir(folder.path()).unwrap().count(),
            4,
            "three entries, and the file that is no entry"
        );
    }
}
