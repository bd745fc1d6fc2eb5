-- Resetting a password, second factors, fresh proof of identity, and the end of an account.

alter table user_token drop constraint user_token_purpose_check;
alter table user_token add constraint user_token_purpose_check check (purpose in ('ACTIVATE', 'RESET'));

alter table user_account add column time_zone text;
alter table user_account add column password_changed_at timestamptz(3);
-- An authenticator app or a passkey is set up; kept with each change of those, so that a session needs no look at them.
alter table user_account add column second_factor boolean not null default false;
-- When the account will be deleted, if its owner asked for it.
alter table user_account add column deletion_at timestamptz(3);
create index user_account_deletion on user_account (deletion_at) where deletion_at is not null;

-- When the user last proved who they are; sensitive deeds ask for a fresh proof.
alter table user_session add column proved_at timestamptz(3);
update user_session set proved_at = created_at;
alter table user_session alter column proved_at set not null;

alter table enterprise add column second_factor_demanded boolean not null default false;

-- One authenticator app a user; the step used last is never accepted again (RFC 6238, 5.2).
create table totp_factor (
  user_id uuid primary key references user_account on delete cascade,
  sealed_secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3)
);
select global_table('totp_factor');

create table recovery_code (
  user_id uuid not null references user_account on delete cascade,
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
select global_table('recovery_code');

create table passkey (
  id uuid primary key,
  user_id uuid not null references user_account on delete cascade,
  credential_id text collate "C" not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports jsonb not null,
  name text not null,
  synced boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkey_user on passkey (user_id, created_at);
select global_table('passkey');

-- What was begun and needs a second call: a sign-in after its password, a passkey's challenge. Only the ticket's SHA-256 is kept.
create table sign_in_step (
  ticket_hash bytea primary key,
  -- Null while only a passkey can tell who it is.
  user_id uuid references user_account on delete cascade,
  purpose text collate "C" not null check (purpose in ('CODE', 'PASSKEY', 'PASSKEY_ADD', 'STEP_UP')),
  challenge text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index sign_in_step_user on sign_in_step (user_id);
create index sign_in_step_expires on sign_in_step (expires_at);
select global_table('sign_in_step');
