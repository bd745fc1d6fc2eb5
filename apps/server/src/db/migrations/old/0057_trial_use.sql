-- The free trial is there once per person and once per proved mail domain. People are kept as a hash of their address, and
-- rows stay when an account or an enterprise account is deleted.
create table trial_use (
  kind text collate "C" not null check (kind in ('PERSON', 'DOMAIN', 'ENTERPRISE')),
  holder text collate "C" not null,
  used_at timestamptz(3) not null,
  primary key (kind, holder)
);
select global_table('trial_use');

-- WITHHELD: not offered, because its owner has opened it beside another one; GRANTED: offered by staff, whoever used one.
alter table enterprise add column trial_offer text collate "C" not null default 'OPEN'
  check (trial_offer in ('OPEN', 'WITHHELD', 'GRANTED'));

set local role simwright_system;
insert into trial_use (kind, holder, used_at)
select 'ENTERPRISE', enterprise_id::text, starts_at from plan_order where kind = 'TRIAL'
on conflict do nothing;
insert into trial_use (kind, holder, used_at)
select 'PERSON', encode(sha256(convert_to(
    u.platform_id || ' ' || regexp_replace(u.email, '\+[^@]*@', '@'), 'UTF8')), 'hex'), min(o.starts_at)
from plan_order o join user_account u on u.id = o.created_by where o.kind = 'TRIAL'
group by u.platform_id, u.email
on conflict do nothing;
insert into trial_use (kind, holder, used_at)
select 'DOMAIN', d.domain, min(o.starts_at)
from plan_order o join sso_domain_directory d on d.enterprise_id = o.enterprise_id where o.kind = 'TRIAL'
group by d.domain
on conflict do nothing;
reset role;
