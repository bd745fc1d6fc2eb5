-- oldest version: 0352_fewer_references
-- Refused deliveries, whose e-mail platform staff may queue again.
create index planned_delivery_refused on planned_delivery (ended_at) where state = 'REFUSED';
