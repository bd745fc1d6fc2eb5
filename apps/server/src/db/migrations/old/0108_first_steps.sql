-- The download funnel counts two first steps from events: the first visit of a code's public page, and the first enabling
-- of each installation.

-- When the device enabled the profile for the first time.
alter table download_order add column enabled_at timestamptz(3);

set local role simwright_system;
-- the first enabling after the last installation
update download_order o set enabled_at = f.at
from profile p cross join lateral (
  select e.at from profile_event e
  where e.enterprise_id = p.enterprise_id and e.profile_id = p.id and e.type = 'ENABLED' and e.id > coalesce((
    select max(i.id::text)::uuid from profile_event i
    where i.enterprise_id = p.enterprise_id and i.profile_id = p.id and i.type = 'INSTALLED'), e.profile_id)
  order by e.id limit 1) f
where o.enterprise_id = p.enterprise_id and o.profile_id = p.id and o.state = 'Installed'
  and p.status in ('ENABLED', 'DISABLED');

-- Earlier visits become events with the present values of their profiles: those at the time were not stored. The id is a
-- UUIDv7 of the time of the visit.
insert into profile_event (enterprise_id, profile_id, id, type, at, actor, text_id, group_id, campaign_id,
  configuration_id, configuration_version, region, member_id)
select g.enterprise_id, p.id,
  (lpad(to_hex((extract(epoch from g.first_opened_at) * 1000)::bigint), 12, '0') || '7' || substr(md5(a.id::text), 1, 3)
    || '8' || substr(md5(a.id::text), 4, 15))::uuid,
  'OPENED', g.first_opened_at, 'system', 'opened', m.group_id, p.campaign_id, p.configuration_id, p.configuration_version,
  p.region, p.created_by
from code_page g
join activation_code a on a.enterprise_id = g.enterprise_id and a.id = g.activation_code_id
join profile p on p.enterprise_id = a.enterprise_id and p.id = a.profile_id
left join profile_place m on m.enterprise_id = p.enterprise_id and m.profile_id = p.id
where g.first_opened_at is not null and not p.sample;

-- the job that fills events marks repeated enablings, and counts both steps in the rollups, a part at a time
insert into rollup_state (enterprise_id, filled_to)
select e.enterprise_id, '1970-01-01Z' from enterprise e
where exists (select from profile_event v where v.enterprise_id = e.enterprise_id)
on conflict (enterprise_id) do update set filled_to = excluded.filled_to;
reset role;

-- the report on the funnel read it
drop index code_page_first_opened;
