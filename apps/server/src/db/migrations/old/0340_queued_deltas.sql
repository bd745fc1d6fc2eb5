-- Deltas of the same dimensions share a row: a step of a download queues one row instead of about three, and each row costs
-- four records of the database's log.
alter table rollup_queue add column deltas jsonb;

set local role simwright_system;
update rollup_queue
set deltas = jsonb_build_array(jsonb_build_object('metric', metric, 'dimension', dimension, 'delta', delta));
reset role;

alter table rollup_queue alter column deltas set not null,
  drop column metric, drop column dimension, drop column delta;
