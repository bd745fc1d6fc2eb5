-- Platform staff find a client by the code of an order, and by the mail domain of its members.
create index plan_order_code on plan_order (code);
create index user_account_mail_domain on user_account (split_part(email, '@', 2));
-- and the messages of its applets.
create index bip_message_enterprise on bip_message (enterprise_id, id desc);
