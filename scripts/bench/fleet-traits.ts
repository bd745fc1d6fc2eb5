import * as attribute from '@simwright/contract/profiles/attribute'
import type { AttributeKind } from '@simwright/contract/profiles/attribute-value'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as tag from '@simwright/contract/profiles/tag'
import { type RawBuilder, sql } from 'kysely'
import { loginClient } from '../../apps/server/src/db/connection.ts'
import type { Db } from '../../apps/server/src/db/database.ts'
import { Secret } from '../../apps/server/src/secret/secret.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { answerMs } from './answer.ts'
import type { Figure } from './figure.ts'
import type { FleetFilter } from './fleet-filter.ts'
import { measure } from './host.ts'
import type { Portal } from './portal.ts'

/** Of all profiles; the last ones are so rare that a million has ten. */
const TAG_SHARES = [0.5, 0.3, 0.2, 0.2, 0.1, 0.1, 0.1, 0.05, 0.05, 0.02, 0.02, 0.01, 0.01, 0.005, 0.005, 0.001, 0.001]
const RARE_SHARES = [0.0001, 0.00001, 0.00001]
const KINDS = ['text', 'number', 'date', 'choice', 'link'] as const satisfies readonly AttributeKind[]
/** Of each kind: all profiles have a value of the first. */
const ATTRIBUTE_SHARES = [1, 0.5, 0.2, 0.05, 0.01, 0.0001]
const CHOICES = ['North', 'East', 'South', 'West', 'None of these']

const SEEDED_AT_ONCE = 20_000
/** The hash of a profile is less than this. */
const HASHES = 2 ** 20

type Trait = { id: string; share: number; kind: 'tag' | AttributeKind }

/** Gives the profiles 20 tags and 30 attributes, unless an earlier run in the same folder did so. */
export async function seedTraits({ client, enterpriseId, databaseUrl }: Portal, db: Db): Promise<void> {
  if ((await client.ask(tag.list, {})).items.length > 0) return
  const traits = [...(await addTags(client)), ...(await addAttributes(client))]
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
    const from: string = after
    after = await db.tenantTx(enterpriseId, async (db) => {
      const { rows } = await insertTraits({ enterpriseId, after: from, traits }).execute(db)
      return rows[0]?.last ?? null
    })
  }
  const owner = loginClient(new Secret(databaseUrl), 'bench')
  await owner.connect()
  await owner.query('vacuum (analyze) profile_trait, profile_trait_index')
  await owner.end()
}

async function addTags(client: Client): Promise<Trait[]> {
  const traits: Trait[] = []
  for (const [index, share] of [...TAG_SHARES, ...RARE_SHARES].entries()) {
    const { id } = await client.ask(tag.add, { fields: { name: `Tag ${index + 1}` } })
    traits.push({ id, share, kind: 'tag' })
  }
  return traits
}

async function addAttributes(client: Client): Promise<Trait[]> {
  const traits: Trait[] = []
  for (const kind of KINDS)
    for (const [index, share] of ATTRIBUTE_SHARES.entries()) {
      const word = `${kind}${index + 1}`
      const choices = kind === 'choice' ? CHOICES : []
      const { id } = await client.ask(attribute.add, { fields: { word, name: `Attribute ${word}`, kind, choices } })
      traits.push({ id, share, kind })
    }
  return traits
}

type Page = { enterpriseId: string; after: string; traits: readonly Trait[] }

/** A page of profiles; which traits one has, and their values, are computed from its id. */
const insertTraits = ({ enterpriseId, after, traits }: Page): RawBuilder<{ last: string | null }> => sql`
  with page as materialized (
    select p.enterprise_id, p.id, p.created_at, p.status, hashtext(p.id::text)::bigint & ${HASHES - 1}::bigint as hash
    from profile p where p.enterprise_id = ${enterpriseId} and p.id > ${after}::uuid order by p.id limit ${SEEDED_AT_ONCE}
  ), made as (
    insert into profile_trait (enterprise_id, profile_id, created_at, listed, tags, attributes)
    select p.enterprise_id, p.id, p.created_at, p.status <> 'REMOVED', coalesce(own.tags, '{}'), coalesce(own.attributes, '{}')
    from page p, lateral (
      select array_agg(t.id) filter (where t.kind = 'tag') as tags,
        jsonb_object_agg(t.id, case t.kind
          when 'number' then to_jsonb(mixed % 500)
          when 'date' then to_jsonb((date '2026-01-01' + (mixed % 365)::integer)::text)
          when 'choice' then to_jsonb((${CHOICES}::text[])[1 + mixed % ${CHOICES.length}])
          when 'link' then to_jsonb('https://example.com/' || mixed % 2000)
          else to_jsonb('C-' || mixed % 1000) end) filter (where t.kind <> 'tag') as attributes
      from jsonb_to_recordset(${JSON.stringify(traits.map((one, index) => ({ ...one, number: index })))}::jsonb)
        as t(id uuid, share float8, kind text, number integer),
        lateral (select (p.hash * 7919 + t.number * 104729 + (p.hash >> 7) * t.number) % ${HASHES} as mixed) m
      where mixed < t.share * ${HASHES}) own
    on conflict (enterprise_id, profile_id) do nothing)
  select (select id from page order by id desc limit 1) as last`

/** Tags and values that half, some, ten or no profiles have, and combinations. */
export const traitFilters = (): (readonly [string, FleetFilter])[] =>
  Object.entries({
    'tag common': 'tag:"Tag 1"',
    'tag rare': 'tag:"Tag 20"',
    'one of two tags': 'tag:"Tag 3","Tag 12"',
    'no tag': 'tag:none',
    'text of all': 'attr.text1:C-100',
    'text rare': 'attr.text6:C-1',
    'text of none': 'attr.text1:C-5000',
    'no text': 'attr.text2:none',
    'number equal': 'attr.number1:77',
    'number above': 'attr.number1>250',
    'number of a range': 'attr.number2:10..12',
    'date of a range': 'attr.date1:2026-02-01..2026-02-03',
    'date before': 'attr.date3<2026-06-01',
    'choice common': 'attr.choice1:North',
    'one of two choices': 'attr.choice2:North,East',
    'choice rare': 'attr.choice6:West',
    link: 'attr.link1:"https://example.com/77"',
    'tag and status': 'tag:"Tag 2" status:error',
    'tag and number': 'tag:"Tag 1" attr.number1>490',
    'two attributes': 'attr.choice1:North attr.date2>2026-12-01',
    'tag, choice and age': 'tag:"Tag 5" attr.choice3:South age>100d',
  }).map(([name, query]) => [name, { query }])

const EXPORTED = 5
const EXPORT_LIMIT_MS = 2_000

/** Profiles with their tags and attributes as CSV: nearly as many as one file has. */
export async function exportFigure(client: Client): Promise<Figure> {
  const selection = { filter: { query: 'attr.date5>2026-02-01' }, except: [] }
  const { kept } = await measure(EXPORTED, () => answerMs(client, fleet.exportCsv, { selection }))
  const value = Math.max(...kept)
  console.error(`fleet.export: ${value.toFixed(0)} ms`)
  return { name: 'fleet.export', value, unit: 'ms', limit: EXPORT_LIMIT_MS, ratio: value / EXPORT_LIMIT_MS }
}
