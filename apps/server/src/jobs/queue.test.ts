import { setTimeout as sleep } from 'node:timers/promises'
import * as batch from '@simwright/contract/provisioning/batch'
import { expect, test } from 'vitest'
import { loginClient } from '../db/connection.ts'
import { configured, finished, staged } from '../testing/generated.ts'
import { beginOutage, TEST_PURPOSE } from '../testing/outage.ts'
import { testServer } from '../testing/server.ts'
import { newSubscribers } from '../testing/subscriber.ts'
import { startBackground } from './background.ts'
import { openJobs } from './queue.ts'

test('the queue continues after its database was unreachable during a job', async () => {
  const t = await testServer({ background: 'all' })
  const { owner } = await t.enterprise()
  const configurationId = await configured(owner, { name: 'Away' })
  const sources = [
    await staged(owner, { configurationId, rows: newSubscribers(3) }),
    await staged(owner, { configurationId, rows: newSubscribers(3) }),
  ]
  const blocker = loginClient(t.server.databaseUrl, TEST_PURPOSE)
  await blocker.connect()
  await blocker.query('begin; lock table profile in share mode')
  const { batchId: first } = await owner.ask(batch.start, { sourceId: sources[0]!.id })
  const waiting = () => blocker.query(`select from pg_locks where relation = 'profile'::regclass and not granted`)
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
  const endOutage = await beginOutage(t.server.databaseUrl)
  await expect.poll(() => t.logged.some((line) => line.includes('a background task failed'))).toBe(true)
  await blocker.end()
  await endOutage()
  const { batchId: second } = await owner.ask(batch.start, { sourceId: sources[1]!.id })
  expect(await finished(owner, second)).toMatchObject({ succeeded: 3, failed: 0 })
  expect(await finished(owner, first)).toMatchObject({ succeeded: 3, failed: 0 })
})

test('a process that is no worker queues tasks, which a worker does at once', async () => {
  const t = await testServer({ background: 'none', isOwn: true })
  const { owner } = await t.enterprise()
  const source = await staged(owner, {
    configurationId: await configured(owner, { name: 'Roles' }),
    rows: newSubscribers(2),
  })
  await t.server.jobs.startAdding()
  const worker = openJobs(t.server)
  await worker.start(t.server)
  try {
    // no sweep runs here that could find the batch
    const { batchId } = await owner.ask(batch.start, { sourceId: source.id })
    expect(await finished(owner, batchId)).toMatchObject({ succeeded: 2, failed: 0 })
  } finally {
    await worker.close()
  }
})

test('the queue stops while its database is unreachable', async () => {
  const t = await testServer({ background: 'none', isOwn: true })
  const jobs = openJobs(t.server)
  await jobs.start(t.server)
  const background = startBackground(t.server)
  const endOutage = await beginOutage(t.server.databaseUrl)
  try {
    // the queue polls every 2 s and retries failed polls, without any event to wait for
    await sleep(3_000)
    await expect(Promise.all([jobs.close(), background.stop()])).resolves.toBeDefined()
  } finally {
    await endOutage()
  }
})
