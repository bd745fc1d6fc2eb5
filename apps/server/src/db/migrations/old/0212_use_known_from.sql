-- From when on all use of an enterprise account is recorded. Null: from its creation. Accounts that existed before were not
-- always recorded when they were used (members without a session, for example), so they count as used until now.
alter table enterprise add column use_known_from timestamptz(3);
set local role simwright_system;
update enterprise set use_known_from = now();
reset role;
