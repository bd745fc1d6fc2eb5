-- What an audit entry records is called its action everywhere: in the tables, in texts of mails that a platform wrote
-- itself (the placeholder for the person who acted), in what users opened last from the command palette, and in the order
-- of the audit log's columns.
alter table audit_inbox rename column deed to action;
alter table audit_entry rename column deed to action;

update platform set mail_texts = replace(mail_texts::text, '{doer}', '{actor}')::jsonb
  where mail_texts::text like '%{doer}%';

update user_behavior set config = replace(config, '"kind":"deed"', '"kind":"action"')
  where module_name = 'palette' and config like '%"kind":"deed"%';
update user_behavior set config = replace(config, '"deed"', '"action"')
  where module_name = 'audit' and config like '%"deed"%';
