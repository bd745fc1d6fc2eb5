import type { Page } from '@playwright/test'
import * as apiKey from '@simwright/contract/programs/keys'
import { expect, test } from './portal.ts'
import { clientOf } from './user.ts'

/** Requests to other hosts, and messages of the content security policy, from now on. */
function watch(page: Page, url: string) {
  const foreign: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && protocol !== 'blob:' && origin !== new URL(url).origin) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy|CORS policy/.test(message.text())) refused.push(message.text())
  })
  return { foreign, refused }
}

test('the API reference shows the calls, cannot read the session, and makes no request to other hosts', async ({
  demoPage: page,
  portal,
}) => {
  const { foreign, refused } = watch(page, portal.url)
  const answer = await page.goto('/docs/api')
  expect(answer?.headers()['content-security-policy']).toContain('sandbox allow-scripts allow-forms')
  await expect(page.getByRole('heading', { name: 'API for programs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Fleet' }).first()).toBeVisible()
  const tried = await page.evaluate(async () => {
    const attempt = async (work: () => unknown) => {
      try {
        return String(await work())
      } catch (error) {
        return (error as Error).name
      }
    }
    return {
      origin: self.origin,
      cookie: await attempt(() => document.cookie),
      stored: localStorage.getItem('token'),
      call: await attempt(() =>
        fetch('/api/v1/permission/getUserPermissions', { method: 'POST', credentials: 'include' }),
      ),
    }
  })
  expect(tried).toEqual({ origin: 'null', cookie: 'SecurityError', stored: null, call: 'TypeError' })
  expect(foreign).toEqual([])
  expect(refused.filter((text) => !text.includes('getUserPermissions'))).toEqual([])
})

test('a call is tried out with a test key', async ({ demoPage: page, portal }) => {
  const client = clientOf(portal.url, await portal.openDemo())
  const fields = { name: 'Reference', scopes: ['Fleet_View' as const], addresses: [] }
  const { key } = await client.ask(apiKey.add, { kind: 'PERSONAL', isTest: true, days: 1, fields })
  const { foreign, refused } = watch(page, portal.url)
  await page.goto('/docs/api#tag/fleet/POST/api/v1/fleet/count')
  await page.getByRole('button', { name: /Test Request.*fleet\/count/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByPlaceholder('Token').fill(key)
  const called = page.waitForResponse((response) => response.url().endsWith('/fleet/count'))
  await dialog.getByRole('button', { name: /Send post request/ }).click()
  const answer = await called
  expect(await answer.json()).toMatchObject({ success: true, obj: { total: expect.any(Number) } })
  await expect(dialog.getByText('200 OK')).toBeVisible()
  expect((await answer.request().allHeaders()).cookie).toBeUndefined()
  expect([foreign, refused]).toEqual([[], []])
})
