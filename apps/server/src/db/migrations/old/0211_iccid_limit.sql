-- A plan limits how many ICCIDs an enterprise account holds of which no device has downloaded a profile. Null: no limit.
alter table plan add column iccids integer check (iccids >= 0);
update plan set iccids = case name
  when 'DEFAULT' then 20 when 'DEMO' then 20 when 'BASIC' then 10000 when 'PRO' then 100000 when 'PREMIUM' then 1000000 end;

-- Whether a device has downloaded the profile of the ICCID, once. `profile_id` is null while staff have assigned the ICCID to
-- an enterprise account that has generated no profile for it. `earlier`: the profiles of enterprise accounts that held the
-- ICCID before, by account: one that gets it again generates its old profile again.
alter table iccid_directory add column downloaded boolean not null default false;
alter table iccid_directory add column earlier jsonb not null default '{}';
alter table iccid_directory alter column profile_id drop not null;

-- How many ICCIDs that are not downloaded an enterprise account holds: the sum of its shards. Each database session has one
-- shard, so that transactions that run at the same time seldom wait for each other.
create table iccid_count (
  enterprise_id uuid not null,
  shard smallint not null,
  held integer not null,
  primary key (enterprise_id, shard)
);
select tenant_table('iccid_count');

set local role simwright_system;
update iccid_directory d set downloaded = true
from profile p where p.enterprise_id = d.enterprise_id and p.id = d.profile_id and (p.downloads > 0 or exists (
  select from download_order o
  where o.enterprise_id = p.enterprise_id and o.profile_id = p.id and o.handed_out_at is not null));
insert into iccid_count (enterprise_id, shard, held)
select enterprise_id, 0, count(*) from iccid_directory where not downloaded and not released group by 1;
reset role;
