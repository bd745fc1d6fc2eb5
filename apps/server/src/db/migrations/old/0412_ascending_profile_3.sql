-- oldest version: 0352_fewer_references
-- See 0410.
create index profile_spn on profile (enterprise_id, spn, created_at, id) where not removed;
create index profile_status_at on profile (enterprise_id, status_at, id) where not removed;
