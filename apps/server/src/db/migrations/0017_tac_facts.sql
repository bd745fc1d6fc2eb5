-- Brand and model of devices by their TAC. A small list from public sources, not compared with the GSMA's own database.
insert into tac (tac, brand, model) values
  ('35728509', 'Apple', 'iPhone XS'),
  ('35299411', 'Apple', 'iPhone 12'),
  ('35304811', 'Apple', 'iPhone 13 Pro'),
  ('35402012', 'Apple', 'iPhone 14 Pro'),
  ('35812313', 'Apple', 'iPhone 15'),
  ('35800886', 'Samsung', 'Galaxy S22'),
  ('35446583', 'Samsung', 'Galaxy S23'),
  ('35446581', 'Samsung', 'Galaxy S23 Ultra'),
  ('35596524', 'Google', 'Pixel 8'),
  ('35596523', 'Google', 'Pixel 8 Pro'),
  ('35800992', 'Motorola', 'Edge 40');
