-- Links with which platform staff invite to sign up. The enterprise account that is created with one gets its plan and
-- trial days.
create table invitation_link (
  id uuid primary key,
  -- 26 characters of Crockford's base 32
  code text collate "C" not null unique,
  platform_id uuid not null references platform,
  -- null: no plan is given
  plan text collate "C" references plan,
  plan_days integer check (plan_days > 0),
  -- null: the usual free trial
  trial_days integer check (trial_days > 0),
  uses integer not null default 0,
  max_uses integer not null,
  expires_at timestamptz(3),
  stopped_at timestamptz(3),
  note text not null,
  created_by uuid references user_account on delete set null,
  created_at timestamptz(3) not null,
  version integer not null default 1,
  check ((plan is null) = (plan_days is null)),
  check (uses between 0 and max_uses)
);
create index invitation_link_created on invitation_link (created_at desc, id desc);
create index invitation_link_platform on invitation_link (platform_id);
create index invitation_link_creator on invitation_link (created_by) where created_by is not null;
select global_table('invitation_link', 'select, insert, update', 'select, update', 'select');

-- Which enterprise account came by which link, at most one link each.
create table invitation_use (
  enterprise_id uuid primary key references enterprise,
  link_id uuid not null references invitation_link,
  used_at timestamptz(3) not null
);
create index invitation_use_link on invitation_use (link_id, used_at desc);
select tenant_table('invitation_use', 'select, insert');

-- The invitation code of the sign-up, for further activation mails.
alter table user_account add column invitation text collate "C";
