//! How the formula of an unwound program says in which order its events happen.

/// What decides whether the sources of reads fit an order of the events: a value of `-o bmc.order`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// A theory inside the SAT solver.
    #[default]
    Theory,
    /// Clauses over a number for each event.
    Clocks,
}

impl Order {
    /// All of them, the default first.
    pub const ALL: [Order; 2] = [Order::Theory, Order::Clocks];

    /// Its name in options and proofs.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Theory => "theory",
            Order::Clocks => "clocks",
        }
    }

    /// The one with a name.
    pub fn named(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }
}
