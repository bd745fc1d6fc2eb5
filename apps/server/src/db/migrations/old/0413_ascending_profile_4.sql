-- oldest version: 0352_fewer_references
-- See 0410.
create index profile_created_at on profile (enterprise_id, created_at, id) include (ac_format) where not removed;
create index profile_status on profile (enterprise_id, status, created_at, id) include (removed);
