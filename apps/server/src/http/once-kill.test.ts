import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as enterprise from '@simwright/contract/people/enterprise'
import { expect, test } from 'vitest'
import { closeAtEnd } from '../testing/close.ts'
import { openTestDatabase } from '../testing/database.ts'
import { signedInOwner, startServer } from '../testing/killed-server.ts'
import { settingsFor } from '../testing/postgres.ts'

const { urls } = await openTestDatabase()

const KILLS = 1
const CALLS_AT_ONCE = 3

test('calls interrupted by a SIGKILL take effect once when repeated with the same request ID', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-once-'))
  closeAtEnd(() => rmSync(folder, { recursive: true, force: true }))
  const settings = { DATA_DIR: folder, ...settingsFor(urls) }
  const { cookies } = await signedInOwner(settings)
  let running = await startServer(settings, cookies)
  try {
    const names: string[] = []
    for (let kill = 1; kill <= KILLS; kill++) {
      const calls = Array.from({ length: CALLS_AT_ONCE }, (_, call) => ({
        name: `Call ${kill}.${call}`,
        sent: { headers: { 'x-request-id': crypto.randomUUID() } },
      }))
      names.push(...calls.map(({ name }) => name))
      const cutOff = calls.map(({ name, sent }) => running.client.ask(enterprise.add, { name }, sent))
      const ended = Promise.allSettled(cutOff)
      await sleep(randomInt(60))
      running.child.kill('SIGKILL')
      await Promise.all([running.gone, ended])
      running = await startServer(settings, cookies)
      for (const { name, sent } of calls) {
        const { id } = await running.client.ask(enterprise.add, { name }, sent)
        expect(await running.client.ask(enterprise.add, { name }, sent)).toEqual({ id })
      }
    }
    const { items } = await running.client.ask(enterprise.list, {})
    expect(
      items
        .map(({ name }) => name)
        .filter((name) => name.startsWith('Call'))
        .sort(),
    ).toEqual(names)
  } finally {
    running.child.kill('SIGKILL')
    await running.gone
  }
})
