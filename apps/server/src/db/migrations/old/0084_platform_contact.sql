-- Whom members contact to order a plan: the address (null: that of the support) and the text of the page.
alter table platform add column contact_email text;
alter table platform add column contact_text text;
