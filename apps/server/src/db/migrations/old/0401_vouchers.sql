-- oldest version: 0352_fewer_references
-- Vouchers: a printed code for a profile of a campaign. Redeeming one takes a free profile out of the campaign, and its own
-- code is valid again.
create table voucher_batch (
  enterprise_id uuid not null references enterprise,
  id uuid not null,
  campaign_id uuid not null,
  name text not null,
  -- names the public page of the batch
  slug text collate "C" not null,
  count integer not null check (count > 0),
  redeemed integer not null default 0,
  -- revoked one by one
  revoked integer not null default 0,
  -- codes entered on its page that no voucher has: in all, and in the hour that began at `wrong_hour`
  wrong integer not null default 0,
  wrong_hour timestamptz(3),
  wrong_in_hour integer not null default 0,
  expires_at timestamptz(3),
  -- redeemed from one address within 24 hours at most
  address_limit integer check (address_limit > 0),
  revoked_at timestamptz(3),
  created_by uuid not null,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, campaign_id) references campaign
);
create unique index voucher_batch_name on voucher_batch (enterprise_id, lower(name) collate "C");
create index voucher_batch_created on voucher_batch (enterprise_id, created_at desc, id desc);
create index voucher_batch_campaign on voucher_batch (enterprise_id, campaign_id);
select tenant_table('voucher_batch');

-- Of the code there is only its HMAC.
create table voucher (
  enterprise_id uuid not null,
  batch_id uuid not null,
  number integer not null check (number > 0),
  hash bytea not null,
  redeemed_at timestamptz(3),
  profile_id uuid,
  -- of the profile's page, as it was handed out
  page_slug text collate "C",
  -- SHA-256 of the secret of the browser that redeemed it, which sees the page again
  secret_hash bytea,
  address text,
  -- the address without the part that a subscriber may choose, for the limit
  network text collate "C",
  revoked_at timestamptz(3),
  primary key (enterprise_id, batch_id, number),
  unique (enterprise_id, batch_id, hash),
  foreign key (enterprise_id, batch_id) references voucher_batch,
  check (redeemed_at is null or revoked_at is null),
  check ((redeemed_at is null) = (profile_id is null))
);
-- whether the code of a profile was handed out; after generating it again, it may be once more
create index voucher_profile on voucher (enterprise_id, profile_id) where profile_id is not null;
create index voucher_network on voucher (enterprise_id, batch_id, network, redeemed_at) where network is not null;
create index voucher_addressed on voucher (redeemed_at) where address is not null;
select tenant_table('voucher');

-- The codes of a new batch, sealed, for a day.
create table voucher_codes (
  enterprise_id uuid not null,
  batch_id uuid not null,
  sealed bytea not null,
  expires_at timestamptz(3) not null,
  primary key (enterprise_id, batch_id),
  foreign key (enterprise_id, batch_id) references voucher_batch
);
create index voucher_codes_expires on voucher_codes (expires_at);
select tenant_table('voucher_codes');

-- A page is opened before a tenant is known.
create table voucher_directory (
  slug text collate "C" primary key,
  enterprise_id uuid not null,
  batch_id uuid not null
);
create index voucher_directory_enterprise on voucher_directory (enterprise_id);
select global_table('voucher_directory');

-- Limited members see the batches of the campaigns that they see.
select limit_to_groups('voucher_batch', 'exists (select from campaign c
  where c.enterprise_id = voucher_batch.enterprise_id and c.id = voucher_batch.campaign_id)');
select limit_to_groups(name::regclass, format('exists (select from voucher_batch b
  where b.enterprise_id = %1$I.enterprise_id and b.id = %1$I.batch_id)', name))
from unnest(array['voucher', 'voucher_codes']) name;
