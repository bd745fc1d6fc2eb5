-- oldest version: 0417_ascending
select limit_oldest('program_call', 'id');
