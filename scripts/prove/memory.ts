import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { configured, finished } from '../../apps/server/src/testing/generated.ts'
import { subscriberCsv, subscribers } from '../../apps/server/src/testing/subscriber.ts'
import { createScene, startPortal, stopPortal } from './portal.ts'

const ROWS = 40
/** All keys begin with it, so that one search finds all of them. */
const PREFIX_BYTES = 6
const CHUNK_BYTES = 16 * 1024 * 1024
/** Longer than a key as text of 16 bits a character. */
const OVERLAP_BYTES = 64
const WAIT_MS = 60_000

/**
 * Uploads a file of 40 subscribers, and counts the keys (Ki) that are found in the memory of the server and of all its
 * processes, as hexadecimal text and as bytes: a minute after the upload, after another upload, and after their profiles were
 * generated. After another upload, none may be found. Reads `/proc`, so it needs Linux.
 */
export async function proveMemory(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-memory-'))
  const settings = { DATA_DIR: folder }
  const scene = await createScene(settings)
  const portal = await startPortal(settings, scene)
  try {
    const { client } = portal
    const prefix = randomBytes(PREFIX_BYTES)
    const keys = Array.from({ length: ROWS }, () => Buffer.concat([prefix, randomBytes(16 - PREFIX_BYTES)]))
    const rows = subscribers(ROWS).map((row, index) => ({ ...row, KI: hexOf(keys[index]!) }))
    const configurationId = await configured(client)
    const count = async (when: string) => {
      await sleep(WAIT_MS)
      const found = await countIn(processesOf(portal.child.pid!), keys)
      console.log(`${when}: ${found.text} of ${ROWS} keys found as text, ${found.bytes} as bytes`)
      return found
    }
    const upload = (content: string) => client.upload(source.upload, { configurationId }, { name: 'keys.csv', content })
    const staged = await upload(subscriberCsv(rows))
    await count('a minute after the upload')
    // Node reads all requests into the same memory, so that a later one overwrites what an earlier one has left
    await upload(subscriberCsv(subscribers(ROWS + 10, ROWS)))
    const uploaded = await count('a minute after another upload')
    await finished(client, (await client.ask(batch.start, { sourceId: staged.id })).batchId)
    await count('a minute after generating')
    return uploaded.text === 0
  } finally {
    await stopPortal(portal)
    rmSync(folder, { recursive: true, force: true })
  }
}

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex').toUpperCase()

/** A process and all that it has started. */
function processesOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(processesOf)]
  } catch {
    // it has ended
    return []
  }
}

async function countIn(pids: readonly number[], keys: readonly Buffer[]): Promise<{ text: number; bytes: number }> {
  const texts = new Set<number>()
  const bytes = new Set<number>()
  for (const pid of pids)
    for await (const chunk of memoryOf(pid)) {
      for (const encoding of ['latin1', 'utf16le'] as const)
        for (const toCase of [(text: string) => text, (text: string) => text.toLowerCase()])
          addFound(
            texts,
            chunk,
            keys.map((key) => Buffer.from(toCase(hexOf(key)), encoding)),
          )
      addFound(bytes, chunk, keys)
    }
  return { text: texts.size, bytes: bytes.size }
}

/** Adds the indexes of the needles that the chunk contains. All needles begin with the same bytes. */
function addFound(found: Set<number>, chunk: Buffer, needles: readonly Buffer[]): void {
  const head = needles[0]!.subarray(0, (needles[0]!.length * PREFIX_BYTES) / 16)
  for (let at = chunk.indexOf(head); at >= 0; at = chunk.indexOf(head, at + 1)) {
    const index = needles.findIndex((needle) => needle.equals(chunk.subarray(at, at + needle.length)))
    if (index >= 0) found.add(index)
  }
}

/** The writable private memory of a process in chunks that overlap; a process that has ended has none. */
async function* memoryOf(pid: number): AsyncGenerator<Buffer> {
  const maps = await readFile(`/proc/${pid}/maps`, 'utf8').catch(() => '')
  const memory = await open(`/proc/${pid}/mem`).catch(() => undefined)
  if (!memory) return
  try {
    for (const [, from = '', to = ''] of maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw.p/gm)) {
      const end = Number.parseInt(to, 16)
      for (let at = Number.parseInt(from, 16); at < end; at += CHUNK_BYTES) {
        const length = Math.min(CHUNK_BYTES + OVERLAP_BYTES, end - at)
        const read = await memory.read(Buffer.alloc(length), 0, length, at).catch(() => undefined)
        if (read) yield read.buffer.subarray(0, read.bytesRead)
      }
    }
  } finally {
    await memory.close()
  }
}
