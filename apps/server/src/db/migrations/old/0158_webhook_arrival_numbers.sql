-- Arrivals of a receiver are numbered in the order of their commits, so that a reader that continues after a number misses
-- none. Null: arrived before this migration, or at a process of an earlier version.
alter table webhook_endpoint add last_arrival bigint not null default 0;
alter table webhook_arrival add number bigint;
create unique index webhook_arrival_number on webhook_arrival (enterprise_id, endpoint_id, number) where number is not null;
