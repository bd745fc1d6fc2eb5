-- oldest version: 0417_ascending
-- Dropping a month must not lock the table that a reference names.
alter table es2plus_progress drop constraint es2plus_progress_enterprise_id_fkey;
select limit_oldest('es2plus_progress', 'id');
