-- The contract lists the kinds of notices; a list here as well would be a second copy to keep.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind ~ '^[A-Z][A-Z_]{2,39}$');
