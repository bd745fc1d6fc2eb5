-- oldest version: 0352_fewer_references
-- Comments on profiles, batches, campaigns and orders. They are deleted with their object; orders are never deleted.
create table comment (
  enterprise_id uuid not null,
  id uuid not null,
  object_kind text collate "C" not null check (object_kind in ('PROFILE', 'BATCH', 'CAMPAIGN', 'ORDER')),
  object_id uuid not null,
  -- a mention is @[id of a user]; empty once the comment is deleted
  text text not null check (length(text) <= 6000),
  created_by uuid not null,
  -- the API key by which it was written
  key_name text,
  created_at timestamptz(3) not null,
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  deleted_by uuid,
  version integer not null default 1,
  profile_id uuid generated always as (case when object_kind = 'PROFILE' then object_id end) stored,
  batch_id uuid generated always as (case when object_kind = 'BATCH' then object_id end) stored,
  campaign_id uuid generated always as (case when object_kind = 'CAMPAIGN' then object_id end) stored,
  primary key (enterprise_id, id),
  foreign key (enterprise_id, profile_id) references profile on delete cascade,
  foreign key (enterprise_id, batch_id) references batch on delete cascade,
  foreign key (enterprise_id, campaign_id) references campaign on delete cascade,
  check ((deleted_at is null) = (deleted_by is null)),
  check ((deleted_at is null) = (text <> ''))
);
create index comment_object on comment (enterprise_id, object_kind, object_id, created_at, id);
create index comment_author on comment (enterprise_id, created_by, created_at);
create index comment_profile on comment (enterprise_id, profile_id) where profile_id is not null;
create index comment_batch on comment (enterprise_id, batch_id) where batch_id is not null;
create index comment_campaign on comment (enterprise_id, campaign_id) where campaign_id is not null;
select tenant_table('comment');
-- who sees the object sees its comments: the policies of batches and campaigns apply in these subqueries
select limit_to_groups('comment', 'case object_kind
  when ''PROFILE'' then exists (select from profile_place m
    where m.enterprise_id = comment.enterprise_id and m.profile_id = comment.object_id)
  when ''BATCH'' then exists (select from batch b where b.enterprise_id = comment.enterprise_id and b.id = comment.object_id)
  when ''CAMPAIGN'' then exists (select from campaign c
    where c.enterprise_id = comment.enterprise_id and c.id = comment.object_id)
  else false end');
