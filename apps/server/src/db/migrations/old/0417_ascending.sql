-- oldest version: 0352_fewer_references
-- The indexes that those of 0410 to 0416 replace. The version before finds combinations of columns by these: until it has stopped,
-- it sorts all profiles of a combination instead.
drop index profile_by_batch, profile_by_brand, profile_by_configuration, profile_by_handling, profile_by_notes,
  profile_by_order_state, profile_by_origin, profile_by_spn, profile_changed, profile_created, profile_status_created;
drop index profile_event_at, profile_event_brand, profile_event_eid, profile_event_origin, profile_event_reason,
  profile_event_repeated, profile_event_type;
