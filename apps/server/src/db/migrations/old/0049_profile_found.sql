-- What is found by the beginning of a number is put in order without looking into the table, and a format that nearly all
-- have is counted so: the indexes know the moment of creation, and the format.

drop index profile_by_iccid;
drop index profile_by_imsi;
drop index profile_by_matching_id;
drop index profile_by_msisdn;
drop index profile_by_eid;
drop index profile_created;

create index profile_by_iccid on profile (enterprise_id, iccid, id) include (created_at) where status <> 'REMOVED';
create index profile_by_imsi on profile (enterprise_id, imsi, id) include (created_at) where status <> 'REMOVED';
create index profile_by_matching_id on profile (enterprise_id, matching_id, id) include (created_at)
  where status <> 'REMOVED';
create index profile_by_msisdn on profile (enterprise_id, msisdn, id) include (created_at)
  where status <> 'REMOVED' and msisdn is not null;
create index profile_by_eid on profile (enterprise_id, eid, id) include (created_at)
  where status <> 'REMOVED' and eid is not null;
create index profile_created on profile (enterprise_id, created_at desc, id desc) include (ac_format)
  where status <> 'REMOVED';
