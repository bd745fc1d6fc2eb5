-- A download inserts a row into each of these tables, which locked the row of its order: one more record of the database's log.
-- Orders are deleted only with their enterprise account, whose deletion empties these tables too, and with sample data, which
-- nobody downloads.
alter table bound_package drop constraint bound_package_enterprise_id_order_id_fkey;
alter table order_attempt drop constraint order_attempt_enterprise_id_order_id_fkey;
