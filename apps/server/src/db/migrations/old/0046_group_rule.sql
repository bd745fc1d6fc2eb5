-- By which rules profiles that are made come into groups, where their file names none.
create table group_rule (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  mark text collate "C" not null check (mark in ('ICCID', 'IMSI', 'MSISDN', 'CONFIGURATION')),
  -- the first digits of the number, or the id of the configuration
  value text collate "C" not null check (length(value) between 1 and 36),
  group_id uuid not null,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, group_id) references profile_group
);
-- One value leads into one group.
create unique index group_rule_value on group_rule (enterprise_id, mark, value);
create index group_rule_group on group_rule (enterprise_id, group_id);
select tenant_table('group_rule');
