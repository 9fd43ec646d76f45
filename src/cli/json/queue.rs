//! The turns that wait, by priority and age, and the ids in use.

use emilia_analysis::internal::json::{AskedTurn, Earlier, Query};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A turn that waits for a worker.
#[derive(Clone)]
pub(super) struct Waiting {
    /// Without its turns.
    pub query: Arc<Query>,
    pub asked: AskedTurn,
    /// What was found before its search gave way; none before its first search.
    pub earlier: Option<Earlier>,
    key: Key,
}

/// The order of the turns: the highest priority first, then the oldest.
type Key = (Reverse<i64>, u64);

/// The turns that are not answered yet.
#[derive(Default)]
pub(super) struct Queue {
    waiting: BTreeMap<Key, Waiting>,
    /// The turns without a last answer of each id, waiting or running.
    open: HashMap<String, usize>,
    /// Turns added so far.
    count: u64,
}

impl Queue {
    /// The number of waiting turns.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Whether a query with this id is not answered completely.
    pub fn has(&self, id: &str) -> bool {
        self.open.contains_key(id)
    }

    /// Adds the turns of a query.
    pub fn add(&mut self, mut query: Query) {
        let turns = std::mem::take(&mut query.turns);
        self.open.insert(query.id.clone(), turns.len());
        let query = Arc::new(query);
        for asked in turns {
            let key = (Reverse(asked.priority), self.count);
            self.waiting.insert(key, Waiting { query: query.clone(), asked, earlier: None, key });
            self.count += 1;
        }
    }

    /// The turn that comes next.
    pub fn first(&self) -> Option<&Waiting> {
        self.waiting.first_key_value().map(|(_, waiting)| waiting)
    }

    /// Puts a turn back in its place, with what was found.
    pub fn put_back(&mut self, turn: &Waiting, earlier: Earlier) {
        self.waiting.insert(turn.key, Waiting { earlier: Some(earlier), ..turn.clone() });
    }

    /// The next turn.
    pub fn take(&mut self) -> Option<Waiting> {
        self.waiting.pop_first().map(|(_, waiting)| waiting)
    }

    /// Takes out the waiting turns for which this holds, in their order.
    pub fn take_all(&mut self, holds: impl Fn(&Waiting) -> bool) -> Vec<Waiting> {
        let (taken, kept) = std::mem::take(&mut self.waiting).into_iter().partition(|(_, waiting)| holds(waiting));
        self.waiting = kept;
        BTreeMap::into_values(taken).collect()
    }

    /// Notes that a turn gets its last answer.
    pub fn close(&mut self, waiting: &Waiting) {
        let id = &waiting.query.id;
        match self.open.get_mut(id) {
            Some(turns) if *turns > 1 => *turns -= 1,
            _ => drop(self.open.remove(id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;
    use emilia::Level;
    use emilia_analysis::internal::json::{Query, Request, read};

    fn query(text: &str) -> Query {
        match read(text.as_bytes(), Level::DEFAULT).request {
            Some(Request::Query(query)) => *query,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn the_highest_priority_comes_first_and_then_the_oldest() {
        let mut queue = Queue::default();
        queue.add(query(r#"{"id":"a","moves":"f5d6","analyzeTurns":[2,0],"priorities":[0,7]}"#));
        queue.add(query(r#"{"id":"b"}"#));
        queue.add(query(r#"{"id":"c","priority":-1}"#));
        queue.add(query(r#"{"id":"d","priority":7}"#));
        let order = std::iter::from_fn(|| queue.take()).map(|next| (next.query.id.clone(), next.asked.number));
        let order: Vec<_> = order.collect();
        let expected = [("a", 0), ("d", 0), ("a", 2), ("b", 0), ("c", 0)];
        assert_eq!(order, expected.map(|(id, number)| (id.to_owned(), number)));
    }

    #[test]
    fn an_id_is_in_use_until_all_its_turns_are_answered() {
        let mut queue = Queue::default();
        queue.add(query(r#"{"id":"a","moves":"f5d6","analyzeTurns":[2,0]}"#));
        let taken = queue.take_all(|waiting| waiting.asked.number == 0);
        taken.iter().for_each(|waiting| queue.close(waiting));
        assert!(queue.has("a") && queue.len() == 1);
        let last = queue.take().expect("a turn");
        assert!(queue.has("a"));
        queue.close(&last);
        assert!(!queue.has("a") && queue.len() == 0);
    }
}
