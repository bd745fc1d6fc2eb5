-- A backup reads all tables as simwright_system.

select grant_table('stripe_event', 'simwright_system', 'select');
