-- The user version is 1 as long as deleted text may be left in unused parts of the file, as in one of an older version.
PRAGMA user_version = 1;
