-- The AC format STRING: the code was given out as text only, and its public page is not open. Programs that do not ask
-- for a link generate such codes. Codes that exist keep their format: a link that was given out goes on to work.
alter table profile drop constraint profile_ac_format_check;
alter table profile add constraint profile_ac_format_check check (ac_format in ('NONE', 'STRING', 'PICTURE', 'AC_LINK'));

-- Whether the codes of a batch have public pages. Only a program can do without.
alter table batch alter column with_links set default true;
set local role simwright_system;
update batch set with_links = true where type <> 'OPEN_BATCH_GENERATE';
reset role;
