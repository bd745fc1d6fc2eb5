/**
 * What the code relies on in each session, whatever the database, its logins or its server have as defaults: the text
 * format of values, as the driver parses them; how PostgreSQL reads the SQL; the schema of the tables; and read
 * committed, because nothing repeats a transaction that could not be serialized.
 */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  standard_conforming_strings: 'on',
  array_nulls: 'on',
  transform_null_equals: 'off',
  search_path: 'public',
  default_transaction_isolation: 'read committed',
}

/** The SQL that sets these settings, and others, for a session. Names and values are constants of the code. */
export function sessionStatement(others: Readonly<Record<string, string>> = {}): string {
  const settings = Object.entries({ ...SESSION_SETTINGS, ...others })
  return `select ${settings.map(([name, value]) => `set_config('${name}', '${value}', false)`).join(', ')}`
}
