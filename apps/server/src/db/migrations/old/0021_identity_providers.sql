-- Sign-in through identity providers: those of a platform, and an enterprise account's own (single sign-on).

create table identity_provider (
  id uuid primary key,
  platform_id uuid not null references platform,
  -- As it stands in paths: /oauth/callback/<slug>.
  slug text collate "C" not null check (slug ~ '^[a-z][a-z0-9-]{0,31}$'),
  preset text collate "C" not null check (preset in ('GOOGLE', 'MICROSOFT', 'GITHUB', 'OIDC')),
  name text not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  enabled boolean not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (platform_id, slug)
);
select global_table('identity_provider');

-- Who a user is elsewhere. The source is an identity_provider, or an sso_connection.
create table user_identity (
  id uuid primary key,
  user_id uuid not null references user_account on delete cascade,
  source_id uuid not null,
  source_name text not null,
  subject text collate "C" not null,
  email text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  unique (source_id, subject)
);
create index user_identity_user on user_identity (user_id, created_at);
select global_table('user_identity');

-- A visitor who was sent to a provider and has yet to come back, with the same browser. Used once.
create table oauth_flow (
  state_hash bytea primary key,
  browser_hash bytea not null,
  source_id uuid not null,
  -- Of the enterprise account whose own provider it is.
  enterprise_id uuid,
  platform_id uuid not null references platform on delete cascade,
  -- Who links another way to sign in.
  user_id uuid references user_account on delete cascade,
  -- Nonce and PKCE verifier.
  sealed bytea not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index oauth_flow_expires on oauth_flow (expires_at);
select global_table('oauth_flow');

-- An identity that a provider has vouched for and that has no account yet: it is signed up, linked, or proved by mail.
create table oauth_ticket (
  ticket_hash bytea primary key,
  browser_hash bytea not null,
  source_id uuid not null,
  enterprise_id uuid,
  platform_id uuid not null references platform on delete cascade,
  subject text collate "C" not null,
  email text collate "C" not null,
  first_name text not null,
  last_name text not null,
  -- Whether the address is known to be the visitor's: by the provider's word, or by a code sent there.
  email_proved boolean not null,
  code_hash bytea,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index oauth_ticket_expires on oauth_ticket (expires_at);
select global_table('oauth_ticket');

create table sso_connection (
  enterprise_id uuid not null references enterprise on delete cascade,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  default_role text collate "C" not null,
  enabled boolean not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id)
);
select tenant_table('sso_connection');

create table sso_domain (
  enterprise_id uuid not null references enterprise on delete cascade,
  domain text collate "C" not null check (domain = lower(domain)),
  -- What the TXT record has to say.
  token text collate "C" not null,
  proved_at timestamptz(3),
  proved_by text collate "C" check (proved_by in ('DNS', 'STAFF')),
  created_at timestamptz(3) not null,
  primary key (enterprise_id, domain),
  check (num_nonnulls(proved_at, proved_by) <> 1)
);
select tenant_table('sso_domain');

-- Whose provider an id or a proved mail domain leads to: looked up before a tenant is known.
create table sso_directory (
  connection_id uuid primary key,
  enterprise_id uuid not null unique references enterprise on delete cascade
);
select global_table('sso_directory');

create table sso_domain_directory (
  domain text collate "C" primary key,
  enterprise_id uuid not null references enterprise on delete cascade
);
create index sso_domain_directory_enterprise on sso_domain_directory (enterprise_id);
select global_table('sso_domain_directory');

-- The enterprise account's own provider is the only way in, but for owners.
alter table enterprise add column sso_only boolean not null default false;
-- The enterprise account whose own provider vouched for the user of this session.
alter table user_session add column sso_enterprise_id uuid;
