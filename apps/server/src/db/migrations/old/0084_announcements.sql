-- Messages of platform staff to all signed-in members, at the top of each page and in the bell.
create table announcement (
  id uuid primary key,
  -- null: for the members of all platforms
  platform_id uuid references platform,
  kind text collate "C" not null check (kind in ('INFO', 'WARNING', 'MAINTENANCE')),
  text text not null,
  link text,
  starts_at timestamptz(3) not null,
  -- null: until it is withdrawn
  ends_at timestamptz(3) check (ends_at > starts_at),
  withdrawn_at timestamptz(3),
  created_by uuid references user_account on delete set null,
  created_at timestamptz(3) not null,
  version integer not null default 1
);
create index announcement_created on announcement (created_at desc, id desc);
create index announcement_open on announcement (starts_at) where withdrawn_at is null;
create index announcement_platform on announcement (platform_id) where platform_id is not null;
create index announcement_creator on announcement (created_by) where created_by is not null;
select global_table('announcement', 'select, insert, update', 'select', 'select');

-- Who has dismissed which; the rows are deleted when its text is edited, so that it appears again.
create table announcement_dismissal (
  announcement_id uuid not null references announcement on delete cascade,
  user_id uuid not null references user_account on delete cascade,
  at timestamptz(3) not null,
  primary key (announcement_id, user_id)
);
create index announcement_dismissal_user on announcement_dismissal (user_id);
select global_table('announcement_dismissal', 'select, insert, delete', 'select', 'select, delete');
