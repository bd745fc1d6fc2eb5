import { type ProblemName, problems } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as sso from '@simwright/contract/people/sso'
import * as team from '@simwright/contract/people/team'
import * as group from '@simwright/contract/profiles/group'
import * as groupRule from '@simwright/contract/profiles/group-rule'
import * as batch from '@simwright/contract/provisioning/batch'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as delivery from '@simwright/contract/provisioning/delivery'
import { plainStyle } from '@simwright/qr'
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { Refused } from '../../../testing/client.ts'
import { configured } from '../../../testing/generated.ts'
import { type Client, testServer } from '../../../testing/server.ts'

const t = await testServer()
const { id: enterpriseId, owner, ownerId } = await t.enterprise()
const { id: groupId } = await owner.ask(group.add, { fields: { name: 'First' } })
const configurationId = await configured(owner)
const { id: campaignId } = await owner.ask(campaign.add, {
  fields: { name: 'Stadium', configurationId, confirmationCode: { mode: 'none' } },
})

type Case = {
  max: number
  /** How many exist before the first row is filled in. */
  existing: number
  /** Inserts `count` rows, or counts as many. */
  fill: (count: number) => RawBuilder<unknown>
  add: (client: Client, name: string) => Promise<unknown>
  text: string
}

const each = (count: number) => sql`from generate_series(1, ${count}::integer) n`

/** Numbers that are limited in each enterprise account or for each user, whatever the plan. */
const cases: Record<string, Case> = {
  groups: {
    max: group.GROUPS_MAX,
    existing: 1,
    fill: (count) => sql`
      insert into profile_group (enterprise_id, id, name, color, created_by, created_at, updated_at)
      select ${enterpriseId}::uuid, gen_random_uuid(), 'Filled ' || n, 'blue', ${ownerId}::uuid, now(), now() ${each(count)}`,
    add: (client, name) => client.ask(group.add, { fields: { name } }),
    text: 'Up to 500 groups. Delete one first.',
  },
  'group rules': {
    max: groupRule.GROUP_RULES_MAX,
    existing: 0,
    fill: (count) => sql`
      insert into group_rule (enterprise_id, id, mark, value, group_id, created_by, created_at)
      select ${enterpriseId}::uuid, gen_random_uuid(), 'ICCID', (8900000 + n)::text, ${groupId}::uuid, ${ownerId}::uuid, now()
      ${each(count)}`,
    add: (client, name) => client.ask(groupRule.add, { fields: { mark: 'ICCID', value: name, groupId } }),
    text: 'Up to 200 rules. Delete one first.',
  },
  roles: {
    max: 100,
    existing: 0,
    fill: (count) => sql`
      insert into enterprise_role (enterprise_id, id, name, permissions, created_at, updated_at)
      select ${enterpriseId}::uuid, gen_random_uuid(), 'Filled ' || n, '["Fleet_View"]', now(), now() ${each(count)}`,
    add: (client, name) => client.ask(team.addRole, { name, permissions: ['Fleet_View'] }),
    text: 'An enterprise account can have up to 100 custom roles. Delete one first.',
  },
  'mail domains': {
    max: sso.SSO_DOMAINS_MAX,
    existing: 0,
    fill: (count) => sql`
      insert into sso_domain (enterprise_id, domain, token, created_at)
      select ${enterpriseId}::uuid, 'd' || n || '.example', 'token', now() ${each(count)}`,
    add: (client, name) => client.ask(sso.addDomain, { domain: `n${name}.example` }),
    text: 'Up to 20 mail domains. Remove one first.',
  },
  'QR styles': {
    max: delivery.PRESETS_MAX,
    existing: 0,
    fill: (count) => sql`
      insert into qr_preset (enterprise_id, id, name, style, created_by, created_at)
      select ${enterpriseId}::uuid, gen_random_uuid(), 'Filled ' || n, ${JSON.stringify(plainStyle)}::jsonb, ${ownerId}::uuid, now()
      ${each(count)}`,
    add: (client, name) => client.ask(delivery.addPreset, { fields: { name, style: plainStyle, logoId: null } }),
    text: 'Up to 30 looks. Delete one first.',
  },
  'profiles of a campaign': {
    max: campaign.CAMPAIGN_PROFILES_MAX,
    existing: 0,
    // the counter alone decides
    fill: (count) => sql`
      update pool set profiles = ${count} where enterprise_id = ${enterpriseId} and id = ${campaignId}`,
    add: async (client, name) => {
      const numbers = { iccid: `894450000000000${name}`, imsi: `99970000000${name}` }
      await client.ask(batch.single, { configurationId, makeKeys: true, ...numbers })
      expect(await client.ask(campaign.fill, { id: campaignId, filter: { iccid: numbers.iccid } })).toEqual({
        added: 1,
      })
    },
    text: 'A campaign can have up to 100,000 profiles. Add the rest to another campaign.',
  },
  'enterprise accounts of a user': {
    max: enterprise.ENTERPRISES_MAX,
    existing: 1,
    fill: (count) => sql`
      insert into member_directory (user_id, enterprise_id) select ${ownerId}::uuid, gen_random_uuid() ${each(count)}`,
    add: (client, name) => client.ask(enterprise.add, { name }),
    text: 'You belong to 50 enterprise accounts, and cannot add another one. Leave one first.',
  },
}

test.each(Object.entries(cases))('%s: the last one is added, one more is refused', async (_name, one) => {
  const { max, existing, fill, add, text } = one
  await t.server.db.tenantTx(enterpriseId, (db) => fill(max - existing - 1).execute(db))
  await add(owner, '7001')
  const refused: unknown = await add(owner, '7002').catch((error: unknown) => error)
  if (!(refused instanceof Refused)) throw new Error('one more was accepted')
  const [fault] = (refused.obj?.faults ?? []) as { text: string }[]
  expect(fault?.text ?? refused.message).toBe(text)
})

/** Their texts are the specification's, or the page says what to do next to them, or nothing makes room. */
const withoutRemedy: readonly ProblemName[] = [
  'comments_too_many',
  'file_too_large',
  'pgp_too_large',
  'pushes_used',
  'rows_too_many',
]

test('a refusal that names a number says what to do', () => {
  const names = (Object.keys(problems) as ProblemName[]).filter((name) => problems[name].text.includes('{max}'))
  const bare = names.filter((name) => !/\. [A-Z].*\.$/.test(problems[name].text))
  expect(bare.toSorted()).toEqual(withoutRemedy.toSorted())
})
