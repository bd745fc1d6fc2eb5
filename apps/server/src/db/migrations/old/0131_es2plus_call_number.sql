-- The order of the calls on one profile, counted when a call is answered: a backup holds no sequences.
alter table es2plus_call alter column number drop identity;
alter table es2plus_call alter column number drop not null;
