-- A row of once_request is written by the transaction that did the work, with the answer. Those without one are of calls
-- that failed or were cut off.
delete from once_request where sealed_answer is null;
alter table once_request alter column sealed_answer set not null;
