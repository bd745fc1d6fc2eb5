import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from './testing/database.ts'

const { url } = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'simwright-main-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Started = { child: ChildProcess; said: () => string; logged: () => string; ended: Promise<number | null> }

function start(settings: Record<string, string>): Started {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    PORT: '0',
    SMDP_PORT: '0',
    SMDS_PORT: '0',
    OPERATOR_PORT: '0',
    BIP_PORT: '0',
    DATA_DIR: folder,
    ...settings,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { env })
  children.push(child)
  let said = ''
  let logged = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, said: () => said, logged: () => logged, ended }
}

async function startReady(): Promise<Started & { portal: string; mailbox: string }> {
  const started = start({ DATABASE_URL: url.reveal() })
  await expect.poll(started.said, { timeout: 60_000 }).toMatch(/is ready[\s\S]*Sign up at \S+.*\n/)
  const [, portal = ''] = /Portal\s+(\S+)/.exec(started.said()) ?? []
  const [, mailbox = ''] = /Mailbox\s+(\S+)/.exec(started.said()) ?? []
  return { ...started, portal, mailbox }
}

describe('the server as a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('says where it is, and on %s ends cleanly', async (signal) => {
    const { child, portal, mailbox, ended, logged, said } = await startReady()
    expect((await fetch(`${portal}/readyz`)).status).toBe(200)
    expect((await fetch(mailbox)).status).toBe(200)
    child.kill(signal)
    const code = await ended
    const errors = logged().match(/.*"level":"(error|fatal)".*/g) ?? []
    expect({ code, errors, said: said() }).toEqual({ code: 0, errors: [], said: expect.stringContaining(signal) })
    expect(logged()).not.toContain(new URL(mailbox).searchParams.get('token'))
  })

  test('a second signal ends it at once', async () => {
    const { child, portal, ended } = await startReady()
    const half = new AbortController()
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })
    const hanging = fetch(`${portal}/api/v1/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      duplex: 'half',
      signal: half.signal,
    } as RequestInit).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 200))
    child.kill('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
    half.abort()
    await hanging
  })

  test('names all that is wrong with its settings at once, and does not start', async () => {
    const { ended, said } = start({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://secret@host/db' })
    expect(await ended).toBe(1)
    expect(said()).toMatch(/PORT/)
    expect(said()).toMatch(/LOG_LEVEL/)
    expect(said()).toMatch(/DATABASE_URL/)
    expect(said()).not.toMatch(/secret|at .*\.ts/)
  })

  test('a listener that cannot be opened is reported, and nothing is left running', async () => {
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { ended, said } = start({ DATABASE_URL: url.reveal(), SMDP_PORT: String(port) })
    expect(await ended).toBe(1)
    expect(said()).toContain(`SMDP_PORT ${port} is in use by another program (EADDRINUSE)`)
    taken.close()
  })
})
