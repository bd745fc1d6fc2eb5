-- Keys of the installation itself (signing keys, the test CI): sealed under a key-encryption key outside the database.
create table sealed_key (
  name text collate "C" primary key,
  sealed bytea not null,
  created_at timestamptz(3) not null
);
select global_table('sealed_key', app => 'select, insert', tenant => '', system => 'select, insert, update');
