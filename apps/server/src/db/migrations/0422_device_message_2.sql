-- oldest version: 0417_ascending
alter table device_message validate constraint device_message_oldest;
