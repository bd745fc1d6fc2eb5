-- Where a user wants each kind of notification: only what differs from the default of its kind.
create table notice_choice (
  user_id uuid not null references user_account on delete cascade,
  -- null: kinds that belong to no enterprise account
  enterprise_id uuid,
  kind text collate "C" not null,
  channel text collate "C" not null,
  is_on boolean not null,
  unique nulls not distinct (user_id, enterprise_id, kind, channel)
);
select global_table('notice_choice');

-- Users who get one mail a day instead of single mails.
create table notice_digest (
  user_id uuid primary key references user_account on delete cascade,
  hour smallint not null check (hour between 0 and 23),
  -- IANA name: of the browser in which the hour was chosen; the time zone of the account comes first
  time_zone text not null
);
select global_table('notice_digest');

-- A notification that the user does not want in the bell is stored for its mail, and so that it is not repeated.
alter table notice add column in_bell boolean not null default true;
-- when its mail is due, alone or in a digest; null: none, or it was queued
alter table notice add column mail_at timestamptz(3);
create index notice_mail_due on notice (mail_at, user_id) where mail_at is not null;

-- Thresholds that differ from the defaults of their kind.
create table notice_threshold (
  enterprise_id uuid not null references enterprise,
  kind text collate "C" not null,
  levels integer[] not null,
  unit text collate "C" not null,
  -- of a rate: the hours that count, and the downloads below which nothing is decided
  hours integer,
  minimum integer,
  version integer not null default 1,
  primary key (enterprise_id, kind)
);
select tenant_table('notice_threshold');

-- Levels that a value has crossed, and of which was notified; deleted when the value recovers.
create table threshold_crossing (
  enterprise_id uuid not null references enterprise,
  kind text collate "C" not null,
  -- what was measured: an order, a campaign, a certificate; empty for the enterprise account
  subject text collate "C" not null,
  level integer not null,
  unit text collate "C" not null,
  at timestamptz(3) not null,
  primary key (enterprise_id, kind, subject, level, unit)
);
select tenant_table('threshold_crossing');

-- Of these levels was notified before; the lower ones count as crossed too.
set local role simwright_system;
insert into threshold_crossing (enterprise_id, kind, subject, level, unit, at)
select n.enterprise_id, 'USAGE_REACHED', split_part(n.once, ' ', 2), l.level, 'PERCENT', min(n.created_at)
from notice n join (values (80), (100), (120)) l (level) on l.level <= split_part(n.once, ' ', 3)::integer
where n.kind = 'USAGE_REACHED' and n.once ~ '^USAGE_REACHED [0-9a-f-]{36} [0-9]+$' and n.enterprise_id is not null
group by 1, 3, 4;
reset role;
