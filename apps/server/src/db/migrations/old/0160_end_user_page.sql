-- Choices of an enterprise account for public pages and mails to end users; no row: none, version 0.
create table end_user_page (
  enterprise_id uuid primary key references enterprise,
  language text collate "C" not null check (language in ('en', 'de', 'fr', 'es', 'ar')),
  -- null: that of the platform
  color text collate "C" check (color ~ '^#[0-9a-f]{6}$'),
  -- own texts by language and name
  texts jsonb not null,
  version integer not null
);
select tenant_table('end_user_page');
