-- The kinds of operation are the rows of the contract's table. The list of them here said the same again, and every new kind
-- had to change it.
alter table operation drop constraint operation_kind_check;
