/**
 * Statistics of empty tables: all rows are of one enterprise account. Without any, which is the case because tests analyze
 * nothing, PostgreSQL expects one row of 200 and joins 10,000 rows by comparing each with each. Needs PostgreSQL 18.
 */
export const STATISTICS = `
do $$
begin
  if to_regproc('pg_restore_attribute_stats') is null then return; end if;
  perform pg_restore_attribute_stats(
    'schemaname', 'public', 'relname', relname::text, 'attname', attname::text, 'inherited', false,
    'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)
  from pg_class join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'enterprise_id';
end $$`
