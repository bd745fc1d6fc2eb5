import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fleet from '@simwright/contract/profiles/fleet'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as operation from '@simwright/contract/provisioning/operation'
import type { TenantDb } from '../../apps/server/src/db/database.ts'
import { openSession } from '../../apps/server/src/modules/people/sessions/service.ts'
import { seededOwner } from '../../apps/server/src/seed/portal.ts'
import type { Client } from '../../apps/server/src/testing/client.ts'
import { type Running, startServer, withServer } from '../../apps/server/src/testing/killed-server.ts'
import { memoryMb } from '../bench/portal.ts'

const PROFILES = 200_000
const KILLS = 4
/** How much more memory a file may use at its end than at its beginning. */
const MEMORY_MB = 80
const ALL = { filter: {} }
const NOTES = { kind: 'NOTES', notes: 'proved' } as const

/**
 * Operations on 200,000 profiles continue after kills, are exported with constant memory, and are refused beyond their
 * limit.
 */
export async function proveOperations(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-operations-'))
  const settings = { DATA_DIR: folder }
  try {
    const { enterpriseId, cookies } = await withServer(settings, async (server) => {
      const owner = await seededOwner(server, { count: PROFILES })
      return { ...owner, cookies: await openSession(server, owner, { address: '127.0.0.1', userAgent: 'proof' }) }
    })
    const start = () => startServer(settings, cookies)
    let running = await start()
    const again = async () => {
      running.child.kill('SIGKILL')
      await running.gone
      running = await start()
      return running
    }
    try {
      const holds = [
        await isLimited(running.client),
        await areExported(running, again),
        await isNoted(running.client, again),
        await isConfirmed(running.client),
        await isArchived(running.client, again),
      ]
      running.child.kill('SIGTERM')
      await running.gone
      holds.push(await withServer(settings, (server) => server.db.tenantTx(enterpriseId, isChangedOnce)))
      return holds.every(Boolean)
    } finally {
      running.child.kill('SIGKILL')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const seen = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

async function isLimited(client: Client): Promise<boolean> {
  const refused = await client.refusal(operation.preview, { operation: { kind: 'AGAIN' }, selection: ALL })
  return seen(
    JSON.stringify(refused.obj).includes('Up to 100,000'),
    `generating all again: ${JSON.stringify(refused.obj)}`,
  )
}

const LISTS = [
  { form: 'PROFILES', format: 'csv' },
  { form: 'CODES', format: 'csv' },
  { form: 'PROFILES', format: 'xlsx' },
] as const

/** Exports: one that is interrupted by a kill, then each form with its memory compared to that of its first quarter. */
async function areExported(begun: Running, again: () => Promise<Running>): Promise<boolean> {
  const { total } = await begun.client.ask(fleet.count, { filter: {}, exact: true })
  const { id } = await begun.client.ask(delivery.startFile, { given: LISTS[0], selection: ALL })
  let killedAt = 0
  for await (const { written } of begun.client.events(delivery.fileProgress, { id })) {
    killedAt = written
    if (written > 0) break
  }
  const running = await again()
  const killed = await fileEnd(running, id)
  const holds = [seen(killed.lines === total + 1, `an export killed at ${killedAt}: ${killed.lines - 1} of ${total}`)]
  for (const given of LISTS) {
    const { id } = await running.client.ask(delivery.startFile, { given, selection: ALL })
    const { lines, early, most, megabytes, isComplete } = await fileEnd(running, id)
    const isWhole = isComplete && (given.format === 'xlsx' || lines === total + 1)
    const text = `${JSON.stringify(given)}: ${isWhole ? `all ${total}` : `${lines} lines`}, ${megabytes} MB, memory ${early}, then ${most} MB`
    holds.push(seen(isWhole && most - early < MEMORY_MB, text))
  }
  return holds.every(Boolean)
}

/** Waits for a file and downloads it. @returns its result, and the memory used by both */
async function fileEnd({ client, child }: Running, id: string) {
  const memory: number[] = []
  let file: delivery.CodeFile | undefined
  for await (const state of client.events(delivery.fileProgress, { id })) {
    file = state
    memory.push(memoryMb(child.pid!) ?? 0)
  }
  let lines = 0
  for await (const chunk of (await client.send(delivery.fileContent, { id })).body!) {
    lines += chunk.reduce((count: number, byte: number) => count + (byte === 10 ? 1 : 0), 0)
    memory.push(memoryMb(child.pid!) ?? 0)
  }
  const isComplete = file?.process === 'COMPLETE' && file.written === file.total
  const early = Math.max(...memory.slice(0, memory.length / 4))
  return { lines, early, most: Math.max(...memory), megabytes: Math.round((file?.bytes ?? 0) / 1e6), isComplete }
}

async function isNoted(client: Client, again: () => Promise<Running>): Promise<boolean> {
  const { fits } = await client.ask(operation.preview, { operation: NOTES, selection: ALL })
  const { id } = await client.ask(operation.start, { operation: NOTES, selection: ALL, count: fits })
  let to = client
  const done: number[] = []
  for (let kill = 1; kill <= KILLS; kill++) {
    done.push(await progressBeyond(to, { id, done: done.at(-1) ?? 0 }))
    to = (await again()).client
  }
  for await (const _ of to.events(operation.progress, { id }));
  const end = await to.ask(operation.get, { id })
  const isWhole = end.process === 'COMPLETE' && end.succeeded === fits && end.failed === 0
  return seen(
    isWhole,
    `notes of ${fits}, killed at ${done.join(', ')}: ${end.succeeded} changed, ${end.failed} not changed`,
  )
}

/** Confirmation codes are generated, exported and restored by undo. */
async function isConfirmed(client: Client): Promise<boolean> {
  const sent = { operation: { kind: 'CONFIRMATION', mode: 'random', digits: 6 } as const, selection: ALL }
  const { fits } = await client.ask(operation.preview, sent)
  const begin = performance.now()
  const { id } = await client.ask(operation.start, { ...sent, count: fits })
  for await (const _ of client.events(operation.progress, { id }));
  const seconds = Math.round((performance.now() - begin) / 1000)
  const { text } = await client.file(operation.result, { id })
  const exported = text.match(/,DONE,\d{6},/g)?.length ?? 0
  const { id: undo } = await client.ask(operation.undo, { id })
  for await (const _ of client.events(operation.progress, { id: undo }));
  const { succeeded, failed } = await client.ask(operation.get, { id: undo })
  const isWhole = exported === fits && succeeded === fits && failed === 0
  return seen(isWhole, `confirmation codes of ${fits} in ${seconds} s: ${exported} exported, ${succeeded} restored`)
}

const POLL_MS = 50

async function progressBeyond(client: Client, { id, done }: { id: string; done: number }): Promise<number> {
  for (;;) {
    const { process, succeeded } = await client.ask(operation.get, { id })
    if (succeeded > done || process === 'COMPLETE') return succeeded
    await sleep(POLL_MS)
  }
}

async function isArchived(from: Client, again: () => Promise<Running>): Promise<boolean> {
  let client = (await again()).client
  const { items } = await client.ask(fleet.list, { limit: 1 })
  const selection = { filter: { batchId: items[0]!.batchId } }
  const { fits, total } = await client.ask(delivery.previewFile, { selection })
  const { id } = await client.ask(delivery.startFile, { given: { form: 'QR_ZIP' }, selection, look: 'plain' })
  const fileOf = async () => (await client.ask(delivery.files, {})).items.find((file) => file.id === id)!
  while ((await fileOf()).written === 0) await sleep(POLL_MS)
  const { written } = await fileOf()
  client = (await again()).client
  for await (const _ of client.events(delivery.fileProgress, { id }));
  const end = await fileOf()
  const zip = Buffer.from(await (await client.send(delivery.fileContent, { id })).arrayBuffer())
  const entries = zip.readUInt16LE(zip.length - 12)
  const { text } = await client.file(delivery.fileLeft, { id })
  const left = text.trim().split('\r\n').length - 1
  const isWhole = end.process === 'COMPLETE' && entries === fits + 1 && left === total - fits && from !== client
  return seen(
    isWhole,
    `ZIP of ${fits} of ${total}, killed at ${written}: ${entries} entries, ${left} excluded and listed`,
  )
}

/** No profile was skipped or changed twice because of a kill. */
async function isChangedOnce(db: TenantDb): Promise<boolean> {
  const { events, profiles } = await db
    .selectFrom('profile_event')
    .select((eb) => [
      eb.fn.countAll<number>().as('events'),
      eb.fn.count<number>('profile_id').distinct().as('profiles'),
    ])
    .where('text_id', '=', 'notesChanged')
    .executeTakeFirstOrThrow()
  const { noted } = await db
    .selectFrom('profile')
    .select((eb) => eb.fn.countAll<number>().as('noted'))
    .where('notes', '=', NOTES.notes)
    .executeTakeFirstOrThrow()
  const isOnce = events === profiles && noted === events && events > 0
  return seen(isOnce, `${events} events, of ${profiles} profiles; ${noted} profiles have the notes`)
}
