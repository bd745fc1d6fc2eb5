-- oldest version: 0352_fewer_references
-- The tables of 1.0: what the migrations up to 0417_ascending, in the folder old, leave of a new database. A new database runs
-- this file instead of them (db/migrate.ts); a test compares both. Written by pg_dump of PostgreSQL 15, without comments.

-- functions of SQL name tables that follow
set local check_function_bodies = false;

CREATE FUNCTION public.close_plan_use() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform from plan_use u
    where u.enterprise_id = new.enterprise_id and u.order_id = new.id and u.used is distinct from u.allowance
    order by u.slot for update;
  update plan_use u set allowance = u.used
    where u.enterprise_id = new.enterprise_id and u.order_id = new.id and u.used is distinct from u.allowance;
  return null;
end $$;
CREATE FUNCTION public.close_pool_use() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform from pool_use u where u.enterprise_id = new.enterprise_id and u.pool_id = new.id and u.room > 0
    order by u.slot for update;
  update pool_use u set room = 0 where u.enterprise_id = new.enterprise_id and u.pool_id = new.id and u.room > 0;
  return null;
end $$;
CREATE FUNCTION public.global_table(relation regclass, app text DEFAULT 'select, insert, update, delete'::text, tenant text DEFAULT 'select, insert, update, delete'::text, system text DEFAULT 'select, insert, update, delete'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('comment on table %s is %L', relation, 'global');
  perform grant_table(relation, 'simwright_app', app);
  perform grant_table(relation, 'simwright_tenant', tenant);
  perform grant_table(relation, 'simwright_system', system);
end $$;
CREATE FUNCTION public.grant_table(relation regclass, role text, privileges text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  if privileges <> '' then
    execute format('grant %s on %s to %I', privileges, relation, role);
  end if;
end $$;
CREATE FUNCTION public.index_changed_traits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  with was as (
    select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
    from old_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  ), now as (
    select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
    from new_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  ), gone as (
    delete from profile_trait_index i using (table was except table now) o
    where i.enterprise_id = o.enterprise_id and i.trait_id = o.trait_id and i.value = o.value
      and i.created_at = o.created_at and i.profile_id = o.profile_id
  )
  insert into profile_trait_index (enterprise_id, trait_id, value, created_at, profile_id)
  table now except table was order by 1, 2, 3, 4, 5;
  return null;
end $$;
CREATE FUNCTION public.index_lost_traits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  delete from profile_trait_index i using old_row t, profile_trait_rows(t.tags, t.attributes) r
  where i.enterprise_id = t.enterprise_id and i.trait_id = r.trait_id and i.value = r.value
    and i.created_at = t.created_at and i.profile_id = t.profile_id;
  return null;
end $$;
CREATE FUNCTION public.index_new_traits() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into profile_trait_index (enterprise_id, trait_id, value, created_at, profile_id)
  select t.enterprise_id, r.trait_id, r.value, t.created_at, t.profile_id
  from new_row t, profile_trait_rows(t.tags, t.attributes) r where t.listed
  order by 1, 2, 3, 4, 5;
  return null;
end $$;
CREATE FUNCTION public.insert_base_plan() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into plan_order (enterprise_id, id, code, kind, plan, state, starts_at, created_at)
  values (new.enterprise_id, gen_random_uuid(),
    to_char(new.created_at at time zone 'UTC', 'YYYYMMDDHH24MISS') || lpad(floor(random() * 1000000)::text, 6, '0'),
    'BASE', new.plan, 'ACTIVE', new.created_at, new.created_at)
  on conflict (enterprise_id) where kind = 'BASE' do nothing;
  return new;
end $$;
CREATE FUNCTION public.is_campaign_in_groups(enterprise uuid, campaign uuid, maker uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public'
    AS $$
  with held as (
    select profile_id from pool_member where enterprise_id = enterprise and pool_id = campaign
    union all
    select profile_id from pool_past where enterprise_id = enterprise and pool_id = campaign
  )
  select enterprise = current_setting('app.enterprise', true)::uuid
    and not exists (
      select from held h left join profile_place m on m.enterprise_id = enterprise and m.profile_id = h.profile_id
      where m.group_id is null or m.group_id <> all (current_setting('app.groups', true)::uuid[])
    )
    and (maker = current_setting('app.member', true)::uuid or exists (select from held))
$$;
CREATE FUNCTION public.keep_audit() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and tg_table_name = 'audit_entry' then
    if exists (select from audit_checkpoint c where c.enterprise_id = old.enterprise_id and c.number >= old.number) then
      return old;
    end if;
  end if;
  raise exception 'the audit log can only be added to' using errcode = 'insufficient_privilege';
end $$;
CREATE FUNCTION public.limit_to_groups(relation regclass, condition text, command text DEFAULT 'select'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
begin
  execute format('create policy groups on %s as restrictive for %s to simwright_limited using (%s)', relation, command,
    condition);
end $$;
CREATE FUNCTION public.profile_trait_rows(tags uuid[], attributes jsonb) RETURNS TABLE(trait_id uuid, value text)
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select one, '' from unnest(tags) one
  union all select one.key::uuid, trait_value(one.value) from jsonb_each(attributes) one
$$;
CREATE FUNCTION public.refuse_invoice_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'UPDATE' and old.pdf is null
    and to_jsonb(old) - 'pdf' - 'pdf_at' = to_jsonb(new) - 'pdf' - 'pdf_at' then
    return new;
  end if;
  raise exception 'invoice % was issued and cannot be changed', old.number;
end $$;
CREATE FUNCTION public.refuse_invoice_truncate() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'issued invoices cannot be deleted';
end $$;
CREATE FUNCTION public.refuse_write(guard integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '%', guard using errcode = 'SW001';
end $$;
CREATE FUNCTION public.tell_notice_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('notice_changed', new.user_id::text);
  return null;
end $$;
CREATE FUNCTION public.tell_platform_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('platform_changed', '');
  return null;
end $$;
CREATE FUNCTION public.tell_rights_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  perform pg_notify('rights_changed', coalesce(new.enterprise_id, old.enterprise_id)::text);
  return null;
end $$;
CREATE FUNCTION public.tenant_table(relation regclass, tenant text DEFAULT 'select, insert, update, delete'::text, system text DEFAULT 'select, insert, update, delete'::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
declare
  own_rows constant text := 'enterprise_id = nullif(current_setting(''app.enterprise'', true), '''')::uuid';
begin
  if not exists (
    select from pg_attribute
    where attrelid = relation and attname = 'enterprise_id' and atttypid = 'uuid'::regtype and attnotnull
  ) then
    raise exception 'the tenant table % needs a column enterprise_id uuid not null', relation;
  end if;
  execute format('alter table %s enable row level security', relation);
  execute format('alter table %s force row level security', relation);
  execute format('create policy tenant on %s to simwright_tenant using (%s) with check (%s)', relation, own_rows, own_rows);
  execute format('create policy system on %s to simwright_system using (true) with check (true)', relation);
  perform grant_table(relation, 'simwright_tenant', tenant);
  perform grant_table(relation, 'simwright_system', system);
end $$;
CREATE FUNCTION public.trait_value(value jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  select case jsonb_typeof(value)
    when 'number' then to_char(value::numeric + 1000000000000000, 'FM0000000000000000.000000')
    else lower(value #>> '{}') end
$$;
CREATE TABLE public.access_key_directory (
    access_key text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    credential_id uuid NOT NULL
);
COMMENT ON TABLE public.access_key_directory IS 'global';
CREATE TABLE public.activation_code (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    matching_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    profile_id uuid,
    sealed_confirmation bytea,
    state text NOT NULL COLLATE pg_catalog."C",
    orders integer DEFAULT 1 NOT NULL,
    max_attempts integer NOT NULL,
    max_redownloads integer NOT NULL,
    allow_device_change boolean NOT NULL,
    expires_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    pool_id uuid,
    issuer text COLLATE pg_catalog."C",
    CONSTRAINT activation_code_issuer_check CHECK ((issuer = ANY (ARRAY['NIST'::text, 'BRP'::text]))),
    CONSTRAINT activation_code_kind_check CHECK ((kind = ANY (ARRAY['single'::text, 'campaign'::text, 'pooled'::text, 'rotation'::text]))),
    CONSTRAINT activation_code_pool_check CHECK (((kind = ANY (ARRAY['campaign'::text, 'rotation'::text])) = (pool_id IS NOT NULL))),
    CONSTRAINT activation_code_profile_check CHECK (((kind = 'campaign'::text) = (profile_id IS NULL))),
    CONSTRAINT activation_code_state_check CHECK ((state = ANY (ARRAY['LIVE'::text, 'EXPIRED'::text, 'DEAD'::text])))
);
ALTER TABLE ONLY public.activation_code FORCE ROW LEVEL SECURITY;
CREATE TABLE public.activation_code_directory (
    matching_id text NOT NULL COLLATE pg_catalog."C",
    slug text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    pool_id uuid
);
COMMENT ON TABLE public.activation_code_directory IS 'global';
CREATE TABLE public.announcement (
    id uuid NOT NULL,
    platform_id uuid,
    kind text NOT NULL COLLATE pg_catalog."C",
    text text NOT NULL,
    link text,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone,
    withdrawn_at timestamp(3) with time zone,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT announcement_check CHECK ((ends_at > starts_at)),
    CONSTRAINT announcement_kind_check CHECK ((kind = ANY (ARRAY['INFO'::text, 'WARNING'::text, 'MAINTENANCE'::text])))
);
COMMENT ON TABLE public.announcement IS 'global';
CREATE TABLE public.announcement_dismissal (
    announcement_id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.announcement_dismissal IS 'global';
CREATE TABLE public.api_key (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    scopes text[] NOT NULL,
    addresses text[] NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    is_test boolean DEFAULT false NOT NULL,
    CONSTRAINT api_key_kind_check CHECK ((kind = ANY (ARRAY['PERSONAL'::text, 'SERVICE'::text]))),
    CONSTRAINT api_key_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64))),
    CONSTRAINT api_key_scopes_check CHECK ((cardinality(scopes) > 0))
);
ALTER TABLE ONLY public.api_key FORCE ROW LEVEL SECURITY;
CREATE TABLE public.api_key_directory (
    secret_id uuid NOT NULL,
    enterprise_id uuid NOT NULL
);
COMMENT ON TABLE public.api_key_directory IS 'global';
CREATE TABLE public.api_key_secret (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    key_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    last_used_address text,
    CONSTRAINT api_key_secret_hash_check CHECK ((length(hash) = 32))
);
ALTER TABLE ONLY public.api_key_secret FORCE ROW LEVEL SECURITY;
CREATE TABLE public.applet_file (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    bytes integer NOT NULL,
    package_aid text NOT NULL,
    class_aids text[] NOT NULL,
    package_version text NOT NULL,
    sealed bytea NOT NULL,
    replaced_at timestamp(3) with time zone,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.applet_file FORCE ROW LEVEL SECURITY;
CREATE TABLE public.attempt_counter (
    key text NOT NULL COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    window_started_at timestamp(3) with time zone NOT NULL,
    blocked_until timestamp(3) with time zone
);
COMMENT ON TABLE public.attempt_counter IS 'global';
CREATE TABLE public.attribute (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    word text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    choices text[] DEFAULT '{}'::text[] NOT NULL,
    required boolean DEFAULT false NOT NULL,
    "position" integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    replaced_by uuid,
    profiles_left boolean DEFAULT false NOT NULL,
    CONSTRAINT attribute_kind_check CHECK ((kind = ANY (ARRAY['text'::text, 'number'::text, 'date'::text, 'choice'::text, 'link'::text]))),
    CONSTRAINT attribute_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    CONSTRAINT attribute_word_check CHECK ((word ~ '^[a-z][a-z0-9_]{0,31}$'::text))
);
ALTER TABLE ONLY public.attribute FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_chain (
    enterprise_id uuid NOT NULL,
    number bigint NOT NULL,
    hash bytea NOT NULL,
    seal bytea NOT NULL
);
ALTER TABLE ONLY public.audit_chain FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_checkpoint (
    enterprise_id uuid NOT NULL,
    number bigint NOT NULL,
    hash bytea NOT NULL,
    made_at timestamp(3) with time zone NOT NULL,
    seal bytea NOT NULL
);
ALTER TABLE ONLY public.audit_checkpoint FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_entry (
    enterprise_id uuid NOT NULL,
    number bigint NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    actor_name text NOT NULL,
    actor_email text,
    address text,
    request_id uuid,
    action text NOT NULL COLLATE pg_catalog."C",
    object_kind text NOT NULL COLLATE pg_catalog."C",
    object_id text COLLATE pg_catalog."C",
    object_name text NOT NULL,
    before jsonb,
    after jsonb,
    hash bytea NOT NULL,
    CONSTRAINT audit_entry_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT audit_entry_number_check CHECK ((number > 0))
);
ALTER TABLE ONLY public.audit_entry FORCE ROW LEVEL SECURITY;
CREATE TABLE public.audit_inbox (
    id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    actor_kind text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    actor_name text NOT NULL,
    actor_email text,
    address text,
    request_id uuid,
    action text NOT NULL COLLATE pg_catalog."C",
    object_kind text NOT NULL COLLATE pg_catalog."C",
    object_id text COLLATE pg_catalog."C",
    object_name text NOT NULL,
    before jsonb,
    after jsonb,
    CONSTRAINT audit_inbox_actor_kind_check CHECK ((actor_kind = ANY (ARRAY['PERSON'::text, 'KEY'::text, 'STAFF'::text, 'SYSTEM'::text])))
);
COMMENT ON TABLE public.audit_inbox IS 'global';
CREATE TABLE public.backup_run (
    taken_at timestamp(3) with time zone NOT NULL,
    bytes bigint NOT NULL
);
COMMENT ON TABLE public.backup_run IS 'global';
CREATE TABLE public.batch (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    process text NOT NULL COLLATE pg_catalog."C",
    configuration_id uuid,
    configuration_version integer,
    source_id uuid,
    file_name text,
    protection text COLLATE pg_catalog."C",
    generate_again boolean DEFAULT false NOT NULL,
    total integer NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    next_part integer DEFAULT 0 NOT NULL,
    cancel_requested_at timestamp(3) with time zone,
    lease_holder uuid,
    lease_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    sample boolean DEFAULT false NOT NULL,
    first_iccid text COLLATE pg_catalog."C",
    first_imsi text COLLATE pg_catalog."C",
    core_file_at timestamp(3) with time zone,
    core_file_by uuid,
    group_name text,
    maker_limited boolean DEFAULT (COALESCE(current_setting('app.groups'::text, true), ''::text) <> ''::text) NOT NULL,
    with_links boolean DEFAULT true NOT NULL,
    left_out integer DEFAULT 0 NOT NULL,
    CONSTRAINT batch_configuration CHECK (((configuration_id IS NULL) = (configuration_version IS NULL))),
    CONSTRAINT batch_process_check CHECK ((process = ANY (ARRAY['PROCESSING'::text, 'COMPLETE'::text]))),
    CONSTRAINT batch_protection_check CHECK ((protection = ANY (ARRAY['PLAIN'::text, 'PGP'::text]))),
    CONSTRAINT batch_range CHECK (((first_iccid IS NULL) = (first_imsi IS NULL))),
    CONSTRAINT batch_type_check CHECK ((type = ANY (ARRAY['GENERATE_AC'::text, 'BATCH_GENERATE'::text, 'RE_GENERATE'::text, 'SINGLE_GENERATE'::text, 'OPEN_BATCH_GENERATE'::text])))
);
ALTER TABLE ONLY public.batch FORCE ROW LEVEL SECURITY;
CREATE TABLE public.batch_row (
    enterprise_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    line integer NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    profile_id uuid,
    activation_code_id uuid,
    reason text
);
ALTER TABLE ONLY public.batch_row FORCE ROW LEVEL SECURITY;
CREATE TABLE public.bip_message (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    address text NOT NULL,
    raw bytea NOT NULL,
    iccid text COLLATE pg_catalog."C",
    counter bigint,
    reason text COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    simulated boolean DEFAULT false NOT NULL,
    enterprise_id uuid,
    CONSTRAINT bip_message_outcome_check CHECK ((outcome = ANY (ARRAY['RECYCLED'::text, 'KNOWN'::text, 'FORGED'::text, 'REPLAYED'::text, 'UNKNOWN'::text, 'MALFORMED'::text])))
);
COMMENT ON TABLE public.bip_message IS 'global';
CREATE TABLE public.block_hit (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    block_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    at timestamp(3) with time zone NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    tac text COLLATE pg_catalog."C",
    device text,
    address text,
    profile_id uuid
);
ALTER TABLE ONLY public.block_hit FORCE ROW LEVEL SECURITY;
CREATE TABLE public.block_rule (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    note text NOT NULL,
    hits integer DEFAULT 0 NOT NULL,
    last_hit_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT block_rule_kind_check CHECK ((kind = ANY (ARRAY['EID'::text, 'EID_RANGE'::text, 'TAC'::text]))),
    CONSTRAINT block_rule_value_check CHECK ((value ~ '^[0-9]{8,32}$'::text))
);
ALTER TABLE ONLY public.block_rule FORCE ROW LEVEL SECURITY;
CREATE TABLE public.bound_package (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.bound_package FORCE ROW LEVEL SECURITY;
CREATE TABLE public.campaign (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    configuration_id uuid NOT NULL,
    notes text NOT NULL,
    title text NOT NULL,
    welcome text NOT NULL,
    public_page boolean NOT NULL,
    confirmation_needed boolean DEFAULT false NOT NULL,
    left_over integer,
    ended_at timestamp(3) with time zone,
    started_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    at_end text DEFAULT 'KEEP'::text NOT NULL COLLATE pg_catalog."C",
    recycle_begun_at timestamp(3) with time zone,
    recycle_behind uuid,
    recycle_count integer DEFAULT 0 NOT NULL,
    recycle_done_at timestamp(3) with time zone,
    recycle_by uuid,
    CONSTRAINT campaign_at_end_check CHECK ((at_end = ANY (ARRAY['KEEP'::text, 'RECYCLE'::text])))
);
ALTER TABLE ONLY public.campaign FORCE ROW LEVEL SECURITY;
CREATE TABLE public.campaign_fill (
    enterprise_id uuid NOT NULL,
    call bytea NOT NULL,
    campaign_id uuid NOT NULL,
    added integer NOT NULL,
    after_id uuid NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.campaign_fill FORCE ROW LEVEL SECURITY;
CREATE TABLE public.client_note (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    author_id uuid NOT NULL,
    author_name text NOT NULL,
    text text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    edited_at timestamp(3) with time zone,
    CONSTRAINT client_note_text_check CHECK (((length(text) >= 1) AND (length(text) <= 2000)))
);
ALTER TABLE ONLY public.client_note FORCE ROW LEVEL SECURITY;
CREATE TABLE public.code_file (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    form text NOT NULL COLLATE pg_catalog."C",
    given jsonb NOT NULL,
    selection jsonb NOT NULL,
    process text NOT NULL COLLATE pg_catalog."C",
    total integer NOT NULL,
    written integer DEFAULT 0 NOT NULL,
    bytes bigint DEFAULT 0 NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease_holder uuid,
    lease_until timestamp(3) with time zone,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL,
    left_out integer DEFAULT 0 NOT NULL,
    maker_limited boolean DEFAULT (COALESCE(current_setting('app.groups'::text, true), ''::text) <> ''::text) NOT NULL,
    CONSTRAINT code_file_form_check CHECK ((form = ANY (ARRAY['QR_ZIP'::text, 'LABELS'::text, 'PROFILES'::text, 'CODES'::text]))),
    CONSTRAINT code_file_process_check CHECK ((process = ANY (ARRAY['PROCESSING'::text, 'COMPLETE'::text, 'FAILED'::text])))
);
ALTER TABLE ONLY public.code_file FORCE ROW LEVEL SECURITY;
CREATE TABLE public.code_file_left (
    enterprise_id uuid NOT NULL,
    file_id uuid NOT NULL,
    line integer NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL
);
ALTER TABLE ONLY public.code_file_left FORCE ROW LEVEL SECURITY;
CREATE TABLE public.code_file_part (
    enterprise_id uuid NOT NULL,
    file_id uuid NOT NULL,
    number integer NOT NULL,
    sealed bytea NOT NULL
);
ALTER TABLE ONLY public.code_file_part FORCE ROW LEVEL SECURITY;
CREATE TABLE public.code_mail (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    recipient text NOT NULL,
    mail_id uuid NOT NULL,
    sent_by uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.code_mail FORCE ROW LEVEL SECURITY;
CREATE TABLE public.code_page (
    enterprise_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    opened integer DEFAULT 0 NOT NULL,
    first_opened_at timestamp(3) with time zone,
    last_opened_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone
);
ALTER TABLE ONLY public.code_page FORCE ROW LEVEL SECURITY;
CREATE TABLE public.current_count (
    enterprise_id uuid NOT NULL,
    metric text NOT NULL COLLATE pg_catalog."C",
    dimension text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    group_id uuid,
    CONSTRAINT current_count_metric_check CHECK ((metric = ANY (ARRAY['status'::text, 'brand'::text, 'configuration'::text])))
);
ALTER TABLE ONLY public.current_count FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device (
    enterprise_id uuid NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    tac text COLLATE pg_catalog."C",
    imei text COLLATE pg_catalog."C",
    brand text COLLATE pg_catalog."C",
    model text,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    release smallint
);
ALTER TABLE ONLY public.device FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device_message (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    function text NOT NULL COLLATE pg_catalog."C",
    transaction_id bytea,
    eid text COLLATE pg_catalog."C",
    address text NOT NULL,
    outcome text NOT NULL,
    raw bytea NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.device_message FORCE ROW LEVEL SECURITY;
CREATE TABLE public.device_sign_in (
    id uuid NOT NULL,
    handle_hash bytea NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    secret_hash bytea NOT NULL,
    machine text NOT NULL,
    address text NOT NULL,
    scopes text[] NOT NULL,
    state text DEFAULT 'WAITING'::text NOT NULL COLLATE pg_catalog."C",
    checked_by uuid,
    checked_for uuid,
    secret_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    polled_at timestamp(3) with time zone,
    poll_interval integer NOT NULL,
    CONSTRAINT device_sign_in_check CHECK (((state = 'APPROVED'::text) = (secret_id IS NOT NULL))),
    CONSTRAINT device_sign_in_code_check CHECK ((code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'::text)),
    CONSTRAINT device_sign_in_handle_hash_check CHECK ((length(handle_hash) = 32)),
    CONSTRAINT device_sign_in_machine_check CHECK (((length(machine) >= 1) AND (length(machine) <= 64))),
    CONSTRAINT device_sign_in_scopes_check CHECK ((cardinality(scopes) > 0)),
    CONSTRAINT device_sign_in_secret_hash_check CHECK ((length(secret_hash) = 32)),
    CONSTRAINT device_sign_in_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'APPROVED'::text, 'REFUSED'::text])))
);
COMMENT ON TABLE public.device_sign_in IS 'global';
CREATE TABLE public.discount (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    percent smallint,
    cents bigint,
    plans text[] NOT NULL,
    billing_types text[] NOT NULL,
    max_uses integer,
    used integer DEFAULT 0 NOT NULL,
    once_per_enterprise boolean NOT NULL,
    expires_at timestamp(3) with time zone,
    stopped_at timestamp(3) with time zone,
    note text NOT NULL,
    version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT discount_cents_check CHECK ((cents > 0)),
    CONSTRAINT discount_check CHECK (((percent IS NULL) <> (cents IS NULL))),
    CONSTRAINT discount_check1 CHECK ((used <= max_uses)),
    CONSTRAINT discount_code_check CHECK ((code = upper(code))),
    CONSTRAINT discount_max_uses_check CHECK ((max_uses > 0)),
    CONSTRAINT discount_percent_check CHECK (((percent >= 1) AND (percent <= 100))),
    CONSTRAINT discount_used_check CHECK ((used >= 0))
);
COMMENT ON TABLE public.discount IS 'global';
CREATE TABLE public.discount_use (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    discount_id uuid NOT NULL,
    once_per_enterprise boolean NOT NULL,
    used_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.discount_use FORCE ROW LEVEL SECURITY;
CREATE TABLE public.download_order (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    number integer DEFAULT 1 NOT NULL,
    eid text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    state_at timestamp(3) with time zone NOT NULL,
    device_trust text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    confirmation_failures integer DEFAULT 0 NOT NULL,
    last_sequence bigint DEFAULT '-1'::integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    charged_to uuid,
    handed_out_at timestamp(3) with time zone,
    push_id uuid,
    recycle_counter bigint DEFAULT 0 NOT NULL,
    device_brand text COLLATE pg_catalog."C",
    device_model text,
    device_release smallint,
    enabled_at timestamp(3) with time zone,
    requester text COLLATE pg_catalog."C",
    smds_address text,
    without_matching_id boolean DEFAULT false NOT NULL,
    CONSTRAINT download_order_device_trust_check CHECK ((device_trust = ANY (ARRAY['test'::text, 'live'::text]))),
    CONSTRAINT download_order_state_check CHECK ((state = ANY (ARRAY['Available'::text, 'Allocated'::text, 'Linked'::text, 'Confirmed'::text, 'Released'::text, 'Downloaded'::text, 'Installed'::text, 'Error'::text, 'Unavailable'::text])))
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.download_order FORCE ROW LEVEL SECURITY;
CREATE TABLE public.eid_push (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    order_id uuid NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    smdp_address text NOT NULL,
    smds text,
    state text NOT NULL COLLATE pg_catalog."C",
    state_at timestamp(3) with time zone NOT NULL,
    reason text,
    counted boolean NOT NULL,
    binds boolean NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    event_attempts integer DEFAULT 0 NOT NULL,
    event_due_at timestamp(3) with time zone NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT eid_push_event_check CHECK ((event = ANY (ARRAY['REGISTERING'::text, 'REGISTERED'::text, 'DELETING'::text, 'CLOSED'::text]))),
    CONSTRAINT eid_push_state_check CHECK ((state = ANY (ARRAY['PUSHED'::text, 'DOWNLOADED'::text, 'FAILED'::text])))
);
ALTER TABLE ONLY public.eid_push FORCE ROW LEVEL SECURITY;
CREATE TABLE public.end_user_page (
    enterprise_id uuid NOT NULL,
    language text NOT NULL COLLATE pg_catalog."C",
    color text COLLATE pg_catalog."C",
    texts jsonb NOT NULL,
    version integer NOT NULL,
    CONSTRAINT end_user_page_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text)),
    CONSTRAINT end_user_page_language_check CHECK ((language = ANY (ARRAY['en'::text, 'de'::text, 'fr'::text, 'es'::text, 'ar'::text])))
);
ALTER TABLE ONLY public.end_user_page FORCE ROW LEVEL SECURITY;
CREATE TABLE public.enterprise (
    enterprise_id uuid NOT NULL,
    platform_id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    second_factor_demanded boolean DEFAULT false NOT NULL,
    sso_only boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    time_zone text,
    address jsonb,
    billing jsonb,
    trial_days integer DEFAULT 15 NOT NULL,
    deletion_at timestamp(3) with time zone,
    logo_id uuid,
    suspension_reason text,
    suspended_at timestamp(3) with time zone,
    trial_offer text DEFAULT 'OPEN'::text NOT NULL COLLATE pg_catalog."C",
    test_of uuid,
    test_number integer,
    use_known_from timestamp(3) with time zone,
    CONSTRAINT enterprise_plan_check CHECK ((plan = ANY (ARRAY['DEFAULT'::text, 'DEMO'::text, 'BASIC'::text, 'PRO'::text, 'PREMIUM'::text, 'LAB'::text]))),
    CONSTRAINT enterprise_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'SUSPENDED'::text]))),
    CONSTRAINT enterprise_trial_offer_check CHECK ((trial_offer = ANY (ARRAY['OPEN'::text, 'WITHHELD'::text, 'GRANTED'::text]))),
    CONSTRAINT test_data_is_numbered CHECK (((test_of IS NULL) = (test_number IS NULL)))
);
ALTER TABLE ONLY public.enterprise FORCE ROW LEVEL SECURITY;
CREATE TABLE public.enterprise_logo (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    content_type text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT enterprise_logo_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 262144))),
    CONSTRAINT enterprise_logo_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'image/svg+xml'::text])))
);
ALTER TABLE ONLY public.enterprise_logo FORCE ROW LEVEL SECURITY;
CREATE TABLE public.enterprise_role (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    permissions jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.enterprise_role FORCE ROW LEVEL SECURITY;
CREATE TABLE public.es2plus_call (
    enterprise_id uuid NOT NULL,
    caller_id uuid NOT NULL,
    call_id text NOT NULL COLLATE pg_catalog."C",
    function text NOT NULL COLLATE pg_catalog."C",
    input_hash bytea NOT NULL,
    profile_id uuid,
    answer jsonb,
    at timestamp(3) with time zone NOT NULL,
    number bigint
);
ALTER TABLE ONLY public.es2plus_call FORCE ROW LEVEL SECURITY;
CREATE TABLE public.es2plus_certificate_directory (
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    operator_id uuid NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT es2plus_certificate_directory_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'ACCEPTED'::text, 'PROVEN'::text])))
);
COMMENT ON TABLE public.es2plus_certificate_directory IS 'global';
CREATE TABLE public.es2plus_operator (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    requester text NOT NULL COLLATE pg_catalog."C",
    certificate bytea NOT NULL,
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL,
    not_after timestamp(3) with time zone NOT NULL,
    callback_url text,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    removed_at timestamp(3) with time zone,
    removed_by uuid,
    challenge_nonce text COLLATE pg_catalog."C",
    challenge_expires_at timestamp(3) with time zone,
    displaced_at timestamp(3) with time zone,
    CONSTRAINT es2plus_operator_check CHECK (((removed_at IS NULL) = (removed_by IS NULL))),
    CONSTRAINT es2plus_operator_check1 CHECK (((challenge_nonce IS NULL) = (challenge_expires_at IS NULL)))
);
ALTER TABLE ONLY public.es2plus_operator FORCE ROW LEVEL SECURITY;
CREATE TABLE public.es2plus_progress (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    configuration_id uuid NOT NULL,
    requester text NOT NULL COLLATE pg_catalog."C",
    iccid text NOT NULL COLLATE pg_catalog."C",
    eid text COLLATE pg_catalog."C",
    point smallint NOT NULL,
    subject_code text COLLATE pg_catalog."C",
    reason_code text COLLATE pg_catalog."C",
    message text,
    message_id uuid,
    at timestamp(3) with time zone NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    next_at timestamp(3) with time zone,
    last_at timestamp(3) with time zone,
    last_status integer,
    last_fault text,
    CONSTRAINT es2plus_progress_check CHECK (((state = 'WAITING'::text) = (next_at IS NOT NULL))),
    CONSTRAINT es2plus_progress_point_check CHECK (((point >= 1) AND (point <= 4))),
    CONSTRAINT es2plus_progress_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text, 'NOT_SENT'::text])))
);
ALTER TABLE ONLY public.es2plus_progress FORCE ROW LEVEL SECURITY;
CREATE TABLE public.feedback (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    mood smallint,
    text text NOT NULL,
    page text NOT NULL,
    answer text,
    answered_by uuid,
    answered_at timestamp(3) with time zone,
    accepted_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT feedback_mood_check CHECK (((mood >= 1) AND (mood <= 5)))
);
ALTER TABLE ONLY public.feedback FORCE ROW LEVEL SECURITY;
CREATE TABLE public.group_rule (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    mark text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C",
    group_id uuid NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT group_rule_mark_check CHECK ((mark = ANY (ARRAY['ICCID'::text, 'IMSI'::text, 'MSISDN'::text, 'CONFIGURATION'::text]))),
    CONSTRAINT group_rule_value_check CHECK (((length(value) >= 1) AND (length(value) <= 36)))
);
ALTER TABLE ONLY public.group_rule FORCE ROW LEVEL SECURITY;
CREATE TABLE public.iccid_count (
    enterprise_id uuid NOT NULL,
    shard smallint NOT NULL,
    held integer NOT NULL
);
ALTER TABLE ONLY public.iccid_count FORCE ROW LEVEL SECURITY;
CREATE TABLE public.iccid_directory (
    iccid text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    profile_id uuid,
    released boolean DEFAULT false NOT NULL,
    downloaded boolean DEFAULT false NOT NULL,
    earlier jsonb DEFAULT '{}'::jsonb NOT NULL
);
COMMENT ON TABLE public.iccid_directory IS 'global';
CREATE TABLE public.identity_provider (
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    preset text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea NOT NULL,
    enabled boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT identity_provider_preset_check CHECK ((preset = ANY (ARRAY['GOOGLE'::text, 'MICROSOFT'::text, 'GITHUB'::text, 'OIDC'::text]))),
    CONSTRAINT identity_provider_slug_check CHECK ((slug ~ '^[a-z][a-z0-9-]{0,31}$'::text))
);
COMMENT ON TABLE public.identity_provider IS 'global';
CREATE TABLE public.invitation_link (
    id uuid NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    platform_id uuid NOT NULL,
    plan text COLLATE pg_catalog."C",
    plan_days integer,
    trial_days integer,
    uses integer DEFAULT 0 NOT NULL,
    max_uses integer NOT NULL,
    expires_at timestamp(3) with time zone,
    stopped_at timestamp(3) with time zone,
    note text NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT invitation_link_check CHECK (((plan IS NULL) = (plan_days IS NULL))),
    CONSTRAINT invitation_link_check1 CHECK (((uses >= 0) AND (uses <= max_uses))),
    CONSTRAINT invitation_link_plan_days_check CHECK ((plan_days > 0)),
    CONSTRAINT invitation_link_trial_days_check CHECK ((trial_days > 0))
);
COMMENT ON TABLE public.invitation_link IS 'global';
CREATE TABLE public.invitation_use (
    enterprise_id uuid NOT NULL,
    link_id uuid NOT NULL,
    used_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.invitation_use FORCE ROW LEVEL SECURITY;
CREATE TABLE public.invoice (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    platform_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    sequence integer NOT NULL,
    number text NOT NULL COLLATE pg_catalog."C",
    order_id uuid NOT NULL,
    order_code text NOT NULL COLLATE pg_catalog."C",
    invoice_id uuid,
    seller jsonb NOT NULL,
    billed_to jsonb NOT NULL,
    lines jsonb NOT NULL,
    currency character(3) NOT NULL,
    net_cents bigint NOT NULL,
    tax_cents bigint NOT NULL,
    gross_cents bigint NOT NULL,
    period_from timestamp(3) with time zone,
    period_to timestamp(3) with time zone,
    paid_by text,
    reason text,
    time_zone text NOT NULL COLLATE pg_catalog."C",
    issued_at timestamp(3) with time zone NOT NULL,
    pdf bytea,
    pdf_at timestamp(3) with time zone,
    CONSTRAINT invoice_check CHECK (((kind = 'CREDIT_NOTE'::text) = (invoice_id IS NOT NULL))),
    CONSTRAINT invoice_check1 CHECK (((net_cents + tax_cents) = gross_cents)),
    CONSTRAINT invoice_check2 CHECK (((pdf IS NULL) = (pdf_at IS NULL))),
    CONSTRAINT invoice_kind_check CHECK ((kind = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text])))
);
ALTER TABLE ONLY public.invoice FORCE ROW LEVEL SECURITY;
CREATE TABLE public.invoice_series (
    platform_id uuid NOT NULL,
    last integer NOT NULL,
    CONSTRAINT invoice_series_last_check CHECK ((last > 0))
);
COMMENT ON TABLE public.invoice_series IS 'global';
CREATE TABLE public.known_device (
    user_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.known_device IS 'global';
CREATE TABLE public.lease (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    borrower text NOT NULL,
    notes text NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.lease FORCE ROW LEVEL SECURITY;
CREATE TABLE public.legal_consent (
    id uuid NOT NULL,
    user_id uuid,
    platform_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    order_id uuid,
    accepted_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.legal_consent IS 'global';
CREATE TABLE public.legal_text (
    platform_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    body text NOT NULL,
    published_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT legal_text_body_check CHECK ((body <> ''::text)),
    CONSTRAINT legal_text_kind_check CHECK ((kind = ANY (ARRAY['TERMS'::text, 'PRIVACY'::text]))),
    CONSTRAINT legal_text_version_check CHECK ((version > 0))
);
COMMENT ON TABLE public.legal_text IS 'global';
CREATE TABLE public.linked_order_directory (
    eid text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    activation_code_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.linked_order_directory IS 'global';
CREATE TABLE public.mail_message (
    id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    recipient text NOT NULL,
    sealed bytea NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    last_error text,
    created_at timestamp(3) with time zone NOT NULL,
    next_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    platform_id uuid,
    CONSTRAINT mail_message_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'FAILED'::text, 'KEPT'::text])))
);
COMMENT ON TABLE public.mail_message IS 'global';
CREATE TABLE public.member (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid,
    built_in_role text COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    role_id uuid,
    version integer DEFAULT 1 NOT NULL,
    invited_email text COLLATE pg_catalog."C",
    invited_by uuid,
    invitation_hash bytea,
    invited_at timestamp(3) with time zone,
    invitation_expires_at timestamp(3) with time zone,
    group_limit uuid[],
    last_seen_at timestamp(3) with time zone,
    CONSTRAINT member_invited CHECK (
CASE state
    WHEN 'INVITED'::text THEN ((user_id IS NULL) AND (num_nonnulls(invited_email, invitation_hash, invited_at, invitation_expires_at) = 4))
    ELSE ((user_id IS NOT NULL) AND (invitation_hash IS NULL))
END),
    CONSTRAINT member_invited_email_check CHECK ((invited_email = lower(invited_email))),
    CONSTRAINT member_may_be_limited CHECK (((group_limit IS NULL) OR ((built_in_role IS DISTINCT FROM 'Owner'::text) AND (built_in_role IS DISTINCT FROM 'Admin'::text)))),
    CONSTRAINT member_one_role CHECK ((num_nonnulls(built_in_role, role_id) <= 1)),
    CONSTRAINT member_state_check CHECK ((state = ANY (ARRAY['INVITED'::text, 'ACTIVE'::text, 'INACTIVE'::text])))
);
ALTER TABLE ONLY public.member FORCE ROW LEVEL SECURITY;
CREATE TABLE public.member_directory (
    user_id uuid NOT NULL,
    enterprise_id uuid NOT NULL
);
COMMENT ON TABLE public.member_directory IS 'global';
CREATE TABLE public.notice (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    enterprise_id uuid,
    kind text NOT NULL COLLATE pg_catalog."C",
    once text COLLATE pg_catalog."C",
    facts jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    in_bell boolean DEFAULT true NOT NULL,
    mail_at timestamp(3) with time zone,
    CONSTRAINT notice_kind_check CHECK ((kind ~ '^[A-Z][A-Z_]{2,39}$'::text))
);
COMMENT ON TABLE public.notice IS 'global';
CREATE TABLE public.notice_choice (
    user_id uuid NOT NULL,
    enterprise_id uuid,
    kind text NOT NULL COLLATE pg_catalog."C",
    channel text NOT NULL COLLATE pg_catalog."C",
    is_on boolean NOT NULL
);
COMMENT ON TABLE public.notice_choice IS 'global';
CREATE TABLE public.notice_digest (
    user_id uuid NOT NULL,
    hour smallint NOT NULL,
    time_zone text NOT NULL,
    CONSTRAINT notice_digest_hour_check CHECK (((hour >= 0) AND (hour <= 23)))
);
COMMENT ON TABLE public.notice_digest IS 'global';
CREATE TABLE public.notice_threshold (
    enterprise_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    levels integer[] NOT NULL,
    unit text NOT NULL COLLATE pg_catalog."C",
    hours integer,
    minimum integer,
    version integer DEFAULT 1 NOT NULL
);
ALTER TABLE ONLY public.notice_threshold FORCE ROW LEVEL SECURITY;
CREATE TABLE public.oauth_flow (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    source_id uuid NOT NULL,
    enterprise_id uuid,
    platform_id uuid NOT NULL,
    user_id uuid,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    sso_test_id uuid
);
COMMENT ON TABLE public.oauth_flow IS 'global';
CREATE TABLE public.oauth_ticket (
    ticket_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    source_id uuid NOT NULL,
    enterprise_id uuid,
    platform_id uuid NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL COLLATE pg_catalog."C",
    first_name text NOT NULL,
    last_name text NOT NULL,
    email_proved boolean NOT NULL,
    code_hash bytea,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.oauth_ticket IS 'global';
CREATE TABLE public.once_request (
    caller text NOT NULL COLLATE pg_catalog."C",
    request_id uuid NOT NULL,
    endpoint text NOT NULL COLLATE pg_catalog."C",
    input_hash bytea NOT NULL,
    sealed_answer bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.once_request IS 'global';
CREATE TABLE public.open_api_credential (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    access_key text NOT NULL COLLATE pg_catalog."C",
    sealed_secret bytea,
    secret_at timestamp(3) with time zone NOT NULL,
    sealed_previous bytea,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    revoked_by uuid,
    CONSTRAINT open_api_credential_check CHECK (((revoked_at IS NULL) = (sealed_secret IS NOT NULL))),
    CONSTRAINT open_api_credential_check1 CHECK (((sealed_previous IS NULL) OR (revoked_at IS NULL)))
);
ALTER TABLE ONLY public.open_api_credential FORCE ROW LEVEL SECURITY;
CREATE TABLE public.open_api_request (
    credential_id uuid NOT NULL,
    request_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.open_api_request IS 'global';
CREATE TABLE public.operation (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    given jsonb NOT NULL,
    selection jsonb,
    process text NOT NULL COLLATE pg_catalog."C",
    selected_at timestamp(3) with time zone,
    total integer DEFAULT 0 NOT NULL,
    succeeded integer DEFAULT 0 NOT NULL,
    failed integer DEFAULT 0 NOT NULL,
    next_line integer DEFAULT 1 NOT NULL,
    cancel_requested_at timestamp(3) with time zone,
    lease_holder uuid,
    lease_until timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    undoes uuid,
    undone_by uuid,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    sealed_code bytea,
    last_line integer,
    maker_limited boolean DEFAULT (COALESCE(current_setting('app.groups'::text, true), ''::text) <> ''::text) NOT NULL,
    CONSTRAINT operation_process_check CHECK ((process = ANY (ARRAY['PROCESSING'::text, 'COMPLETE'::text])))
);
ALTER TABLE ONLY public.operation FORCE ROW LEVEL SECURITY;
CREATE TABLE public.operation_row (
    enterprise_id uuid NOT NULL,
    operation_id uuid NOT NULL,
    line integer NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    profile_id uuid,
    goal jsonb,
    before jsonb,
    reason text,
    sealed_codes bytea
)
WITH (fillfactor='50');
ALTER TABLE ONLY public.operation_row FORCE ROW LEVEL SECURITY;
CREATE TABLE public.order_attempt (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    attempts integer NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.order_attempt FORCE ROW LEVEL SECURITY;
CREATE TABLE public.order_event (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    event text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    note text,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT order_event_actor_check CHECK ((actor = ANY (ARRAY['MEMBER'::text, 'STAFF'::text, 'SYSTEM'::text, 'STRIPE'::text])))
);
ALTER TABLE ONLY public.order_event FORCE ROW LEVEL SECURITY;
CREATE TABLE public.outbox (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    payload jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    CONSTRAINT outbox_topic_check CHECK ((topic = ANY (ARRAY['profile'::text, 'recycle'::text, 'notice'::text])))
);
ALTER TABLE ONLY public.outbox FORCE ROW LEVEL SECURITY;
CREATE TABLE public.passkey (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_id text NOT NULL COLLATE pg_catalog."C",
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports jsonb NOT NULL,
    name text NOT NULL,
    synced boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);
COMMENT ON TABLE public.passkey IS 'global';
CREATE TABLE public.payment (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    way text NOT NULL COLLATE pg_catalog."C",
    attempt integer NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    amount_cents bigint NOT NULL,
    currency character(3) NOT NULL,
    customer_id text NOT NULL COLLATE pg_catalog."C",
    method_id text COLLATE pg_catalog."C",
    session_id text COLLATE pg_catalog."C",
    intent_id text COLLATE pg_catalog."C",
    charge_id text COLLATE pg_catalog."C",
    channel text,
    failure_code text COLLATE pg_catalog."C",
    failure_text text,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone,
    settled_at timestamp(3) with time zone,
    next_check_at timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    CONSTRAINT payment_amount_cents_check CHECK ((amount_cents > 0)),
    CONSTRAINT payment_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT payment_refunded_cents_check CHECK ((refunded_cents >= 0)),
    CONSTRAINT payment_state_check CHECK ((state = ANY (ARRAY['CALLING'::text, 'OPEN'::text, 'SUCCEEDED'::text, 'FAILED'::text, 'EXPIRED'::text, 'RETURNING'::text, 'RETURNED'::text]))),
    CONSTRAINT payment_way_check CHECK ((way = ANY (ARRAY['CHECKOUT'::text, 'SAVED_CARD'::text])))
);
ALTER TABLE ONLY public.payment FORCE ROW LEVEL SECURITY;
CREATE TABLE public.payment_directory (
    reference text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    payment_id uuid
);
COMMENT ON TABLE public.payment_directory IS 'global';
CREATE TABLE public.pgp_key (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    public_key text NOT NULL,
    fingerprint text NOT NULL COLLATE pg_catalog."C",
    user_name text NOT NULL,
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    replaced_at timestamp(3) with time zone,
    readable_until timestamp(3) with time zone,
    CONSTRAINT pgp_key_replaced CHECK (((replaced_at IS NULL) = (readable_until IS NULL)))
);
ALTER TABLE ONLY public.pgp_key FORCE ROW LEVEL SECURITY;
CREATE TABLE public.plan (
    name text NOT NULL COLLATE pg_catalog."C",
    "position" integer NOT NULL,
    price_cents bigint NOT NULL,
    currency character(3) DEFAULT 'USD'::bpchar NOT NULL,
    downloads integer,
    extra_download_cents bigint,
    configurations integer,
    configuration_types text[] NOT NULL,
    oplmn integer,
    fplmn integer,
    redownloads_a_month integer,
    download_attempts integer,
    members integer,
    features text[] NOT NULL,
    api_calls_a_second integer,
    given_only boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone,
    iccids integer,
    CONSTRAINT plan_api_calls_a_second_check CHECK ((api_calls_a_second >= 0)),
    CONSTRAINT plan_configurations_check CHECK ((configurations >= 0)),
    CONSTRAINT plan_download_attempts_check CHECK ((download_attempts >= 1)),
    CONSTRAINT plan_downloads_check CHECK ((downloads >= 0)),
    CONSTRAINT plan_extra_download_cents_check CHECK ((extra_download_cents >= 0)),
    CONSTRAINT plan_fplmn_check CHECK ((fplmn >= 0)),
    CONSTRAINT plan_iccids_check CHECK ((iccids >= 0)),
    CONSTRAINT plan_members_check CHECK ((members >= 1)),
    CONSTRAINT plan_name_check CHECK ((name = ANY (ARRAY['DEFAULT'::text, 'DEMO'::text, 'BASIC'::text, 'PRO'::text, 'PREMIUM'::text, 'LAB'::text]))),
    CONSTRAINT plan_oplmn_check CHECK ((oplmn >= 0)),
    CONSTRAINT plan_price_cents_check CHECK ((price_cents >= 0)),
    CONSTRAINT plan_redownloads_a_month_check CHECK ((redownloads_a_month >= 0))
);
COMMENT ON TABLE public.plan IS 'global';
CREATE TABLE public.plan_order (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL COLLATE pg_catalog."C",
    kind text NOT NULL COLLATE pg_catalog."C",
    plan text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    billing_type text COLLATE pg_catalog."C",
    billing_dimension smallint DEFAULT 0 NOT NULL,
    payment_method smallint,
    amount_cents bigint DEFAULT 0 NOT NULL,
    original_cents bigint DEFAULT 0 NOT NULL,
    currency character(3) DEFAULT 'USD'::bpchar NOT NULL,
    quantity integer DEFAULT 1 NOT NULL,
    paid_at timestamp(3) with time zone,
    downloads integer,
    extra_download_cents bigint,
    starts_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    operation text COLLATE pg_catalog."C",
    tier_downloads integer,
    time_zone text DEFAULT 'UTC'::text NOT NULL COLLATE pg_catalog."C",
    anchor_day smallint,
    lines jsonb DEFAULT '[]'::jsonb NOT NULL,
    discount_cents bigint DEFAULT 0 NOT NULL,
    tax_cents bigint DEFAULT 0 NOT NULL,
    paid_cents bigint DEFAULT 0 NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    payment_channel text,
    payment_reference text COLLATE pg_catalog."C",
    discount_id uuid,
    billed_to jsonb,
    expires_at timestamp(3) with time zone,
    period_ends_at timestamp(3) with time zone,
    previous_id uuid,
    billed_extra integer DEFAULT 0 NOT NULL,
    overage_factor smallint DEFAULT 3 NOT NULL,
    next_step_at timestamp(3) with time zone,
    attempts smallint DEFAULT 0 NOT NULL,
    CONSTRAINT plan_order_anchor_day_check CHECK (((anchor_day >= 1) AND (anchor_day <= 31))),
    CONSTRAINT plan_order_billed_extra_check CHECK ((billed_extra >= 0)),
    CONSTRAINT plan_order_billing_dimension_check CHECK ((billing_dimension = ANY (ARRAY[0, 1]))),
    CONSTRAINT plan_order_billing_type_check CHECK ((billing_type = ANY (ARRAY['MONTHLY'::text, 'ANNUALLY'::text]))),
    CONSTRAINT plan_order_code_check CHECK ((code ~ '^[0-9]{20}$'::text)),
    CONSTRAINT plan_order_downloads_check CHECK ((downloads >= 0)),
    CONSTRAINT plan_order_kind_check CHECK ((kind = ANY (ARRAY['BASE'::text, 'TRIAL'::text, 'GIVEN'::text, 'BOUGHT'::text]))),
    CONSTRAINT plan_order_operation_check CHECK ((operation = ANY (ARRAY['BUY'::text, 'UPGRADE'::text, 'RENEW'::text, 'OVERAGE'::text]))),
    CONSTRAINT plan_order_overage_factor_check CHECK (((overage_factor >= 1) AND (overage_factor <= 100))),
    CONSTRAINT plan_order_payment_method_check CHECK ((payment_method = ANY (ARRAY[0, 1]))),
    CONSTRAINT plan_order_state_check CHECK ((state = ANY (ARRAY['UNPAID'::text, 'CLOSED'::text, 'PENDING_CONFIRMATION'::text, 'WAIT_ACTIVE'::text, 'ACTIVE'::text, 'EXPIRED'::text])))
);
ALTER TABLE ONLY public.plan_order FORCE ROW LEVEL SECURITY;
CREATE TABLE public.plan_tier (
    plan text NOT NULL COLLATE pg_catalog."C",
    downloads integer NOT NULL,
    price_cents bigint NOT NULL,
    CONSTRAINT plan_tier_downloads_check CHECK ((downloads > 0)),
    CONSTRAINT plan_tier_price_cents_check CHECK ((price_cents >= 0))
);
COMMENT ON TABLE public.plan_tier IS 'global';
CREATE TABLE public.plan_use (
    enterprise_id uuid NOT NULL,
    order_id uuid NOT NULL,
    slot smallint NOT NULL,
    used integer DEFAULT 0 NOT NULL,
    installations integer DEFAULT 0 NOT NULL,
    allowance integer,
    CONSTRAINT plan_use_check CHECK ((used <= allowance)),
    CONSTRAINT plan_use_slot_check CHECK ((slot >= 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='500');
ALTER TABLE ONLY public.plan_use FORCE ROW LEVEL SECURITY;
CREATE TABLE public.platform (
    id uuid NOT NULL,
    sys text NOT NULL COLLATE pg_catalog."C",
    app_name text NOT NULL,
    icon_url text NOT NULL,
    theme_color text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    host text COLLATE pg_catalog."C",
    smdp_address text COLLATE pg_catalog."C",
    icon_id uuid,
    logo_id uuid,
    mail_name text,
    mail_address text,
    mail_texts jsonb NOT NULL,
    terms_url text,
    privacy_url text,
    support_email text,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    contact_email text,
    contact_text text,
    CONSTRAINT platform_host_check CHECK ((host = lower(host))),
    CONSTRAINT platform_smdp_address_check CHECK ((smdp_address = lower(smdp_address))),
    CONSTRAINT platform_theme_color_check CHECK ((theme_color ~ '^#[0-9a-f]{6}$'::text))
);
COMMENT ON TABLE public.platform IS 'global';
CREATE TABLE public.platform_applet (
    platform_id uuid NOT NULL,
    applet text NOT NULL COLLATE pg_catalog."C",
    id uuid NOT NULL,
    file_name text NOT NULL,
    sha256 text NOT NULL COLLATE pg_catalog."C",
    bytes integer NOT NULL,
    package_aid text NOT NULL,
    class_aids text[] NOT NULL,
    package_version text NOT NULL,
    sealed bytea NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT platform_applet_applet_check CHECK ((applet = ANY (ARRAY['ara'::text, 'recycle'::text])))
);
COMMENT ON TABLE public.platform_applet IS 'global';
CREATE TABLE public.platform_image (
    id uuid NOT NULL,
    content_type text NOT NULL COLLATE pg_catalog."C",
    content bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT platform_image_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 262144))),
    CONSTRAINT platform_image_content_type_check CHECK ((content_type = ANY (ARRAY['image/png'::text, 'image/svg+xml'::text, 'image/x-icon'::text])))
);
COMMENT ON TABLE public.platform_image IS 'global';
CREATE TABLE public.pool (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    activation_code_id uuid,
    phase text NOT NULL COLLATE pg_catalog."C",
    starts_at timestamp(3) with time zone,
    ends_at timestamp(3) with time zone,
    cap integer,
    device_limit integer DEFAULT 1 NOT NULL,
    max_attempts integer NOT NULL,
    profiles integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT pool_cap_check CHECK ((cap > 0)),
    CONSTRAINT pool_device_limit_check CHECK ((device_limit > 0)),
    CONSTRAINT pool_kind_check CHECK ((kind = ANY (ARRAY['campaign'::text, 'rotation'::text]))),
    CONSTRAINT pool_phase_check CHECK ((phase = ANY (ARRAY['DRAFT'::text, 'LIVE'::text, 'PAUSED'::text, 'ENDED'::text])))
);
ALTER TABLE ONLY public.pool FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pool_device (
    enterprise_id uuid NOT NULL,
    pool_id uuid NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    confirmation_failures integer DEFAULT 0 NOT NULL,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.pool_device FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pool_member (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    pool_id uuid NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    eid text COLLATE pg_catalog."C",
    held_until timestamp(3) with time zone,
    taken_at timestamp(3) with time zone,
    own_expires_at timestamp(3) with time zone,
    CONSTRAINT pool_member_state_check CHECK ((state = ANY (ARRAY['FREE'::text, 'HELD'::text, 'TAKEN'::text])))
);
ALTER TABLE ONLY public.pool_member FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pool_past (
    enterprise_id uuid NOT NULL,
    pool_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    taken_at timestamp(3) with time zone NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    imsi text NOT NULL COLLATE pg_catalog."C",
    eid text COLLATE pg_catalog."C",
    device text,
    status text NOT NULL COLLATE pg_catalog."C",
    status_at timestamp(3) with time zone NOT NULL,
    recycle_status text NOT NULL COLLATE pg_catalog."C",
    recycle_at timestamp(3) with time zone
);
ALTER TABLE ONLY public.pool_past FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pool_refusal (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    pool_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    tac text COLLATE pg_catalog."C",
    address text,
    subject_code text NOT NULL COLLATE pg_catalog."C",
    reason_code text NOT NULL COLLATE pg_catalog."C",
    detail text NOT NULL
);
ALTER TABLE ONLY public.pool_refusal FORCE ROW LEVEL SECURITY;
CREATE TABLE public.pool_use (
    enterprise_id uuid NOT NULL,
    pool_id uuid NOT NULL,
    slot smallint NOT NULL,
    taken integer DEFAULT 0 NOT NULL,
    refused integer DEFAULT 0 NOT NULL,
    room integer DEFAULT 0 NOT NULL,
    CONSTRAINT pool_use_room_check CHECK ((room >= 0)),
    CONSTRAINT pool_use_slot_check CHECK ((slot >= 0))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.1', autovacuum_vacuum_threshold='500');
ALTER TABLE ONLY public.pool_use FORCE ROW LEVEL SECURITY;
CREATE TABLE public.process_minute (
    minute timestamp(3) with time zone NOT NULL,
    process uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    count bigint NOT NULL,
    buckets integer[]
);
COMMENT ON TABLE public.process_minute IS 'global';
CREATE TABLE public.profile (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    imsi text NOT NULL COLLATE pg_catalog."C",
    msisdn text COLLATE pg_catalog."C",
    eid text COLLATE pg_catalog."C",
    spn text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    status_at timestamp(3) with time zone NOT NULL,
    order_state text NOT NULL COLLATE pg_catalog."C",
    order_state_at timestamp(3) with time zone NOT NULL,
    activation_code_id uuid NOT NULL,
    matching_id text NOT NULL COLLATE pg_catalog."C",
    configuration_id uuid NOT NULL,
    configuration_version integer NOT NULL,
    batch_id uuid NOT NULL,
    protection text COLLATE pg_catalog."C",
    region text COLLATE pg_catalog."C",
    device_brand text COLLATE pg_catalog."C",
    device_model text,
    notes text COLLATE pg_catalog."C",
    downloads integer DEFAULT 0 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sample boolean DEFAULT false NOT NULL,
    recycle_status text DEFAULT 'NONE'::text NOT NULL COLLATE pg_catalog."C",
    recycle_reason text COLLATE pg_catalog."C",
    recycle_at timestamp(3) with time zone,
    recycle_begun_at timestamp(3) with time zone,
    recycle_due_at timestamp(3) with time zone,
    campaign_id uuid,
    ac_format text DEFAULT 'AC_LINK'::text NOT NULL COLLATE pg_catalog."C",
    device_release smallint,
    removed boolean GENERATED ALWAYS AS ((status = 'REMOVED'::text)) STORED NOT NULL,
    origin uuid GENERATED ALWAYS AS ((md5((((((((((configuration_id)::text || ' '::text) || (configuration_version)::text) || ' '::text) || (created_by)::text) || ' '::text) || quote_nullable(protection)) || ' '::text) || quote_nullable(region))))::uuid) STORED NOT NULL,
    handling uuid GENERATED ALWAYS AS (
CASE
    WHEN ((campaign_id IS NOT NULL) OR (ac_format <> 'AC_LINK'::text) OR (recycle_status <> 'NONE'::text) OR (recycle_reason IS NOT NULL)) THEN (md5(((((((quote_nullable((campaign_id)::text) || ' '::text) || ac_format) || ' '::text) || recycle_status) || ' '::text) || quote_nullable(recycle_reason))))::uuid
    ELSE NULL::uuid
END) STORED,
    CONSTRAINT profile_ac_format_check CHECK ((ac_format = ANY (ARRAY['NONE'::text, 'STRING'::text, 'PICTURE'::text, 'AC_LINK'::text]))),
    CONSTRAINT profile_order_state_check CHECK ((order_state = ANY (ARRAY['Available'::text, 'Allocated'::text, 'Linked'::text, 'Confirmed'::text, 'Released'::text, 'Downloaded'::text, 'Installed'::text, 'Error'::text, 'Unavailable'::text]))),
    CONSTRAINT profile_protection_check CHECK ((protection = ANY (ARRAY['PLAIN'::text, 'PGP'::text]))),
    CONSTRAINT profile_recycle_reason_check CHECK ((recycle_reason = ANY (ARRAY['EXPIRE_TIME'::text, 'MANUAL'::text, 'DEVICE_DELETED'::text, 'CAMPAIGN_END'::text]))),
    CONSTRAINT profile_recycle_status_check CHECK ((recycle_status = ANY (ARRAY['NONE'::text, 'SCHEDULED'::text, 'RECYCLED'::text, 'FAILED'::text]))),
    CONSTRAINT profile_status_check CHECK ((status = ANY (ARRAY['AVAILABLE'::text, 'DOWNLOADED'::text, 'INSTALLED'::text, 'ENABLED'::text, 'DISABLED'::text, 'DELETED'::text, 'ERROR'::text, 'EXPIRED'::text, 'CANCELED'::text, 'REMOVED'::text])))
);
ALTER TABLE ONLY public.profile FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_configuration (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    deleted_at timestamp(3) with time zone,
    sample boolean DEFAULT false NOT NULL,
    silenced_advice text[] DEFAULT '{}'::text[] NOT NULL
);
ALTER TABLE ONLY public.profile_configuration FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_configuration_version (
    enterprise_id uuid NOT NULL,
    configuration_id uuid NOT NULL,
    version integer NOT NULL,
    fields jsonb NOT NULL,
    sealed_confirmation_code bytea,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    applet_file text COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.profile_configuration_version FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_event (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL COLLATE pg_catalog."C",
    at timestamp(3) with time zone NOT NULL,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    address text,
    eid text COLLATE pg_catalog."C",
    device text,
    subject_code text COLLATE pg_catalog."C",
    reason_code text COLLATE pg_catalog."C",
    detail text,
    message_id uuid,
    text_id text COLLATE pg_catalog."C",
    text_values jsonb,
    group_id uuid,
    campaign_id uuid,
    configuration_id uuid,
    configuration_version integer,
    region text COLLATE pg_catalog."C",
    device_brand text COLLATE pg_catalog."C",
    device_model text COLLATE pg_catalog."C",
    member_id uuid,
    repeated boolean DEFAULT false NOT NULL,
    origin uuid GENERATED ALWAYS AS ((md5(((((((((((quote_nullable((configuration_id)::text) || ' '::text) || quote_nullable((configuration_version)::text)) || ' '::text) || quote_nullable((member_id)::text)) || ' '::text) || quote_nullable(region)) || ' '::text) || quote_nullable((campaign_id)::text)) || ' '::text) ||
CASE
    WHEN (device_brand IS NULL) THEN '0'::text
    ELSE '1'::text
END)))::uuid) STORED NOT NULL,
    CONSTRAINT profile_event_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'device'::text, 'system'::text])))
);
ALTER TABLE ONLY public.profile_event FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_group (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    color text NOT NULL COLLATE pg_catalog."C",
    notes text,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    CONSTRAINT profile_group_color_check CHECK ((color = ANY (ARRAY['gray'::text, 'red'::text, 'orange'::text, 'yellow'::text, 'green'::text, 'teal'::text, 'blue'::text, 'violet'::text, 'pink'::text]))),
    CONSTRAINT profile_group_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)))
);
ALTER TABLE ONLY public.profile_group FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_key (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    sealed bytea NOT NULL
);
ALTER TABLE ONLY public.profile_key FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_place (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    group_id uuid,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.profile_place FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_trait (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    listed boolean DEFAULT true NOT NULL,
    tags uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    attributes jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT profile_trait_tags_check CHECK ((cardinality(tags) <= 20))
);
ALTER TABLE ONLY public.profile_trait FORCE ROW LEVEL SECURITY;
CREATE TABLE public.profile_trait_index (
    enterprise_id uuid NOT NULL,
    trait_id uuid NOT NULL,
    value text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    profile_id uuid NOT NULL
);
ALTER TABLE ONLY public.profile_trait_index FORCE ROW LEVEL SECURITY;
CREATE TABLE public.program (
    id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    name text NOT NULL,
    CONSTRAINT program_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)))
);
COMMENT ON TABLE public.program IS 'global';
CREATE TABLE public.program_call (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    program_id uuid NOT NULL,
    program_kind text NOT NULL COLLATE pg_catalog."C",
    program_name text NOT NULL,
    method text NOT NULL COLLATE pg_catalog."C",
    path text NOT NULL COLLATE pg_catalog."C",
    outcome text NOT NULL COLLATE pg_catalog."C",
    status integer NOT NULL,
    code text COLLATE pg_catalog."C",
    ms integer NOT NULL,
    address text NOT NULL,
    request_id text NOT NULL COLLATE pg_catalog."C",
    form boolean DEFAULT false NOT NULL,
    request text,
    answer text,
    cut boolean NOT NULL,
    CONSTRAINT program_call_outcome_check CHECK ((outcome = ANY (ARRAY['OK'::text, 'REFUSED'::text, 'FAILED'::text]))),
    CONSTRAINT program_call_program_kind_check CHECK ((program_kind = ANY (ARRAY['KEY'::text, 'CREDENTIAL'::text])))
);
ALTER TABLE ONLY public.program_call FORCE ROW LEVEL SECURITY;
CREATE TABLE public.qr_logo (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    content bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT qr_logo_content_check CHECK (((octet_length(content) >= 1) AND (octet_length(content) <= 262144)))
);
ALTER TABLE ONLY public.qr_logo FORCE ROW LEVEL SECURITY;
CREATE TABLE public.qr_preset (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    style jsonb NOT NULL,
    logo_id uuid,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.qr_preset FORCE ROW LEVEL SECURITY;
CREATE TABLE public.qr_standard (
    enterprise_id uuid NOT NULL,
    preset_id uuid NOT NULL
);
ALTER TABLE ONLY public.qr_standard FORCE ROW LEVEL SECURITY;
CREATE TABLE public.recovery_code (
    user_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
COMMENT ON TABLE public.recovery_code IS 'global';
CREATE TABLE public.recycle_log (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    order_id uuid NOT NULL,
    iccid text NOT NULL COLLATE pg_catalog."C",
    eid text COLLATE pg_catalog."C",
    at timestamp(3) with time zone NOT NULL,
    step text NOT NULL COLLATE pg_catalog."C",
    reason text COLLATE pg_catalog."C",
    due_at timestamp(3) with time zone,
    actor text NOT NULL COLLATE pg_catalog."C",
    actor_id uuid,
    address text,
    detail text NOT NULL,
    CONSTRAINT recycle_log_actor_check CHECK ((actor = ANY (ARRAY['user'::text, 'device'::text, 'system'::text]))),
    CONSTRAINT recycle_log_reason_check CHECK ((reason = ANY (ARRAY['EXPIRE_TIME'::text, 'MANUAL'::text, 'DEVICE_DELETED'::text, 'CAMPAIGN_END'::text]))),
    CONSTRAINT recycle_log_step_check CHECK ((step = ANY (ARRAY['SET'::text, 'TAKEN_BACK'::text, 'BEGUN'::text, 'RECYCLED'::text, 'FAILED'::text, 'MESSAGE_REFUSED'::text])))
);
ALTER TABLE ONLY public.recycle_log FORCE ROW LEVEL SECURITY;
CREATE TABLE public.report_schedule (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    report_id uuid NOT NULL,
    owner_id uuid NOT NULL,
    every text NOT NULL COLLATE pg_catalog."C",
    hour integer NOT NULL,
    weekday integer NOT NULL,
    month_day integer NOT NULL,
    time_zone text NOT NULL,
    format text NOT NULL COLLATE pg_catalog."C",
    delivery text NOT NULL COLLATE pg_catalog."C",
    recipients jsonb NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    stop_reason text COLLATE pg_catalog."C",
    next_at timestamp(3) with time zone,
    retry_at timestamp(3) with time zone,
    last_at timestamp(3) with time zone,
    last_mails integer,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT report_schedule_check CHECK (((state = 'STOPPED'::text) = (stop_reason IS NOT NULL))),
    CONSTRAINT report_schedule_check1 CHECK (((state = 'ACTIVE'::text) = (next_at IS NOT NULL))),
    CONSTRAINT report_schedule_delivery_check CHECK ((delivery = ANY (ARRAY['LINK'::text, 'FILE'::text]))),
    CONSTRAINT report_schedule_every_check CHECK ((every = ANY (ARRAY['DAY'::text, 'WEEK'::text, 'MONTH'::text]))),
    CONSTRAINT report_schedule_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'xlsx'::text]))),
    CONSTRAINT report_schedule_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
    CONSTRAINT report_schedule_month_day_check CHECK (((month_day >= 1) AND (month_day <= 31))),
    CONSTRAINT report_schedule_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'STOPPED'::text]))),
    CONSTRAINT report_schedule_stop_reason_check CHECK ((stop_reason = ANY (ARRAY['OWNER_LEFT'::text, 'OWNER_MAY_NOT'::text, 'NO_RECIPIENT'::text, 'REPORT_INVALID'::text]))),
    CONSTRAINT report_schedule_weekday_check CHECK (((weekday >= 1) AND (weekday <= 7)))
);
ALTER TABLE ONLY public.report_schedule FORCE ROW LEVEL SECURITY;
CREATE TABLE public.restore (
    id uuid NOT NULL,
    rows_of timestamp(3) with time zone NOT NULL,
    recorded_at timestamp(3) with time zone NOT NULL,
    settled_at timestamp(3) with time zone,
    released_at timestamp(3) with time zone
);
COMMENT ON TABLE public.restore IS 'global';
CREATE TABLE public.rollup (
    enterprise_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    dimension text NOT NULL COLLATE pg_catalog."C",
    metric text NOT NULL COLLATE pg_catalog."C",
    bucket timestamp(3) with time zone NOT NULL,
    count bigint NOT NULL
)
WITH (fillfactor='80');
ALTER TABLE ONLY public.rollup FORCE ROW LEVEL SECURITY;
CREATE TABLE public.rollup_queue (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    bucket timestamp(3) with time zone NOT NULL,
    group_id uuid,
    campaign_id uuid,
    configuration_id uuid,
    configuration_version integer,
    region text COLLATE pg_catalog."C",
    device_brand text COLLATE pg_catalog."C",
    device_model text COLLATE pg_catalog."C",
    member_id uuid,
    subject_code text COLLATE pg_catalog."C",
    reason_code text COLLATE pg_catalog."C",
    deltas jsonb NOT NULL
);
ALTER TABLE ONLY public.rollup_queue FORCE ROW LEVEL SECURITY;
CREATE TABLE public.rollup_state (
    enterprise_id uuid NOT NULL,
    filled_to timestamp(3) with time zone,
    merged_to timestamp(3) with time zone,
    checked_to timestamp(3) with time zone,
    checked_at timestamp(3) with time zone,
    wrong_rows integer DEFAULT 0 NOT NULL,
    wrong_example text,
    wrong_at timestamp(3) with time zone
);
ALTER TABLE ONLY public.rollup_state FORCE ROW LEVEL SECURITY;
CREATE TABLE public.rsp_session (
    transaction_id bytea NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    server_address text NOT NULL,
    euicc_challenge bytea,
    server_challenge bytea NOT NULL,
    ci_key_id bytea NOT NULL,
    server_ci_key_id bytea NOT NULL,
    address text NOT NULL,
    enterprise_id uuid,
    activation_code_id uuid,
    order_id uuid,
    eid text COLLATE pg_catalog."C",
    euicc_certificate bytea,
    euicc_public_key bytea,
    smdp_signature2 bytea,
    device_brand text,
    device_model text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    pool_id uuid,
    profile_id uuid,
    device_release smallint,
    trial_id uuid,
    CONSTRAINT rsp_session_state_check CHECK ((state = ANY (ARRAY['INITIATED'::text, 'AUTHENTICATED'::text, 'CODE_REFUSED'::text, 'DELIVERED'::text, 'ENDED'::text]))),
    CONSTRAINT rsp_session_transaction_id_check CHECK ((octet_length(transaction_id) = 16))
);
COMMENT ON TABLE public.rsp_session IS 'global';
CREATE TABLE public.rsp_trial (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    order_id uuid NOT NULL,
    state jsonb NOT NULL
);
ALTER TABLE ONLY public.rsp_trial FORCE ROW LEVEL SECURITY;
CREATE TABLE public.saved_report (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    parameters jsonb NOT NULL,
    shared boolean NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT saved_report_name_check CHECK (((length(name) >= 1) AND (length(name) <= 64)))
);
ALTER TABLE ONLY public.saved_report FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sealed_key (
    name text NOT NULL COLLATE pg_catalog."C",
    sealed bytea NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.sealed_key IS 'global';
CREATE TABLE public.seller (
    platform_id uuid NOT NULL,
    fields jsonb NOT NULL,
    invoice_prefix text NOT NULL COLLATE pg_catalog."C",
    version integer NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.seller IS 'global';
CREATE TABLE public.shared_view (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    module text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL,
    filter text NOT NULL,
    sort_by text COLLATE pg_catalog."C",
    sort_direction text COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT shared_view_check CHECK (((sort_by IS NULL) = (sort_direction IS NULL))),
    CONSTRAINT shared_view_filter_check CHECK ((length(filter) <= 2000)),
    CONSTRAINT shared_view_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    CONSTRAINT shared_view_sort_direction_check CHECK ((sort_direction = ANY (ARRAY['asc'::text, 'desc'::text])))
);
ALTER TABLE ONLY public.shared_view FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sign_in_step (
    ticket_hash bytea NOT NULL,
    user_id uuid,
    purpose text NOT NULL COLLATE pg_catalog."C",
    challenge text,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT sign_in_step_purpose_check CHECK ((purpose = ANY (ARRAY['CODE'::text, 'PASSKEY'::text, 'PASSKEY_ADD'::text, 'STEP_UP'::text])))
);
COMMENT ON TABLE public.sign_in_step IS 'global';
CREATE TABLE public.smdp_host (
    host text NOT NULL COLLATE pg_catalog."C",
    platform_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT smdp_host_host_check CHECK ((host = lower(host)))
);
COMMENT ON TABLE public.smdp_host IS 'global';
CREATE TABLE public.smds_event (
    eid text NOT NULL COLLATE pg_catalog."C",
    event_id text NOT NULL COLLATE pg_catalog."C",
    owner text NOT NULL COLLATE pg_catalog."C",
    rsp_server_address text NOT NULL,
    device_trust text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT smds_event_device_trust_check CHECK ((device_trust = ANY (ARRAY['test'::text, 'live'::text])))
);
COMMENT ON TABLE public.smds_event IS 'global';
CREATE TABLE public.smds_session (
    transaction_id bytea NOT NULL,
    server_address text NOT NULL,
    server_challenge bytea NOT NULL,
    ci_key_id bytea NOT NULL,
    server_ci_key_id bytea NOT NULL,
    address text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT smds_session_transaction_id_check CHECK ((octet_length(transaction_id) = 16))
);
COMMENT ON TABLE public.smds_session IS 'global';
CREATE TABLE public.source (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    configuration_id uuid NOT NULL,
    file_name text NOT NULL,
    protection text NOT NULL COLLATE pg_catalog."C",
    columns jsonb NOT NULL,
    fault_counts jsonb NOT NULL,
    total integer NOT NULL,
    faulty integer NOT NULL,
    existing integer NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    renamed jsonb NOT NULL,
    needs jsonb,
    reading jsonb DEFAULT '{}'::jsonb NOT NULL,
    warned integer DEFAULT 0 NOT NULL,
    warning_counts jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT source_protection_check CHECK ((protection = ANY (ARRAY['PLAIN'::text, 'PGP'::text]))),
    CONSTRAINT source_state_check CHECK ((state = ANY (ARRAY['STAGED'::text, 'CONFIRMED'::text, 'DISCARDED'::text])))
);
ALTER TABLE ONLY public.source FORCE ROW LEVEL SECURITY;
CREATE TABLE public.source_column (
    enterprise_id uuid NOT NULL,
    name text NOT NULL,
    source_column text NOT NULL COLLATE pg_catalog."C"
);
ALTER TABLE ONLY public.source_column FORCE ROW LEVEL SECURITY;
CREATE TABLE public.source_part (
    enterprise_id uuid NOT NULL,
    source_id uuid NOT NULL,
    part integer NOT NULL,
    rows integer NOT NULL,
    faulty integer NOT NULL,
    existing integer NOT NULL,
    sealed bytea NOT NULL,
    warned integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY public.source_part FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sso_connection (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea NOT NULL,
    default_role text NOT NULL COLLATE pg_catalog."C",
    enabled boolean NOT NULL,
    version integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    tested_at timestamp(3) with time zone
);
ALTER TABLE ONLY public.sso_connection FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sso_directory (
    connection_id uuid NOT NULL,
    enterprise_id uuid NOT NULL
);
COMMENT ON TABLE public.sso_directory IS 'global';
CREATE TABLE public.sso_domain (
    enterprise_id uuid NOT NULL,
    domain text NOT NULL COLLATE pg_catalog."C",
    token text NOT NULL COLLATE pg_catalog."C",
    proved_at timestamp(3) with time zone,
    proved_by text COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT sso_domain_check CHECK ((num_nonnulls(proved_at, proved_by) <> 1)),
    CONSTRAINT sso_domain_domain_check CHECK ((domain = lower(domain))),
    CONSTRAINT sso_domain_proved_by_check CHECK ((proved_by = ANY (ARRAY['DNS'::text, 'STAFF'::text])))
);
ALTER TABLE ONLY public.sso_domain FORCE ROW LEVEL SECURITY;
CREATE TABLE public.sso_domain_directory (
    domain text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL
);
COMMENT ON TABLE public.sso_domain_directory IS 'global';
CREATE TABLE public.sso_test (
    enterprise_id uuid NOT NULL,
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    sealed_secret bytea NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    result jsonb,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT sso_test_check CHECK (((state = 'RUNNING'::text) = (result IS NULL))),
    CONSTRAINT sso_test_state_check CHECK ((state = ANY (ARRAY['RUNNING'::text, 'PASSED'::text, 'FAILED'::text])))
);
ALTER TABLE ONLY public.sso_test FORCE ROW LEVEL SECURITY;
CREATE TABLE public.stripe_customer (
    enterprise_id uuid NOT NULL,
    customer_id text NOT NULL COLLATE pg_catalog."C",
    generation integer NOT NULL,
    method_id text COLLATE pg_catalog."C",
    brand text,
    last4 text,
    exp_month smallint,
    exp_year smallint,
    setup_session_id text COLLATE pg_catalog."C",
    updated_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.stripe_customer FORCE ROW LEVEL SECURITY;
CREATE TABLE public.stripe_event (
    id text NOT NULL COLLATE pg_catalog."C",
    type text NOT NULL COLLATE pg_catalog."C",
    names text[] NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    next_try_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT stripe_event_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'IGNORED'::text, 'FAILED'::text])))
);
COMMENT ON TABLE public.stripe_event IS 'global';
CREATE TABLE public.subscription (
    enterprise_id uuid NOT NULL,
    auto_renew boolean DEFAULT true NOT NULL,
    cancelled_at timestamp(3) with time zone,
    cancel_reason text,
    balance_cents bigint DEFAULT 0 NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT subscription_balance_cents_check CHECK ((balance_cents >= 0))
);
ALTER TABLE ONLY public.subscription FORCE ROW LEVEL SECURITY;
CREATE TABLE public.supplied_package (
    enterprise_id uuid NOT NULL,
    profile_id uuid NOT NULL,
    sealed bytea NOT NULL
);
ALTER TABLE ONLY public.supplied_package FORCE ROW LEVEL SECURITY;
CREATE TABLE public.tac (
    tac text NOT NULL COLLATE pg_catalog."C",
    brand text NOT NULL,
    model text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone,
    CONSTRAINT tac_tac_check CHECK ((tac ~ '^[0-9]{8}$'::text))
);
COMMENT ON TABLE public.tac IS 'global';
CREATE TABLE public.tac_import (
    id uuid NOT NULL,
    file_name text NOT NULL,
    rows integer,
    ignored text[] NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.tac_import IS 'global';
CREATE TABLE public.tac_import_line (
    import_id uuid NOT NULL,
    line integer NOT NULL,
    tac text NOT NULL COLLATE pg_catalog."C",
    brand text NOT NULL,
    model text NOT NULL,
    fault text
);
COMMENT ON TABLE public.tac_import_line IS 'global';
CREATE TABLE public.tac_table (
    one boolean DEFAULT true NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    naming boolean DEFAULT false NOT NULL,
    named_tac text COLLATE pg_catalog."C",
    named_enterprise_id uuid,
    named_eid text COLLATE pg_catalog."C",
    CONSTRAINT tac_table_one_check CHECK (one)
);
COMMENT ON TABLE public.tac_table IS 'global';
CREATE TABLE public.tag (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    color text NOT NULL COLLATE pg_catalog."C",
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    removed_at timestamp(3) with time zone,
    merged_into uuid,
    profiles_left boolean DEFAULT false NOT NULL,
    CONSTRAINT tag_color_check CHECK ((color = ANY (ARRAY['gray'::text, 'red'::text, 'orange'::text, 'yellow'::text, 'green'::text, 'teal'::text, 'blue'::text, 'violet'::text, 'pink'::text]))),
    CONSTRAINT tag_name_check CHECK (((length(name) >= 1) AND (length(name) <= 40)))
);
ALTER TABLE ONLY public.tag FORCE ROW LEVEL SECURITY;
CREATE TABLE public.tax_rate (
    platform_id uuid NOT NULL,
    country text NOT NULL COLLATE pg_catalog."C",
    valid_from date NOT NULL,
    rate integer NOT NULL,
    CONSTRAINT tax_rate_country_check CHECK ((country ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT tax_rate_rate_check CHECK (((rate >= 0) AND (rate <= 10000)))
);
COMMENT ON TABLE public.tax_rate IS 'global';
CREATE TABLE public.threshold_crossing (
    enterprise_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    subject text NOT NULL COLLATE pg_catalog."C",
    level integer NOT NULL,
    unit text NOT NULL COLLATE pg_catalog."C",
    at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.threshold_crossing FORCE ROW LEVEL SECURITY;
CREATE TABLE public.totp_factor (
    user_id uuid NOT NULL,
    sealed_secret bytea NOT NULL,
    last_step bigint DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone
);
COMMENT ON TABLE public.totp_factor IS 'global';
CREATE TABLE public.transfer_proof (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    order_id uuid NOT NULL,
    file_name text NOT NULL,
    content_type text NOT NULL COLLATE pg_catalog."C",
    bytes integer NOT NULL,
    created_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT transfer_proof_bytes_check CHECK ((bytes > 0)),
    CONSTRAINT transfer_proof_content_type_check CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/png'::text, 'image/jpeg'::text, 'image/webp'::text])))
);
ALTER TABLE ONLY public.transfer_proof FORCE ROW LEVEL SECURITY;
CREATE TABLE public.transfer_proof_part (
    enterprise_id uuid NOT NULL,
    proof_id uuid NOT NULL,
    number smallint NOT NULL,
    sealed bytea NOT NULL
);
ALTER TABLE ONLY public.transfer_proof_part FORCE ROW LEVEL SECURITY;
CREATE TABLE public.trial_use (
    kind text NOT NULL COLLATE pg_catalog."C",
    holder text NOT NULL COLLATE pg_catalog."C",
    used_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT trial_use_kind_check CHECK ((kind = ANY (ARRAY['PERSON'::text, 'DOMAIN'::text, 'ENTERPRISE'::text])))
);
COMMENT ON TABLE public.trial_use IS 'global';
CREATE TABLE public.user_account (
    id uuid NOT NULL,
    email text NOT NULL COLLATE pg_catalog."C",
    password_hash text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    company_name text NOT NULL,
    survey jsonb,
    state text NOT NULL COLLATE pg_catalog."C",
    platform_id uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    activated_at timestamp(3) with time zone,
    time_zone text,
    password_changed_at timestamp(3) with time zone,
    second_factor boolean DEFAULT false NOT NULL,
    deletion_at timestamp(3) with time zone,
    invitation text COLLATE pg_catalog."C",
    CONSTRAINT user_account_email_check CHECK ((email = lower(email))),
    CONSTRAINT user_account_state_check CHECK ((state = ANY (ARRAY['PENDING'::text, 'ACTIVE'::text, 'INACTIVE'::text])))
);
COMMENT ON TABLE public.user_account IS 'global';
CREATE TABLE public.user_behavior (
    user_id uuid NOT NULL,
    enterprise_id uuid,
    module_name text NOT NULL COLLATE pg_catalog."C",
    config text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.user_behavior IS 'global';
CREATE TABLE public.user_identity (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    source_id uuid NOT NULL,
    source_name text NOT NULL,
    subject text NOT NULL COLLATE pg_catalog."C",
    email text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL
);
COMMENT ON TABLE public.user_identity IS 'global';
CREATE TABLE public.user_session (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    enterprise_id uuid NOT NULL,
    binding_hash bytea NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    end_reason text COLLATE pg_catalog."C",
    proved_at timestamp(3) with time zone NOT NULL,
    sso_enterprise_id uuid,
    visit_reason text,
    visit_name text,
    visit_end_audited boolean DEFAULT false NOT NULL,
    CONSTRAINT user_session_end_reason_check CHECK ((end_reason = ANY (ARRAY['SIGN_OUT'::text, 'IDLE'::text, 'EXPIRED'::text, 'ELSEWHERE'::text]))),
    CONSTRAINT user_session_visit_reason_check CHECK (((length(visit_reason) >= 1) AND (length(visit_reason) <= 500)))
);
COMMENT ON TABLE public.user_session IS 'global';
CREATE TABLE public.user_token (
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    purpose text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone,
    registration jsonb,
    CONSTRAINT user_token_purpose_check CHECK ((purpose = ANY (ARRAY['ACTIVATE'::text, 'RESET'::text])))
);
COMMENT ON TABLE public.user_token IS 'global';
CREATE TABLE public.virtual_phone (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    profile_id uuid NOT NULL,
    eid text NOT NULL COLLATE pg_catalog."C",
    sealed_euicc bytea NOT NULL,
    screen jsonb DEFAULT '{}'::jsonb NOT NULL,
    action text COLLATE pg_catalog."C",
    running_until timestamp(3) with time zone,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    ends_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT virtual_phone_check CHECK (((action IS NULL) = (running_until IS NULL)))
);
ALTER TABLE ONLY public.virtual_phone FORCE ROW LEVEL SECURITY;
CREATE TABLE public.virtual_phone_day (
    enterprise_id uuid NOT NULL,
    day date NOT NULL,
    tries integer NOT NULL
);
ALTER TABLE ONLY public.virtual_phone_day FORCE ROW LEVEL SECURITY;
CREATE TABLE public.virtual_phone_message (
    enterprise_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    facts jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.virtual_phone_message FORCE ROW LEVEL SECURITY;
CREATE TABLE public.voucher (
    enterprise_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    number integer NOT NULL,
    hash bytea NOT NULL,
    redeemed_at timestamp(3) with time zone,
    profile_id uuid,
    page_slug text COLLATE pg_catalog."C",
    secret_hash bytea,
    address text,
    network text COLLATE pg_catalog."C",
    revoked_at timestamp(3) with time zone,
    CONSTRAINT voucher_check CHECK (((redeemed_at IS NULL) OR (revoked_at IS NULL))),
    CONSTRAINT voucher_check1 CHECK (((redeemed_at IS NULL) = (profile_id IS NULL))),
    CONSTRAINT voucher_number_check CHECK ((number > 0))
);
ALTER TABLE ONLY public.voucher FORCE ROW LEVEL SECURITY;
CREATE TABLE public.voucher_batch (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    campaign_id uuid NOT NULL,
    name text NOT NULL,
    slug text NOT NULL COLLATE pg_catalog."C",
    count integer NOT NULL,
    redeemed integer DEFAULT 0 NOT NULL,
    revoked integer DEFAULT 0 NOT NULL,
    wrong integer DEFAULT 0 NOT NULL,
    wrong_hour timestamp(3) with time zone,
    wrong_in_hour integer DEFAULT 0 NOT NULL,
    expires_at timestamp(3) with time zone,
    address_limit integer,
    revoked_at timestamp(3) with time zone,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    CONSTRAINT voucher_batch_address_limit_check CHECK ((address_limit > 0)),
    CONSTRAINT voucher_batch_count_check CHECK ((count > 0))
);
ALTER TABLE ONLY public.voucher_batch FORCE ROW LEVEL SECURITY;
CREATE TABLE public.voucher_codes (
    enterprise_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    sealed bytea NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.voucher_codes FORCE ROW LEVEL SECURITY;
CREATE TABLE public.voucher_directory (
    slug text NOT NULL COLLATE pg_catalog."C",
    enterprise_id uuid NOT NULL,
    batch_id uuid NOT NULL
);
COMMENT ON TABLE public.voucher_directory IS 'global';
CREATE TABLE public.webhook_arrival (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    headers jsonb NOT NULL,
    body text NOT NULL,
    plain_valid boolean NOT NULL,
    standard_valid boolean NOT NULL,
    answered integer NOT NULL,
    number bigint
);
ALTER TABLE ONLY public.webhook_arrival FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_attempt (
    enterprise_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    ms integer NOT NULL,
    url text,
    request_headers jsonb NOT NULL,
    status integer,
    fault text,
    answer text
);
ALTER TABLE ONLY public.webhook_attempt FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_delivery (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    endpoint_id uuid NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    iccid text COLLATE pg_catalog."C",
    body text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    in_order boolean DEFAULT true NOT NULL,
    next_at timestamp(3) with time zone,
    last_at timestamp(3) with time zone,
    last_status integer,
    last_fault text,
    last_ms integer,
    CONSTRAINT webhook_delivery_check CHECK (((state = 'WAITING'::text) = (next_at IS NOT NULL))),
    CONSTRAINT webhook_delivery_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DELIVERED'::text, 'FAILED'::text, 'NOT_SENT'::text])))
);
ALTER TABLE ONLY public.webhook_delivery FORCE ROW LEVEL SECURITY;
CREATE TABLE public.webhook_endpoint (
    enterprise_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    url text,
    kinds text[] NOT NULL,
    bench_status integer DEFAULT 200 NOT NULL,
    access_key text NOT NULL,
    sealed_secret bytea NOT NULL,
    sealed_previous bytea,
    previous_until timestamp(3) with time zone,
    state text NOT NULL COLLATE pg_catalog."C",
    off_reason text COLLATE pg_catalog."C",
    since timestamp(3) with time zone NOT NULL,
    last_sequence bigint DEFAULT 0 NOT NULL,
    lease_holder uuid,
    lease_until timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_arrival bigint DEFAULT 0 NOT NULL,
    CONSTRAINT webhook_endpoint_check CHECK (((state = 'OFF'::text) OR (off_reason IS NULL))),
    CONSTRAINT webhook_endpoint_off_reason_check CHECK ((off_reason = ANY (ARRAY['GONE'::text, 'EXHAUSTED'::text, 'QUEUE_FULL'::text]))),
    CONSTRAINT webhook_endpoint_state_check CHECK ((state = ANY (ARRAY['ACTIVE'::text, 'PAUSED'::text, 'OFF'::text])))
);
ALTER TABLE ONLY public.webhook_endpoint FORCE ROW LEVEL SECURITY;
CREATE TABLE public.write_probe (
    filler bytea NOT NULL
);
ALTER TABLE ONLY public.write_probe ALTER COLUMN filler SET STORAGE EXTERNAL;
COMMENT ON TABLE public.write_probe IS 'global';
ALTER TABLE ONLY public.access_key_directory
    ADD CONSTRAINT access_key_directory_pkey PRIMARY KEY (access_key);
ALTER TABLE ONLY public.activation_code_directory
    ADD CONSTRAINT activation_code_directory_pkey PRIMARY KEY (matching_id);
ALTER TABLE ONLY public.activation_code_directory
    ADD CONSTRAINT activation_code_directory_slug_key UNIQUE (slug);
ALTER TABLE ONLY public.activation_code
    ADD CONSTRAINT activation_code_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.announcement_dismissal
    ADD CONSTRAINT announcement_dismissal_pkey PRIMARY KEY (announcement_id, user_id);
ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_key_directory
    ADD CONSTRAINT api_key_directory_pkey PRIMARY KEY (secret_id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.api_key_secret
    ADD CONSTRAINT api_key_secret_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.applet_file
    ADD CONSTRAINT applet_file_enterprise_id_sha256_key UNIQUE (enterprise_id, sha256);
ALTER TABLE ONLY public.applet_file
    ADD CONSTRAINT applet_file_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.attempt_counter
    ADD CONSTRAINT attempt_counter_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.attribute
    ADD CONSTRAINT attribute_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.audit_checkpoint
    ADD CONSTRAINT audit_checkpoint_pkey PRIMARY KEY (enterprise_id, number);
ALTER TABLE ONLY public.audit_entry
    ADD CONSTRAINT audit_entry_pkey PRIMARY KEY (enterprise_id, number);
ALTER TABLE ONLY public.audit_inbox
    ADD CONSTRAINT audit_inbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.backup_run
    ADD CONSTRAINT backup_run_pkey PRIMARY KEY (taken_at);
ALTER TABLE ONLY public.batch
    ADD CONSTRAINT batch_enterprise_id_code_key UNIQUE (enterprise_id, code);
ALTER TABLE ONLY public.batch
    ADD CONSTRAINT batch_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.batch_row
    ADD CONSTRAINT batch_row_pkey PRIMARY KEY (enterprise_id, batch_id, line);
ALTER TABLE ONLY public.bip_message
    ADD CONSTRAINT bip_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.block_hit
    ADD CONSTRAINT block_hit_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.block_rule
    ADD CONSTRAINT block_rule_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.bound_package
    ADD CONSTRAINT bound_package_pkey PRIMARY KEY (enterprise_id, order_id);
ALTER TABLE ONLY public.campaign_fill
    ADD CONSTRAINT campaign_fill_pkey PRIMARY KEY (enterprise_id, call);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.client_note
    ADD CONSTRAINT client_note_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.code_file_left
    ADD CONSTRAINT code_file_left_pkey PRIMARY KEY (enterprise_id, file_id, line);
ALTER TABLE ONLY public.code_file_part
    ADD CONSTRAINT code_file_part_pkey PRIMARY KEY (enterprise_id, file_id, number);
ALTER TABLE ONLY public.code_file
    ADD CONSTRAINT code_file_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.code_mail
    ADD CONSTRAINT code_mail_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.code_page
    ADD CONSTRAINT code_page_pkey PRIMARY KEY (enterprise_id, activation_code_id);
ALTER TABLE ONLY public.device_message
    ADD CONSTRAINT device_message_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.device
    ADD CONSTRAINT device_pkey PRIMARY KEY (enterprise_id, eid);
ALTER TABLE ONLY public.device_sign_in
    ADD CONSTRAINT device_sign_in_code_key UNIQUE (code);
ALTER TABLE ONLY public.device_sign_in
    ADD CONSTRAINT device_sign_in_handle_hash_key UNIQUE (handle_hash);
ALTER TABLE ONLY public.device_sign_in
    ADD CONSTRAINT device_sign_in_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.discount
    ADD CONSTRAINT discount_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.discount
    ADD CONSTRAINT discount_platform_id_code_key UNIQUE (platform_id, code);
ALTER TABLE ONLY public.discount_use
    ADD CONSTRAINT discount_use_pkey PRIMARY KEY (enterprise_id, order_id);
ALTER TABLE ONLY public.download_order
    ADD CONSTRAINT download_order_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.eid_push
    ADD CONSTRAINT eid_push_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.end_user_page
    ADD CONSTRAINT end_user_page_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.enterprise_logo
    ADD CONSTRAINT enterprise_logo_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.enterprise
    ADD CONSTRAINT enterprise_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.enterprise_role
    ADD CONSTRAINT enterprise_role_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.enterprise
    ADD CONSTRAINT enterprise_test_number_key UNIQUE (test_number);
ALTER TABLE ONLY public.es2plus_call
    ADD CONSTRAINT es2plus_call_pkey PRIMARY KEY (enterprise_id, caller_id, call_id);
ALTER TABLE ONLY public.es2plus_certificate_directory
    ADD CONSTRAINT es2plus_certificate_directory_pkey PRIMARY KEY (fingerprint, enterprise_id);
ALTER TABLE ONLY public.es2plus_operator
    ADD CONSTRAINT es2plus_operator_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.es2plus_progress
    ADD CONSTRAINT es2plus_progress_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.group_rule
    ADD CONSTRAINT group_rule_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.iccid_count
    ADD CONSTRAINT iccid_count_pkey PRIMARY KEY (enterprise_id, shard);
ALTER TABLE ONLY public.iccid_directory
    ADD CONSTRAINT iccid_directory_pkey PRIMARY KEY (iccid);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_platform_id_slug_key UNIQUE (platform_id, slug);
ALTER TABLE ONLY public.invitation_link
    ADD CONSTRAINT invitation_link_code_key UNIQUE (code);
ALTER TABLE ONLY public.invitation_link
    ADD CONSTRAINT invitation_link_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitation_use
    ADD CONSTRAINT invitation_use_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_platform_id_sequence_key UNIQUE (platform_id, sequence);
ALTER TABLE ONLY public.invoice_series
    ADD CONSTRAINT invoice_series_pkey PRIMARY KEY (platform_id);
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_pkey PRIMARY KEY (user_id, token_hash);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.legal_consent
    ADD CONSTRAINT legal_consent_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.legal_text
    ADD CONSTRAINT legal_text_pkey PRIMARY KEY (platform_id, kind, version);
ALTER TABLE ONLY public.linked_order_directory
    ADD CONSTRAINT linked_order_directory_pkey PRIMARY KEY (eid, order_id);
ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.member_directory
    ADD CONSTRAINT member_directory_pkey PRIMARY KEY (user_id, enterprise_id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_enterprise_id_user_id_key UNIQUE (enterprise_id, user_id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.notice_choice
    ADD CONSTRAINT notice_choice_user_id_enterprise_id_kind_channel_key UNIQUE NULLS NOT DISTINCT (user_id, enterprise_id, kind, channel);
ALTER TABLE ONLY public.notice_digest
    ADD CONSTRAINT notice_digest_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.notice_threshold
    ADD CONSTRAINT notice_threshold_pkey PRIMARY KEY (enterprise_id, kind);
ALTER TABLE ONLY public.oauth_flow
    ADD CONSTRAINT oauth_flow_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY public.oauth_ticket
    ADD CONSTRAINT oauth_ticket_pkey PRIMARY KEY (ticket_hash);
ALTER TABLE ONLY public.once_request
    ADD CONSTRAINT once_request_pkey PRIMARY KEY (caller, request_id);
ALTER TABLE ONLY public.open_api_credential
    ADD CONSTRAINT open_api_credential_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.open_api_request
    ADD CONSTRAINT open_api_request_pkey PRIMARY KEY (credential_id, request_id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.operation_row
    ADD CONSTRAINT operation_row_pkey PRIMARY KEY (enterprise_id, operation_id, line);
ALTER TABLE ONLY public.order_attempt
    ADD CONSTRAINT order_attempt_pkey PRIMARY KEY (enterprise_id, order_id, eid);
ALTER TABLE ONLY public.order_event
    ADD CONSTRAINT order_event_pkey PRIMARY KEY (enterprise_id, order_id, id);
ALTER TABLE ONLY public.outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_directory
    ADD CONSTRAINT payment_directory_pkey PRIMARY KEY (reference);
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_enterprise_id_order_id_way_attempt_key UNIQUE (enterprise_id, order_id, way, attempt);
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.pgp_key
    ADD CONSTRAINT pgp_key_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.plan_order
    ADD CONSTRAINT plan_order_enterprise_id_code_key UNIQUE (enterprise_id, code);
ALTER TABLE ONLY public.plan_order
    ADD CONSTRAINT plan_order_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.plan
    ADD CONSTRAINT plan_position_key UNIQUE ("position");
ALTER TABLE ONLY public.plan_tier
    ADD CONSTRAINT plan_tier_pkey PRIMARY KEY (plan, downloads);
ALTER TABLE ONLY public.plan_use
    ADD CONSTRAINT plan_use_pkey PRIMARY KEY (enterprise_id, order_id, slot);
ALTER TABLE ONLY public.platform_applet
    ADD CONSTRAINT platform_applet_id_key UNIQUE (id);
ALTER TABLE ONLY public.platform_applet
    ADD CONSTRAINT platform_applet_pkey PRIMARY KEY (platform_id, applet);
ALTER TABLE ONLY public.platform
    ADD CONSTRAINT platform_host_key UNIQUE (host);
ALTER TABLE ONLY public.platform_image
    ADD CONSTRAINT platform_image_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platform
    ADD CONSTRAINT platform_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.platform
    ADD CONSTRAINT platform_sys_key UNIQUE (sys);
ALTER TABLE ONLY public.pool_device
    ADD CONSTRAINT pool_device_pkey PRIMARY KEY (enterprise_id, pool_id, eid);
ALTER TABLE ONLY public.pool_member
    ADD CONSTRAINT pool_member_pkey PRIMARY KEY (enterprise_id, profile_id);
ALTER TABLE ONLY public.pool_past
    ADD CONSTRAINT pool_past_pkey PRIMARY KEY (enterprise_id, pool_id, profile_id, taken_at);
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.pool_refusal
    ADD CONSTRAINT pool_refusal_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.pool_use
    ADD CONSTRAINT pool_use_pkey PRIMARY KEY (enterprise_id, pool_id, slot);
ALTER TABLE ONLY public.process_minute
    ADD CONSTRAINT process_minute_pkey PRIMARY KEY (name, minute, process);
ALTER TABLE ONLY public.profile_configuration
    ADD CONSTRAINT profile_configuration_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.profile_configuration_version
    ADD CONSTRAINT profile_configuration_version_pkey PRIMARY KEY (enterprise_id, configuration_id, version);
ALTER TABLE ONLY public.profile_event
    ADD CONSTRAINT profile_event_pkey PRIMARY KEY (enterprise_id, profile_id, id);
ALTER TABLE public.profile_event
    ADD CONSTRAINT profile_event_said CHECK (((text_id IS NOT NULL) OR (detail IS NOT NULL))) NOT VALID;
ALTER TABLE ONLY public.profile_group
    ADD CONSTRAINT profile_group_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.profile_key
    ADD CONSTRAINT profile_key_pkey PRIMARY KEY (enterprise_id, profile_id);
ALTER TABLE ONLY public.profile
    ADD CONSTRAINT profile_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.profile_place
    ADD CONSTRAINT profile_place_pkey PRIMARY KEY (enterprise_id, profile_id);
ALTER TABLE ONLY public.profile_trait_index
    ADD CONSTRAINT profile_trait_index_pkey PRIMARY KEY (enterprise_id, trait_id, value, created_at, profile_id);
ALTER TABLE ONLY public.profile_trait
    ADD CONSTRAINT profile_trait_pkey PRIMARY KEY (enterprise_id, profile_id);
ALTER TABLE ONLY public.program_call
    ADD CONSTRAINT program_call_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.program
    ADD CONSTRAINT program_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.qr_logo
    ADD CONSTRAINT qr_logo_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.qr_preset
    ADD CONSTRAINT qr_preset_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.qr_standard
    ADD CONSTRAINT qr_standard_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY public.recycle_log
    ADD CONSTRAINT recycle_log_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.report_schedule
    ADD CONSTRAINT report_schedule_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.restore
    ADD CONSTRAINT restore_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rollup
    ADD CONSTRAINT rollup_pkey PRIMARY KEY (enterprise_id, kind, dimension, metric, bucket);
ALTER TABLE ONLY public.rollup_queue
    ADD CONSTRAINT rollup_queue_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.rollup_state
    ADD CONSTRAINT rollup_state_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.rsp_session
    ADD CONSTRAINT rsp_session_pkey PRIMARY KEY (transaction_id);
ALTER TABLE ONLY public.rsp_trial
    ADD CONSTRAINT rsp_trial_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.saved_report
    ADD CONSTRAINT saved_report_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.sealed_key
    ADD CONSTRAINT sealed_key_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.seller
    ADD CONSTRAINT seller_invoice_prefix_key UNIQUE (invoice_prefix);
ALTER TABLE ONLY public.seller
    ADD CONSTRAINT seller_pkey PRIMARY KEY (platform_id);
ALTER TABLE ONLY public.shared_view
    ADD CONSTRAINT shared_view_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.sign_in_step
    ADD CONSTRAINT sign_in_step_pkey PRIMARY KEY (ticket_hash);
ALTER TABLE ONLY public.smdp_host
    ADD CONSTRAINT smdp_host_pkey PRIMARY KEY (host);
ALTER TABLE ONLY public.smds_event
    ADD CONSTRAINT smds_event_pkey PRIMARY KEY (eid, event_id);
ALTER TABLE ONLY public.smds_session
    ADD CONSTRAINT smds_session_pkey PRIMARY KEY (transaction_id);
ALTER TABLE ONLY public.source_column
    ADD CONSTRAINT source_column_pkey PRIMARY KEY (enterprise_id, name);
ALTER TABLE ONLY public.source_part
    ADD CONSTRAINT source_part_pkey PRIMARY KEY (enterprise_id, source_id, part);
ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.sso_connection
    ADD CONSTRAINT sso_connection_enterprise_id_key UNIQUE (enterprise_id);
ALTER TABLE ONLY public.sso_connection
    ADD CONSTRAINT sso_connection_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.sso_directory
    ADD CONSTRAINT sso_directory_enterprise_id_key UNIQUE (enterprise_id);
ALTER TABLE ONLY public.sso_directory
    ADD CONSTRAINT sso_directory_pkey PRIMARY KEY (connection_id);
ALTER TABLE ONLY public.sso_domain_directory
    ADD CONSTRAINT sso_domain_directory_pkey PRIMARY KEY (domain);
ALTER TABLE ONLY public.sso_domain
    ADD CONSTRAINT sso_domain_pkey PRIMARY KEY (enterprise_id, domain);
ALTER TABLE ONLY public.sso_test
    ADD CONSTRAINT sso_test_pkey PRIMARY KEY (enterprise_id, user_id);
ALTER TABLE ONLY public.stripe_customer
    ADD CONSTRAINT stripe_customer_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.stripe_event
    ADD CONSTRAINT stripe_event_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.supplied_package
    ADD CONSTRAINT supplied_package_pkey PRIMARY KEY (enterprise_id, profile_id);
ALTER TABLE ONLY public.tac_import_line
    ADD CONSTRAINT tac_import_line_pkey PRIMARY KEY (import_id, line);
ALTER TABLE ONLY public.tac_import
    ADD CONSTRAINT tac_import_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tac
    ADD CONSTRAINT tac_pkey PRIMARY KEY (tac);
ALTER TABLE ONLY public.tac_table
    ADD CONSTRAINT tac_table_pkey PRIMARY KEY (one);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.tax_rate
    ADD CONSTRAINT tax_rate_pkey PRIMARY KEY (platform_id, country, valid_from);
ALTER TABLE ONLY public.threshold_crossing
    ADD CONSTRAINT threshold_crossing_pkey PRIMARY KEY (enterprise_id, kind, subject, level, unit);
ALTER TABLE ONLY public.totp_factor
    ADD CONSTRAINT totp_factor_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.transfer_proof
    ADD CONSTRAINT transfer_proof_enterprise_id_order_id_key UNIQUE (enterprise_id, order_id);
ALTER TABLE ONLY public.transfer_proof_part
    ADD CONSTRAINT transfer_proof_part_pkey PRIMARY KEY (enterprise_id, proof_id, number);
ALTER TABLE ONLY public.transfer_proof
    ADD CONSTRAINT transfer_proof_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.trial_use
    ADD CONSTRAINT trial_use_pkey PRIMARY KEY (kind, holder);
ALTER TABLE ONLY public.user_account
    ADD CONSTRAINT user_account_email UNIQUE (platform_id, email);
ALTER TABLE ONLY public.user_account
    ADD CONSTRAINT user_account_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_behavior
    ADD CONSTRAINT user_behavior_user_id_enterprise_id_module_name_key UNIQUE NULLS NOT DISTINCT (user_id, enterprise_id, module_name);
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_source_id_subject_key UNIQUE (source_id, subject);
ALTER TABLE ONLY public.user_session
    ADD CONSTRAINT user_session_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.user_token
    ADD CONSTRAINT user_token_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.virtual_phone_day
    ADD CONSTRAINT virtual_phone_day_pkey PRIMARY KEY (enterprise_id, day);
ALTER TABLE ONLY public.virtual_phone
    ADD CONSTRAINT virtual_phone_id_key UNIQUE (id);
ALTER TABLE ONLY public.virtual_phone_message
    ADD CONSTRAINT virtual_phone_message_pkey PRIMARY KEY (enterprise_id, number);
ALTER TABLE ONLY public.virtual_phone
    ADD CONSTRAINT virtual_phone_pkey PRIMARY KEY (enterprise_id);
ALTER TABLE ONLY public.voucher_batch
    ADD CONSTRAINT voucher_batch_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.voucher_codes
    ADD CONSTRAINT voucher_codes_pkey PRIMARY KEY (enterprise_id, batch_id);
ALTER TABLE ONLY public.voucher_directory
    ADD CONSTRAINT voucher_directory_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.voucher
    ADD CONSTRAINT voucher_enterprise_id_batch_id_hash_key UNIQUE (enterprise_id, batch_id, hash);
ALTER TABLE ONLY public.voucher
    ADD CONSTRAINT voucher_pkey PRIMARY KEY (enterprise_id, batch_id, number);
ALTER TABLE ONLY public.webhook_arrival
    ADD CONSTRAINT webhook_arrival_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_pkey PRIMARY KEY (enterprise_id, delivery_id, id);
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_pkey PRIMARY KEY (enterprise_id, id);
ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_pkey PRIMARY KEY (enterprise_id, id);
CREATE INDEX access_key_directory_credential ON public.access_key_directory USING btree (enterprise_id, credential_id);
CREATE INDEX activation_code_expires ON public.activation_code USING btree (expires_at) WHERE ((state = 'LIVE'::text) AND (expires_at IS NOT NULL));
CREATE INDEX activation_code_profile ON public.activation_code USING btree (enterprise_id, profile_id);
CREATE INDEX announcement_created ON public.announcement USING btree (created_at DESC, id DESC);
CREATE INDEX announcement_creator ON public.announcement USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX announcement_dismissal_user ON public.announcement_dismissal USING btree (user_id);
CREATE INDEX announcement_open ON public.announcement USING btree (starts_at) WHERE (withdrawn_at IS NULL);
CREATE INDEX announcement_platform ON public.announcement USING btree (platform_id) WHERE (platform_id IS NOT NULL);
CREATE INDEX api_key_created ON public.api_key USING btree (enterprise_id, created_at, id);
CREATE INDEX api_key_directory_enterprise ON public.api_key_directory USING btree (enterprise_id);
CREATE UNIQUE INDEX api_key_name ON public.api_key USING btree (enterprise_id, lower(name)) WHERE (revoked_at IS NULL);
CREATE INDEX api_key_revoked ON public.api_key USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX api_key_secret_ends ON public.api_key_secret USING btree (ends_at);
CREATE INDEX api_key_secret_key ON public.api_key_secret USING btree (enterprise_id, key_id, created_at);
CREATE INDEX attempt_counter_window ON public.attempt_counter USING btree (window_started_at);
CREATE INDEX attribute_left ON public.attribute USING btree (enterprise_id, id) WHERE profiles_left;
CREATE UNIQUE INDEX attribute_word ON public.attribute USING btree (enterprise_id, word) WHERE (removed_at IS NULL);
CREATE INDEX audit_entry_actor ON public.audit_entry USING btree (enterprise_id, actor_id, number);
CREATE INDEX audit_entry_at ON public.audit_entry USING btree (enterprise_id, at);
CREATE INDEX audit_entry_object ON public.audit_entry USING btree (enterprise_id, object_id, number);
CREATE INDEX audit_inbox_enterprise ON public.audit_inbox USING btree (enterprise_id, id);
CREATE INDEX batch_by_configuration ON public.batch USING btree (enterprise_id, configuration_id, created_at DESC, id DESC);
CREATE INDEX batch_created ON public.batch USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX batch_row_failed ON public.batch_row USING btree (enterprise_id, batch_id, line) WHERE (reason IS NOT NULL);
CREATE INDEX batch_running ON public.batch USING btree (lease_until) WHERE (process = 'PROCESSING'::text);
CREATE INDEX bip_message_at ON public.bip_message USING btree (at);
CREATE INDEX bip_message_enterprise ON public.bip_message USING btree (enterprise_id, id DESC);
CREATE INDEX bip_message_iccid ON public.bip_message USING btree (iccid, id DESC);
CREATE INDEX block_hit_at ON public.block_hit USING btree (at);
CREATE INDEX block_hit_eid ON public.block_hit USING btree (enterprise_id, eid, id DESC);
CREATE INDEX block_hit_rule ON public.block_hit USING btree (enterprise_id, block_id, id DESC);
CREATE INDEX block_rule_created ON public.block_rule USING btree (enterprise_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX block_rule_value ON public.block_rule USING btree (enterprise_id, value, kind);
CREATE INDEX bound_package_created ON public.bound_package USING btree (created_at);
CREATE INDEX campaign_created ON public.campaign USING btree (enterprise_id, created_at DESC, id DESC) WHERE (removed_at IS NULL);
CREATE INDEX campaign_fill_campaign ON public.campaign_fill USING btree (enterprise_id, campaign_id);
CREATE UNIQUE INDEX campaign_name ON public.campaign USING btree (enterprise_id, lower(name) COLLATE "C") WHERE (removed_at IS NULL);
CREATE INDEX campaign_recycling ON public.campaign USING btree (recycle_begun_at) WHERE ((recycle_begun_at IS NOT NULL) AND (recycle_done_at IS NULL));
CREATE INDEX code_file_created ON public.code_file USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX code_file_expires ON public.code_file USING btree (expires_at);
CREATE INDEX code_file_waiting ON public.code_file USING btree (created_at) WHERE (process = 'PROCESSING'::text);
CREATE INDEX code_mail_profile ON public.code_mail USING btree (enterprise_id, profile_id, id DESC);
CREATE INDEX code_mail_recipient ON public.code_mail USING btree (enterprise_id, lower(recipient) COLLATE "C", id DESC);
CREATE UNIQUE INDEX current_count_counted ON public.current_count USING btree (enterprise_id, metric, group_id, dimension) NULLS NOT DISTINCT;
CREATE INDEX device_nameless ON public.device USING btree (tac, enterprise_id, eid) WHERE ((brand IS NULL) AND (tac IS NOT NULL));
CREATE INDEX device_sign_in_expires ON public.device_sign_in USING btree (expires_at);
CREATE INDEX device_tac ON public.device USING btree (enterprise_id, tac, eid) WHERE (tac IS NOT NULL);
CREATE INDEX discount_created ON public.discount USING btree (created_at DESC, id DESC);
CREATE INDEX discount_use_discount ON public.discount_use USING btree (discount_id, used_at DESC);
CREATE UNIQUE INDEX discount_use_once ON public.discount_use USING btree (enterprise_id, discount_id) WHERE once_per_enterprise;
CREATE UNIQUE INDEX download_order_code ON public.download_order USING btree (enterprise_id, activation_code_id, number);
CREATE INDEX download_order_profile ON public.download_order USING btree (enterprise_id, profile_id, created_at DESC);
CREATE INDEX eid_push_created ON public.eid_push USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX eid_push_eid ON public.eid_push USING btree (enterprise_id, eid);
CREATE INDEX eid_push_event ON public.eid_push USING btree (event_due_at) WHERE (event <> 'CLOSED'::text);
CREATE UNIQUE INDEX eid_push_open ON public.eid_push USING btree (enterprise_id, order_id) WHERE (state = 'PUSHED'::text);
CREATE INDEX eid_push_profile ON public.eid_push USING btree (enterprise_id, profile_id);
CREATE INDEX enterprise_created ON public.enterprise USING btree (created_at DESC, enterprise_id DESC);
CREATE INDEX enterprise_deletion ON public.enterprise USING btree (deletion_at) WHERE (deletion_at IS NOT NULL);
CREATE UNIQUE INDEX enterprise_role_name ON public.enterprise_role USING btree (enterprise_id, lower(name));
CREATE UNIQUE INDEX enterprise_test_of ON public.enterprise USING btree (test_of) WHERE (test_of IS NOT NULL);
CREATE INDEX es2plus_call_at ON public.es2plus_call USING btree (at);
CREATE INDEX es2plus_call_profile ON public.es2plus_call USING btree (enterprise_id, profile_id, number DESC);
CREATE INDEX es2plus_certificate_directory_operator ON public.es2plus_certificate_directory USING btree (enterprise_id, operator_id);
CREATE UNIQUE INDEX es2plus_certificate_directory_usable ON public.es2plus_certificate_directory USING btree (fingerprint) WHERE (state <> 'WAITING'::text);
CREATE INDEX es2plus_operator_requester ON public.es2plus_operator USING btree (enterprise_id, requester) WHERE (removed_at IS NULL);
CREATE INDEX es2plus_progress_at ON public.es2plus_progress USING btree (at);
CREATE INDEX es2plus_progress_due ON public.es2plus_progress USING btree (next_at) WHERE (next_at IS NOT NULL);
CREATE INDEX es2plus_progress_requester ON public.es2plus_progress USING btree (enterprise_id, requester, id DESC);
CREATE INDEX event_at ON public.profile_event USING btree (enterprise_id, at, id);
CREATE INDEX event_brand ON public.profile_event USING btree (enterprise_id, device_brand, at, id, type, device_model) WHERE (device_brand IS NOT NULL);
CREATE INDEX event_eid ON public.profile_event USING btree (enterprise_id, eid, at, id) WHERE (eid IS NOT NULL);
CREATE INDEX event_origin ON public.profile_event USING btree (enterprise_id, origin, at, id, type);
CREATE INDEX event_reason ON public.profile_event USING btree (enterprise_id, subject_code, reason_code, at, id) WHERE (subject_code IS NOT NULL);
CREATE INDEX event_repeated ON public.profile_event USING btree (enterprise_id, type, at, id) WHERE repeated;
CREATE INDEX event_type ON public.profile_event USING btree (enterprise_id, type, at, id);
CREATE INDEX feedback_answerer ON public.feedback USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX feedback_created ON public.feedback USING btree (created_at DESC, id DESC);
CREATE INDEX feedback_of_person ON public.feedback USING btree (user_id);
CREATE INDEX feedback_unanswered ON public.feedback USING btree (created_at DESC, id DESC) WHERE (answered_at IS NULL);
CREATE INDEX feedback_user ON public.feedback USING btree (enterprise_id, user_id, created_at DESC);
CREATE INDEX group_rule_group ON public.group_rule USING btree (enterprise_id, group_id);
CREATE UNIQUE INDEX group_rule_value ON public.group_rule USING btree (enterprise_id, mark, value);
CREATE INDEX invitation_link_created ON public.invitation_link USING btree (created_at DESC, id DESC);
CREATE INDEX invitation_link_creator ON public.invitation_link USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX invitation_link_platform ON public.invitation_link USING btree (platform_id);
CREATE INDEX invitation_use_link ON public.invitation_use USING btree (link_id, used_at DESC);
CREATE INDEX invoice_corrected ON public.invoice USING btree (enterprise_id, invoice_id) WHERE (invoice_id IS NOT NULL);
CREATE INDEX invoice_issued ON public.invoice USING btree (enterprise_id, issued_at DESC, id DESC);
CREATE INDEX invoice_issued_anywhere ON public.invoice USING btree (issued_at DESC, id DESC);
CREATE INDEX invoice_number ON public.invoice USING btree (number);
CREATE UNIQUE INDEX invoice_order ON public.invoice USING btree (enterprise_id, order_id) WHERE (kind = 'INVOICE'::text);
CREATE INDEX invoice_order_code ON public.invoice USING btree (order_code);
CREATE INDEX invoice_without_pdf ON public.invoice USING btree (issued_at) WHERE (pdf IS NULL);
CREATE INDEX known_device_last_used ON public.known_device USING btree (last_used_at);
CREATE INDEX known_device_token ON public.known_device USING btree (token_hash);
CREATE INDEX lease_created ON public.lease USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX lease_ends ON public.lease USING btree (enterprise_id, ends_at, id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX lease_open ON public.lease USING btree (enterprise_id, profile_id) WHERE (ended_at IS NULL);
CREATE INDEX legal_consent_text ON public.legal_consent USING btree (platform_id, kind, version);
CREATE INDEX legal_consent_user ON public.legal_consent USING btree (user_id, accepted_at) WHERE (user_id IS NOT NULL);
CREATE INDEX mail_message_newest ON public.mail_message USING btree (created_at DESC, id DESC);
CREATE INDEX mail_message_recipient ON public.mail_message USING btree (recipient);
CREATE INDEX mail_message_state ON public.mail_message USING btree (state, created_at DESC, id DESC);
CREATE INDEX mail_message_waiting ON public.mail_message USING btree (next_at) WHERE (state = 'WAITING'::text);
CREATE INDEX member_invited_anywhere ON public.member USING btree (invited_email) WHERE (state = 'INVITED'::text);
CREATE UNIQUE INDEX member_invited_email ON public.member USING btree (enterprise_id, invited_email) WHERE (state = 'INVITED'::text);
CREATE INDEX member_role_holders ON public.member USING btree (enterprise_id, role_id);
CREATE INDEX notice_created ON public.notice USING btree (created_at);
CREATE INDEX notice_mail_due ON public.notice USING btree (mail_at, user_id) WHERE (mail_at IS NOT NULL);
CREATE UNIQUE INDEX notice_once ON public.notice USING btree (user_id, once) WHERE (once IS NOT NULL);
CREATE INDEX notice_unread ON public.notice USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX oauth_flow_expires ON public.oauth_flow USING btree (expires_at);
CREATE INDEX oauth_ticket_expires ON public.oauth_ticket USING btree (expires_at);
CREATE INDEX once_request_created ON public.once_request USING btree (created_at);
CREATE INDEX open_api_credential_revoked ON public.open_api_credential USING btree (revoked_at) WHERE (revoked_at IS NOT NULL);
CREATE INDEX open_api_request_at ON public.open_api_request USING btree (at);
CREATE INDEX operation_created ON public.operation USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX operation_row_failed ON public.operation_row USING btree (enterprise_id, operation_id, line) WHERE (reason IS NOT NULL);
CREATE INDEX operation_running ON public.operation USING btree (lease_until) WHERE (process = 'PROCESSING'::text);
CREATE INDEX order_attempt_last_seen ON public.order_attempt USING btree (last_seen_at);
CREATE INDEX outbox_at ON public.outbox USING btree (at);
CREATE INDEX passkey_user ON public.passkey USING btree (user_id, created_at);
CREATE INDEX payment_check ON public.payment USING btree (next_check_at, enterprise_id, id) WHERE (next_check_at IS NOT NULL);
CREATE INDEX payment_directory_enterprise ON public.payment_directory USING btree (enterprise_id);
CREATE INDEX payment_open ON public.payment USING btree (enterprise_id, order_id) WHERE (state = 'OPEN'::text);
CREATE UNIQUE INDEX pgp_key_current ON public.pgp_key USING btree (enterprise_id) WHERE (replaced_at IS NULL);
CREATE INDEX pgp_key_readable_until ON public.pgp_key USING btree (readable_until) WHERE (readable_until IS NOT NULL);
CREATE INDEX plan_order_anywhere ON public.plan_order USING btree (id);
CREATE UNIQUE INDEX plan_order_base ON public.plan_order USING btree (enterprise_id) WHERE (kind = 'BASE'::text);
CREATE INDEX plan_order_code ON public.plan_order USING btree (code);
CREATE INDEX plan_order_code_anywhere ON public.plan_order USING btree (code) WHERE (kind <> 'BASE'::text);
CREATE INDEX plan_order_created ON public.plan_order USING btree (enterprise_id, created_at DESC, id DESC);
CREATE INDEX plan_order_created_anywhere ON public.plan_order USING btree (created_at DESC, id DESC) WHERE (kind <> 'BASE'::text);
CREATE INDEX plan_order_next_step ON public.plan_order USING btree (next_step_at, enterprise_id, id) WHERE (next_step_at IS NOT NULL);
CREATE INDEX plan_order_paid ON public.plan_order USING btree (paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX plan_order_reference_anywhere ON public.plan_order USING btree (payment_reference) WHERE (payment_reference IS NOT NULL);
CREATE INDEX plan_order_running ON public.plan_order USING btree (enterprise_id, starts_at DESC) WHERE (state = ANY (ARRAY['WAIT_ACTIVE'::text, 'ACTIVE'::text]));
CREATE INDEX plan_order_state ON public.plan_order USING btree (state, created_at DESC, id DESC) WHERE (kind = 'BOUGHT'::text);
CREATE UNIQUE INDEX plan_order_transfer ON public.plan_order USING btree (payment_reference, lower(payment_channel)) WHERE ((payment_method = 1) AND (payment_reference IS NOT NULL));
CREATE UNIQUE INDEX plan_order_trial ON public.plan_order USING btree (enterprise_id) WHERE (kind = 'TRIAL'::text);
CREATE UNIQUE INDEX plan_order_waiting ON public.plan_order USING btree (enterprise_id) WHERE (state = 'WAIT_ACTIVE'::text);
CREATE INDEX platform_image_created ON public.platform_image USING btree (created_at);
CREATE INDEX pool_due ON public.pool USING btree (ends_at) WHERE ((kind = 'campaign'::text) AND (phase = ANY (ARRAY['LIVE'::text, 'PAUSED'::text])) AND (ends_at IS NOT NULL));
CREATE INDEX pool_member_eid ON public.pool_member USING btree (enterprise_id, pool_id, eid) WHERE (eid IS NOT NULL);
CREATE INDEX pool_member_free ON public.pool_member USING btree (enterprise_id, pool_id, profile_id) WHERE (state = 'FREE'::text);
CREATE INDEX pool_member_handed_out ON public.pool_member USING btree (enterprise_id, pool_id, profile_id) WHERE (state = 'TAKEN'::text);
CREATE INDEX pool_member_held ON public.pool_member USING btree (enterprise_id, pool_id, held_until) WHERE (state = 'HELD'::text);
CREATE INDEX pool_member_lapsed ON public.pool_member USING btree (held_until) WHERE (state = 'HELD'::text);
CREATE INDEX pool_member_taken ON public.pool_member USING btree (enterprise_id, pool_id, taken_at) WHERE (state = 'TAKEN'::text);
CREATE INDEX pool_past_eid ON public.pool_past USING btree (enterprise_id, pool_id, eid);
CREATE INDEX pool_refusal_at ON public.pool_refusal USING btree (at);
CREATE INDEX pool_refusal_pool ON public.pool_refusal USING btree (enterprise_id, pool_id, id DESC);
CREATE INDEX process_minute_minute ON public.process_minute USING btree (minute);
CREATE INDEX profile_batch ON public.profile USING btree (enterprise_id, batch_id, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_brand ON public.profile USING btree (enterprise_id, device_brand, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_by_eid ON public.profile USING btree (enterprise_id, eid, id) INCLUDE (created_at) WHERE ((NOT removed) AND (eid IS NOT NULL));
CREATE UNIQUE INDEX profile_by_iccid ON public.profile USING btree (enterprise_id, iccid) INCLUDE (id, created_at, removed);
CREATE INDEX profile_by_imsi ON public.profile USING btree (enterprise_id, imsi, id) INCLUDE (created_at) WHERE (NOT removed);
CREATE INDEX profile_by_matching_id ON public.profile USING btree (enterprise_id, matching_id, id) INCLUDE (created_at) WHERE (NOT removed);
CREATE INDEX profile_by_msisdn ON public.profile USING btree (enterprise_id, msisdn, id) INCLUDE (created_at) WHERE ((NOT removed) AND (msisdn IS NOT NULL));
CREATE UNIQUE INDEX profile_configuration_name ON public.profile_configuration USING btree (enterprise_id, lower(name)) WHERE (deleted_at IS NULL);
CREATE INDEX profile_configuration_updated ON public.profile_configuration USING btree (enterprise_id, updated_at DESC, id DESC);
CREATE INDEX profile_configuration_version_applet ON public.profile_configuration_version USING btree (enterprise_id, applet_file) WHERE (applet_file IS NOT NULL);
CREATE INDEX profile_configured ON public.profile USING btree (enterprise_id, configuration_id, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_created_at ON public.profile USING btree (enterprise_id, created_at, id) INCLUDE (ac_format) WHERE (NOT removed);
CREATE INDEX profile_event_group ON public.profile_event USING btree (enterprise_id, group_id, at) WHERE (group_id IS NOT NULL);
CREATE UNIQUE INDEX profile_group_name ON public.profile_group USING btree (enterprise_id, lower(name)) WHERE (removed_at IS NULL);
CREATE INDEX profile_handling ON public.profile USING btree (enterprise_id, handling, created_at, id) WHERE ((NOT removed) AND (handling IS NOT NULL));
CREATE INDEX profile_notes ON public.profile USING btree (enterprise_id, notes, created_at, id) WHERE ((NOT removed) AND (notes IS NOT NULL));
CREATE INDEX profile_order_state ON public.profile USING btree (enterprise_id, order_state, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_origin ON public.profile USING btree (enterprise_id, origin, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_place_listed ON public.profile_place USING btree (enterprise_id, group_id, created_at DESC, profile_id DESC);
CREATE INDEX profile_recycle_at ON public.profile USING btree (enterprise_id, recycle_at, id) WHERE (recycle_at IS NOT NULL);
CREATE INDEX profile_recycle_due ON public.profile USING btree (recycle_due_at) WHERE (recycle_due_at IS NOT NULL);
CREATE INDEX profile_sample ON public.profile USING btree (enterprise_id) WHERE sample;
CREATE INDEX profile_spn ON public.profile USING btree (enterprise_id, spn, created_at, id) WHERE (NOT removed);
CREATE INDEX profile_status ON public.profile USING btree (enterprise_id, status, created_at, id) INCLUDE (removed);
CREATE INDEX profile_status_at ON public.profile USING btree (enterprise_id, status_at, id) WHERE (NOT removed);
CREATE INDEX program_call_at ON public.program_call USING btree (at);
CREATE INDEX program_call_program ON public.program_call USING btree (enterprise_id, program_id, id DESC);
CREATE INDEX program_call_request ON public.program_call USING btree (enterprise_id, request_id);
CREATE INDEX program_call_wrong ON public.program_call USING btree (enterprise_id, outcome, id DESC) WHERE (outcome <> 'OK'::text);
CREATE INDEX program_enterprise ON public.program USING btree (enterprise_id);
CREATE UNIQUE INDEX qr_preset_name ON public.qr_preset USING btree (enterprise_id, lower(name) COLLATE "C");
CREATE INDEX recycle_log_at ON public.recycle_log USING btree (at);
CREATE INDEX recycle_log_iccid ON public.recycle_log USING btree (enterprise_id, iccid, id DESC);
CREATE INDEX recycle_log_profile ON public.recycle_log USING btree (enterprise_id, profile_id, id DESC);
CREATE INDEX report_schedule_due ON public.report_schedule USING btree (next_at) WHERE (state = 'ACTIVE'::text);
CREATE INDEX report_schedule_report ON public.report_schedule USING btree (enterprise_id, report_id);
CREATE INDEX rollup_bucket ON public.rollup USING btree (enterprise_id, bucket);
CREATE INDEX rsp_session_created ON public.rsp_session USING btree (created_at);
CREATE INDEX rsp_session_unproven ON public.rsp_session USING btree (created_at) WHERE (enterprise_id IS NULL);
CREATE UNIQUE INDEX saved_report_own_name ON public.saved_report USING btree (enterprise_id, created_by, lower(name)) WHERE (NOT shared);
CREATE UNIQUE INDEX saved_report_shared_name ON public.saved_report USING btree (enterprise_id, lower(name)) WHERE shared;
CREATE UNIQUE INDEX shared_view_name ON public.shared_view USING btree (enterprise_id, module, lower(name));
CREATE INDEX sign_in_step_expires ON public.sign_in_step USING btree (expires_at);
CREATE INDEX sign_in_step_user ON public.sign_in_step USING btree (user_id);
CREATE INDEX smdp_host_platform ON public.smdp_host USING btree (platform_id);
CREATE INDEX smds_event_created ON public.smds_event USING btree (created_at);
CREATE INDEX smds_session_expires ON public.smds_session USING btree (expires_at);
CREATE INDEX source_expires ON public.source USING btree (expires_at);
CREATE INDEX sso_domain_directory_enterprise ON public.sso_domain_directory USING btree (enterprise_id);
CREATE INDEX stripe_event_received ON public.stripe_event USING btree (received_at) WHERE (state <> 'WAITING'::text);
CREATE INDEX stripe_event_waiting ON public.stripe_event USING btree (next_try_at) WHERE (state = 'WAITING'::text);
CREATE INDEX tac_import_created ON public.tac_import USING btree (created_at);
CREATE INDEX tac_model ON public.tac USING btree (lower(model) COLLATE "C");
CREATE INDEX tac_name ON public.tac USING btree (lower(((brand || ' '::text) || model)) COLLATE "C");
CREATE INDEX tag_left ON public.tag USING btree (enterprise_id, id) WHERE profiles_left;
CREATE UNIQUE INDEX tag_name ON public.tag USING btree (enterprise_id, lower(name)) WHERE (removed_at IS NULL);
CREATE INDEX user_account_deletion ON public.user_account USING btree (deletion_at) WHERE (deletion_at IS NOT NULL);
CREATE INDEX user_account_mail_domain ON public.user_account USING btree (split_part(email, '@'::text, 2));
CREATE INDEX user_identity_user ON public.user_identity USING btree (user_id, created_at);
CREATE INDEX user_session_expires ON public.user_session USING btree (expires_at);
CREATE UNIQUE INDEX user_session_one_visit ON public.user_session USING btree (user_id) WHERE ((visit_reason IS NOT NULL) AND (ended_at IS NULL));
CREATE INDEX user_session_user ON public.user_session USING btree (user_id, created_at DESC);
CREATE INDEX user_session_visit ON public.user_session USING btree (expires_at) WHERE ((visit_reason IS NOT NULL) AND (NOT visit_end_audited));
CREATE INDEX user_token_expires ON public.user_token USING btree (expires_at);
CREATE INDEX user_token_user ON public.user_token USING btree (user_id);
CREATE INDEX virtual_phone_ends_at ON public.virtual_phone USING btree (ends_at);
CREATE INDEX voucher_addressed ON public.voucher USING btree (redeemed_at) WHERE (address IS NOT NULL);
CREATE INDEX voucher_batch_campaign ON public.voucher_batch USING btree (enterprise_id, campaign_id);
CREATE INDEX voucher_batch_created ON public.voucher_batch USING btree (enterprise_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX voucher_batch_name ON public.voucher_batch USING btree (enterprise_id, lower(name) COLLATE "C");
CREATE INDEX voucher_codes_expires ON public.voucher_codes USING btree (expires_at);
CREATE INDEX voucher_directory_enterprise ON public.voucher_directory USING btree (enterprise_id);
CREATE INDEX voucher_network ON public.voucher USING btree (enterprise_id, batch_id, network, redeemed_at) WHERE (network IS NOT NULL);
CREATE INDEX voucher_profile ON public.voucher USING btree (enterprise_id, profile_id) WHERE (profile_id IS NOT NULL);
CREATE INDEX webhook_arrival_at ON public.webhook_arrival USING btree (at);
CREATE INDEX webhook_arrival_endpoint ON public.webhook_arrival USING btree (enterprise_id, endpoint_id, id DESC);
CREATE UNIQUE INDEX webhook_arrival_number ON public.webhook_arrival USING btree (enterprise_id, endpoint_id, number) WHERE (number IS NOT NULL);
CREATE INDEX webhook_delivery_at ON public.webhook_delivery USING btree (at);
CREATE INDEX webhook_delivery_endpoint ON public.webhook_delivery USING btree (enterprise_id, endpoint_id, id DESC);
CREATE INDEX webhook_delivery_first ON public.webhook_delivery USING btree (enterprise_id, endpoint_id, sequence) WHERE ((next_at IS NOT NULL) AND in_order);
CREATE INDEX webhook_delivery_iccid ON public.webhook_delivery USING btree (enterprise_id, iccid, id DESC) WHERE (iccid IS NOT NULL);
CREATE INDEX webhook_delivery_retry ON public.webhook_delivery USING btree (enterprise_id, endpoint_id, next_at) WHERE ((next_at IS NOT NULL) AND (NOT in_order));
CREATE INDEX webhook_delivery_state ON public.webhook_delivery USING btree (enterprise_id, state, id DESC);
CREATE INDEX webhook_endpoint_active ON public.webhook_endpoint USING btree (lease_until) WHERE (state = 'ACTIVE'::text);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_checkpoint FOR EACH ROW EXECUTE FUNCTION public.keep_audit();
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.audit_entry FOR EACH ROW EXECUTE FUNCTION public.keep_audit();
CREATE TRIGGER base_plan AFTER INSERT ON public.enterprise FOR EACH ROW EXECUTE FUNCTION public.insert_base_plan();
CREATE TRIGGER invoice_unchangeable BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION public.refuse_invoice_change();
CREATE TRIGGER invoice_undeletable BEFORE TRUNCATE ON public.invoice FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_invoice_truncate();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_checkpoint FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON public.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION public.keep_audit();
CREATE TRIGGER notice_changed AFTER INSERT OR UPDATE ON public.notice FOR EACH ROW EXECUTE FUNCTION public.tell_notice_changed();
CREATE TRIGGER plan_use_closed AFTER UPDATE OF kind, plan, state, downloads, extra_download_cents, billing_dimension, overage_factor, starts_at, ends_at ON public.plan_order FOR EACH ROW WHEN ((((((((((old.kind IS DISTINCT FROM new.kind) OR (old.plan IS DISTINCT FROM new.plan)) OR (old.state IS DISTINCT FROM new.state)) OR (old.downloads IS DISTINCT FROM new.downloads)) OR (old.extra_download_cents IS DISTINCT FROM new.extra_download_cents)) OR (old.billing_dimension IS DISTINCT FROM new.billing_dimension)) OR (old.overage_factor IS DISTINCT FROM new.overage_factor)) OR (old.starts_at IS DISTINCT FROM new.starts_at)) OR (old.ends_at IS DISTINCT FROM new.ends_at))) EXECUTE FUNCTION public.close_plan_use();
CREATE TRIGGER platform_changed AFTER INSERT OR DELETE OR UPDATE ON public.platform FOR EACH STATEMENT EXECUTE FUNCTION public.tell_platform_changed();
CREATE TRIGGER platform_changed AFTER INSERT OR DELETE OR UPDATE ON public.platform_applet FOR EACH STATEMENT EXECUTE FUNCTION public.tell_platform_changed();
CREATE TRIGGER pool_use_closed AFTER UPDATE OF cap ON public.pool FOR EACH ROW WHEN ((old.cap IS DISTINCT FROM new.cap)) EXECUTE FUNCTION public.close_pool_use();
CREATE TRIGGER profile_trait_added AFTER INSERT ON public.profile_trait REFERENCING NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.index_new_traits();
CREATE TRIGGER profile_trait_changed AFTER UPDATE ON public.profile_trait REFERENCING OLD TABLE AS old_row NEW TABLE AS new_row FOR EACH STATEMENT EXECUTE FUNCTION public.index_changed_traits();
CREATE TRIGGER profile_trait_gone AFTER DELETE ON public.profile_trait REFERENCING OLD TABLE AS old_row FOR EACH STATEMENT EXECUTE FUNCTION public.index_lost_traits();
CREATE TRIGGER rights_changed AFTER UPDATE OF state, deletion_at ON public.enterprise FOR EACH ROW EXECUTE FUNCTION public.tell_rights_changed();
CREATE TRIGGER rights_changed AFTER DELETE OR UPDATE ON public.enterprise_role FOR EACH ROW EXECUTE FUNCTION public.tell_rights_changed();
CREATE TRIGGER rights_changed AFTER DELETE OR UPDATE ON public.member FOR EACH ROW EXECUTE FUNCTION public.tell_rights_changed();
CREATE TRIGGER rights_changed AFTER INSERT OR UPDATE OF plan, state, starts_at, ends_at ON public.plan_order FOR EACH ROW EXECUTE FUNCTION public.tell_rights_changed();
CREATE TRIGGER rights_changed AFTER UPDATE OF ended_at ON public.user_session FOR EACH ROW EXECUTE FUNCTION public.tell_rights_changed();
ALTER TABLE ONLY public.access_key_directory
    ADD CONSTRAINT access_key_directory_enterprise_id_credential_id_fkey FOREIGN KEY (enterprise_id, credential_id) REFERENCES public.open_api_credential(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.activation_code
    ADD CONSTRAINT activation_code_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.user_account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.announcement_dismissal
    ADD CONSTRAINT announcement_dismissal_announcement_id_fkey FOREIGN KEY (announcement_id) REFERENCES public.announcement(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.announcement_dismissal
    ADD CONSTRAINT announcement_dismissal_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.announcement
    ADD CONSTRAINT announcement_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.api_key
    ADD CONSTRAINT api_key_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.api_key_secret
    ADD CONSTRAINT api_key_secret_enterprise_id_key_id_fkey FOREIGN KEY (enterprise_id, key_id) REFERENCES public.api_key(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.attribute
    ADD CONSTRAINT attribute_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.attribute
    ADD CONSTRAINT attribute_enterprise_id_replaced_by_fkey FOREIGN KEY (enterprise_id, replaced_by) REFERENCES public.attribute(enterprise_id, id);
ALTER TABLE ONLY public.batch
    ADD CONSTRAINT batch_enterprise_id_configuration_id_configuration_version_fkey FOREIGN KEY (enterprise_id, configuration_id, configuration_version) REFERENCES public.profile_configuration_version(enterprise_id, configuration_id, version);
ALTER TABLE ONLY public.batch
    ADD CONSTRAINT batch_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.batch_row
    ADD CONSTRAINT batch_row_enterprise_id_batch_id_fkey FOREIGN KEY (enterprise_id, batch_id) REFERENCES public.batch(enterprise_id, id);
ALTER TABLE ONLY public.block_hit
    ADD CONSTRAINT block_hit_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.block_rule
    ADD CONSTRAINT block_rule_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_enterprise_id_configuration_id_fkey FOREIGN KEY (enterprise_id, configuration_id) REFERENCES public.profile_configuration(enterprise_id, id);
ALTER TABLE ONLY public.campaign
    ADD CONSTRAINT campaign_enterprise_id_id_fkey FOREIGN KEY (enterprise_id, id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.campaign_fill
    ADD CONSTRAINT campaign_fill_enterprise_id_campaign_id_fkey FOREIGN KEY (enterprise_id, campaign_id) REFERENCES public.campaign(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.client_note
    ADD CONSTRAINT client_note_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.code_file
    ADD CONSTRAINT code_file_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.code_file_left
    ADD CONSTRAINT code_file_left_enterprise_id_file_id_fkey FOREIGN KEY (enterprise_id, file_id) REFERENCES public.code_file(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.code_file_part
    ADD CONSTRAINT code_file_part_enterprise_id_file_id_fkey FOREIGN KEY (enterprise_id, file_id) REFERENCES public.code_file(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.code_mail
    ADD CONSTRAINT code_mail_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id);
ALTER TABLE ONLY public.code_page
    ADD CONSTRAINT code_page_enterprise_id_activation_code_id_fkey FOREIGN KEY (enterprise_id, activation_code_id) REFERENCES public.activation_code(enterprise_id, id);
ALTER TABLE ONLY public.discount
    ADD CONSTRAINT discount_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.discount_use
    ADD CONSTRAINT discount_use_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES public.discount(id);
ALTER TABLE ONLY public.discount_use
    ADD CONSTRAINT discount_use_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.discount_use
    ADD CONSTRAINT discount_use_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.plan_order(enterprise_id, id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.download_order
    ADD CONSTRAINT download_order_enterprise_id_activation_code_id_fkey FOREIGN KEY (enterprise_id, activation_code_id) REFERENCES public.activation_code(enterprise_id, id);
ALTER TABLE ONLY public.download_order
    ADD CONSTRAINT download_order_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id);
ALTER TABLE ONLY public.eid_push
    ADD CONSTRAINT eid_push_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.eid_push
    ADD CONSTRAINT eid_push_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.download_order(enterprise_id, id);
ALTER TABLE ONLY public.eid_push
    ADD CONSTRAINT eid_push_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id);
ALTER TABLE ONLY public.end_user_page
    ADD CONSTRAINT end_user_page_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.enterprise_logo
    ADD CONSTRAINT enterprise_logo_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.enterprise
    ADD CONSTRAINT enterprise_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.enterprise_role
    ADD CONSTRAINT enterprise_role_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.es2plus_call
    ADD CONSTRAINT es2plus_call_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.es2plus_certificate_directory
    ADD CONSTRAINT es2plus_certificate_directory_enterprise_id_operator_id_fkey FOREIGN KEY (enterprise_id, operator_id) REFERENCES public.es2plus_operator(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.es2plus_operator
    ADD CONSTRAINT es2plus_operator_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.es2plus_operator
    ADD CONSTRAINT es2plus_operator_id_fkey FOREIGN KEY (id) REFERENCES public.program(id);
ALTER TABLE ONLY public.es2plus_progress
    ADD CONSTRAINT es2plus_progress_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES public.user_account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.feedback
    ADD CONSTRAINT feedback_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.group_rule
    ADD CONSTRAINT group_rule_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.group_rule
    ADD CONSTRAINT group_rule_enterprise_id_group_id_fkey FOREIGN KEY (enterprise_id, group_id) REFERENCES public.profile_group(enterprise_id, id);
ALTER TABLE ONLY public.identity_provider
    ADD CONSTRAINT identity_provider_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.invitation_link
    ADD CONSTRAINT invitation_link_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.user_account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.invitation_link
    ADD CONSTRAINT invitation_link_plan_fkey FOREIGN KEY (plan) REFERENCES public.plan(name);
ALTER TABLE ONLY public.invitation_link
    ADD CONSTRAINT invitation_link_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.invitation_use
    ADD CONSTRAINT invitation_use_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.invitation_use
    ADD CONSTRAINT invitation_use_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.invitation_link(id);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_enterprise_id_invoice_id_fkey FOREIGN KEY (enterprise_id, invoice_id) REFERENCES public.invoice(enterprise_id, id);
ALTER TABLE ONLY public.invoice
    ADD CONSTRAINT invoice_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.invoice_series
    ADD CONSTRAINT invoice_series_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.known_device
    ADD CONSTRAINT known_device_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.lease
    ADD CONSTRAINT lease_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id);
ALTER TABLE ONLY public.legal_consent
    ADD CONSTRAINT legal_consent_platform_id_kind_version_fkey FOREIGN KEY (platform_id, kind, version) REFERENCES public.legal_text(platform_id, kind, version);
ALTER TABLE ONLY public.legal_consent
    ADD CONSTRAINT legal_consent_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.legal_text
    ADD CONSTRAINT legal_text_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.mail_message
    ADD CONSTRAINT mail_message_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.member_directory
    ADD CONSTRAINT member_directory_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.user_account(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_role FOREIGN KEY (enterprise_id, role_id) REFERENCES public.enterprise_role(enterprise_id, id);
ALTER TABLE ONLY public.member
    ADD CONSTRAINT member_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notice_choice
    ADD CONSTRAINT notice_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notice_digest
    ADD CONSTRAINT notice_digest_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notice_threshold
    ADD CONSTRAINT notice_threshold_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.notice
    ADD CONSTRAINT notice_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_flow
    ADD CONSTRAINT oauth_flow_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_flow
    ADD CONSTRAINT oauth_flow_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_ticket
    ADD CONSTRAINT oauth_ticket_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.open_api_credential
    ADD CONSTRAINT open_api_credential_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.open_api_credential
    ADD CONSTRAINT open_api_credential_id_fkey FOREIGN KEY (id) REFERENCES public.program(id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.operation
    ADD CONSTRAINT operation_enterprise_id_undoes_fkey FOREIGN KEY (enterprise_id, undoes) REFERENCES public.operation(enterprise_id, id);
ALTER TABLE ONLY public.order_event
    ADD CONSTRAINT order_event_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.plan_order(enterprise_id, id);
ALTER TABLE ONLY public.passkey
    ADD CONSTRAINT passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment
    ADD CONSTRAINT payment_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.plan_order(enterprise_id, id);
ALTER TABLE ONLY public.pgp_key
    ADD CONSTRAINT pgp_key_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.plan_order
    ADD CONSTRAINT plan_order_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.plan_order
    ADD CONSTRAINT plan_order_enterprise_id_previous_id_fkey FOREIGN KEY (enterprise_id, previous_id) REFERENCES public.plan_order(enterprise_id, id);
ALTER TABLE ONLY public.plan_order
    ADD CONSTRAINT plan_order_plan_fkey FOREIGN KEY (plan) REFERENCES public.plan(name);
ALTER TABLE ONLY public.plan_tier
    ADD CONSTRAINT plan_tier_plan_fkey FOREIGN KEY (plan) REFERENCES public.plan(name);
ALTER TABLE ONLY public.plan_use
    ADD CONSTRAINT plan_use_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.plan_order(enterprise_id, id);
ALTER TABLE ONLY public.platform_applet
    ADD CONSTRAINT platform_applet_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.platform
    ADD CONSTRAINT platform_icon FOREIGN KEY (icon_id) REFERENCES public.platform_image(id);
ALTER TABLE ONLY public.platform
    ADD CONSTRAINT platform_logo FOREIGN KEY (logo_id) REFERENCES public.platform_image(id);
ALTER TABLE ONLY public.pool_device
    ADD CONSTRAINT pool_device_enterprise_id_pool_id_fkey FOREIGN KEY (enterprise_id, pool_id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.pool
    ADD CONSTRAINT pool_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.pool_member
    ADD CONSTRAINT pool_member_enterprise_id_pool_id_fkey FOREIGN KEY (enterprise_id, pool_id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.pool_member
    ADD CONSTRAINT pool_member_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id);
ALTER TABLE ONLY public.pool_past
    ADD CONSTRAINT pool_past_enterprise_id_pool_id_fkey FOREIGN KEY (enterprise_id, pool_id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.pool_refusal
    ADD CONSTRAINT pool_refusal_enterprise_id_pool_id_fkey FOREIGN KEY (enterprise_id, pool_id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.pool_use
    ADD CONSTRAINT pool_use_enterprise_id_pool_id_fkey FOREIGN KEY (enterprise_id, pool_id) REFERENCES public.pool(enterprise_id, id);
ALTER TABLE ONLY public.profile_configuration
    ADD CONSTRAINT profile_configuration_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.profile_configuration_version
    ADD CONSTRAINT profile_configuration_version_enterprise_id_applet_file_fkey FOREIGN KEY (enterprise_id, applet_file) REFERENCES public.applet_file(enterprise_id, sha256);
ALTER TABLE ONLY public.profile_configuration_version
    ADD CONSTRAINT profile_configuration_version_enterprise_id_configuration__fkey FOREIGN KEY (enterprise_id, configuration_id) REFERENCES public.profile_configuration(enterprise_id, id);
ALTER TABLE ONLY public.profile
    ADD CONSTRAINT profile_enterprise_id_configuration_id_configuration_versi_fkey FOREIGN KEY (enterprise_id, configuration_id, configuration_version) REFERENCES public.profile_configuration_version(enterprise_id, configuration_id, version);
ALTER TABLE ONLY public.profile_group
    ADD CONSTRAINT profile_group_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.profile_key
    ADD CONSTRAINT profile_key_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.profile_place
    ADD CONSTRAINT profile_place_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.profile_trait
    ADD CONSTRAINT profile_trait_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.program
    ADD CONSTRAINT program_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.qr_logo
    ADD CONSTRAINT qr_logo_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.qr_preset
    ADD CONSTRAINT qr_preset_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.qr_preset
    ADD CONSTRAINT qr_preset_enterprise_id_logo_id_fkey FOREIGN KEY (enterprise_id, logo_id) REFERENCES public.qr_logo(enterprise_id, id);
ALTER TABLE ONLY public.qr_standard
    ADD CONSTRAINT qr_standard_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.qr_standard
    ADD CONSTRAINT qr_standard_enterprise_id_preset_id_fkey FOREIGN KEY (enterprise_id, preset_id) REFERENCES public.qr_preset(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recovery_code
    ADD CONSTRAINT recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.recycle_log
    ADD CONSTRAINT recycle_log_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.report_schedule
    ADD CONSTRAINT report_schedule_enterprise_id_report_id_fkey FOREIGN KEY (enterprise_id, report_id) REFERENCES public.saved_report(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rollup_state
    ADD CONSTRAINT rollup_state_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.rsp_trial
    ADD CONSTRAINT rsp_trial_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.saved_report
    ADD CONSTRAINT saved_report_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.seller
    ADD CONSTRAINT seller_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.shared_view
    ADD CONSTRAINT shared_view_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.sign_in_step
    ADD CONSTRAINT sign_in_step_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.smdp_host
    ADD CONSTRAINT smdp_host_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.source_column
    ADD CONSTRAINT source_column_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_enterprise_id_configuration_id_fkey FOREIGN KEY (enterprise_id, configuration_id) REFERENCES public.profile_configuration(enterprise_id, id);
ALTER TABLE ONLY public.source
    ADD CONSTRAINT source_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.source_part
    ADD CONSTRAINT source_part_enterprise_id_source_id_fkey FOREIGN KEY (enterprise_id, source_id) REFERENCES public.source(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_connection
    ADD CONSTRAINT sso_connection_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_directory
    ADD CONSTRAINT sso_directory_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_domain_directory
    ADD CONSTRAINT sso_domain_directory_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_domain
    ADD CONSTRAINT sso_domain_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_test
    ADD CONSTRAINT sso_test_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.sso_test
    ADD CONSTRAINT sso_test_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stripe_customer
    ADD CONSTRAINT stripe_customer_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.subscription
    ADD CONSTRAINT subscription_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.supplied_package
    ADD CONSTRAINT supplied_package_enterprise_id_profile_id_fkey FOREIGN KEY (enterprise_id, profile_id) REFERENCES public.profile(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tac_import_line
    ADD CONSTRAINT tac_import_line_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.tac_import(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.tag
    ADD CONSTRAINT tag_enterprise_id_merged_into_fkey FOREIGN KEY (enterprise_id, merged_into) REFERENCES public.tag(enterprise_id, id);
ALTER TABLE ONLY public.tax_rate
    ADD CONSTRAINT tax_rate_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.threshold_crossing
    ADD CONSTRAINT threshold_crossing_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.totp_factor
    ADD CONSTRAINT totp_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.transfer_proof
    ADD CONSTRAINT transfer_proof_enterprise_id_order_id_fkey FOREIGN KEY (enterprise_id, order_id) REFERENCES public.plan_order(enterprise_id, id);
ALTER TABLE ONLY public.transfer_proof_part
    ADD CONSTRAINT transfer_proof_part_enterprise_id_proof_id_fkey FOREIGN KEY (enterprise_id, proof_id) REFERENCES public.transfer_proof(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_account
    ADD CONSTRAINT user_account_platform_id_fkey FOREIGN KEY (platform_id) REFERENCES public.platform(id);
ALTER TABLE ONLY public.user_behavior
    ADD CONSTRAINT user_behavior_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_identity
    ADD CONSTRAINT user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_session
    ADD CONSTRAINT user_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.user_token
    ADD CONSTRAINT user_token_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.user_account(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.virtual_phone_day
    ADD CONSTRAINT virtual_phone_day_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.virtual_phone
    ADD CONSTRAINT virtual_phone_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.virtual_phone_message
    ADD CONSTRAINT virtual_phone_message_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.virtual_phone(enterprise_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.voucher_batch
    ADD CONSTRAINT voucher_batch_enterprise_id_campaign_id_fkey FOREIGN KEY (enterprise_id, campaign_id) REFERENCES public.campaign(enterprise_id, id);
ALTER TABLE ONLY public.voucher_batch
    ADD CONSTRAINT voucher_batch_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.voucher_codes
    ADD CONSTRAINT voucher_codes_enterprise_id_batch_id_fkey FOREIGN KEY (enterprise_id, batch_id) REFERENCES public.voucher_batch(enterprise_id, id);
ALTER TABLE ONLY public.voucher
    ADD CONSTRAINT voucher_enterprise_id_batch_id_fkey FOREIGN KEY (enterprise_id, batch_id) REFERENCES public.voucher_batch(enterprise_id, id);
ALTER TABLE ONLY public.webhook_arrival
    ADD CONSTRAINT webhook_arrival_enterprise_id_endpoint_id_fkey FOREIGN KEY (enterprise_id, endpoint_id) REFERENCES public.webhook_endpoint(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_attempt
    ADD CONSTRAINT webhook_attempt_enterprise_id_delivery_id_fkey FOREIGN KEY (enterprise_id, delivery_id) REFERENCES public.webhook_delivery(enterprise_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.webhook_delivery
    ADD CONSTRAINT webhook_delivery_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE ONLY public.webhook_endpoint
    ADD CONSTRAINT webhook_endpoint_enterprise_id_fkey FOREIGN KEY (enterprise_id) REFERENCES public.enterprise(enterprise_id);
ALTER TABLE public.activation_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.api_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.api_key_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.applet_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.attribute ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_chain ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_checkpoint ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.audit_entry ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.batch ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.batch_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.block_hit ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.block_rule ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.bound_package ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.campaign ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.campaign_fill ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.client_note ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.code_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.code_file_left ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.code_file_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.code_mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.code_page ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.current_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.device ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.device_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.discount_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.download_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.eid_push ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.end_user_page ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.enterprise ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.enterprise_logo ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.enterprise_role ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.es2plus_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.es2plus_operator ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.es2plus_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.feedback ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.group_rule ENABLE ROW LEVEL SECURITY;
CREATE POLICY groups ON public.activation_code AS RESTRICTIVE FOR SELECT TO simwright_limited USING (((profile_id IS NULL) OR (EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = activation_code.enterprise_id) AND (m.profile_id = activation_code.profile_id))))));
CREATE POLICY groups ON public.api_key AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.api_key_secret AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.api_key k
  WHERE ((k.enterprise_id = api_key_secret.enterprise_id) AND (k.id = api_key_secret.key_id)))));
CREATE POLICY groups ON public.audit_chain AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.audit_checkpoint AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.audit_entry AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.batch AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.batch_row AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.batch w
  WHERE ((w.enterprise_id = batch_row.enterprise_id) AND (w.id = batch_row.batch_id)))));
CREATE POLICY groups ON public.block_hit AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = block_hit.enterprise_id) AND (m.profile_id = block_hit.profile_id)))));
CREATE POLICY groups ON public.bound_package AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.download_order o
  WHERE ((o.enterprise_id = bound_package.enterprise_id) AND (o.id = bound_package.order_id)))));
CREATE POLICY groups ON public.campaign AS RESTRICTIVE FOR SELECT TO simwright_limited USING (public.is_campaign_in_groups(enterprise_id, id, created_by));
CREATE POLICY groups ON public.campaign_fill AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.campaign c
  WHERE ((c.enterprise_id = campaign_fill.enterprise_id) AND (c.id = campaign_fill.campaign_id)))));
CREATE POLICY groups ON public.code_file AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.code_file_left AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.code_file w
  WHERE ((w.enterprise_id = code_file_left.enterprise_id) AND (w.id = code_file_left.file_id)))));
CREATE POLICY groups ON public.code_file_part AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.code_file w
  WHERE ((w.enterprise_id = code_file_part.enterprise_id) AND (w.id = code_file_part.file_id)))));
CREATE POLICY groups ON public.code_mail AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = code_mail.enterprise_id) AND (m.profile_id = code_mail.profile_id)))));
CREATE POLICY groups ON public.code_page AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.activation_code a
  WHERE ((a.enterprise_id = code_page.enterprise_id) AND (a.id = code_page.activation_code_id)))));
CREATE POLICY groups ON public.current_count AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((group_id = ANY (( SELECT (current_setting('app.groups'::text, true))::uuid[] AS current_setting)::uuid[])));
CREATE POLICY groups ON public.device_message AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.download_order AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = download_order.enterprise_id) AND (m.profile_id = download_order.profile_id)))));
CREATE POLICY groups ON public.eid_push AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = eid_push.enterprise_id) AND (m.profile_id = eid_push.profile_id)))));
CREATE POLICY groups ON public.es2plus_call AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.es2plus_progress AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.group_rule AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((group_id = ANY (( SELECT (current_setting('app.groups'::text, true))::uuid[] AS current_setting)::uuid[])));
CREATE POLICY groups ON public.lease AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = lease.enterprise_id) AND (m.profile_id = lease.profile_id)))));
CREATE POLICY groups ON public.operation AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.operation_row AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.operation w
  WHERE ((w.enterprise_id = operation_row.enterprise_id) AND (w.id = operation_row.operation_id)))));
CREATE POLICY groups ON public.order_attempt AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.download_order o
  WHERE ((o.enterprise_id = order_attempt.enterprise_id) AND (o.id = order_attempt.order_id)))));
CREATE POLICY groups ON public.pool_member AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = pool_member.enterprise_id) AND (m.profile_id = pool_member.profile_id)))));
CREATE POLICY groups ON public.pool_past AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = pool_past.enterprise_id) AND (m.profile_id = pool_past.profile_id)))));
CREATE POLICY groups ON public.pool_refusal AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.campaign c
  WHERE ((c.enterprise_id = pool_refusal.enterprise_id) AND (c.id = pool_refusal.pool_id)))));
CREATE POLICY groups ON public.profile AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = profile.enterprise_id) AND (m.profile_id = profile.id)))));
CREATE POLICY groups ON public.profile_event AS RESTRICTIVE FOR SELECT TO simwright_limited USING (((group_id = ANY (( SELECT (current_setting('app.groups'::text, true))::uuid[] AS current_setting)::uuid[])) OR (EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = profile_event.enterprise_id) AND (m.profile_id = profile_event.profile_id))))));
CREATE POLICY groups ON public.profile_group AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((id = ANY (( SELECT (current_setting('app.groups'::text, true))::uuid[] AS current_setting)::uuid[])));
CREATE POLICY groups ON public.profile_key AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = profile_key.enterprise_id) AND (m.profile_id = profile_key.profile_id)))));
CREATE POLICY groups ON public.profile_place AS RESTRICTIVE TO simwright_limited USING ((group_id = ANY (( SELECT (current_setting('app.groups'::text, true))::uuid[] AS current_setting)::uuid[])));
CREATE POLICY groups ON public.profile_trait AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = profile_trait.enterprise_id) AND (m.profile_id = profile_trait.profile_id)))));
CREATE POLICY groups ON public.program_call AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.recycle_log AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = recycle_log.enterprise_id) AND (m.profile_id = recycle_log.profile_id)))));
CREATE POLICY groups ON public.report_schedule AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((owner_id = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.rollup AS RESTRICTIVE FOR SELECT TO simwright_limited USING (((kind = 'group'::text) AND (dimension = ANY (( SELECT (current_setting('app.groups'::text, true))::text[] AS current_setting)::text[]))));
CREATE POLICY groups ON public.saved_report AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.shared_view AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.source AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((created_by = ( SELECT (current_setting('app.member'::text, true))::uuid AS current_setting)));
CREATE POLICY groups ON public.source_part AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.source w
  WHERE ((w.enterprise_id = source_part.enterprise_id) AND (w.id = source_part.source_id)))));
CREATE POLICY groups ON public.supplied_package AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.profile_place m
  WHERE ((m.enterprise_id = supplied_package.enterprise_id) AND (m.profile_id = supplied_package.profile_id)))));
CREATE POLICY groups ON public.voucher AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.voucher_batch b
  WHERE ((b.enterprise_id = voucher.enterprise_id) AND (b.id = voucher.batch_id)))));
CREATE POLICY groups ON public.voucher_batch AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.campaign c
  WHERE ((c.enterprise_id = voucher_batch.enterprise_id) AND (c.id = voucher_batch.campaign_id)))));
CREATE POLICY groups ON public.voucher_codes AS RESTRICTIVE FOR SELECT TO simwright_limited USING ((EXISTS ( SELECT
   FROM public.voucher_batch b
  WHERE ((b.enterprise_id = voucher_codes.enterprise_id) AND (b.id = voucher_codes.batch_id)))));
CREATE POLICY groups ON public.webhook_arrival AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.webhook_attempt AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
CREATE POLICY groups ON public.webhook_delivery AS RESTRICTIVE FOR SELECT TO simwright_limited USING (false);
ALTER TABLE public.iccid_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invitation_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.invoice ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.lease ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.member ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.notice_threshold ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.open_api_credential ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.operation ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.operation_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.order_attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.order_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.payment ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pgp_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.plan_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.plan_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool_device ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool_member ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool_past ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool_refusal ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.pool_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_configuration ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_configuration_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_event ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_group ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_place ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_trait ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.profile_trait_index ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.program_call ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.qr_logo ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.qr_preset ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.qr_standard ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.recycle_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.report_schedule ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.rollup ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.rollup_queue ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.rollup_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.rsp_trial ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.saved_report ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.shared_view ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.source ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.source_column ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.source_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sso_connection ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sso_domain ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.sso_test ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.stripe_customer ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.subscription ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.supplied_package ENABLE ROW LEVEL SECURITY;
CREATE POLICY system ON public.activation_code TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.api_key TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.api_key_secret TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.applet_file TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.attribute TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.audit_chain TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.audit_checkpoint TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.audit_entry TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.batch TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.batch_row TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.block_hit TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.block_rule TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.bound_package TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.campaign TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.campaign_fill TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.client_note TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.code_file TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.code_file_left TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.code_file_part TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.code_mail TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.code_page TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.current_count TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.device TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.device_message TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.discount_use TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.download_order TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.eid_push TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.end_user_page TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.enterprise TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.enterprise_logo TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.enterprise_role TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.es2plus_call TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.es2plus_operator TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.es2plus_progress TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.feedback TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.group_rule TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.iccid_count TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.invitation_use TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.invoice TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.lease TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.member TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.notice_threshold TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.open_api_credential TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.operation TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.operation_row TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.order_attempt TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.order_event TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.outbox TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.payment TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pgp_key TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.plan_order TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.plan_use TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool_device TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool_member TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool_past TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool_refusal TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.pool_use TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_configuration TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_configuration_version TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_event TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_group TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_key TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_place TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_trait TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.profile_trait_index TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.program_call TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.qr_logo TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.qr_preset TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.qr_standard TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.recycle_log TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.report_schedule TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.rollup TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.rollup_queue TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.rollup_state TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.rsp_trial TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.saved_report TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.shared_view TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.source TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.source_column TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.source_part TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.sso_connection TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.sso_domain TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.sso_test TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.stripe_customer TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.subscription TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.supplied_package TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.tag TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.threshold_crossing TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.transfer_proof TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.transfer_proof_part TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.virtual_phone TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.virtual_phone_day TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.virtual_phone_message TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.voucher TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.voucher_batch TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.voucher_codes TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.webhook_arrival TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.webhook_attempt TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.webhook_delivery TO simwright_system USING (true) WITH CHECK (true);
CREATE POLICY system ON public.webhook_endpoint TO simwright_system USING (true) WITH CHECK (true);
ALTER TABLE public.tag ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenant ON public.activation_code TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.api_key TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.api_key_secret TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.applet_file TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.attribute TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.audit_chain TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.audit_checkpoint TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.audit_entry TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.batch TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.batch_row TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.block_hit TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.block_rule TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.bound_package TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.campaign TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.campaign_fill TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.client_note TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.code_file TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.code_file_left TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.code_file_part TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.code_mail TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.code_page TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.current_count TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.device TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.device_message TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.discount_use TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.download_order TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.eid_push TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.end_user_page TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.enterprise TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.enterprise_logo TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.enterprise_role TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.es2plus_call TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.es2plus_operator TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.es2plus_progress TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.feedback TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.group_rule TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.iccid_count TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.invitation_use TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.invoice TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.lease TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.member TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.notice_threshold TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.open_api_credential TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.operation TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.operation_row TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.order_attempt TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.order_event TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.outbox TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.payment TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pgp_key TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.plan_order TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.plan_use TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool_device TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool_member TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool_past TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool_refusal TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.pool_use TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_configuration TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_configuration_version TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_event TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_group TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_key TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_place TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_trait TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.profile_trait_index TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.program_call TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.qr_logo TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.qr_preset TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.qr_standard TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.recycle_log TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.report_schedule TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.rollup TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.rollup_queue TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.rollup_state TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.rsp_trial TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.saved_report TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.shared_view TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.source TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.source_column TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.source_part TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.sso_connection TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.sso_domain TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.sso_test TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.stripe_customer TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.subscription TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.supplied_package TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.tag TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.threshold_crossing TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.transfer_proof TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.transfer_proof_part TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.virtual_phone TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.virtual_phone_day TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.virtual_phone_message TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.voucher TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.voucher_batch TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.voucher_codes TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.webhook_arrival TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.webhook_attempt TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.webhook_delivery TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
CREATE POLICY tenant ON public.webhook_endpoint TO simwright_tenant USING ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid)) WITH CHECK ((enterprise_id = (NULLIF(current_setting('app.enterprise'::text, true), ''::text))::uuid));
ALTER TABLE public.threshold_crossing ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.transfer_proof ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.transfer_proof_part ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.virtual_phone ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.virtual_phone_day ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.virtual_phone_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.voucher ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.voucher_batch ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.voucher_codes ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_arrival ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_attempt ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_delivery ENABLE ROW LEVEL SECURITY;
ALTER TABLE public.webhook_endpoint ENABLE ROW LEVEL SECURITY;
GRANT USAGE ON SCHEMA public TO simwright_app;
GRANT USAGE ON SCHEMA public TO simwright_tenant;
GRANT USAGE ON SCHEMA public TO simwright_system;
REVOKE ALL ON FUNCTION public.global_table(relation regclass, app text, tenant text, system text) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.grant_table(relation regclass, role text, privileges text) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.is_campaign_in_groups(enterprise uuid, campaign uuid, maker uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION public.is_campaign_in_groups(enterprise uuid, campaign uuid, maker uuid) TO simwright_limited;
-- its owner sees profiles of all groups, which its callers may not
GRANT CREATE ON SCHEMA public TO simwright_system;
ALTER FUNCTION public.is_campaign_in_groups OWNER TO simwright_system;
REVOKE CREATE ON SCHEMA public FROM simwright_system;
REVOKE ALL ON FUNCTION public.limit_to_groups(relation regclass, condition text, command text) FROM PUBLIC;
REVOKE ALL ON FUNCTION public.tenant_table(relation regclass, tenant text, system text) FROM PUBLIC;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_key_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_key_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.access_key_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activation_code TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activation_code TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activation_code_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activation_code_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.activation_code_directory TO simwright_system;
GRANT SELECT,INSERT,UPDATE ON TABLE public.announcement TO simwright_app;
GRANT SELECT ON TABLE public.announcement TO simwright_tenant;
GRANT SELECT ON TABLE public.announcement TO simwright_system;
GRANT SELECT,INSERT,DELETE ON TABLE public.announcement_dismissal TO simwright_app;
GRANT SELECT ON TABLE public.announcement_dismissal TO simwright_tenant;
GRANT SELECT,DELETE ON TABLE public.announcement_dismissal TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key TO simwright_system;
GRANT SELECT ON TABLE public.api_key_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.api_key_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key_secret TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_key_secret TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.applet_file TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.applet_file TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attempt_counter TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attempt_counter TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attempt_counter TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attribute TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.attribute TO simwright_system;
GRANT SELECT ON TABLE public.audit_chain TO simwright_tenant;
GRANT SELECT,INSERT,UPDATE ON TABLE public.audit_chain TO simwright_system;
GRANT SELECT ON TABLE public.audit_checkpoint TO simwright_tenant;
GRANT SELECT,INSERT ON TABLE public.audit_checkpoint TO simwright_system;
GRANT SELECT ON TABLE public.audit_entry TO simwright_tenant;
GRANT SELECT,INSERT,DELETE ON TABLE public.audit_entry TO simwright_system;
GRANT INSERT ON TABLE public.audit_inbox TO simwright_app;
GRANT INSERT ON TABLE public.audit_inbox TO simwright_tenant;
GRANT SELECT,INSERT,DELETE ON TABLE public.audit_inbox TO simwright_system;
GRANT SELECT ON TABLE public.backup_run TO simwright_app;
GRANT SELECT ON TABLE public.backup_run TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.batch TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.batch TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.batch_row TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.batch_row TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bip_message TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bip_message TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bip_message TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block_hit TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block_hit TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block_rule TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.block_rule TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bound_package TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.bound_package TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign_fill TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.campaign_fill TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.client_note TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file_left TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file_left TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file_part TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_file_part TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_mail TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_mail TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_page TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_page TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.current_count TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.current_count TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device_message TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device_message TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device_sign_in TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device_sign_in TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.device_sign_in TO simwright_system;
GRANT SELECT,INSERT,UPDATE ON TABLE public.discount TO simwright_app;
GRANT SELECT ON TABLE public.discount TO simwright_tenant;
GRANT SELECT ON TABLE public.discount TO simwright_system;
GRANT UPDATE(used) ON TABLE public.discount TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.discount_use TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.discount_use TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.download_order TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.download_order TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.eid_push TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.eid_push TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.end_user_page TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.end_user_page TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise_logo TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise_logo TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise_role TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.enterprise_role TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_call TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_call TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_certificate_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_certificate_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_certificate_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_operator TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_operator TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_progress TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.es2plus_progress TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.feedback TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.feedback TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_rule TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.group_rule TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.iccid_count TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.iccid_count TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.iccid_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.iccid_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.iccid_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_provider TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_provider TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_provider TO simwright_system;
GRANT SELECT,INSERT,UPDATE ON TABLE public.invitation_link TO simwright_app;
GRANT SELECT,UPDATE ON TABLE public.invitation_link TO simwright_tenant;
GRANT SELECT ON TABLE public.invitation_link TO simwright_system;
GRANT SELECT,INSERT ON TABLE public.invitation_use TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.invitation_use TO simwright_system;
GRANT SELECT,INSERT ON TABLE public.invoice TO simwright_tenant;
GRANT SELECT ON TABLE public.invoice TO simwright_system;
GRANT UPDATE(pdf) ON TABLE public.invoice TO simwright_tenant;
GRANT UPDATE(pdf_at) ON TABLE public.invoice TO simwright_tenant;
GRANT SELECT ON TABLE public.invoice_series TO simwright_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.invoice_series TO simwright_tenant;
GRANT SELECT,UPDATE ON TABLE public.invoice_series TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_device TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_device TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.known_device TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lease TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.lease TO simwright_system;
GRANT SELECT,INSERT ON TABLE public.legal_consent TO simwright_app;
GRANT INSERT ON TABLE public.legal_consent TO simwright_tenant;
GRANT SELECT ON TABLE public.legal_consent TO simwright_system;
GRANT SELECT,INSERT,DELETE ON TABLE public.legal_text TO simwright_app;
GRANT SELECT ON TABLE public.legal_text TO simwright_tenant;
GRANT SELECT ON TABLE public.legal_text TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.linked_order_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.linked_order_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.linked_order_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_message TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_message TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_message TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.member_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_choice TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_choice TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_choice TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_digest TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_digest TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_digest TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_threshold TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.notice_threshold TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_flow TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_flow TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_flow TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_ticket TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_ticket TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.oauth_ticket TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.once_request TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.once_request TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.once_request TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_api_credential TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_api_credential TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_api_request TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_api_request TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.open_api_request TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operation TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operation TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operation_row TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operation_row TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_attempt TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_attempt TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_event TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.order_event TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.outbox TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.passkey TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment TO simwright_system;
GRANT SELECT ON TABLE public.payment_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE ON TABLE public.payment_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.payment_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pgp_key TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pgp_key TO simwright_system;
GRANT SELECT,UPDATE ON TABLE public.plan TO simwright_app;
GRANT SELECT ON TABLE public.plan TO simwright_tenant;
GRANT SELECT,UPDATE ON TABLE public.plan TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plan_order TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plan_order TO simwright_system;
GRANT SELECT,INSERT,DELETE ON TABLE public.plan_tier TO simwright_app;
GRANT SELECT ON TABLE public.plan_tier TO simwright_tenant;
GRANT SELECT ON TABLE public.plan_tier TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plan_use TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.plan_use TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_applet TO simwright_app;
GRANT SELECT ON TABLE public.platform_applet TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_applet TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_image TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_image TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.platform_image TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_device TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_device TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_member TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_member TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_past TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_past TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_refusal TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_refusal TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_use TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pool_use TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.process_minute TO simwright_app;
GRANT SELECT ON TABLE public.process_minute TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_configuration TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_configuration TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_configuration_version TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_configuration_version TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_event TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_event TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_group TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_group TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_key TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_key TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_place TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_place TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_trait TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_trait TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_trait_index TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.profile_trait_index TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.program TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.program TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.program TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.program_call TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.program_call TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_logo TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_logo TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_preset TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_preset TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_standard TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.qr_standard TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_code TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_code TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recovery_code TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recycle_log TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.recycle_log TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report_schedule TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.report_schedule TO simwright_system;
GRANT SELECT,INSERT,UPDATE ON TABLE public.restore TO simwright_app;
GRANT SELECT ON TABLE public.restore TO simwright_tenant;
GRANT SELECT,INSERT,UPDATE ON TABLE public.restore TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rollup TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rollup TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rollup_queue TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rollup_queue TO simwright_system;
GRANT SELECT ON TABLE public.rollup_state TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rollup_state TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rsp_session TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rsp_session TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rsp_session TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rsp_trial TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.rsp_trial TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_report TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.saved_report TO simwright_system;
GRANT SELECT,INSERT ON TABLE public.sealed_key TO simwright_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.sealed_key TO simwright_system;
GRANT SELECT,INSERT,UPDATE ON TABLE public.seller TO simwright_app;
GRANT SELECT ON TABLE public.seller TO simwright_tenant;
GRANT SELECT ON TABLE public.seller TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shared_view TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shared_view TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_step TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_step TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sign_in_step TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smdp_host TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smdp_host TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smdp_host TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_event TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_event TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_event TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_session TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_session TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.smds_session TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source_column TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source_column TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source_part TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.source_part TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_connection TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_connection TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_domain TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_domain TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_domain_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_domain_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_domain_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_test TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sso_test TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stripe_customer TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stripe_customer TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.stripe_event TO simwright_app;
GRANT SELECT ON TABLE public.stripe_event TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.subscription TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.subscription TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.supplied_package TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.supplied_package TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import_line TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import_line TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_import_line TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_table TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_table TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tac_table TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tag TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tag TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tax_rate TO simwright_app;
GRANT SELECT ON TABLE public.tax_rate TO simwright_tenant;
GRANT SELECT ON TABLE public.tax_rate TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.threshold_crossing TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.threshold_crossing TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.totp_factor TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.totp_factor TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.totp_factor TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.transfer_proof TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.transfer_proof TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.transfer_proof_part TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.transfer_proof_part TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.trial_use TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.trial_use TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.trial_use TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_account TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_account TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_account TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_behavior TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_behavior TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_behavior TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_identity TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_identity TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_identity TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_session TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_session TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_session TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_token TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_token TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.user_token TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone_day TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone_day TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone_message TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.virtual_phone_message TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_batch TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_batch TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_codes TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_codes TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_directory TO simwright_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_directory TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.voucher_directory TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_arrival TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_arrival TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempt TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_attempt TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_delivery TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_delivery TO simwright_system;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoint TO simwright_tenant;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.webhook_endpoint TO simwright_system;
GRANT INSERT,TRUNCATE ON TABLE public.write_probe TO simwright_app;

INSERT INTO public.plan VALUES
	('DEFAULT', 1, 0, 'USD', 1, NULL, 1, '{Regular}', 1, 5, 1, 5, 1, '{}', 0, true, 1, NULL, 20),
	('DEMO', 2, 0, 'USD', 1, NULL, 3, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', 1, 5, 1, 5, 5, '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK}', 1, true, 1, NULL, 20),
	('BASIC', 3, 9900, 'USD', 100, 80, 3, '{Regular}', 1, 5, 3, 5, 1, '{}', 0, false, 1, NULL, 10000),
	('PRO', 4, 14900, 'USD', 100, 60, 20, '{Regular,Private_LTE,Conformance_Test,Advanced}', 50, 50, 10, 20, 5, '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', 5, false, 1, NULL, 100000),
	('PREMIUM', 5, 23900, 'USD', 100, 60, 50, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', 10000, 10000, 100, 100, NULL, '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', 50, false, 1, NULL, 1000000),
	('LAB', 6, 0, 'USD', NULL, NULL, NULL, '{Regular,Private_LTE,Conformance_Test,Advanced,UPP}', NULL, NULL, NULL, NULL, NULL, '{OPEN_API,WEBHOOK,EID_PUSH,BLOCK,QR_LOGO,AC_LINK,DEVICE_CHANGE}', NULL, true, 1, NULL, NULL);
INSERT INTO public.plan_tier VALUES
	('BASIC', 500, 27900),
	('BASIC', 1000, 50400),
	('BASIC', 5000, 230400),
	('BASIC', 10000, 455400),
	('PRO', 500, 32900),
	('PRO', 1000, 55400),
	('PRO', 5000, 235400),
	('PRO', 10000, 460400),
	('PREMIUM', 500, 41900),
	('PREMIUM', 1000, 64400),
	('PREMIUM', 5000, 244400),
	('PREMIUM', 10000, 469400);
INSERT INTO public.tac VALUES
	('35728509', 'Apple', 'iPhone XS', 1, NULL),
	('35299411', 'Apple', 'iPhone 12', 1, NULL),
	('35304811', 'Apple', 'iPhone 13 Pro', 1, NULL),
	('35402012', 'Apple', 'iPhone 14 Pro', 1, NULL),
	('35812313', 'Apple', 'iPhone 15', 1, NULL),
	('35800886', 'Samsung', 'Galaxy S22', 1, NULL),
	('35446583', 'Samsung', 'Galaxy S23', 1, NULL),
	('35446581', 'Samsung', 'Galaxy S23 Ultra', 1, NULL),
	('35596524', 'Google', 'Pixel 8', 1, NULL),
	('35596523', 'Google', 'Pixel 8 Pro', 1, NULL),
	('35800992', 'Motorola', 'Edge 40', 1, NULL),
	('35011041', 'Samsung', 'Galaxy S20', 1, NULL),
	('35008659', 'Samsung', 'Galaxy S21 5G', 1, NULL),
	('35023242', 'Samsung', 'Galaxy S21+ 5G', 1, NULL),
	('35012167', 'Samsung', 'Galaxy S21 Ultra 5G', 1, NULL),
	('35003792', 'Samsung', 'Galaxy S22+', 1, NULL),
	('35004858', 'Samsung', 'Galaxy S22 Ultra', 1, NULL),
	('35019738', 'Samsung', 'Galaxy S23 FE', 1, NULL),
	('35010509', 'Samsung', 'Galaxy S23 Ultra', 1, NULL),
	('35007012', 'Samsung', 'Galaxy S24', 1, NULL),
	('35049687', 'Samsung', 'Galaxy S24 Ultra', 1, NULL),
	('35004331', 'Samsung', 'Galaxy Note20 5G', 1, NULL),
	('35000314', 'Samsung', 'Galaxy Note20 Ultra 5G', 1, NULL),
	('35009338', 'Samsung', 'Galaxy Z Flip3 5G', 1, NULL),
	('35007260', 'Samsung', 'Galaxy Z Flip4', 1, NULL),
	('35015325', 'Samsung', 'Galaxy Z Flip5', 1, NULL),
	('35015206', 'Samsung', 'Galaxy Z Flip6', 1, NULL),
	('35001099', 'Samsung', 'Galaxy Z Fold2 5G', 1, NULL),
	('35015864', 'Samsung', 'Galaxy Z Fold3 5G', 1, NULL),
	('35018133', 'Samsung', 'Galaxy Z Fold4', 1, NULL),
	('35002268', 'Samsung', 'Galaxy Z Fold5', 1, NULL),
	('35004012', 'Samsung', 'Galaxy A54 5G', 1, NULL),
	('35029081', 'Samsung', 'Galaxy A35 5G', 1, NULL),
	('35051173', 'Samsung', 'Galaxy Watch4', 1, NULL);
INSERT INTO public.tac_table VALUES
	(true, 1, false, NULL, NULL, NULL);

set local check_function_bodies = true;
