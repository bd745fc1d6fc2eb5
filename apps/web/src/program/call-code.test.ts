import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as push from '@simwright/contract/provisioning/push'
import { describe, expect, test } from 'vitest'
import { codeOf } from './call-code.ts'

const origin = 'https://portal.example.com'

describe('the code of a call', () => {
  test('lists with the client library page after page, and calls anything else', () => {
    expect(
      codeOf('typescript', { endpoint: fleet.list, input: { filter: { query: 'status:available' } }, origin }),
    ).toBe(
      [
        `import { SimwrightClient } from '@simwright/client'`,
        '',
        `const client = new SimwrightClient({ url: '${origin}', key: process.env.SIMWRIGHT_KEY ?? '' })`,
        `for await (const item of client.items('/fleet/list', {`,
        '  "filter": {',
        '    "query": "status:available"',
        '  }',
        '})) console.log(item)',
        '',
      ].join('\n'),
    )
    const input = { iccid: '8944012345678900017', eid: HIDDEN_VALUE }
    expect(codeOf('typescript', { endpoint: push.add, input, origin })).toContain(
      `client.call('${push.add.path}', {\n  "iccid": "8944012345678900017",\n  "eid": "<eid>"`,
    )
  })

  test('saves a file that is answered, and sends one that is asked for', () => {
    const selection = { ids: ['a'] }
    const file = { endpoint: fleet.exportCsv, input: { form: 'profiles', format: 'csv', selection }, origin }
    expect(codeOf('curl', file)).toContain('--remote-name')
    expect(codeOf('typescript', file)).toContain(`client.file('${fleet.exportCsv.path}', `)
    const form = { endpoint: source.upload, input: { configurationId: HIDDEN_VALUE }, origin }
    expect(codeOf('curl', form)).toContain(`-F file=@FILE \\\n  -F 'configurationId=<configurationId>'`)
    expect(codeOf('typescript', form)).toContain(`client.upload('${source.upload.path}', `)
  })

  test('has no secret of the form', () => {
    const input = { fields: { name: 'Fair', confirmationCode: { mode: 'fixed', code: HIDDEN_VALUE } } }
    for (const language of ['curl', 'typescript'] as const)
      expect(codeOf(language, { endpoint: campaign.add, input, origin })).toContain('<code>')
  })
})
