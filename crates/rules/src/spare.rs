//! Lists that are used again and again, so that walking through positions takes no new memory.

/// Lists of steps that nobody needs at the moment, with the room they have grown to.
#[derive(Clone, Debug)]
pub struct Spare<S>(Vec<Vec<S>>);

impl<S> Spare<S> {
    /// None yet; they come into being as they are lent.
    pub const fn new() -> Spare<S> {
        Spare(Vec::new())
    }

    /// An empty list to be filled, and given back when done.
    #[inline]
    pub fn lend(&mut self) -> Vec<S> {
        self.0.pop().unwrap_or_default()
    }

    /// Keeps a list for the next one who needs it.
    #[inline]
    pub fn give_back(&mut self, mut list: Vec<S>) {
        list.clear();
        self.0.push(list);
    }
}

impl<S> Default for Spare<S> {
    fn default() -> Spare<S> {
        Spare::new()
    }
}
