-- Platforms, accounts, sessions, enterprise accounts and their members.

create table platform (
  id uuid primary key,
  sys text collate "C" not null unique,
  app_name text not null,
  icon_url text not null,
  theme_color text not null check (theme_color ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz(3) not null
);
select global_table('platform');

create table user_account (
  id uuid primary key,
  email text collate "C" not null unique check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  company_name text not null,
  survey jsonb,
  state text collate "C" not null check (state in ('PENDING', 'ACTIVE', 'INACTIVE')),
  platform_id uuid not null references platform,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3)
);
select global_table('user_account');

-- Tokens of links in e-mails; only their SHA-256 is kept.
create table user_token (
  token_hash bytea primary key,
  user_id uuid not null references user_account on delete cascade,
  purpose text collate "C" not null check (purpose in ('ACTIVATE')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index user_token_user on user_token (user_id);
select global_table('user_token');

create table user_session (
  id uuid primary key,
  user_id uuid not null references user_account on delete cascade,
  enterprise_id uuid not null,
  binding_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  end_reason text collate "C" check (end_reason in ('SIGN_OUT', 'IDLE', 'EXPIRED', 'ELSEWHERE'))
);
create index user_session_user on user_session (user_id, created_at desc);
select global_table('user_session');

-- Counters against guessing: counted before the secret is looked at.
create table attempt_counter (
  key text collate "C" primary key,
  attempts integer not null,
  window_started_at timestamptz(3) not null,
  blocked_until timestamptz(3)
);
select global_table('attempt_counter');

create table enterprise (
  enterprise_id uuid primary key,
  platform_id uuid not null references platform,
  name text not null,
  plan text collate "C" not null check (plan in ('DEFAULT', 'DEMO', 'BASIC', 'PRO', 'PREMIUM', 'LAB')),
  state text collate "C" not null check (state in ('ACTIVE', 'SUSPENDED')),
  created_at timestamptz(3) not null
);
select tenant_table('enterprise');

create table member (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  user_id uuid not null references user_account on delete cascade,
  built_in_role text collate "C" not null,
  state text collate "C" not null check (state in ('INVITED', 'ACTIVE', 'INACTIVE')),
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, user_id)
);
select tenant_table('member');

-- Which enterprise accounts a user belongs to: looked up before a tenant is known.
create table member_directory (
  user_id uuid not null references user_account on delete cascade,
  enterprise_id uuid not null,
  primary key (user_id, enterprise_id)
);
select global_table('member_directory');

-- Mails wait here; the body holds links with tokens, so it is sealed.
create table mail_message (
  id uuid primary key,
  kind text collate "C" not null,
  recipient text not null,
  sealed bytea not null,
  state text collate "C" not null check (state in ('WAITING', 'SENT', 'FAILED', 'KEPT')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  sent_at timestamptz(3)
);
create index mail_message_waiting on mail_message (next_at) where state = 'WAITING';
create index mail_message_created on mail_message (created_at desc);
select global_table('mail_message');

-- First outcome of calls that must not happen twice, for 24 h; the answer is sealed.
create table once_request (
  caller text collate "C" not null,
  request_id uuid not null,
  endpoint text collate "C" not null,
  input_hash bytea not null,
  sealed_answer bytea,
  created_at timestamptz(3) not null,
  primary key (caller, request_id)
);
create index once_request_created on once_request (created_at);
select global_table('once_request');
