-- Each entry in an index is a record of the database's log, and so is each row that is locked before it is changed. A download
-- writes one profile twice, three events and three messages.

-- The unique index also serves what read the other one: the key itself, and ICCIDs by their beginning, without removed
-- profiles. It takes about two seconds for a million profiles, of which nothing is read or written meanwhile.
drop index profile_by_iccid;
alter table profile drop constraint profile_enterprise_id_iccid_key;
create unique index profile_by_iccid on profile (enterprise_id, iccid) include (id, created_at, removed);

-- The ID, a UUIDv7, has the time: messages past their retention are found by the key.
drop index device_message_at;

-- Each insert of a row that refers to the enterprise locks the enterprise's one row; see 0311.
alter table device drop constraint device_enterprise_id_fkey;

-- An order changes twice in a download, and not in any index: with room on its page, only the row is written.
alter table download_order set (fillfactor = 80);
