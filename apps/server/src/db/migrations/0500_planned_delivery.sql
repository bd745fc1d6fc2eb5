-- oldest version: 0352_fewer_references
-- Activation codes that are sent at a date, and public pages that open at a date.
create table planned_delivery (
  enterprise_id uuid not null,
  id uuid not null,
  -- the deliveries of one call
  plan_id uuid not null,
  profile_id uuid not null,
  -- null: no e-mail, its public page opens
  recipient text,
  -- on the clock of `time_zone`, without seconds
  local_time text collate "C" not null,
  time_zone text collate "C" not null,
  due_at timestamptz(3) not null,
  language text collate "C",
  message text not null default '',
  -- its public page shows no code before `due_at`
  opens_page boolean not null,
  state text collate "C" not null default 'PLANNED'
    check (state in ('PLANNED', 'QUEUED', 'SENT', 'REFUSED', 'SKIPPED', 'CANCELED')),
  -- when a process looks at it next
  next_at timestamptz(3) not null,
  reason text,
  mail_id uuid,
  sent_at timestamptz(3),
  version integer not null default 1,
  -- who planned or last changed it
  planned_by uuid not null,
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile,
  check (recipient is not null or opens_page),
  check ((state in ('PLANNED', 'QUEUED')) = (ended_at is null))
);
create unique index planned_delivery_profile on planned_delivery (enterprise_id, profile_id) where state = 'PLANNED';
create index planned_delivery_history on planned_delivery (enterprise_id, profile_id, due_at, id);
create index planned_delivery_list on planned_delivery (enterprise_id, due_at, id);
create index planned_delivery_plan on planned_delivery (enterprise_id, plan_id, due_at, id);
create index planned_delivery_recipient on planned_delivery (enterprise_id, lower(recipient) collate "C", due_at, id);
create index planned_delivery_due on planned_delivery (next_at) where state in ('PLANNED', 'QUEUED');
create index planned_delivery_ended on planned_delivery (ended_at) where ended_at is not null;
select tenant_table('planned_delivery');
select limit_to_groups('planned_delivery', 'exists (select from profile_place m
  where m.enterprise_id = planned_delivery.enterprise_id and m.profile_id = planned_delivery.profile_id)');
