-- oldest version: 0417_ascending
alter table program_call validate constraint program_call_oldest;
