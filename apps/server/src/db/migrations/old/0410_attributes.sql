-- oldest version: 0352_fewer_references
-- Attributes that an enterprise account defines for its profiles. Their values are in profile_trait.
create table attribute (
  enterprise_id uuid not null,
  id uuid not null,
  word text collate "C" not null check (word ~ '^[a-z][a-z0-9_]{0,31}$'),
  name text not null check (length(name) between 1 and 40),
  kind text collate "C" not null check (kind in ('text', 'number', 'date', 'choice', 'link')),
  choices text[] not null default '{}',
  required boolean not null default false,
  position integer not null,
  version integer not null default 1,
  created_by uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- profiles lose their values, or get them under the id of the attribute with the new type, in the background
  removed_at timestamptz(3),
  replaced_by uuid,
  profiles_left boolean not null default false,
  primary key (enterprise_id, id),
  foreign key (enterprise_id) references enterprise,
  foreign key (enterprise_id, replaced_by) references attribute
);
select tenant_table('attribute');
create unique index attribute_word on attribute (enterprise_id, word) where removed_at is null;
create index attribute_left on attribute (enterprise_id, id) where profiles_left;
