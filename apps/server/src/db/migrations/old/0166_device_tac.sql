-- The devices of a blocked type.
create index device_tac on device (enterprise_id, tac, eid) where tac is not null;
