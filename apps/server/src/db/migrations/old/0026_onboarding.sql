-- What a person has chosen for the pages, what they say about the portal, and what they are told there.

-- One row for each module (specification, section 7: user behaviour config).
create table user_behavior (
  user_id uuid not null references user_account on delete cascade,
  -- Null: holds wherever the user is.
  enterprise_id uuid,
  module_name text collate "C" not null,
  -- JSON, as it was checked.
  config text not null,
  version integer not null default 1,
  updated_at timestamptz(3) not null,
  unique nulls not distinct (user_id, enterprise_id, module_name)
);
select global_table('user_behavior');

create table feedback (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  user_id uuid not null references user_account on delete cascade,
  -- 1 (unhappy) to 5 (happy); null when it was not said.
  mood smallint check (mood between 1 and 5),
  text text not null,
  -- Path of the page on which it was written.
  page text not null,
  answer text,
  answered_by uuid references user_account on delete set null,
  answered_at timestamptz(3),
  -- Thanked for with more days of the trial.
  accepted_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index feedback_user on feedback (enterprise_id, user_id, created_at desc);
create index feedback_created on feedback (created_at desc, id desc);
create index feedback_unanswered on feedback (created_at desc, id desc) where answered_at is null;
create index feedback_of_person on feedback (user_id);
create index feedback_answerer on feedback (answered_by) where answered_by is not null;
select tenant_table('feedback');

-- What a user is told in the header. Ids are UUIDv7, so they order by time.
create table notice (
  user_id uuid not null references user_account on delete cascade,
  id uuid not null,
  -- Null: concerns the user wherever they are.
  enterprise_id uuid,
  kind text collate "C" not null check (kind in
    ('BATCH_DONE', 'BATCH_FAILED', 'INVITED', 'JOINED', 'TRIAL_ENDING', 'TRIAL_ENDED', 'ACCOUNT_CHANGED', 'FEEDBACK_ANSWERED')),
  -- What is told once only has a name of its own.
  once text collate "C",
  facts jsonb not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (user_id, id)
);
create unique index notice_once on notice (user_id, once) where once is not null;
create index notice_unread on notice (user_id) where read_at is null;
create index notice_created on notice (created_at);
select global_table('notice');

create function tell_notice_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('notice_changed', new.user_id::text);
  return null;
end $$;
create trigger notice_changed after insert or update on notice
  for each row execute function tell_notice_changed();
