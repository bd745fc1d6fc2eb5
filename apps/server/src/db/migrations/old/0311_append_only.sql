-- Each insert into a table that refers to the enterprise locks the enterprise's one row. These tables are written by every
-- download and only appended to; the deletion of an enterprise account deletes their rows, and again once it is gone.
alter table device_message drop constraint device_message_enterprise_id_fkey;
alter table outbox drop constraint outbox_enterprise_id_fkey;
