-- oldest version: 0352_fewer_references
-- See 0410.
create index profile_handling on profile (enterprise_id, handling, created_at, id) where not removed and handling is not null;
create index profile_notes on profile (enterprise_id, notes, created_at, id) where not removed and notes is not null;
create index profile_order_state on profile (enterprise_id, order_state, created_at, id) where not removed;
create index profile_origin on profile (enterprise_id, origin, created_at, id) where not removed;
