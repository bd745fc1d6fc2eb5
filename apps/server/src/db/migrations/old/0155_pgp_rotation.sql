-- An OpenPGP key can be replaced. Files that are encrypted to a replaced key stay readable until `readable_until`; then the
-- key is deleted.
alter table pgp_key
  add column replaced_at timestamptz(3),
  add column readable_until timestamptz(3),
  add constraint pgp_key_replaced check ((replaced_at is null) = (readable_until is null));
drop index pgp_key_one;
create unique index pgp_key_current on pgp_key (enterprise_id) where replaced_at is null;
-- the sweep finds keys that end
create index pgp_key_readable_until on pgp_key (readable_until) where readable_until is not null;
