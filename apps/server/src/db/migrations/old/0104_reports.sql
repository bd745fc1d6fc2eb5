-- Saved reports, and schedules that send them by mail.

-- The download funnel counts codes that were opened for the first time.
create index code_page_first_opened on code_page (enterprise_id, first_opened_at) where first_opened_at is not null;

create table saved_report (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null check (length(name) between 1 and 64),
  -- as the contract describes them
  parameters jsonb not null,
  shared boolean not null,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create unique index saved_report_shared_name on saved_report (enterprise_id, lower(name)) where shared;
create unique index saved_report_own_name on saved_report (enterprise_id, created_by, lower(name)) where not shared;
select tenant_table('saved_report');

create table report_schedule (
  enterprise_id uuid not null,
  id uuid not null,
  report_id uuid not null,
  -- the member with whose rights it runs
  owner_id uuid not null,
  every text collate "C" not null check (every in ('DAY', 'WEEK', 'MONTH')),
  hour integer not null check (hour between 0 and 23),
  -- 1: Monday
  weekday integer not null check (weekday between 1 and 7),
  month_day integer not null check (month_day between 1 and 31),
  time_zone text not null,
  format text collate "C" not null check (format in ('csv', 'xlsx')),
  delivery text collate "C" not null check (delivery in ('LINK', 'FILE')),
  -- ids of users
  recipients jsonb not null,
  state text collate "C" not null check (state in ('ACTIVE', 'PAUSED', 'STOPPED')),
  stop_reason text collate "C"
    check (stop_reason in ('OWNER_LEFT', 'OWNER_MAY_NOT', 'NO_RECIPIENT', 'REPORT_INVALID')),
  check ((state = 'STOPPED') = (stop_reason is not null)),
  next_at timestamptz(3),
  -- after an error, when it is tried again
  retry_at timestamptz(3),
  check ((state = 'ACTIVE') = (next_at is not null)),
  last_at timestamptz(3),
  last_mails integer,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, report_id) references saved_report on delete cascade
);
create index report_schedule_report on report_schedule (enterprise_id, report_id);
create index report_schedule_due on report_schedule (next_at) where state = 'ACTIVE';
select tenant_table('report_schedule');

-- a limited member sees only their own
select limit_to_groups('saved_report', 'created_by = (select current_setting(''app.member'', true)::uuid)');
select limit_to_groups('report_schedule', 'owner_id = (select current_setting(''app.member'', true)::uuid)');
