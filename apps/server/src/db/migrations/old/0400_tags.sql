-- oldest version: 0352_fewer_references
-- Tags, and the tables of what a member attaches to profiles. A download touches none of them.
create table tag (
  enterprise_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  color text collate "C" not null
    check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink')),
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- profiles lose a removed tag, or get the one that it was merged into, in the background
  removed_at timestamptz(3),
  merged_into uuid,
  profiles_left boolean not null default false,
  primary key (enterprise_id, id),
  foreign key (enterprise_id) references enterprise,
  foreign key (enterprise_id, merged_into) references tag
);
select tenant_table('tag');
create unique index tag_name on tag (enterprise_id, lower(name)) where removed_at is null;
create index tag_left on tag (enterprise_id, id) where profiles_left;

-- The tags and attributes of a profile; no row: it never had any.
create table profile_trait (
  enterprise_id uuid not null,
  profile_id uuid not null,
  -- when the profile was created: the order of lists
  created_at timestamptz(3) not null,
  -- false: the profile is deleted, so the index does not have it
  listed boolean not null default true,
  tags uuid[] not null default '{}' check (cardinality(tags) <= 20),
  -- value by id of the attribute: a number, or a text
  attributes jsonb not null default '{}',
  primary key (enterprise_id, profile_id),
  foreign key (enterprise_id, profile_id) references profile on delete cascade
);
select tenant_table('profile_trait');
select limit_to_groups('profile_trait', 'exists (select from profile_place m
  where m.enterprise_id = profile_trait.enterprise_id and m.profile_id = profile_trait.profile_id)');

-- A row for each tag and each value of a listed profile, in the order of lists. Under row-level security PostgreSQL uses no
-- index of arrays or JSON. Written by a trigger alone.
create table profile_trait_index (
  enterprise_id uuid not null,
  trait_id uuid not null,
  -- empty for a tag
  value text collate "C" not null,
  created_at timestamptz(3) not null,
  profile_id uuid not null,
  primary key (enterprise_id, trait_id, value, created_at, profile_id)
);
select tenant_table('profile_trait_index');

-- How the index has a value: numbers in their order, texts without case.
create function trait_value(value jsonb) returns text language sql immutable parallel safe as $$
  select case jsonb_typeof(value)
    when 'number' then to_char(value::numeric + 1000000000000000, 'FM0000000000000000.000000')
    else lower(value #>> '{}') end
$$;

create function profile_trait_rows(tags uuid[], attributes jsonb) returns table (trait_id uuid, value text)
language sql immutable parallel safe as $$
  select one, '' from unnest(tags) one
  union all select one.key::uuid, trait_value(one.value) from jsonb_each(attributes) one
$$;

create function index_new_traits() returns trigger language plpgsql as $$
begin
  insert into profile_trait_index (enterprise_id, trait_id, value, created_at, profile_id)
  select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
  from new_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  order by 1, 2, 3, 4, 5;
  return null;
end $$;

create function index_changed_traits() returns trigger language plpgsql as $$
begin
  with was as (
    select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
    from old_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  ), now as (
    select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
    from new_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  ), gone as (
    delete from profile_trait_index i using (table was except table now) o
    where i.enterprise_id = o.enterprise_id and i.trait_id = o.trait_id and i.value = o.value
      and i.created_at = o.created_at and i.profile_id = o.profile_id
  )
  insert into profile_trait_index (enterprise_id, trait_id, value, created_at, profile_id)
  table now except table was order by 1, 2, 3, 4, 5;
  return null;
end $$;

create function index_lost_traits() returns trigger language plpgsql as $$
begin
  delete from profile_trait_index i using old_row t, profile_trait_rows(t.tags, t.attributes) r
  where i.enterprise_id = t.enterprise_id and i.trait_id = r.trait_id and i.value = r.value
    and i.created_at = t.created_at and i.profile_id = t.profile_id;
  return null;
end $$;

create trigger profile_trait_added after insert on profile_trait referencing new table as new_row
  for each statement execute function index_new_traits();
create trigger profile_trait_changed after update on profile_trait referencing old table as old_row new table as new_row
  for each statement execute function index_changed_traits();
create trigger profile_trait_gone after delete on profile_trait referencing old table as old_row
  for each statement execute function index_lost_traits();
