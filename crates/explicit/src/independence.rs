//! When two moves of different threads commute: the independence that sleep sets rest on.
//!
//! A footprint is what a move did, not what its text might do. Two moves commute if they touch no common byte that one of
//! them writes, no common synchronization object, and neither ends the execution. What a move did stays true as long as
//! only moves independent of it are taken, which is exactly as long as its thread sleeps.

use raddle_program::semantics::{Access, Happened, ObjectId, Record, Renamed, State, Token};

/// What a move touched.
#[derive(Clone, Debug, Default)]
pub struct Footprint {
    /// Listed accesses to objects that other threads may reach, without repetition.
    pub accesses: Vec<Access>,
    /// The accesses that the move makes at once, while another enabled thread could make its own: before any step that
    /// is allowed only because the other threads wait.
    pub front: Vec<Access>,
    /// Further dependencies, sorted, without repetition.
    pub tokens: Vec<Token>,
    /// Whether it may end the execution, or the other threads vanish in it.
    pub ends_execution: bool,
    /// Whether an atomic section in it is ordered with those of other threads. Used only if happens-before is part of
    /// the states.
    pub orders_sections: bool,
}

impl Footprint {
    /// Adds what one outcome of the move did; its first `n_front` accesses were made at once. `state` is the state after it.
    pub fn add(&mut self, record: &Record, n_front: usize, state: &State) {
        for (index, access) in record.accesses.iter().enumerate() {
            if !state.objects[access.object].is_shared {
                continue;
            }
            if !self.accesses.contains(access) {
                self.accesses.push(*access);
            }
            if index < n_front && !self.front.contains(access) {
                self.front.push(*access);
            }
        }
        let is_section = |happened: &Happened| matches!(happened, Happened::SectionBegins | Happened::SectionEnds);
        self.orders_sections |= record.history.iter().flatten().any(is_section);
        self.ends_execution |= record.tokens.contains(&Token::Child);
        self.tokens.extend(&record.tokens);
        self.tokens.sort_unstable();
        self.tokens.dedup();
    }

    /// The footprint after a state was compacted.
    pub fn renamed(&self, renamed: &Renamed) -> Footprint {
        let accesses = |accesses: &[Access]| accesses.iter().filter_map(|access| renamed.access(access)).collect();
        let mut tokens: Vec<Token> = self.tokens.iter().filter_map(|&token| renamed.token(token)).collect();
        tokens.sort_unstable();
        Footprint { accesses: accesses(&self.accesses), front: accesses(&self.front), tokens, ..*self }
    }

    /// Whether the two moves commute and neither enables or disables the other.
    pub fn is_independent_of(&self, other: &Footprint) -> bool {
        if self.ends_execution || other.ends_execution || self.orders_sections && other.orders_sections {
            return false;
        }
        let conflicts_with = |token: &Token| other.tokens.iter().any(|theirs| token.conflicts_with(*theirs));
        let shares_token = self.tokens.iter().any(conflicts_with);
        let conflicts = |access: &Access| other.accesses.iter().any(|theirs| access.conflicts_with(theirs));
        !shares_token && !self.accesses.iter().any(conflicts) && !self.ends_life_of(other) && !other.ends_life_of(self)
    }

    fn ends_life_of(&self, other: &Footprint) -> bool {
        let ended = self.tokens.iter().filter_map(|token| match token {
            Token::Life(object) => Some(*object),
            Token::Synchronization(..)
            | Token::End(_)
            | Token::Threads
            | Token::Cancel(_)
            | Token::Keys
            | Token::KeyUse
            | Token::Addresses
            | Token::Abandoned
            | Token::Child => None,
        });
        ended.into_iter().any(|object| other.touches(object))
    }

    fn touches(&self, object: ObjectId) -> bool {
        let by_token = |token: &Token| match token {
            Token::Synchronization(locked, _) => *locked == object,
            Token::Life(ended) => *ended == object,
            Token::End(_)
            | Token::Threads
            | Token::Cancel(_)
            | Token::Keys
            | Token::KeyUse
            | Token::Addresses
            | Token::Abandoned
            | Token::Child => false,
        };
        self.accesses.iter().any(|access| access.object == object) || self.tokens.iter().any(by_token)
    }

    /// The pairs of accesses that both moves make at once and that are not both atomic, in the footprints' order.
    pub fn races_with<'a>(&'a self, other: &'a Footprint) -> impl Iterator<Item = (&'a Access, &'a Access)> {
        self.front.iter().flat_map(|access| {
            other.front.iter().filter(|theirs| access.races_with(theirs)).map(move |theirs| (access, theirs))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::entity::Entity;
    use raddle_program::source::Span;

    fn access(object: usize, offset: u64, size: u64, is_write: bool) -> Access {
        let object = ObjectId::from_index(object);
        Access { object, offset, size, is_write, atomic: None, in_section: false, span: Span::NOWHERE }
    }

    fn accesses(accesses: &[Access]) -> Footprint {
        Footprint { accesses: accesses.to_vec(), ..Footprint::default() }
    }

    #[test]
    fn overlapping_bytes_conflict_if_one_writes() {
        let write = accesses(&[access(1, 0, 4, true)]);
        assert!(!write.is_independent_of(&accesses(&[access(1, 3, 1, false)])));
        assert!(write.is_independent_of(&accesses(&[access(1, 4, 4, true)])));
        assert!(write.is_independent_of(&accesses(&[access(2, 0, 4, true)])));
        let read = accesses(&[access(1, 0, 4, false)]);
        assert!(read.is_independent_of(&read));
        assert!(!read.is_independent_of(&write));
    }

    #[test]
    fn the_end_of_a_life_depends_on_every_use() {
        let object = ObjectId::from_index(1);
        let end = Footprint { tokens: vec![Token::Life(object)], ..Footprint::default() };
        assert!(!end.is_independent_of(&accesses(&[access(1, 0, 4, false)])));
        assert!(end.is_independent_of(&accesses(&[access(2, 0, 4, false)])));
        let lock = Footprint { tokens: vec![Token::Synchronization(object, 8)], ..Footprint::default() };
        assert!(!lock.is_independent_of(&end));
    }

    #[test]
    fn tokens_conflict_as_what_they_stand_for() {
        let tokens = |tokens: &[Token]| Footprint { tokens: tokens.to_vec(), ..Footprint::default() };
        let object = ObjectId::from_index(1);
        let all = [
            Token::Synchronization(object, 0),
            Token::Synchronization(object, 8),
            Token::End(1),
            Token::End(2),
            Token::Threads,
            Token::Cancel(1),
            Token::Cancel(2),
            Token::Keys,
            Token::KeyUse,
            Token::Addresses,
            Token::Abandoned,
        ];
        for (index, &one) in all.iter().enumerate() {
            for (position, &other) in all.iter().enumerate() {
                let is_about_keys = [one, other].contains(&Token::Keys) && [one, other].contains(&Token::KeyUse);
                let conflicts = (index == position && one != Token::KeyUse) || is_about_keys;
                assert_eq!(tokens(&[one]).is_independent_of(&tokens(&[other])), !conflicts, "{one:?} and {other:?}");
            }
        }
        // Sorted rows are searched as wholes.
        assert!(!tokens(&[Token::Threads, Token::Keys]).is_independent_of(&tokens(&[Token::End(1), Token::KeyUse])));
    }

    #[test]
    fn sections_order_each_other_where_happens_before_counts() {
        let section = Footprint { orders_sections: true, ..Footprint::default() };
        assert!(!section.is_independent_of(&section));
        assert!(section.is_independent_of(&Footprint::default()));
    }

    #[test]
    fn nothing_commutes_with_the_end_of_the_execution() {
        let end = Footprint { ends_execution: true, ..Footprint::default() };
        assert!(!end.is_independent_of(&Footprint::default()));
        assert!(!Footprint::default().is_independent_of(&end));
    }
}
