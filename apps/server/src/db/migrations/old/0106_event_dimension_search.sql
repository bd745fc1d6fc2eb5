-- The profile log is searched by each value that figures count by. The columns after the order are compared within the
-- index, so a rare model of a frequent brand reads no row in vain.
create index profile_event_brand on profile_event (enterprise_id, device_brand, at desc, id desc, type, device_model);
create index profile_event_region on profile_event (enterprise_id, region, at desc, id desc, type);
create index profile_event_configuration on profile_event
  (enterprise_id, configuration_id, at desc, id desc, type, configuration_version);
create index profile_event_member on profile_event (enterprise_id, member_id, at desc, id desc, type);
create index profile_event_campaign on profile_event (enterprise_id, campaign_id, at desc, id desc, type)
  where campaign_id is not null;
create index profile_event_reason on profile_event (enterprise_id, subject_code, reason_code, at desc, id desc)
  where subject_code is not null;
create index profile_event_repeated on profile_event (enterprise_id, type, at desc, id desc) where repeated;
