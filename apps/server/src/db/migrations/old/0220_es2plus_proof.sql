-- Proof of possession: anyone can have another operator's certificate, but not its key. A certificate gives access once the
-- enterprise account has signed a challenge with the key.

-- Several enterprise accounts can wait for the proof of the same certificate; at most one can use it.
alter table es2plus_certificate_directory drop constraint es2plus_certificate_directory_pkey;
alter table es2plus_certificate_directory add primary key (fingerprint, enterprise_id);
-- Certificates that are registered already are in use, so they stay usable (ACCEPTED) until another account proves the key.
alter table es2plus_certificate_directory add column state text collate "C" not null default 'ACCEPTED'
  check (state in ('WAITING', 'ACCEPTED', 'PROVEN'));
alter table es2plus_certificate_directory alter column state drop default;
create unique index es2plus_certificate_directory_usable on es2plus_certificate_directory (fingerprint)
  where state <> 'WAITING';

-- An operator that is not removed and has no entry in the directory was displaced by the proof of another account.
alter table es2plus_operator add column challenge_nonce text collate "C";
alter table es2plus_operator add column challenge_expires_at timestamptz(3);
alter table es2plus_operator add check ((challenge_nonce is null) = (challenge_expires_at is null));
-- When the displacement was recorded in the audit log of the account.
alter table es2plus_operator add column displaced_at timestamptz(3);
