//! Copies of bytes, from cell to cell: `*to ⊇ *from`.
//!
//! A copy from `n` targets to `m` targets makes `n + m` times as many copies of nodes as cells are touched: all cells at one distance
//! from the start of what is copied flow through one node. That loses nothing, since each of the `n` may be copied to each of the `m`.

use super::{Node, Solver, Target};

/// `*to ⊇ *from`, for all pairs of a target of `from` and one of `to`: all cells at one distance from the start of what is
/// copied flow through one node.
#[derive(Debug)]
pub(super) struct BytesCopy {
    pub size: Option<u64>,
    pub parts: Vec<(CopiedPart, Node)>,
    pub targets: Vec<Target>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CopiedPart {
    /// A cell at this distance from the start, with its size.
    At { distance: u64, size: u64 },
    /// A cell whose distance is not known.
    Anywhere,
}

impl Solver {
    /// A new target of the address that a copy reads from.
    pub(super) fn copy_from(&mut self, copy: usize, from: Target) {
        let size = self.byte_copies[copy].size;
        let cells = self.cells(from, size);
        let shape = &self.objects[from.object].shape;
        // Without a size, each pair of cells would be a copy of its own: one program took 20 seconds instead of 3, with the same findings.
        let part = |index: usize| {
            let cell = shape.cells[index];
            match (from.offset, size) {
                (Some(start), Some(_))
                    if cell.size != u64::MAX
                        && shape.is_exact(start)
                        && shape.is_exact(cell.offset)
                        && cell.offset >= start =>
                {
                    CopiedPart::At { distance: cell.offset - start, size: cell.size }
                }
                _ => CopiedPart::Anywhere,
            }
        };
        let parts: Vec<CopiedPart> = cells.clone().map(part).collect();
        if parts.iter().all(|&part| part == CopiedPart::Anywhere) {
            if !parts.is_empty() {
                let into = self.copied(copy, CopiedPart::Anywhere);
                for cell in self.sources(from, cells) {
                    self.copy(cell, into);
                }
            }
            return;
        }
        for (cell, part) in cells.zip(parts) {
            let cell = self.objects[from.object].cells[cell];
            let into = self.copied(copy, part);
            self.copy(cell, into);
        }
    }

    /// A new target of the address that a copy writes to.
    pub(super) fn copy_to(&mut self, copy: usize, to: Target) {
        self.byte_copies[copy].targets.push(to);
        for (part, node) in self.byte_copies[copy].parts.clone() {
            self.copy_part(copy, part, node, to);
        }
    }

    /// The node through which a part of a copy flows.
    fn copied(&mut self, copy: usize, part: CopiedPart) -> Node {
        if let Some((_, node)) = self.byte_copies[copy].parts.iter().find(|(other, _)| *other == part) {
            return *node;
        }
        let node = self.node();
        self.byte_copies[copy].parts.push((part, node));
        for to in self.byte_copies[copy].targets.clone() {
            self.copy_part(copy, part, node, to);
        }
        node
    }

    fn copy_part(&mut self, copy: usize, part: CopiedPart, from: Node, to: Target) {
        if let (CopiedPart::At { distance, size }, Some(base)) = (part, to.offset)
            && let Some(offsets) = self.objects[to.object].shape.shifted(base, distance.into())
        {
            for offset in offsets {
                self.store_into(from, Target { offset: Some(offset), ..to }, Some(size));
            }
            return;
        }
        self.store_into(from, to, self.byte_copies[copy].size);
    }
}
