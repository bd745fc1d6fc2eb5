-- oldest version: 0352_fewer_references
-- For rules: the batches that ended since a time. A single code is no batch for them.
create index batch_completed on batch (enterprise_id, completed_at) where type <> 'SINGLE_GENERATE' and not sample;
