-- The end of an operation on many profiles is told in the header.
alter table notice drop constraint notice_kind_check;
alter table notice add constraint notice_kind_check check (kind in
  ('BATCH_DONE', 'BATCH_FAILED', 'FILE_DONE', 'FILE_FAILED', 'OPERATION_DONE', 'OPERATION_FAILED', 'INVITED', 'JOINED',
   'TRIAL_ENDING', 'TRIAL_ENDED', 'ACCOUNT_CHANGED', 'FEEDBACK_ANSWERED'));
