-- The whole profile package (UPP) of a profile whose configuration has the type UPP, sealed like the keys of a profile.
create table supplied_package (
  enterprise_id uuid not null,
  profile_id uuid not null,
  sealed bytea not null,
  primary key (enterprise_id, profile_id),
  foreign key (enterprise_id, profile_id) references profile on delete cascade
);
select tenant_table('supplied_package');
