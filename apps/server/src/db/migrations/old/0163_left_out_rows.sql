-- Faulty rows of an upload that its batch left out. They stay in the upload, without secrets, until it expires.
alter table batch add left_out integer not null default 0;
