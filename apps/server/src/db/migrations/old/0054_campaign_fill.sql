-- How far a call has come that fills a campaign in more than one transaction: repeated after a crash, it goes on from here.
-- `call` is the keyed hash of its caller, request id and content.
create table campaign_fill (
  enterprise_id uuid not null,
  call bytea not null,
  campaign_id uuid not null,
  added integer not null,
  after_id uuid not null,
  updated_at timestamptz(3) not null,
  primary key (enterprise_id, call),
  foreign key (enterprise_id, campaign_id) references campaign (enterprise_id, id) on delete cascade
);
create index campaign_fill_campaign on campaign_fill (enterprise_id, campaign_id);
select tenant_table('campaign_fill');
