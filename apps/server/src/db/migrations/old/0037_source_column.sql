-- How an enterprise account's files call the columns of source data; an empty column is not read.
create table source_column (
  enterprise_id uuid not null references enterprise,
  -- as it stands in the header, in upper case
  name text not null,
  source_column text collate "C" not null,
  primary key (enterprise_id, name)
);
select tenant_table('source_column');

-- What the header called the columns, where it was another name.
alter table source add column renamed jsonb not null default '[]';
alter table source alter column renamed drop default;
