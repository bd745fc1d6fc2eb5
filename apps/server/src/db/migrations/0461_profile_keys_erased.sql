-- oldest version: 0460_batch_common_cells
-- When the keys of a profile were erased after its installation. Null: it has keys. The version before would send no package
-- of such a profile either: its code is dead.
alter table profile add column keys_erased_at timestamptz(3);
