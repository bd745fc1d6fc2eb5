-- CAP and IJC files of an enterprise for the Customize applet, sealed like other secrets of cards. Configurations name a
-- file by its SHA-256, and a version keeps its file, because profiles are pinned to it.
create table applet_file (
  enterprise_id uuid not null,
  id uuid not null,
  file_name text not null,
  sha256 text collate "C" not null,
  bytes integer not null,
  package_aid text not null,
  class_aids text[] not null,
  package_version text not null,
  sealed bytea not null,
  -- another file replaced it: only versions that already name it use it
  replaced_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, sha256)
);
select tenant_table('applet_file');

alter table profile_configuration_version
  add column applet_file text collate "C",
  add foreign key (enterprise_id, applet_file) references applet_file (enterprise_id, sha256);
create index profile_configuration_version_applet on profile_configuration_version (enterprise_id, applet_file)
  where applet_file is not null;
