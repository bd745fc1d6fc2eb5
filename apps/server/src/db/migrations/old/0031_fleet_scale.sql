-- Operations on many profiles at once: what was selected, how far the work is, what became of each row.

create table operation (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  kind text collate "C" not null check (kind in ('REMOVE', 'GROUP', 'NOTES', 'BIND', 'FREE', 'EXPIRY', 'ATTEMPTS')),
  -- what is set: a group, a text, an EID, a moment
  given jsonb not null,
  -- a filter with exceptions as of a moment, or ids, or null when the rows were written with it
  selection jsonb,
  process text collate "C" not null check (process in ('PROCESSING', 'COMPLETE')),
  -- the rows of the selection are written first
  selected_at timestamptz(3),
  total integer not null default 0,
  succeeded integer not null default 0,
  failed integer not null default 0,
  -- checkpoint: the row that comes next
  next_line integer not null default 1,
  cancel_requested_at timestamptz(3),
  -- lease of the process that works on it, by the database's clock
  lease_holder uuid,
  lease_until timestamptz(3),
  attempts integer not null default 0,
  -- the operation that this one takes back
  undoes uuid,
  undone_by uuid,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  completed_at timestamptz(3),
  primary key (enterprise_id, id),
  foreign key (enterprise_id, undoes) references operation
);
create index operation_created on operation (enterprise_id, created_at desc, id desc);
create index operation_running on operation (lease_until) where process = 'PROCESSING';
select tenant_table('operation');

create table operation_row (
  enterprise_id uuid not null,
  operation_id uuid not null,
  line integer not null,
  iccid text collate "C" not null,
  profile_id uuid,
  -- what undoing puts back
  goal jsonb,
  -- what it was before, where that can be put back
  before jsonb,
  -- null on success, or while it waits
  reason text,
  primary key (enterprise_id, operation_id, line),
  foreign key (enterprise_id, operation_id) references operation
);
create index operation_row_failed on operation_row (enterprise_id, operation_id, line) where reason is not null;
select tenant_table('operation_row');
