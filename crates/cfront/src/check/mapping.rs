//! Memory that the system maps: `mmap`, `munmap` (POSIX).
//!
//! Both are functions in C (`written/mmap.c`, `written/munmap.c`). What depends on the rest of the program is written here.
//!
//! Left out, as `Unsupported` where it is reached: mappings at a given address (`MAP_FIXED`), mappings that cannot be read, parts of
//! mappings that are unmapped, a second mapping of a file, shared mappings in programs that call `fork`, and mappings that cannot be
//! written to in programs that call `mprotect`.
//! Tests: in `library`: `mapped_file`, `mapping_written_to_without_the_right`, `part_of_a_mapping`, `shared_mapping_beside_fork`,
//! `mapping_whose_protection_changes`, `mapping_that_is_freed`, `mapping_used_after_munmap`, `mapping_at_an_address`,
//! `file_that_is_mapped_twice`, `mapping_that_is_neither_shared_nor_private`.

use super::Checker;
use crate::typed::Unit;

/// Whether the program calls functions that change the protection of memory.
pub(super) fn changes_protections(unit: &Unit) -> bool {
    ["mprotect", "pkey_mprotect"].iter().any(|name| unit.names(name))
}

/// Whether the program may make copies of its process.
pub(super) fn is_copied(unit: &Unit) -> bool {
    ["fork", "vfork", "clone"].iter().any(|name| unit.names(name))
}

impl Checker {
    /// Comes before the texts of library functions are added.
    pub(super) fn map_memory(&mut self) {
        let is_open = |name: &str| self.unit.names(name) && self.function_named(name).is_none();
        if !["mmap", "mmap64"].into_iter().any(is_open) {
            return;
        }
        let answers = [
            ("__raddle_protections_change", changes_protections(&self.unit)),
            ("__raddle_is_copied", is_copied(&self.unit)),
        ];
        for (name, answer) in answers {
            self.own_function(name, &format!("int {name}(void)\n{{\n    return {};\n}}\n", i32::from(answer)));
        }
    }
}
