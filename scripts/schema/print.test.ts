import { describe, expect, it } from 'vitest'
import type { Catalog } from './catalog.ts'
import { printSchema } from './print.ts'

const OWN_ROWS = "(enterprise_id = NULLIF(current_setting('app.enterprise'::text, true), ''::text)::uuid)"

const CATALOG: Catalog = {
  tables: [{ table: 'note', tenant: true, options: null, partition: null }],
  columns: [{ table: 'note', text: 'at timestamp(3) with time zone not null' }],
  constraints: [
    { table: 'note', name: 'note_pkey', text: 'PRIMARY KEY (at)' },
    { table: 'note', name: 'note_kind', text: "CHECK (kind = ANY (ARRAY['BIG'::text, 'Or else'::text]))" },
  ],
  indexes: [{ table: 'note', text: 'CREATE INDEX note_at ON public.note USING btree (at DESC)' }],
  triggers: [],
  policies: [
    {
      table: 'note',
      name: 'tenant',
      text: `CREATE POLICY tenant ON note TO simwright_tenant USING ${OWN_ROWS} WITH CHECK ${OWN_ROWS}`,
    },
    {
      table: 'note',
      name: 'system',
      text: 'CREATE POLICY system ON note TO simwright_system USING (true) WITH CHECK (true)',
    },
    { table: 'note', name: 'groups', text: 'CREATE POLICY groups ON note AS RESTRICTIVE\n  USING (is_mine)' },
  ],
  grants: [{ table: 'note', privileges: 'select', roles: 'simwright_tenant' }],
  functions: [],
}
const OWNERS = { 'people/notes': { note: 'A note.' } }

describe('the page of the schema', () => {
  it('shows a table with its description as the migrations write it, without the standard policies', () => {
    expect(printSchema(CATALOG, OWNERS)).toContain(
      [
        '-- ==== people/notes ====',
        '',
        '-- A note. Rows of an enterprise.',
        'create table note (',
        '  at timestamptz(3) not null,',
        '  primary key (at),',
        "  constraint note_kind check (kind in ('BIG', 'Or else'))",
        ');',
        'create index note_at on note (at desc);',
        'create policy groups on note as restrictive using (is_mine);',
        'grant select on note to simwright_tenant;',
        '',
      ].join('\n'),
    )
  })

  it('is refused for a tenant table whose policy lets other rows through', () => {
    const policies = CATALOG.policies.map((one) => ({ ...one, text: one.text.replaceAll(OWN_ROWS, '(true)') }))
    expect(() => printSchema({ ...CATALOG, policies }, OWNERS)).toThrow(/note forces row-level security without/)
  })

  it('is refused for a listed table that does not exist', () => {
    expect(() => printSchema(CATALOG, { people: { letter: 'A letter.' } })).toThrow(/the table letter, which/)
  })
})
