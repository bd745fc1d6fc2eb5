-- The end of an enterprise account, its logo, and invitations as the invited find them.

-- When the enterprise account will be deleted for good, if an owner asked for it. Until then nothing is served from it.
alter table enterprise add column deletion_at timestamptz(3);
create index enterprise_deletion on enterprise (deletion_at) where deletion_at is not null;

drop trigger rights_changed on enterprise;
create trigger rights_changed after update of state, deletion_at on enterprise
  for each row execute function tell_rights_changed();

-- Checked when it comes. A row never changes, so browsers may keep it for ever.
create table enterprise_logo (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  content_type text collate "C" not null
    check (content_type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  content bytea not null check (octet_length(content) between 1 and 262144),
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id)
);
select tenant_table('enterprise_logo');
-- One at a time; its id is kept here, so that lists need not look for it.
alter table enterprise add column logo_id uuid;

-- Open invitations of an address, wherever they are from.
create index member_invited_anywhere on member (invited_email) where state = 'INVITED';
