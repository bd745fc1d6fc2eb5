-- The state of an enterprise's rollups goes with the enterprise account.
alter table rollup_state
  add foreign key (enterprise_id) references enterprise on delete cascade;
