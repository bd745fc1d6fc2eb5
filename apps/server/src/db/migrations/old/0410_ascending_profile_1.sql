-- oldest version: 0352_fewer_references
-- Indexes in the order of time, which lists read backwards: a new entry goes to the end of its group, where PostgreSQL splits a page
-- so that the old one stays full. Before the newest entry, as in the indexes that 0417 drops, each split leaves two half-full pages,
-- and writes one of them to the log. Each index takes about two seconds for a million profiles, during which profiles are
-- read but not written, so these are several migrations.
create index profile_batch on profile (enterprise_id, batch_id, created_at, id) where not removed;
create index profile_brand on profile (enterprise_id, device_brand, created_at, id) where not removed;
create index profile_configured on profile (enterprise_id, configuration_id, created_at, id) where not removed;
