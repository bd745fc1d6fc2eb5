-- oldest version: 0352_fewer_references
-- An operation that a rule started: its events have the depth of the rule.
alter table operation add column rule_id uuid;
alter table operation add column rule_depth smallint;
