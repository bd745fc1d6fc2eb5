-- The ICCIDs of test keys: each enterprise's test data has a range of its own, which begins with 8999902 and this number, so
-- that it takes no ICCID from a real enterprise account. Null: a real enterprise account.
alter table enterprise add column test_number integer unique;
set local role simwright_system;
update enterprise e set test_number = numbered.number
from (select enterprise_id, row_number() over (order by created_at, enterprise_id) as number
  from enterprise where test_of is not null) numbered
where numbered.enterprise_id = e.enterprise_id;
reset role;
alter table enterprise add constraint test_data_is_numbered check ((test_of is null) = (test_number is null));

-- An ICCID that its enterprise account no longer needs: any enterprise account can generate it. `profile_id` is then the
-- deleted profile, or that of test data.
alter table iccid_directory add column released boolean not null default false;
set local role simwright_system;
update iccid_directory d set released = true
from enterprise e where e.enterprise_id = d.enterprise_id and e.test_of is not null;
reset role;
