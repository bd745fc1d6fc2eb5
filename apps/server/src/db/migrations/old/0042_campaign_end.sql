-- What happens when a campaign ends, and a report that stays whole.

alter table campaign add column at_end text collate "C" not null default 'KEEP' check (at_end in ('KEEP', 'RECYCLE'));
-- What it has handed out is made due to be recycled, part by part: since when, behind which profile, how many so far, till when.
alter table campaign add column recycle_begun_at timestamptz(3);
alter table campaign add column recycle_behind uuid;
alter table campaign add column recycle_count integer not null default 0;
alter table campaign add column recycle_done_at timestamptz(3);
-- null: the clock
alter table campaign add column recycle_by uuid;
create index campaign_recycling on campaign (recycle_begun_at) where recycle_begun_at is not null and recycle_done_at is null;

create index pool_member_handed_out on pool_member (enterprise_id, pool_id, profile_id) where state = 'TAKEN';

-- Profiles that a campaign had handed out and that were generated again since, as they were then.
create table pool_past (
  enterprise_id uuid not null,
  pool_id uuid not null,
  profile_id uuid not null,
  taken_at timestamptz(3) not null,
  iccid text collate "C" not null,
  imsi text collate "C" not null,
  eid text collate "C",
  device text,
  status text collate "C" not null,
  status_at timestamptz(3) not null,
  recycle_status text collate "C" not null,
  recycle_at timestamptz(3),
  primary key (enterprise_id, pool_id, profile_id, taken_at),
  foreign key (enterprise_id, pool_id) references pool
);
create index pool_past_eid on pool_past (enterprise_id, pool_id, eid);
select tenant_table('pool_past');
