-- Sample data is attributed to itself, not to the person who signed up: no user has this id.
set local role simwright_system;
update profile_event e set actor_id = '00000000-0000-0000-0000-000000000000'
from profile p where p.enterprise_id = e.enterprise_id and p.id = e.profile_id and p.sample and e.actor = 'user'
  and e.type = 'GENERATED';
update profile set created_by = '00000000-0000-0000-0000-000000000000' where sample;
update batch set created_by = '00000000-0000-0000-0000-000000000000' where sample;
update profile_configuration_version v set created_by = '00000000-0000-0000-0000-000000000000'
from profile_configuration c where c.enterprise_id = v.enterprise_id and c.id = v.configuration_id and c.sample;
update profile_configuration set created_by = '00000000-0000-0000-0000-000000000000' where sample;
reset role;
