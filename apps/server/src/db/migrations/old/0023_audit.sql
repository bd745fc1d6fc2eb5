-- The audit log. A deed leaves a row in audit_inbox, in its own transaction. One worker at a time, holding the chain's head,
-- moves the rows of an enterprise account into audit_entry, where each is linked to the one before; so nothing there is
-- ever updated. What belongs to no enterprise account has the nil id.

create table audit_inbox (
  id uuid primary key,
  enterprise_id uuid not null,
  at timestamptz(3) not null,
  actor_kind text collate "C" not null check (actor_kind in ('PERSON', 'KEY', 'STAFF', 'SYSTEM')),
  actor_id uuid,
  actor_name text not null,
  actor_email text,
  address text,
  request_id uuid,
  deed text collate "C" not null,
  object_kind text collate "C" not null,
  object_id text collate "C",
  object_name text not null,
  before jsonb,
  after jsonb
);
create index audit_inbox_enterprise on audit_inbox (enterprise_id, id);
-- Whoever does something can only add.
select global_table('audit_inbox', 'insert', 'insert', 'select, insert, delete');

create table audit_entry (
  enterprise_id uuid not null,
  number bigint not null check (number > 0),
  id uuid not null,
  at timestamptz(3) not null,
  actor_kind text collate "C" not null,
  actor_id uuid,
  actor_name text not null,
  actor_email text,
  address text,
  request_id uuid,
  deed text collate "C" not null,
  object_kind text collate "C" not null,
  object_id text collate "C",
  object_name text not null,
  before jsonb,
  after jsonb,
  hash bytea not null check (length(hash) = 32),
  primary key (enterprise_id, number)
);
create index audit_entry_at on audit_entry (enterprise_id, at);
create index audit_entry_actor on audit_entry (enterprise_id, actor_id, number);
create index audit_entry_object on audit_entry (enterprise_id, object_id, number);
select tenant_table('audit_entry', 'select', 'select, insert, delete');

-- The last link of each chain. Its seal is made with a key that is not in the database.
create table audit_chain (
  enterprise_id uuid primary key,
  number bigint not null,
  hash bytea not null,
  seal bytea not null
);
select tenant_table('audit_chain', 'select', 'select, insert, update');

-- Where a chain begins after its oldest entries have had their time.
create table audit_checkpoint (
  enterprise_id uuid not null,
  number bigint not null,
  hash bytea not null,
  made_at timestamptz(3) not null,
  seal bytea not null,
  primary key (enterprise_id, number)
);
select tenant_table('audit_checkpoint', 'select', 'select, insert');

-- Holds for every role, the owner and superusers included. Entries go only behind a checkpoint.
create function keep_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_entry' then
    if exists (select from audit_checkpoint c where c.enterprise_id = old.enterprise_id and c.number >= old.number) then
      return old;
    end if;
  end if;
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
create trigger append_only before update or delete on audit_entry for each row execute function keep_audit();
create trigger append_only before update or delete on audit_checkpoint for each row execute function keep_audit();
create trigger never_emptied before truncate on audit_entry for each statement execute function keep_audit();
create trigger never_emptied before truncate on audit_checkpoint for each statement execute function keep_audit();
