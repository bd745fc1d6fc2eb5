-- Staff find the documents of an order by its ID.
create index invoice_order_code on invoice (order_code);
