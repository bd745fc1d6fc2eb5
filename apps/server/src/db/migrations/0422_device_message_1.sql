-- oldest version: 0417_ascending
select limit_oldest('device_message', 'id');
