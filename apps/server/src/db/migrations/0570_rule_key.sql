-- oldest version: 0352_fewer_references
-- The API key with which a rule was saved last, to whose scopes it is held; null: it was saved on screen.
alter table rule add column saved_key uuid;
