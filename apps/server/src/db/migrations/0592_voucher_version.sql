-- oldest version: 0352_fewer_references
-- Name, end and limit of a batch of vouchers can be edited.
alter table voucher_batch add column version integer not null default 1;
