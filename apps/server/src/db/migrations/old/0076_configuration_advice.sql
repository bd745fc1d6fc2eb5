-- The rules of the preflight adviser that users silenced for a profile configuration, and the indexes that list where a
-- version is used.
alter table profile_configuration add column silenced_advice text[] not null default '{}';
create index batch_by_configuration on batch (enterprise_id, configuration_id, created_at desc, id desc);
create index profile_by_version on profile (enterprise_id, configuration_id, configuration_version) where status <> 'REMOVED';
