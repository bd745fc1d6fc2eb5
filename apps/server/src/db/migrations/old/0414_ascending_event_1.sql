-- oldest version: 0352_fewer_references
-- See 0410: about ten seconds an index for ten million events.
create index event_at on profile_event (enterprise_id, at, id);
create index event_type on profile_event (enterprise_id, type, at, id);
