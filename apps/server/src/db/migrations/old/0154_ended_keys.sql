-- Sweeps find revoked keys and credentials and ended secrets by these.
create index api_key_revoked on api_key (revoked_at) where revoked_at is not null;
create index api_key_secret_ends on api_key_secret (ends_at);
create index open_api_credential_revoked on open_api_credential (revoked_at) where revoked_at is not null;
