-- Rows past their retention are found by an index, whatever the size of the table.
create index user_token_expires on user_token (expires_at);
create index user_session_expires on user_session (expires_at);
create index known_device_last_used on known_device (last_used_at);
create index attempt_counter_window on attempt_counter (window_started_at);
create index stripe_event_received on stripe_event (received_at) where state <> 'WAITING';
