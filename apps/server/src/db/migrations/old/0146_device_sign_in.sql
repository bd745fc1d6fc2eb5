-- Sign-ins of the command line that wait for the approval of a member. The enterprise account is not known before that.
create table device_sign_in (
  id uuid primary key,
  -- SHA-256 of what the command line asks with
  handle_hash bytea not null unique check (length(handle_hash) = 32),
  -- what the member enters
  code text collate "C" not null unique check (code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'),
  -- SHA-256 of the secret of the future key, which never leaves the machine
  secret_hash bytea not null check (length(secret_hash) = 32),
  machine text not null check (length(machine) between 1 and 64),
  -- from where it was started
  address text not null,
  -- ids of permissions
  scopes text[] not null check (cardinality(scopes) > 0),
  state text collate "C" not null default 'WAITING' check (state in ('WAITING', 'APPROVED', 'REFUSED')),
  -- the member who entered the code, and for which enterprise account: only they decide
  checked_by uuid,
  checked_for uuid,
  -- of the key, after the approval
  secret_id uuid,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  polled_at timestamptz(3),
  -- seconds between two polls
  poll_interval integer not null,
  check ((state = 'APPROVED') = (secret_id is not null))
);
create index device_sign_in_expires on device_sign_in (expires_at);
select global_table('device_sign_in');
