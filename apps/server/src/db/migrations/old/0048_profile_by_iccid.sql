-- A beginning of ICCIDs is counted in an index alone, as those of the other numbers are: what is removed has to be looked
-- up in the table otherwise. It has the order of the list by ICCID too.

create index profile_by_iccid on profile (enterprise_id, iccid, id) where status <> 'REMOVED';
