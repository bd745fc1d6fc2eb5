-- oldest version: 0417_ascending
alter table mail_message validate constraint mail_message_oldest;
