-- oldest version: 0352_fewer_references
-- Second-person approval: which operations of an enterprise account need it, and the requests.
create table approval_policy (
  enterprise_id uuid not null references enterprise,
  -- by operation: up to how many objects a day a requester needs no approval
  rules jsonb not null default '{}',
  -- members who may approve; empty: all who hold the permission
  approvers uuid[] not null default '{}',
  expiry_hours integer not null default 72 check (expiry_hours between 1 and 720),
  window_minutes integer not null default 5 check (window_minutes between 0 and 60),
  version integer not null default 1,
  changed_by uuid,
  changed_at timestamptz(3) not null,
  -- an owner wants to switch approval off because nobody is left who could approve
  off_asked_by uuid,
  off_due_at timestamptz(3),
  primary key (enterprise_id),
  check ((off_asked_by is null) = (off_due_at is null))
);
create index approval_policy_off on approval_policy (off_due_at) where off_due_at is not null;
select tenant_table('approval_policy');

create table approval_request (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  operation text collate "C" not null,
  sentence text not null check (length(sentence) between 1 and 500),
  -- objects that count against the limit of a day
  amount integer not null,
  state text collate "C" not null
    check (state in ('PENDING', 'APPROVED', 'REFUSED', 'EXPIRED', 'CANCELED', 'DONE', 'FAILED')),
  -- the portal repeats the call itself, or the requester repeats it, because only that answer is of use
  mode text collate "C" not null check (mode in ('AUTO', 'REPEAT')),
  -- of requester, operation and content: what is approved is exactly this
  fingerprint bytea not null,
  call_path text,
  -- the call's input; it may hold secrets
  sealed_input bytea,
  time_zone text not null,
  -- a user or a program
  requester_id uuid not null,
  -- the API key of the call
  requester_key uuid,
  rule_id uuid,
  -- the person whose request it is: the requester, or who created the program
  person_id uuid not null,
  objects integer not null default 0,
  objects_sha256 bytea,
  comment text not null default '',
  requested_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- when possible approvers were notified
  notified_at timestamptz(3),
  decided_by uuid,
  decided_at timestamptz(3),
  decision_comment text not null default '',
  -- when the work may start
  starts_at timestamptz(3),
  attempts integer not null default 0,
  ended_at timestamptz(3),
  reason text,
  -- objects that changed after the request, up to 100
  changed jsonb not null default '[]',
  version integer not null default 1,
  primary key (enterprise_id, id),
  check ((state in ('PENDING', 'APPROVED')) = (ended_at is null)),
  check (state <> 'APPROVED' or starts_at is not null)
);
create index approval_request_list on approval_request (enterprise_id, requested_at, id);
create index approval_request_state on approval_request (enterprise_id, state, requested_at, id);
create unique index approval_request_open on approval_request (enterprise_id, fingerprint)
  where state in ('PENDING', 'APPROVED');
create index approval_request_expires on approval_request (expires_at) where state in ('PENDING', 'APPROVED');
create index approval_request_starts on approval_request (starts_at) where state = 'APPROVED' and mode = 'AUTO';
create index approval_request_unnotified on approval_request (requested_at) where notified_at is null;
create index approval_request_ended on approval_request (ended_at) where ended_at is not null;
select tenant_table('approval_request');
select limit_to_groups('approval_request', 'person_id = (select current_setting(''app.member'', true)::uuid)');

-- The profiles that a request is for, as they were.
create table approval_object (
  enterprise_id uuid not null,
  request_id uuid not null,
  line integer not null,
  profile_id uuid not null,
  iccid text collate "C" not null,
  mark text collate "C" not null,
  primary key (enterprise_id, request_id, line),
  foreign key (enterprise_id, request_id) references approval_request on delete cascade
);
select tenant_table('approval_object');
select limit_to_groups('approval_object', 'exists (select from approval_request r
  where r.enterprise_id = approval_object.enterprise_id and r.id = approval_object.request_id)');

-- How much a person did on a day without approval, as far as there is a limit.
create table approval_use (
  enterprise_id uuid not null references enterprise,
  person_id uuid not null,
  operation text collate "C" not null,
  day date not null,
  amount bigint not null check (amount >= 0),
  primary key (enterprise_id, person_id, operation, day)
);
create index approval_use_day on approval_use (day);
select tenant_table('approval_use');
select limit_to_groups('approval_use', 'person_id = (select current_setting(''app.member'', true)::uuid)');
