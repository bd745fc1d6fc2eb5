-- oldest version: 0352_fewer_references
-- Restores of the database. What the portal sends by itself waits until a person releases it, because much of it was sent
-- before.

create table restore (
  id uuid primary key,
  -- when the rows are from
  rows_of timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  -- when invoice numbers were skipped and audit entries written
  settled_at timestamptz(3),
  released_at timestamptz(3)
);

select global_table('restore', 'select, insert, update', 'select', 'select, insert, update');

-- numbers are skipped after a restore
grant update on invoice_series to simwright_system;
