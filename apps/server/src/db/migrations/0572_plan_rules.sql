-- oldest version: 0352_fewer_references
-- A plan limits how many rules are active. Null: no limit but that of the enterprise account.
alter table plan add column rules integer check (rules >= 0);
update plan set rules = case name when 'DEFAULT' then 1 when 'DEMO' then 5 when 'BASIC' then 10 when 'PRO' then 100 end;
