-- oldest version: 0417_ascending
-- The tags and attributes that all profiles of a range get, by the columns of a file. The version before generates a range
-- that it continues without them.
alter table batch add column common_cells jsonb;
