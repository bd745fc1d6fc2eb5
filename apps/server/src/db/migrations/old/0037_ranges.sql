-- Ranges: profiles whose keys are made here; what is kept of ranges; how the columns of files are called.

-- The first numbers of a range; its keys go out once, by the core-network file.
alter table batch
  add column first_iccid text collate "C",
  add column first_imsi text collate "C",
  add column core_file_at timestamptz(3),
  add column core_file_by uuid,
  add constraint batch_range check ((first_iccid is null) = (first_imsi is null));
