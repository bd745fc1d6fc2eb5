-- oldest version: 0417_ascending
-- Dropping a month must not lock the table that a reference names.
alter table mail_message drop constraint mail_message_platform_id_fkey;
select limit_oldest('mail_message', 'id');
