-- Terms and privacy policies of the platforms, and who accepted which version.

-- A version never changes after it is published; until then it can be deleted.
create table legal_text (
  platform_id uuid not null references platform,
  kind text collate "C" not null check (kind in ('TERMS', 'PRIVACY')),
  version integer not null check (version > 0),
  body text not null check (body <> ''),
  -- in effect from this time on, until that of a higher version
  published_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (platform_id, kind, version)
);
select global_table('legal_text', 'select, insert, delete', 'select', 'select');

create table legal_consent (
  id uuid primary key,
  -- null: the user was deleted
  user_id uuid references user_account on delete set null,
  platform_id uuid not null,
  kind text collate "C" not null,
  version integer not null,
  -- null: accepted at the sign-up
  order_id uuid,
  accepted_at timestamptz(3) not null,
  foreign key (platform_id, kind, version) references legal_text
);
create index legal_consent_user on legal_consent (user_id, accepted_at) where user_id is not null;
create index legal_consent_text on legal_consent (platform_id, kind, version);
select global_table('legal_consent', 'select, insert', 'insert', 'select');
