-- oldest version: 0417_ascending
select limit_oldest('audit_entry', 'at');
