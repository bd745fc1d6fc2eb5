-- oldest version: 0352_fewer_references
-- Rules start on the end of a batch, too: such a match has no profile. What it does with the profiles of the batch are matches of
-- their own, with the batch as their event.
alter table rule_run alter column profile_id drop not null;
alter table rule_run alter column iccid drop not null;
alter table rule_run add column batch_code text collate "C";
alter table rule_run add constraint rule_run_object check (
  (profile_id is null) = (iccid is null) and (profile_id is not null or batch_code is not null));
create unique index rule_run_batch on rule_run (enterprise_id, rule_id, event_id) where profile_id is null;
