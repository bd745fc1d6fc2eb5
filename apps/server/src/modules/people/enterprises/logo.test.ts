import { problems } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import * as session from '@simwright/contract/people/session'
import * as audit from '@simwright/contract/platform/audit'
import { describe, expect, test } from 'vitest'
import { type Client, Refused } from '../../../testing/client.ts'
import { testServer } from '../../../testing/server.ts'

const t = await testServer()

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inside}</svg>`

const save = (client: Client, content: string | Uint8Array, name = 'logo.png') =>
  client.upload(enterprise.saveLogo, {}, { name, content })
const refusal = async (client: Client, content: string | Uint8Array, name?: string) => {
  const error = await save(client, content, name).catch((caught: unknown) => caught)
  if (!(error instanceof Refused)) throw new Error('the logo was accepted')
  return error
}
const get = (path: string) => fetch(`${t.url}${path}`)

describe('the logo of an enterprise account', () => {
  test('is shown with the enterprise account until it is replaced or removed', async () => {
    const { owner, member } = await t.enterprise('Wind Tunnels')
    const viewer = await member('Viewer')
    const { logoUrl: first } = await save(owner, PNG)
    expect((await viewer.ask(session.enterpriseInfo, {})).logoUrl).toBe(first)
    expect((await viewer.ask(enterprise.list, {})).items).toMatchObject([{ logoUrl: first }])
    expect((await viewer.ask(enterprise.settings, {})).logoUrl).toBe(first)
    const shown = await get(first)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(
      Buffer.from(await shown.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG')

    const { logoUrl: second } = await save(owner, svg('<rect width="8" height="8"/>'), 'logo.svg')
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    await owner.ask(enterprise.removeLogo, {})
    expect((await get(second)).status).toBe(404)
    expect((await viewer.ask(session.enterpriseInfo, {})).logoUrl).toBeNull()
    const { items } = await owner.ask(audit.list, { filter: { action: ['enterprise.logoChanged'] } })
    expect(items).toHaveLength(3)
  })

  test('is served as an image that can neither run scripts nor load anything', async () => {
    const { owner } = await t.enterprise()
    const { logoUrl } = await save(owner, svg('<script>alert(1)</script><circle r="4"/>'), 'logo.svg')
    const { headers } = await get(logoUrl)
    expect(headers.get('content-type')).toBe('image/png')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox")
  })

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'logo.svg'],
    ['an SVG that loads', svg('<image href="/etc/hostname"/>'), 'logo.svg'],
    ['an icon', Buffer.from('00000100010001010000010020004500000016000000', 'hex'), 'logo.ico'],
    ['a picture that is too large', Buffer.concat([PNG, Buffer.alloc(300 * 1024)]), 'logo.png'],
    ['nothing', '', 'logo.png'],
  ])('%s is refused with the reason, and the previous logo remains', async (_what, content, name) => {
    const { owner } = await t.enterprise()
    const { logoUrl } = await save(owner, PNG)
    const refused = await refusal(owner, content, name)
    expect(refused.obj.faults).toMatchObject([{ path: 'file' }])
    expect((await owner.ask(session.enterpriseInfo, {})).logoUrl).toBe(logoUrl)
  })

  test('can be changed only by members who may edit the enterprise account', async () => {
    const [a, b] = [await t.enterprise(), await t.enterprise()]
    const { logoUrl } = await save(a.owner, PNG)
    expect((await refusal(await a.member('Viewer'), PNG)).code).toBe(problems.forbidden.code)
    await save(b.owner, PNG)
    await b.owner.ask(enterprise.removeLogo, {})
    expect((await get(logoUrl)).status).toBe(200)
    const [, , , id] = logoUrl.split('/')
    for (const path of [`/logo/${b.id}/${id}`, '/logo/x/y', `/logo/${b.id}/${t.server.random.uuid()}`])
      expect((await get(path)).status).toBe(404)
  })
})
