-- oldest version: 0352_fewer_references
-- See 0414.
create index event_brand on profile_event (enterprise_id, device_brand, at, id, type, device_model) where device_brand is not null;
create index event_origin on profile_event (enterprise_id, origin, at, id, type);
