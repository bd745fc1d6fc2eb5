-- The table `profile` with its indexes after migration 0230, frozen: the old reference of `npm run bench -- generate`.
create table frozen_profile (
  enterprise_id uuid not null,
  id uuid not null,
  iccid text collate "C" not null,
  imsi text collate "C" not null,
  msisdn text collate "C",
  eid text collate "C",
  spn text collate "C" not null,
  status text collate "C" not null,
  status_at timestamp(3) with time zone not null,
  order_state text collate "C" not null,
  order_state_at timestamp(3) with time zone not null,
  activation_code_id uuid not null,
  matching_id text collate "C" not null,
  configuration_id uuid not null,
  configuration_version integer not null,
  batch_id uuid not null,
  protection text collate "C",
  region text collate "C",
  device_brand text collate "C",
  device_model text,
  notes text collate "C",
  downloads integer not null default 0,
  created_by uuid not null,
  created_at timestamp(3) with time zone not null,
  sample boolean not null default false,
  recycle_status text collate "C" not null default 'NONE'::text,
  recycle_reason text collate "C",
  recycle_at timestamp(3) with time zone,
  recycle_begun_at timestamp(3) with time zone,
  recycle_due_at timestamp(3) with time zone,
  campaign_id uuid,
  ac_format text collate "C" not null default 'AC_LINK'::text,
  device_release smallint,
  CHECK ((ac_format = ANY (ARRAY['NONE'::text, 'STRING'::text, 'PICTURE'::text, 'AC_LINK'::text]))),
  CHECK ((order_state = ANY (ARRAY['Available'::text, 'Allocated'::text, 'Linked'::text, 'Confirmed'::text, 'Released'::text, 'Downloaded'::text, 'Installed'::text, 'Error'::text, 'Unavailable'::text]))),
  PRIMARY KEY (enterprise_id, id),
  CHECK ((protection = ANY (ARRAY['PLAIN'::text, 'PGP'::text]))),
  CHECK ((recycle_reason = ANY (ARRAY['EXPIRE_TIME'::text, 'MANUAL'::text, 'DEVICE_DELETED'::text, 'CAMPAIGN_END'::text]))),
  CHECK ((recycle_status = ANY (ARRAY['NONE'::text, 'SCHEDULED'::text, 'RECYCLED'::text, 'FAILED'::text]))),
  CHECK ((status = ANY (ARRAY['AVAILABLE'::text, 'DOWNLOADED'::text, 'INSTALLED'::text, 'ENABLED'::text, 'DISABLED'::text, 'DELETED'::text, 'ERROR'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REMOVED'::text])))
);
create index frozen_profile_by_batch on frozen_profile using btree (enterprise_id, batch_id, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_brand on frozen_profile using btree (enterprise_id, device_brand, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_campaign on frozen_profile using btree (enterprise_id, campaign_id, created_at DESC, id DESC) WHERE ((status <> 'REMOVED'::text) AND (campaign_id IS NOT NULL));
create index frozen_profile_by_configuration on frozen_profile using btree (enterprise_id, configuration_id, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_creator on frozen_profile using btree (enterprise_id, created_by, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_eid on frozen_profile using btree (enterprise_id, eid, id) INCLUDE (created_at) WHERE ((status <> 'REMOVED'::text) AND (eid IS NOT NULL));
create index frozen_profile_by_format on frozen_profile using btree (enterprise_id, ac_format, created_at DESC, id DESC) WHERE ((status <> 'REMOVED'::text) AND (ac_format <> 'AC_LINK'::text));
create index frozen_profile_by_iccid on frozen_profile using btree (enterprise_id, iccid, id) INCLUDE (created_at) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_imsi on frozen_profile using btree (enterprise_id, imsi, id) INCLUDE (created_at) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_matching_id on frozen_profile using btree (enterprise_id, matching_id, id) INCLUDE (created_at) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_msisdn on frozen_profile using btree (enterprise_id, msisdn, id) INCLUDE (created_at) WHERE ((status <> 'REMOVED'::text) AND (msisdn IS NOT NULL));
create index frozen_profile_by_notes on frozen_profile using btree (enterprise_id, notes, created_at DESC, id DESC) WHERE ((status <> 'REMOVED'::text) AND (notes IS NOT NULL));
create index frozen_profile_by_order_state on frozen_profile using btree (enterprise_id, order_state, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_protection on frozen_profile using btree (enterprise_id, protection, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_region on frozen_profile using btree (enterprise_id, region, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_spn on frozen_profile using btree (enterprise_id, spn, created_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_by_version on frozen_profile using btree (enterprise_id, configuration_id, configuration_version) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_changed on frozen_profile using btree (enterprise_id, status_at DESC, id DESC) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_created on frozen_profile using btree (enterprise_id, created_at DESC, id DESC) INCLUDE (ac_format) WHERE (status <> 'REMOVED'::text);
create index frozen_profile_recycle_at on frozen_profile using btree (enterprise_id, recycle_at, id) WHERE (recycle_at IS NOT NULL);
create index frozen_profile_recycle_created on frozen_profile using btree (enterprise_id, recycle_status, created_at DESC, id DESC) WHERE (recycle_status <> 'NONE'::text);
create index frozen_profile_recycle_due on frozen_profile using btree (recycle_due_at) WHERE (recycle_due_at IS NOT NULL);
create index frozen_profile_recycle_reason on frozen_profile using btree (enterprise_id, recycle_reason, created_at DESC, id DESC) WHERE (recycle_reason IS NOT NULL);
create index frozen_profile_sample on frozen_profile using btree (enterprise_id) WHERE sample;
create index frozen_profile_status_created on frozen_profile using btree (enterprise_id, status, created_at DESC, id DESC);
create unique index frozen_profile_enterprise_id_iccid_key on frozen_profile using btree (enterprise_id, iccid);
