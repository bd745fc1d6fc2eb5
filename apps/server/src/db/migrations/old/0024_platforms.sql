-- White label: what a platform is called, how it looks, where it stands, how its mails speak.

alter table platform add column host text collate "C" unique check (host = lower(host));
alter table platform add column smdp_address text collate "C" check (smdp_address = lower(smdp_address));
alter table platform add column icon_id uuid;
alter table platform add column logo_id uuid;
alter table platform add column mail_name text;
alter table platform add column mail_address text;
-- By kind of mail: what staff wrote instead of the words of the house.
alter table platform add column mail_texts jsonb not null default '{}';
alter table platform alter column mail_texts drop default;
alter table platform add column terms_url text;
alter table platform add column privacy_url text;
alter table platform add column support_email text;
alter table platform add column version integer not null default 1;
alter table platform add column updated_at timestamptz(3);
update platform set updated_at = created_at;
alter table platform alter column updated_at set not null;

-- Icons and logos, checked when they come. A row never changes, so browsers may keep it for ever.
create table platform_image (
  id uuid primary key,
  content_type text collate "C" not null check (content_type in ('image/png', 'image/svg+xml', 'image/x-icon')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  created_at timestamptz(3) not null
);
create index platform_image_created on platform_image (created_at);
select global_table('platform_image');
alter table platform add constraint platform_icon foreign key (icon_id) references platform_image;
alter table platform add constraint platform_logo foreign key (logo_id) references platform_image;

-- Every host by which a platform's activation codes have named the SM-DP+; codes that are out stay good. Without the port.
create table smdp_host (
  host text collate "C" primary key check (host = lower(host)),
  platform_id uuid not null references platform on delete cascade,
  created_at timestamptz(3) not null
);
create index smdp_host_platform on smdp_host (platform_id);
select global_table('smdp_host');

-- All processes look again when a platform changes. A hint.
create function tell_platform_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('platform_changed', '');
  return null;
end $$;
create trigger platform_changed after insert or update or delete on platform
  for each statement execute function tell_platform_changed();

-- An account belongs to a platform: the same person may have one on each, and none of them knows of the others.
alter table user_account drop constraint user_account_email_key;
alter table user_account add constraint user_account_email unique (platform_id, email);

alter table mail_message add column platform_id uuid references platform on delete set null;
create index mail_message_state on mail_message (state, created_at desc, id desc);
create index mail_message_newest on mail_message (created_at desc, id desc);
create index mail_message_recipient on mail_message (recipient);
drop index mail_message_created;
