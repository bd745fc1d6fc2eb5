-- Browsers that a user has signed in with, by the hash of a random cookie: wrong passwords from elsewhere don't delay them.
create table known_device (
  user_id uuid not null references user_account on delete cascade,
  token_hash bytea not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  primary key (user_id, token_hash)
);
create index known_device_token on known_device (token_hash);
select global_table('known_device');
