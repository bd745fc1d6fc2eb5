-- A member's limit to groups: such a member sees the profiles of the named groups only. Null: no limit. Empty: none.
alter table member add column group_limit uuid[];
alter table member add constraint member_may_be_limited
  check (group_limit is null or (built_in_role is distinct from 'Owner' and built_in_role is distinct from 'Admin'));

-- The group of the profiles of a range. Null: the rules assign one.
alter table batch add column group_name text;

-- Whether a limited member started the work, which then runs under the limit of that member; once the member has left,
-- it sees no profile.
alter table batch add column maker_limited boolean not null default coalesce(current_setting('app.groups', true), '') <> '';
alter table operation add column maker_limited boolean not null default coalesce(current_setting('app.groups', true), '') <> '';
alter table code_file add column maker_limited boolean not null default coalesce(current_setting('app.groups', true), '') <> '';

-- The restrictive policy of limited members on a table; all other roles are not affected. `select`: rows that the
-- condition excludes can be neither read, changed nor deleted. `all`: nor may a written row be excluded.
create function limit_to_groups(relation regclass, condition text, command text default 'select') returns void
language plpgsql as $$
begin
  execute format('create policy groups on %s as restrictive for %s to simwright_limited using (%s)', relation, command,
    condition);
end $$;
revoke execute on function limit_to_groups from public;

-- Rows of a group.
select limit_to_groups('profile_place', 'group_id = any ((select current_setting(''app.groups'', true)::uuid[])::uuid[])', 'all');
select limit_to_groups(name::regclass, 'group_id = any ((select current_setting(''app.groups'', true)::uuid[])::uuid[])')
from unnest(array['current_count', 'group_rule']) name;
select limit_to_groups('rollup', 'kind = ''group'' and dimension = any ((select current_setting(''app.groups'', true)::text[])::text[])');
select limit_to_groups('profile_group', 'id = any ((select current_setting(''app.groups'', true)::uuid[])::uuid[])');

-- Rows of a profile: visible if its row in profile_place is.
select limit_to_groups('profile', 'exists (select from profile_place m
  where m.enterprise_id = profile.enterprise_id and m.profile_id = profile.id)');
select limit_to_groups(name::regclass, format('exists (select from profile_place m
  where m.enterprise_id = %1$I.enterprise_id and m.profile_id = %1$I.profile_id)', name))
from unnest(array['block_hit', 'code_mail', 'download_order', 'eid_push', 'lease', 'pool_member', 'pool_past',
  'profile_key', 'recycle_log', 'supplied_package']) name;
-- the history of a visible profile, and for figures what happened in the group
select limit_to_groups('profile_event', 'group_id = any ((select current_setting(''app.groups'', true)::uuid[])::uuid[])
  or exists (select from profile_place m
    where m.enterprise_id = profile_event.enterprise_id and m.profile_id = profile_event.profile_id)');
-- the code of a campaign is of no profile; it is read through the campaign
select limit_to_groups('activation_code', 'profile_id is null or exists (select from profile_place m
  where m.enterprise_id = activation_code.enterprise_id and m.profile_id = activation_code.profile_id)');
select limit_to_groups('code_page', 'exists (select from activation_code a
  where a.enterprise_id = code_page.enterprise_id and a.id = code_page.activation_code_id)');
select limit_to_groups(name::regclass, format('exists (select from download_order o
  where o.enterprise_id = %1$I.enterprise_id and o.id = %1$I.order_id)', name))
from unnest(array['bound_package', 'order_attempt']) name;

-- Rows of a member: only the maker's own.
select limit_to_groups(name::regclass, 'created_by = (select current_setting(''app.member'', true)::uuid)')
from unnest(array['batch', 'code_file', 'operation', 'shared_view', 'source']) name;
select limit_to_groups(part::regclass, format('exists (select from %2$I w
  where w.enterprise_id = %1$I.enterprise_id and w.id = %1$I.%3$I)', part, whole, reference))
from (values ('batch_row', 'batch', 'batch_id'), ('code_file_left', 'code_file', 'file_id'),
  ('code_file_part', 'code_file', 'file_id'), ('operation_row', 'operation', 'operation_id'),
  ('source_part', 'source', 'source_id')) as parts (part, whole, reference);

-- A campaign is visible if no profile that is or was in it is in another group or in none; an empty one to its maker.
-- Runs as simwright_system, because a limited member does not see the profiles that count here.
create function is_campaign_in_groups(enterprise uuid, campaign uuid, maker uuid) returns boolean
language sql stable security definer set search_path = public as $$
  with held as (
    select profile_id from pool_member where enterprise_id = enterprise and pool_id = campaign
    union all
    select profile_id from pool_past where enterprise_id = enterprise and pool_id = campaign
  )
  select enterprise = current_setting('app.enterprise', true)::uuid
    and not exists (
      select from held h left join profile_place m on m.enterprise_id = enterprise and m.profile_id = h.profile_id
      where m.group_id is null or m.group_id <> all (current_setting('app.groups', true)::uuid[])
    )
    and (maker = current_setting('app.member', true)::uuid or exists (select from held))
$$;
revoke execute on function is_campaign_in_groups from public;
grant execute on function is_campaign_in_groups to simwright_limited;
grant create on schema public to simwright_system;
alter function is_campaign_in_groups owner to simwright_system;
revoke create on schema public from simwright_system;

select limit_to_groups('campaign', 'is_campaign_in_groups(enterprise_id, id, created_by)');
select limit_to_groups(name::regclass, format('exists (select from campaign c
  where c.enterprise_id = %1$I.enterprise_id and c.id = %1$I.%2$I)', name, reference))
from (values ('campaign_fill', 'campaign_id'), ('pool_refusal', 'pool_id')) as parts (name, reference);

-- Rows about profiles of any group: never visible.
select limit_to_groups(name::regclass, 'false')
from unnest(array['audit_chain', 'audit_checkpoint', 'audit_entry', 'device_message']) name;
