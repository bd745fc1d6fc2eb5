-- A link activates what was signed up with it: someone else's later sign-up under the same address must not put
-- another password behind a link that was sent before.
alter table user_token add column registration jsonb;
