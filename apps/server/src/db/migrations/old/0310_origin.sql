-- An update of a profile that changes an indexed column writes all its indexes, and each event writes those of the log. So
-- facts that never change with a download are found through one index instead of one each.
--
-- `origin` is a hash of such facts. An enterprise has few distinct origins (configurations and versions, regions, users), so
-- a query reads one row of each from the index, keeps those with the wanted fact, and merges their rows, which the index
-- has in the order of the list. `docs/development/indexes.md` names each index with what needs it.

drop index profile_by_iccid;
drop index profile_by_imsi;
drop index profile_by_matching_id;
drop index profile_by_msisdn;
drop index profile_by_eid;
drop index profile_created;
drop index profile_status_created;
drop index profile_changed;
drop index profile_by_order_state;
drop index profile_by_configuration;
drop index profile_by_batch;
drop index profile_by_brand;
drop index profile_by_notes;
drop index profile_by_spn;
-- replaced by profile_by_origin
drop index profile_by_version;
drop index profile_by_region;
drop index profile_by_protection;
drop index profile_by_creator;
-- replaced by profile_by_handling
drop index profile_by_campaign;
drop index profile_by_format;
drop index profile_recycle_created;
drop index profile_recycle_reason;

alter table profile
  -- by itself, so that predicates of indexes do not mention the status, which each download changes
  add column removed boolean not null generated always as (status = 'REMOVED') stored,
  add column origin uuid not null generated always as (md5(configuration_id::text || ' ' || configuration_version::text
    || ' ' || created_by::text || ' ' || quote_nullable(protection) || ' ' || quote_nullable(region))::uuid) stored,
  -- what few profiles have; null for all others
  add column handling uuid generated always as (case
    when campaign_id is not null or ac_format <> 'AC_LINK' or recycle_status <> 'NONE' or recycle_reason is not null
    then md5(quote_nullable(campaign_id::text) || ' ' || ac_format || ' ' || recycle_status || ' '
      || quote_nullable(recycle_reason))::uuid end) stored;

create index profile_by_iccid on profile (enterprise_id, iccid, id) include (created_at) where not removed;
create index profile_by_imsi on profile (enterprise_id, imsi, id) include (created_at) where not removed;
create index profile_by_matching_id on profile (enterprise_id, matching_id, id) include (created_at) where not removed;
create index profile_by_msisdn on profile (enterprise_id, msisdn, id) include (created_at)
  where not removed and msisdn is not null;
create index profile_by_eid on profile (enterprise_id, eid, id) include (created_at) where not removed and eid is not null;
create index profile_created on profile (enterprise_id, created_at desc, id desc) include (ac_format) where not removed;
-- of all profiles, and counted without reading them
create index profile_status_created on profile (enterprise_id, status, created_at desc, id desc) include (removed);
create index profile_changed on profile (enterprise_id, status_at desc, id desc) where not removed;
create index profile_by_order_state on profile (enterprise_id, order_state, created_at desc, id desc) where not removed;
create index profile_by_configuration on profile (enterprise_id, configuration_id, created_at desc, id desc) where not removed;
create index profile_by_batch on profile (enterprise_id, batch_id, created_at desc, id desc) where not removed;
create index profile_by_brand on profile (enterprise_id, device_brand, created_at desc, id desc) where not removed;
create index profile_by_notes on profile (enterprise_id, notes, created_at desc, id desc)
  where not removed and notes is not null;
-- of its own: a file may have another service provider name in each row
create index profile_by_spn on profile (enterprise_id, spn, created_at desc, id desc) where not removed;
create index profile_by_origin on profile (enterprise_id, origin, created_at desc, id desc) where not removed;
create index profile_by_handling on profile (enterprise_id, handling, created_at desc, id desc)
  where not removed and handling is not null;

drop index profile_event_configuration;
drop index profile_event_region;
drop index profile_event_member;
drop index profile_event_campaign;
drop index profile_event_brand;
alter table profile_event
  add column origin uuid not null generated always as (md5(quote_nullable(configuration_id::text) || ' '
    || quote_nullable(configuration_version::text) || ' ' || quote_nullable(member_id::text) || ' '
    || quote_nullable(region) || ' ' || quote_nullable(campaign_id::text) || ' '
    || case when device_brand is null then '0' else '1' end)::uuid) stored;
create index profile_event_origin on profile_event (enterprise_id, origin, at desc, id desc, type);
create index profile_event_brand on profile_event (enterprise_id, device_brand, at desc, id desc, type, device_model)
  where device_brand is not null;

-- the planner has no statistics of new columns until then
analyze profile (removed, origin, handling);
analyze profile_event (origin);
