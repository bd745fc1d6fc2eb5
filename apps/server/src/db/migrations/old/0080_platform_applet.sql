-- CAP and IJC files of applets that staff supply for a platform, sealed like other secrets of cards. An applet without a
-- row is present on the card: packages only make an instance of it.
create table platform_applet (
  platform_id uuid not null references platform on delete cascade,
  applet text collate "C" not null check (applet in ('ara', 'recycle')),
  id uuid not null unique,
  file_name text not null,
  sha256 text collate "C" not null,
  bytes integer not null,
  package_aid text not null,
  class_aids text[] not null,
  package_version text not null,
  sealed bytea not null,
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (platform_id, applet)
);
select global_table('platform_applet', tenant => 'select');

-- All processes read the hashes of the files again.
create trigger platform_changed after insert or update or delete on platform_applet
  for each statement execute function tell_platform_changed();
