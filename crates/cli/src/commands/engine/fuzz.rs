//! Conversations that were valid, with a few edits: every line is answered, and a failure changes nothing.
