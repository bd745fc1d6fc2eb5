-- Roles of an enterprise account's own, invitations, what an enterprise account says of itself, and word of changed rights.

create table enterprise_role (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null,
  permissions jsonb not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create unique index enterprise_role_name on enterprise_role (enterprise_id, lower(name));
select tenant_table('enterprise_role');

-- Somebody invited is known by the address alone until the invitation is accepted. A member has a built-in role, or one
-- of the enterprise account's own, or none: then nothing is held.
alter table member alter column user_id drop not null;
alter table member alter column built_in_role drop not null;
alter table member add column role_id uuid;
alter table member add column version integer not null default 1;
alter table member add column invited_email text collate "C" check (invited_email = lower(invited_email));
alter table member add column invited_by uuid references user_account on delete set null;
-- SHA-256 of the token in the newest invitation.
alter table member add column invitation_hash bytea;
alter table member add column invited_at timestamptz(3);
alter table member add column invitation_expires_at timestamptz(3);
alter table member add constraint member_role foreign key (enterprise_id, role_id) references enterprise_role;
alter table member add constraint member_one_role check (num_nonnulls(built_in_role, role_id) <= 1);
alter table member add constraint member_invited check (
  case state when 'INVITED'
    then user_id is null and num_nonnulls(invited_email, invitation_hash, invited_at, invitation_expires_at) = 4
    else user_id is not null and invitation_hash is null
  end);
create unique index member_invited_email on member (enterprise_id, invited_email) where state = 'INVITED';
create index member_role_holders on member (enterprise_id, role_id);

alter table enterprise add column version integer not null default 1;
alter table enterprise add column time_zone text;
alter table enterprise add column address jsonb;
alter table enterprise add column billing jsonb;

-- Whatever takes or gives rights, from wherever it is done, is told to the open pages. Ids only; a hint.
create function tell_rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('rights_changed', coalesce(new.enterprise_id, old.enterprise_id)::text);
  return null;
end $$;
create trigger rights_changed after update or delete on member
  for each row execute function tell_rights_changed();
create trigger rights_changed after update or delete on enterprise_role
  for each row execute function tell_rights_changed();
create trigger rights_changed after update of state on enterprise
  for each row execute function tell_rights_changed();
create trigger rights_changed after update of ended_at on user_session
  for each row execute function tell_rights_changed();
