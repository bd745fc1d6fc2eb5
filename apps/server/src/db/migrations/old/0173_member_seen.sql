-- When a member was last active. Session rows are deleted, so they do not keep this time for long.

-- Null: never. Written at sign-in and every few minutes of use.
alter table member add column last_seen_at timestamptz(3);

set local role simwright_system;
update member m set last_seen_at = seen.at
from (select user_id, enterprise_id, max(last_seen_at) as at from user_session where visit_reason is null
  group by user_id, enterprise_id) seen
where seen.user_id = m.user_id and seen.enterprise_id = m.enterprise_id;
reset role;
