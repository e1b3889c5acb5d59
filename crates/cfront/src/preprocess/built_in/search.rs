//! The folders in which headers are searched, as gcc does (gcc manual, "Directory Options"): beside the including file, in the folder of
//! the user's file, in the folders of the options, then in our folder or those of the machine.

use super::cut::{Cut, HeaderName};
use super::host::Host;
use super::{Leave, Preprocessor};
use crate::headers;
use crate::preprocess::options::PreprocessOptions;
use crate::preprocess::session::{Known, Session};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;

/// The folder that our headers seem to lie in, and that of what the machine's headers lack. There are none of these names.
const OWN: &str = "<raddle>";
const BESIDE_THE_MACHINE: &str = "<raddle beside this machine>";

/// The folders that are searched, in order.
#[derive(Debug)]
pub(super) struct Folders {
    folders: Vec<Folder>,
    /// Where the search for `<...>` starts.
    first_angled: usize,
}

#[derive(Debug)]
struct Folder {
    name: String,
    is_system: bool,
}

/// A header that was found.
pub(super) struct Found {
    pub(super) cut: Arc<Cut>,
    /// Where `#include_next` in it goes on.
    pub(super) next_folder: usize,
    pub(super) is_system: bool,
}

impl Folders {
    /// The folders for a file in `own_folder`.
    pub(super) fn new(own_folder: Option<&Path>, options: &PreprocessOptions, host: &Host) -> Result<Folders, Leave> {
        let own_folder = own_folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = |name: &Path, is_system| Ok(Folder { name: name.to_str().ok_or(Leave)?.to_owned(), is_system });
        let mut folders = vec![folder(own_folder, false)?];
        let mut system: Vec<Folder> = Vec::new();
        if options.system_headers {
            for name in host.folders().ok_or(Leave)? {
                system.push(folder(Path::new(name), true)?);
            }
        }
        let mut seen: Vec<(u64, u64)> = system.iter().filter_map(|folder| identity(&folder.name)).collect();
        for name in &options.include_dirs {
            let folder = folder(name, false)?;
            // A folder that does not exist is not searched. A folder of the machine keeps its position behind the folders of the options.
            if let Some(identity) = identity(&folder.name).filter(|identity| !seen.contains(identity)) {
                seen.push(identity);
                folders.push(folder);
            }
        }
        folders.extend(system);
        let last = if options.system_headers { BESIDE_THE_MACHINE } else { OWN };
        folders.push(Folder { name: last.into(), is_system: true });
        Ok(Folders { folders, first_angled: 1 })
    }
}

/// The identity of a folder, independent of its name.
fn identity(folder: &str) -> Option<(u64, u64)> {
    let data = std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir)?;
    Some((data.dev(), data.ino()))
}

impl Preprocessor<'_> {
    /// The header that a program names, if it is there.
    pub(super) fn find(&self, header: &HeaderName, is_next: bool) -> Result<Option<Found>, Leave> {
        let name = std::str::from_utf8(&header.name).map_err(|_| Leave)?;
        if name.is_empty() {
            return Err(Leave);
        }
        let level = self.levels.last().ok_or(Leave)?;
        if name.starts_with('/') {
            let cut = self.cut(name)?;
            return Ok(cut.map(|cut| Found { cut, next_folder: 0, is_system: false }));
        }
        // In the user's file it is an `#include`, with a warning.
        if is_next && self.levels.len() == 1 {
            return Err(Leave);
        }
        if !header.is_angled && !is_next && self.levels.len() > 1 {
            let beside = level.cut.path.rfind('/').map_or("", |end| &level.cut.path[..=end]);
            if let Some(cut) = self.cut(&format!("{beside}{name}"))? {
                return Ok(Some(Found { cut, next_folder: 0, is_system: level.is_system }));
            }
        }
        let first = match (is_next, header.is_angled) {
            (true, _) => level.next_folder,
            (false, true) => self.folders.first_angled,
            (false, false) => 0,
        };
        for (index, folder) in self.folders.folders.iter().enumerate().skip(first) {
            let separator = if folder.name.ends_with('/') { "" } else { "/" };
            if let Some(cut) = self.cut(&format!("{}{separator}{name}", folder.name))? {
                return Ok(Some(Found { cut, next_folder: index + 1, is_system: folder.is_system }));
            }
        }
        Ok(None)
    }

    /// The file with this name, cut; `None` if there is none.
    pub(super) fn cut(&self, path: &str) -> Result<Option<Arc<Cut>>, Leave> {
        match self.session.cut(path, || read(path, self.session)) {
            Known::Cut(cut) => Ok(Some(cut)),
            Known::Absent => Ok(None),
            Known::Left => Err(Leave),
        }
    }
}

/// Reads and cuts a file.
fn read(path: &str, session: &Session) -> Known {
    let cut = |shown: &str, text: &[u8]| match Cut::new(shown, path, text, session.words()) {
        Ok(cut) => Known::Cut(Arc::new(cut)),
        Err(Leave) => Known::Left,
    };
    for (folder, headers) in [(OWN, headers::ALL), (BESIDE_THE_MACHINE, headers::MISSING_ON_THE_MACHINE)] {
        if let Some(name) = path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
            let header = headers.iter().find(|(header, _)| *header == name);
            return header.map_or(Known::Absent, |(_, text)| cut(&format!("<{name}>"), text.as_bytes()));
        }
    }
    let file = Path::new(path);
    if !file.is_file() {
        return Known::Absent;
    }
    match crate::preprocess::read_bytes(file) {
        Ok(text) => cut(path, &text),
        Err(_) => Known::Left,
    }
}
