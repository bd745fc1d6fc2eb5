-- oldest version: 0417_ascending
select split_by_month('mail_message', 'id');
select global_table('mail_message');
