-- oldest version: 0460_batch_common_cells
-- The devices whose IMEI is old enough to be deleted.
create index device_imei_seen on device (last_seen_at) where imei is not null;
