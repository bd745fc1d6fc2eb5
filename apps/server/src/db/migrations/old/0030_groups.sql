-- Groups of profiles, and the indexes by which a million profiles are listed.

-- A group that was removed keeps its row until nobody needs its name any more: its profiles leave it in the background.
create table profile_group (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null check (length(name) between 1 and 64),
  color text collate "C" not null check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink')),
  notes text,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (enterprise_id, id)
);
create unique index profile_group_name on profile_group (enterprise_id, lower(name)) where removed_at is null;
select tenant_table('profile_group');

alter table profile add column group_id uuid;
alter table profile add constraint profile_in_group foreign key (enterprise_id, group_id) references profile_group;

-- How many profiles stand in each group by status: the dimension is the group's id, a space and the status.
alter table current_count drop constraint current_count_metric_check;
alter table current_count add constraint current_count_metric_check check (metric in ('status', 'brand', 'group'));

-- Under row-level security only leakproof comparisons use an index: prefixes of texts need the collation "C".
alter table profile alter column spn type text collate "C";
alter table profile alter column notes type text collate "C";

-- Each filter has an index that ends in the order of the list, so that a page costs the same whether a value is rare or
-- common, old or new: a planner's guess that matches lie evenly over time would walk a million rows for the last of them.
-- What was deleted in the portal is listed only by its status, and is left out of all others.
drop index profile_created;
drop index profile_status_at;
drop index profile_batch;
drop index profile_configuration_created;
drop index profile_brand;
drop index profile_imsi;
drop index profile_matching_id;
drop index profile_msisdn;
drop index profile_eid;
create index profile_by_imsi on profile (enterprise_id, imsi, id) where status <> 'REMOVED';
create index profile_by_matching_id on profile (enterprise_id, matching_id, id) where status <> 'REMOVED';
create index profile_by_msisdn on profile (enterprise_id, msisdn, id) where status <> 'REMOVED' and msisdn is not null;
create index profile_by_eid on profile (enterprise_id, eid, id) where status <> 'REMOVED' and eid is not null;
create index profile_created on profile (enterprise_id, created_at desc, id desc) where status <> 'REMOVED';
create index profile_changed on profile (enterprise_id, status_at desc, id desc) where status <> 'REMOVED';
create index profile_by_order_state on profile (enterprise_id, order_state, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_configuration on profile (enterprise_id, configuration_id, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_batch on profile (enterprise_id, batch_id, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_group on profile (enterprise_id, group_id, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_brand on profile (enterprise_id, device_brand, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_region on profile (enterprise_id, region, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_protection on profile (enterprise_id, protection, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_spn on profile (enterprise_id, spn, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_creator on profile (enterprise_id, created_by, created_at desc, id desc) where status <> 'REMOVED';
create index profile_by_notes on profile (enterprise_id, notes, created_at desc, id desc) where status <> 'REMOVED' and notes is not null;
