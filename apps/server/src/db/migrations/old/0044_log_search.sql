-- The profile log is searched by what happened and by device: what is rare is found without looking through everything.
create index profile_event_type on profile_event (enterprise_id, type, at desc, id desc);
create index profile_event_eid on profile_event (enterprise_id, eid, at desc, id desc) where eid is not null;
