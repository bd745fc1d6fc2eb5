-- The test of a sign-in by single sign-on, before the connection is turned on.

-- When the stored issuer, client ID and secret passed a test; null: not tested. Connections in use stay in use.
alter table sso_connection add column tested_at timestamptz(3);

-- A flow that tests a connection signs nobody in.
alter table oauth_flow add column sso_test_id uuid;

-- The newest test of a member, with the tested settings, which need not be saved.
create table sso_test (
  enterprise_id uuid not null references enterprise on delete cascade,
  user_id uuid not null references user_account on delete cascade,
  id uuid not null,
  issuer text not null,
  client_id text not null,
  sealed_secret bytea not null,
  state text collate "C" not null check (state in ('RUNNING', 'PASSED', 'FAILED')),
  -- Who signed in, or why it failed; null while it runs.
  result jsonb,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, user_id),
  check ((state = 'RUNNING') = (result is null))
);
select tenant_table('sso_test');
