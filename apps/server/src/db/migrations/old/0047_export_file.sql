-- Exports of many profiles are files like those with their codes.
alter table code_file drop constraint code_file_form_check;
alter table code_file add constraint code_file_form_check check (form in ('QR_ZIP', 'LABELS', 'PROFILES', 'CODES'));
