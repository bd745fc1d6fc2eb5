import type { Endpoint } from '@simwright/contract/endpoint'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as source from '@simwright/contract/profiles/source'
import { HIDDEN_VALUE } from '@simwright/contract/programs/call-log'
import * as campaign from '@simwright/contract/provisioning/campaign'
import * as push from '@simwright/contract/provisioning/push'
import { describe, expect, test } from 'vitest'
import { codeLanguages, codeOf } from './call-code.ts'

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
    for (const language of codeLanguages)
      expect(codeOf(language, { endpoint: campaign.add, input, origin })).toContain('<code>')
  })

  test('is a command for people where one sends the same, else the call itself', () => {
    const cli = (endpoint: Endpoint, input: unknown) => codeOf('cli', { endpoint, input, origin })
    expect(cli(fleet.list, { filter: { query: "status:available notes:it's" }, limit: 200 })).toBe(
      String.raw`simwright list --query 'status:available notes:it'\''s' --all`,
    )
    expect(cli(fleet.list, { filter: {}, limit: 200 })).toBe('simwright list --all')
    expect(cli(push.add, { iccid: '8944012345678900017', eid: HIDDEN_VALUE })).toBe(
      "simwright push 8944012345678900017 '<eid>'",
    )
    const exported = { form: 'profiles', format: 'xlsx' }
    expect(cli(fleet.exportCsv, { ...exported, selection: { filter: { query: 'age>7d' }, except: [] } })).toBe(
      "simwright export --query 'age>7d' --format xlsx --output profiles.xlsx",
    )
    expect(cli(fleet.exportCsv, { ...exported, selection: { filter: {}, except: ['a'] } })).toBe(
      `simwright call /fleet/export '{"form":"profiles","format":"xlsx","selection":{"filter":{},"except":["a"]}}' --output FILE`,
    )
    expect(cli(source.upload, { configurationId: 'a' })).toBe(
      `simwright call /source/upload '{"configurationId":"a"}' --file FILE`,
    )
    expect(cli(campaign.add, { fields: { name: 'Fair' } })).toBe(
      `simwright call /campaign/add '{"fields":{"name":"Fair"}}'`,
    )
  })
})
