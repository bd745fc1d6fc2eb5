-- oldest version: 0460_batch_common_cells
-- What profiles that are generated into a group get, and codes that are sent from it, unless something else is chosen.
create table group_default (
  enterprise_id uuid not null,
  group_id uuid not null,
  configuration_id uuid,
  recycle_days smallint check (recycle_days between 1 and 3650),
  mail_message text check (length(mail_message) between 1 and 500),
  -- a preset that was deleted is as none
  qr_preset_id uuid,
  version integer not null default 1,
  changed_at timestamptz(3) not null,
  primary key (enterprise_id, group_id),
  foreign key (enterprise_id, group_id) references profile_group
);
select tenant_table('group_default');
create policy groups on group_default as restrictive for select to simwright_limited
  using (group_id = any ((select current_setting('app.groups', true)::uuid[])::uuid[]));
