-- oldest version: 0352_fewer_references
-- See 0414.
create index event_eid on profile_event (enterprise_id, eid, at, id) where eid is not null;
create index event_reason on profile_event (enterprise_id, subject_code, reason_code, at, id) where subject_code is not null;
create index event_repeated on profile_event (enterprise_id, type, at, id) where repeated;
