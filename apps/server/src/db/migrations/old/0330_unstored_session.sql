-- A session of ES9+ is stored at AuthenticateClient. The eUICC's challenge, which was evidence only, arrives before and does
-- not come back.
alter table rsp_session alter column euicc_challenge drop not null;
