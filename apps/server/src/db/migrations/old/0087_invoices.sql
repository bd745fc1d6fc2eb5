-- Invoices and credit notes, and what they need per platform: the seller, tax rates and the series of numbers.

-- Without a row, the platform has no seller data yet.
create table seller (
  platform_id uuid primary key references platform,
  -- as staff entered it; invoices keep a copy
  fields jsonb not null,
  -- part of every number, and unique, so that no two platforms issue the same number
  invoice_prefix text collate "C" not null unique,
  version integer not null,
  updated_at timestamptz(3) not null
);
select global_table('seller', 'select, insert, update', 'select', 'select');

-- Hundredths of a percent, from the start of the day in UTC until the next row of the country.
create table tax_rate (
  platform_id uuid not null references platform,
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  valid_from date not null,
  rate integer not null check (rate between 0 and 10000),
  primary key (platform_id, country, valid_from)
);
select global_table('tax_rate', 'select, insert, update, delete', 'select', 'select');

-- The last number of each platform. Its row is locked until the transaction that takes a number ends, so a number that is
-- not committed is taken again.
create table invoice_series (
  platform_id uuid primary key references platform,
  last integer not null check (last > 0)
);
select global_table('invoice_series', 'select', 'select, insert, update', 'select');

-- No foreign key to the enterprise or the order: the law requires that invoices remain when an enterprise is deleted.
create table invoice (
  enterprise_id uuid not null,
  id uuid not null,
  platform_id uuid not null references platform,
  kind text collate "C" not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  sequence integer not null,
  number text collate "C" not null,
  order_id uuid not null,
  order_code text collate "C" not null,
  -- of a credit note: the invoice that it corrects
  invoice_id uuid,
  seller jsonb not null,
  billed_to jsonb not null,
  lines jsonb not null,
  currency char(3) not null,
  -- negative on credit notes, so that the sum of all documents is what was earned
  net_cents bigint not null,
  tax_cents bigint not null,
  gross_cents bigint not null,
  period_from timestamptz(3),
  period_to timestamptz(3),
  paid_by text,
  reason text,
  -- the customer's, in which dates are printed
  time_zone text collate "C" not null,
  issued_at timestamptz(3) not null,
  -- written once, soon after the commit
  pdf bytea,
  pdf_at timestamptz(3),
  primary key (enterprise_id, id),
  unique (platform_id, sequence),
  foreign key (enterprise_id, invoice_id) references invoice (enterprise_id, id),
  check ((kind = 'CREDIT_NOTE') = (invoice_id is not null)),
  check (net_cents + tax_cents = gross_cents),
  check ((pdf is null) = (pdf_at is null))
);
create unique index invoice_order on invoice (enterprise_id, order_id) where kind = 'INVOICE';
create index invoice_corrected on invoice (enterprise_id, invoice_id) where invoice_id is not null;
create index invoice_issued on invoice (enterprise_id, issued_at desc, id desc);
create index invoice_issued_anywhere on invoice (issued_at desc, id desc);
create index invoice_number on invoice (number);
create index invoice_without_pdf on invoice (issued_at) where pdf is null;
select tenant_table('invoice', 'select, insert', 'select');
grant update (pdf, pdf_at) on invoice to simwright_tenant;

create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.pdf is null
    and to_jsonb(old) - 'pdf' - 'pdf_at' = to_jsonb(new) - 'pdf' - 'pdf_at' then
    return new;
  end if;
  raise exception 'invoice % was issued and cannot be changed', old.number;
end $$;
create trigger invoice_unchangeable before update or delete on invoice
  for each row execute function refuse_invoice_change();
create function refuse_invoice_truncate() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices cannot be deleted';
end $$;
create trigger invoice_undeletable before truncate on invoice
  for each statement execute function refuse_invoice_truncate();
