import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { loginClient } from './connection.ts'

const { url } = await openTestDatabase()
const owner = loginClient(url, 'test')

beforeAll(() => owner.connect())
afterAll(() => owner.end())

/** The tenant tables without a policy for limited members: of each, all rows of the enterprise account may be read. */
const OPEN = {
  'the account, its people and settings': [
    'applet_file',
    'approval_policy',
    'attribute',
    'enterprise',
    'end_user_page',
    'enterprise_logo',
    'enterprise_role',
    'es2plus_operator',
    'invitation_use',
    'key_erasure',
    'member',
    'notice_threshold',
    'open_api_credential',
    'pgp_key',
    'profile_configuration',
    'profile_configuration_version',
    'qr_logo',
    'qr_preset',
    'qr_standard',
    'source_column',
    'sso_connection',
    'sso_domain',
    'sso_test',
    'subscription',
    'tag',
  ],
  'money, whose endpoints refuse limited members; what remains of the plan is for all': [
    'discount_use',
    'iccid_count',
    'invoice',
    'order_event',
    'payment',
    'plan_order',
    'plan_use',
    'stripe_customer',
    'transfer_proof',
    'transfer_proof_part',
  ],
  'written by a trigger, and read only together with profiles': ['profile_trait_index'],
  'blocks, whose endpoints refuse limited members': ['block_rule'],
  'the virtual phone, which its endpoints show only with its profile': [
    'rsp_trial',
    'virtual_phone',
    'virtual_phone_day',
    'virtual_phone_message',
  ],
  'written with profiles, and read only by jobs, devices and staff': [
    'client_note',
    'device',
    'feedback',
    'outbox',
    'pool',
    'pool_device',
    'pool_use',
    'rollup_queue',
    'rollup_state',
    'threshold_crossing',
    'webhook_endpoint',
  ],
}

describe('for a limited member', () => {
  test('each table of an enterprise account has a policy, or is listed here with the reason', async () => {
    const { rows } = await owner.query<{ table: string }>(
      `select c.relname as table from pg_class c join pg_policy p on p.polrelid = c.oid and p.polname = 'tenant'
       where not exists (select from pg_policy g where g.polrelid = c.oid
         and g.polroles = array['simwright_limited'::regrole::oid] and not g.polpermissive)
       order by 1`,
    )
    expect(rows.map(({ table }) => table)).toEqual(Object.values(OPEN).flat().toSorted())
  })
})
