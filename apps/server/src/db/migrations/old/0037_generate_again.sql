-- Generate again for a selection: an operation whose rows are those of a batch, which has its id. Profiles of several
-- configurations may be in it; each keeps its own.
alter table batch alter column configuration_id drop not null;
alter table batch alter column configuration_version drop not null;
alter table batch add constraint batch_configuration check ((configuration_id is null) = (configuration_version is null));

alter table operation drop constraint operation_kind_check;
alter table operation add constraint operation_kind_check
  check (kind in ('REMOVE', 'GROUP', 'NOTES', 'BIND', 'FREE', 'EXPIRY', 'ATTEMPTS', 'RECYCLE_TIME', 'RECYCLE', 'AGAIN'));
