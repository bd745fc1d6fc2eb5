-- The calls of test keys work on a separate enterprise account with the plan DEMO and sample data, which has no members. It is
-- the test data of the enterprise account that the column names; null: a real enterprise account. Not a foreign key, because
-- the enterprise account is deleted first.
alter table enterprise add column test_of uuid;
create unique index enterprise_test_of on enterprise (test_of) where test_of is not null;

alter table api_key add column is_test boolean not null default false;
