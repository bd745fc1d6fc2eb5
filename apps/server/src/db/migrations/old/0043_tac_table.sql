-- The TAC table as platform staff keep it, and what a device says of its release.

alter table tac add column version integer not null default 1;
-- null: as it came with the portal
alter table tac add column updated_at timestamptz(3);
create index tac_name on tac (lower(brand || ' ' || model) collate "C");
create index tac_model on tac (lower(model) collate "C");

-- One row: the table as a whole. Devices that were seen under an unknown TAC are gone through in parts after each change.
create table tac_table (
  one boolean primary key default true check (one),
  version integer not null default 1,
  naming boolean not null default false,
  -- behind this device; null: from the first
  named_tac text collate "C",
  named_enterprise_id uuid,
  named_eid text collate "C"
);
select global_table('tac_table');
insert into tac_table default values;

-- A file that was read and waits for somebody's word; for a day at most.
create table tac_import (
  id uuid primary key,
  file_name text not null,
  -- null while it is being read
  rows integer,
  -- columns that are left aside
  ignored text[] not null,
  created_by uuid not null,
  created_at timestamptz(3) not null
);
create index tac_import_created on tac_import (created_at);
select global_table('tac_import');

create table tac_import_line (
  import_id uuid not null references tac_import on delete cascade,
  line integer not null,
  tac text collate "C" not null,
  brand text not null,
  model text not null,
  -- null: the line is good
  fault text,
  primary key (import_id, line)
);
select global_table('tac_import_line');

create index device_nameless on device (tac, enterprise_id, eid) where brand is null and tac is not null;

-- The highest 3GPP release that the device announces; with its brand and model kept for each download.
alter table device add column release smallint;
alter table rsp_session add column device_release smallint;
alter table profile add column device_release smallint;
alter table download_order add column device_brand text collate "C";
alter table download_order add column device_model text;
alter table download_order add column device_release smallint;
