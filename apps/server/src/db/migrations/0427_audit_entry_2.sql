-- oldest version: 0417_ascending
alter table audit_entry validate constraint audit_entry_oldest;
