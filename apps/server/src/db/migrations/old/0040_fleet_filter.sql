-- What else Fleet is narrowed by: the campaign that has a profile, and the forms in which its activation code goes out.

-- Follows pool_member of campaigns, so that one index gives the page of a campaign's profiles.
alter table profile add column campaign_id uuid;
create index profile_by_campaign on profile (enterprise_id, campaign_id, created_at desc, id desc)
  where status <> 'REMOVED' and campaign_id is not null;

-- `AC_LINK`: as string, as picture and by its public page; `PICTURE`: the page is closed; `NONE`: recycled, the code is dead.
-- Nearly all are of the first form, which the order of the list finds by itself.
alter table profile add column ac_format text collate "C" not null default 'AC_LINK'
  check (ac_format in ('NONE', 'PICTURE', 'AC_LINK'));
create index profile_by_format on profile (enterprise_id, ac_format, created_at desc, id desc)
  where status <> 'REMOVED' and ac_format <> 'AC_LINK';

set local role simwright_system;
update profile p set campaign_id = m.pool_id
from pool_member m join pool q on q.enterprise_id = m.enterprise_id and q.id = m.pool_id and q.kind = 'campaign'
where p.enterprise_id = m.enterprise_id and p.id = m.profile_id;
update profile p set ac_format = 'PICTURE' from code_page g
where g.enterprise_id = p.enterprise_id and g.activation_code_id = p.activation_code_id and g.closed_at is not null;
update profile set ac_format = 'PICTURE' where sample;
update profile set ac_format = 'NONE' where recycle_status = 'RECYCLED';
reset role;
