-- oldest version: 0417_ascending
-- The rows of a file are stored while it is read, so that a file of any size takes little memory. Nobody can use them before
-- all are stored.
alter table source drop constraint source_state_check,
  add constraint source_state_check check (state in ('READING', 'STAGED', 'CONFIRMED', 'DISCARDED'));
