-- A bank transfer pays one order, also when two members of the staff confirm two orders at once. Where one transfer paid
-- several orders before, the later ones get their order code after the reference.
set local role simwright_system;
update plan_order o set payment_reference = o.payment_reference || ' ' || o.code
from plan_order earlier
where o.payment_method = 1 and earlier.payment_method = 1 and earlier.payment_reference = o.payment_reference
  and lower(earlier.payment_channel) = lower(o.payment_channel)
  and (earlier.paid_at, earlier.id) < (o.paid_at, o.id);
reset role;
create unique index plan_order_transfer on plan_order (payment_reference, lower(payment_channel))
  where payment_method = 1 and payment_reference is not null;
