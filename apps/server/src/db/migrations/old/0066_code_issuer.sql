-- The certificate issuer that the devices of a code trust: the address of its port goes into the code. Null: the first port.
alter table activation_code add column issuer text collate "C" check (issuer in ('NIST', 'BRP'));
