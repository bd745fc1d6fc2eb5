-- An event stores the id of its text and the values of the text's placeholders; the sentence is made when it is read. Events
-- of before keep their sentence in detail.
alter table profile_event add column text_id text collate "C";
alter table profile_event add column text_values jsonb;
alter table profile_event alter column detail drop not null;
alter table profile_event add constraint profile_event_said check (text_id is not null or detail is not null) not valid;
