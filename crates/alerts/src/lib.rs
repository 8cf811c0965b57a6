//! Ways to call somebody who is not looking.
