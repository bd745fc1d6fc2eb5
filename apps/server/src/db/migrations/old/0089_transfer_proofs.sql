-- Proofs of bank transfers, and the lists of orders of all clients.

-- The file that shows that an order was paid; a newer one replaces it until staff decide.
create table transfer_proof (
  enterprise_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  file_name text not null,
  content_type text collate "C" not null
    check (content_type in ('application/pdf', 'image/png', 'image/jpeg', 'image/webp')),
  bytes integer not null check (bytes > 0),
  created_by uuid,
  created_at timestamptz(3) not null,
  primary key (enterprise_id, id),
  unique (enterprise_id, order_id),
  foreign key (enterprise_id, order_id) references plan_order (enterprise_id, id)
);
select tenant_table('transfer_proof');

-- Its content in parts of up to 1 MiB, each sealed.
create table transfer_proof_part (
  enterprise_id uuid not null,
  proof_id uuid not null,
  number smallint not null,
  sealed bytea not null,
  primary key (enterprise_id, proof_id, number),
  foreign key (enterprise_id, proof_id) references transfer_proof (enterprise_id, id) on delete cascade
);
select tenant_table('transfer_proof_part');

create index plan_order_created_anywhere on plan_order (created_at desc, id desc) where kind <> 'BASE';
create index plan_order_anywhere on plan_order (id);
create index plan_order_code_anywhere on plan_order (code) where kind <> 'BASE';
create index plan_order_reference_anywhere on plan_order (payment_reference) where payment_reference is not null;
