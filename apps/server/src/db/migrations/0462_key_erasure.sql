-- oldest version: 0460_batch_common_cells
-- How many days after the installation the keys of a profile are erased; null: never.
create table key_erasure (
  enterprise_id uuid primary key references enterprise,
  days smallint check (days between 1 and 365),
  version integer not null default 1,
  -- the installations up to this event were looked at
  through_at timestamptz(3),
  through_id uuid,
  changed_by uuid not null,
  changed_at timestamptz(3) not null,
  check ((through_at is null) = (through_id is null))
);
select tenant_table('key_erasure');
