-- Profiles of a selection whose codes are not in a file, with the reasons; they go with the file.
alter table code_file add column left_out integer not null default 0;

create table code_file_left (
  enterprise_id uuid not null,
  file_id uuid not null,
  line integer not null,
  iccid text collate "C" not null,
  status text collate "C" not null,
  reason text not null,
  primary key (enterprise_id, file_id, line),
  foreign key (enterprise_id, file_id) references code_file on delete cascade
);
select tenant_table('code_file_left');
