-- Confirmation codes of many profiles at once. Codes stand here sealed under the card key only.
alter table operation drop constraint operation_kind_check;
alter table operation add constraint operation_kind_check
  check (kind in ('REMOVE', 'GROUP', 'NOTES', 'BIND', 'FREE', 'EXPIRY', 'CONFIRMATION', 'ATTEMPTS', 'RECYCLE_TIME', 'RECYCLE', 'AGAIN'));

-- the code that all of them get, until the operation is complete
alter table operation add column sealed_code bytea;

-- the code before and the code after
alter table operation_row add column sealed_codes bytea;
