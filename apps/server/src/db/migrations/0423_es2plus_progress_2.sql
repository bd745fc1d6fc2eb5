-- oldest version: 0417_ascending
alter table es2plus_progress validate constraint es2plus_progress_oldest;
