import * as configuration from '@simwright/contract/profiles/configuration'
import * as version from '@simwright/contract/profiles/configuration-version'
import * as yaml from '@simwright/contract/profiles/configuration-yaml'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestEnterprise, type TestServer, testServer } from '../../../testing/server.ts'

let t: TestServer
let enterprise: TestEnterprise

beforeAll(async () => {
  t = await testServer()
  enterprise = await t.enterprise()
})

type Input = configuration.ConfigurationInput
type Type = Input['type']
type Fault = { path: string; text: string }

const buildable = (type: Type, name: string): Input => ({
  name,
  type,
  profileName: 'Consumer plan',
  serviceProviderName: 'Alba',
  ...(type === 'UPP' ? {} : { hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }] }),
  confirmationCode: { mode: 'none' },
})

/** Replaces what is stored of the first version, as an older release may have stored it. */
const storeFirst = (id: string, fields: Input) =>
  t.server.db.tenantTx(enterprise.id, (db) =>
    sql`update profile_configuration_version set fields = fields || ${JSON.stringify(fields)}::jsonb
      where configuration_id = ${id} and version = 1`.execute(db),
  )

const fiveG = { routingIndicator: '0', suciCalculation: 'ME' } as const
const noPoint = {
  protectionScheme: 'A',
  homeNetworkPublicKey: `02${'00'.repeat(31)}`,
  homeNetworkPublicKeyId: 1,
} as const
const fiveGInOldVersion = { packageVersion: '2.1', fiveG: { ...fiveG, protectionScheme: 'null' } } as const
const customApplet = { packageAid: 'F0010203040506', classAid: 'F001020304050601' }
const certificateHash = 'ab'.repeat(20)
const session = { address: '192.0.2.7', host: 'ota.example', uri: '/admin' }
const longSession = { ...session, host: 'h'.repeat(64), uri: `/${'u'.repeat(63)}`, agent: 'a'.repeat(40) }

/** For each type and algorithm: what is wrong, the fields with the fault, and the field that is named. */
const faulty: readonly (readonly [Type, what: string, Partial<Input>, field: string])[] = [
  ['Private_LTE', 'TUAK', { algorithm: 'TUAK' }, 'algorithm'],
  ['Private_LTE', '2G', { hplmn: [{ plmn: '99970', access: ['GSM'] }] }, 'hplmn.0.access'],
  ['Private_LTE', 'a list that it does not have', { fplmn: ['26201'] }, 'fplmn'],
  ['Private_LTE', 'a key that is no point', { fiveG: { ...fiveG, ...noPoint } }, 'fiveG.homeNetworkPublicKey'],
  ['Conformance_Test', 'XOR and 5G in version 2.1', { algorithm: 'XOR', ...fiveGInOldVersion }, 'fiveG'],
  ['Conformance_Test', 'XOR and a forbidden home', { algorithm: 'XOR', fplmn: ['99970'] }, 'fplmn'],
  ['Conformance_Test', 'TUAK and 5G in version 2.1', { algorithm: 'TUAK', ...fiveGInOldVersion }, 'fiveG'],
  ['Conformance_Test', 'an applet', { araApplet: { rules: [{ certificateHash }] } }, 'araApplet'],
  ['Conformance_Test', 'a wrong domain', { algorithm: 'XOR', ims: { domain: 'ims network' } }, 'ims.domain'],
  ['Advanced', 'XOR', { algorithm: 'XOR' }, 'algorithm'],
  ['Advanced', 'TUAK and a wrong domain', { algorithm: 'TUAK', ims: { domain: 'ims network' } }, 'ims.domain'],
  ['Advanced', 'a wrong P-CSCF', { ims: { pcscf: ['sip:pcscf'] } }, 'ims.pcscf'],
  [
    'Advanced',
    'a reserved AID',
    { customApplet: { ...customApplet, classAid: 'A00000015141434C00' } },
    'customApplet.instanceAid',
  ],
  [
    'Advanced',
    'a host that is not public',
    { recycleApplet: { service: 'self', host: '10.0.0.1', port: 443 } },
    'recycleApplet.host',
  ],
  ['Regular', 'a TAR twice', { scp80: { usimTar: 'b00000' } }, 'scp80.usimTar'],
  ['Conformance_Test', 'a TAR of two applications', { scp80: { isimTar: 'B20100' } }, 'scp80.isimTar'],
  ['Private_LTE', 'keys of SCP80', { scp80: { keyVersion: 2 } }, 'scp80'],
  [
    'Regular',
    'a name as address of the server',
    { scp81: { session: { ...session, address: 'ota.example' } } },
    'scp81.session.address',
  ],
  [
    'Advanced',
    'an access point with an empty part',
    { scp81: { session: { ...session, accessPoint: 'iot..example' } } },
    'scp81.session.accessPoint',
  ],
  [
    'Conformance_Test',
    'texts of a session that are too long together',
    { scp81: { session: { ...longSession, identityPrefix: 'i'.repeat(40) } } },
    'scp81.session',
  ],
  ['UPP', 'an HTTPS session', { scp81: { session } }, 'scp81'],
  ['Regular', 'XOR', { algorithm: 'XOR' }, 'algorithm'],
  ['Regular', 'TUAK and IMS', { algorithm: 'TUAK', ims: {} }, 'ims'],
  ['UPP', 'a home network', { hplmn: [{ plmn: '99970', access: ['GSM'] }] }, 'hplmn'],
  ['UPP', 'an applet', { customApplet }, 'customApplet'],
  ['UPP', 'an icon with a script', { icon: btoa('\x89PNG\r\n\x1a\n\0\0\0\x08tEXt<script>') }, 'icon'],
  ['UPP', 'an icon that is no image', { icon: 'iVBORw0KGgo=' }, 'icon'],
  ['UPP', 'a profile name of 102 bytes', { profileName: 'é'.repeat(51) }, 'profileName'],
]

describe.each(faulty)('%s with %s cannot be saved', (type, what, more, field) => {
  test('as new, by an edit, from YAML or by restoring it', async () => {
    const { owner } = enterprise
    const name = `${type} ${what}`
    const sound = buildable(type, name)
    const broken = { ...sound, ...more }
    const { id } = await owner.ask(configuration.add, { fields: sound })
    await owner.ask(configuration.edit, { id, version: 1, fields: sound })
    await storeFirst(id, broken)

    const text = JSON.stringify(broken)
    const refusals = {
      added: await owner.refusal(configuration.add, { fields: { ...broken, name: `${name} 2` } }),
      edited: await owner.refusal(configuration.edit, { id, version: 2, fields: broken }),
      restored: await owner.refusal(version.restore, { id, version: 2, restored: 1 }),
      imported: await owner.refusal(yaml.importYaml, { yaml: text.replace(name, `${name} 2`) }),
      importedInto: await owner.refusal(yaml.importYaml, { yaml: text, into: { id, version: 2 } }),
    }
    const faults = Object.entries(refusals).map(([way, { code, obj }]) => {
      const [fault] = (obj.faults ?? []) as Fault[]
      return { way, code, field: fault?.path.replace(/^fields\./, ''), text: fault?.text }
    })
    const expected = faults[0]?.text?.replace(/\.$/, '')
    for (const fault of faults)
      expect(fault).toMatchObject({ code: '19400', field, text: expect.stringContaining(expected ?? '?') })

    const { items } = await owner.ask(configuration.list, { filter: { name } })
    expect(items).toMatchObject([{ id, name, version: 2 }])
  })
})
