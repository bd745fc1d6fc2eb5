-- oldest version: 0417_ascending
alter table webhook_attempt validate constraint webhook_attempt_oldest;
