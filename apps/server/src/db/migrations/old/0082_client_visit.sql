-- A visit is a read-only session of platform staff in a client's enterprise account. Its end is audited once, however it
-- ends, also when its time is over.
alter table user_session add column visit_reason text check (length(visit_reason) between 1 and 500);
-- The name of the enterprise account at the time, for the audit entry.
alter table user_session add column visit_name text;
alter table user_session add column visit_end_audited boolean not null default false;
create unique index user_session_one_visit on user_session (user_id)
  where visit_reason is not null and ended_at is null;
create index user_session_visit on user_session (expires_at) where visit_reason is not null and not visit_end_audited;

-- Notes of platform staff on a client. Only staff read them: the client's own transactions cannot.
create table client_note (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  author_id uuid not null,
  author_name text not null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  primary key (enterprise_id, id)
);
select tenant_table('client_note', tenant => '');

-- Each enterprise account has its base plan from the start, so that reading what it is entitled to writes nothing.
create function insert_base_plan() returns trigger language plpgsql as $$
begin
  insert into plan_order (enterprise_id, id, code, kind, plan, state, starts_at, created_at)
  values (new.enterprise_id, gen_random_uuid(),
    to_char(new.created_at at time zone 'UTC', 'YYYYMMDDHH24MISS') || lpad(floor(random() * 1000000)::text, 6, '0'),
    'BASE', new.plan, 'ACTIVE', new.created_at, new.created_at)
  on conflict (enterprise_id) where kind = 'BASE' do nothing;
  return new;
end $$;
create trigger base_plan after insert on enterprise for each row execute function insert_base_plan();

set local role simwright_system;
insert into plan_order (enterprise_id, id, code, kind, plan, state, starts_at, created_at)
select e.enterprise_id, gen_random_uuid(),
  to_char(e.created_at at time zone 'UTC', 'YYYYMMDDHH24MISS') || lpad(floor(random() * 1000000)::text, 6, '0'),
  'BASE', e.plan, 'ACTIVE', e.created_at, e.created_at
from enterprise e
on conflict (enterprise_id) where kind = 'BASE' do nothing;
reset role;
