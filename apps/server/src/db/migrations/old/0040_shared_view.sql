-- Views of lists that everyone in the enterprise account sees; a person's own stand in the behavior config.

create table shared_view (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  -- the list, as the behavior config names it
  module text collate "C" not null,
  name text not null check (length(name) between 1 and 40),
  -- what stands in the address of the list
  filter text not null check (length(filter) <= 2000),
  sort_by text collate "C",
  sort_direction text collate "C" check (sort_direction in ('asc', 'desc')),
  check ((sort_by is null) = (sort_direction is null)),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
create unique index shared_view_name on shared_view (enterprise_id, module, lower(name));
select tenant_table('shared_view');
