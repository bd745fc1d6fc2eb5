-- Delivery of activation codes: the look of QR codes, public pages, mails, files.

-- Logos, painted anew when they come. A row never changes.
create table qr_logo (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  -- PNG
  content bytea not null check (octet_length(content) between 1 and 262144),
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
select tenant_table('qr_logo');

create table qr_preset (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  name text not null,
  style jsonb not null,
  logo_id uuid,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, logo_id) references qr_logo
);
create unique index qr_preset_name on qr_preset (enterprise_id, lower(name) collate "C");
select tenant_table('qr_preset');

-- The preset that stands where nobody chooses one; no row: the fixed default.
create table qr_standard (
  enterprise_id uuid primary key references enterprise,
  preset_id uuid not null,
  foreign key (enterprise_id, preset_id) references qr_preset on delete cascade
);
select tenant_table('qr_standard');

-- What became of the public page of an activation code; no row: open, and never opened.
create table code_page (
  enterprise_id uuid not null,
  activation_code_id uuid not null,
  opened integer not null default 0,
  first_opened_at timestamptz(3),
  last_opened_at timestamptz(3),
  closed_at timestamptz(3),
  primary key (enterprise_id, activation_code_id),
  foreign key (enterprise_id, activation_code_id) references activation_code
);
select tenant_table('code_page');

-- Activation codes that were sent by mail. Ids are UUIDv7, so they order by time.
create table code_mail (
  enterprise_id uuid not null,
  id uuid not null,
  profile_id uuid not null,
  activation_code_id uuid not null,
  recipient text not null,
  -- in mail_message, which is forgotten after 30 days
  mail_id uuid not null,
  sent_by uuid not null,
  at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile
);
create index code_mail_profile on code_mail (enterprise_id, profile_id, id desc);
create index code_mail_recipient on code_mail (enterprise_id, lower(recipient) collate "C", id desc);
select tenant_table('code_mail');

-- Files with the QR codes of many profiles, written in the background, and kept for a day.
create table code_file (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  form text collate "C" not null check (form in ('QR_ZIP', 'LABELS')),
  given jsonb not null,
  selection jsonb not null,
  process text collate "C" not null check (process in ('PROCESSING', 'COMPLETE', 'FAILED')),
  total integer not null,
  written integer not null default 0,
  bytes bigint not null default 0,
  attempts integer not null default 0,
  lease_holder uuid,
  lease_until timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create index code_file_created on code_file (enterprise_id, created_at desc, id desc);
create index code_file_waiting on code_file (created_at) where process = 'PROCESSING';
create index code_file_expires on code_file (expires_at);
select tenant_table('code_file');

-- Sealed: whoever has a code can download the profile.
create table code_file_part (
  enterprise_id uuid not null,
  file_id uuid not null,
  number integer not null,
  sealed bytea not null,
  primary key (enterprise_id, file_id, number),
  foreign key (enterprise_id, file_id) references code_file on delete cascade
);
select tenant_table('code_file_part');

alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in
  ('BATCH_DONE', 'BATCH_FAILED', 'FILE_DONE', 'FILE_FAILED', 'INVITED', 'JOINED', 'TRIAL_ENDING', 'TRIAL_ENDED',
   'ACCOUNT_CHANGED', 'FEEDBACK_ANSWERED'));
