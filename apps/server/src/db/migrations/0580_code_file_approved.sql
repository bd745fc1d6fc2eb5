-- oldest version: 0352_fewer_references
-- SHA-256 of the profiles and codes that a file may have, where files with codes need approval; null: whatever it has.
alter table code_file add column approved_sha256 bytea;
