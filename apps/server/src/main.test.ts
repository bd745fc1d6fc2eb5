import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { FREE_PORTS } from './free-ports.ts'
import { openTestDatabase } from './testing/database.ts'
import { freePort } from './testing/free-port.ts'
import { openMailServer } from './testing/mail-server.ts'
import { settingsFor } from './testing/postgres.ts'
import { programPath } from './testing/program.ts'

const { urls } = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'simwright-main-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

type Started = { child: ChildProcess; said: () => string; logged: () => string; ended: Promise<number | null> }

function start(settings: Record<string, string>, { script = 'main.ts', cwd = folder } = {}): Started {
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    ...FREE_PORTS,
    DATA_DIR: folder,
    ...settings,
  }
  const child = spawn(process.execPath, [programPath(join(import.meta.dirname, script))], { env, cwd })
  children.push(child)
  let said = ''
  let logged = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk))
  child.stdout.on('data', (chunk: Buffer) => (logged += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  return { child, said: () => said, logged: () => logged, ended }
}

async function startReady(
  settings: Record<string, string> = {},
): Promise<Started & { portal: string; smdp: number; mailbox: string }> {
  const started = start({ ...settingsFor(urls), ...settings })
  await expect.poll(started.said).toMatch(/is ready[\s\S]*Sign up at \S+.*\n/)
  const [, portal = ''] = /Portal\s+(\S+)/.exec(started.said()) ?? []
  const [, mailbox = ''] = /Mailbox\s+(\S+)/.exec(started.said()) ?? []
  const smdp = Number(/SM-DP\+.*port (\d+)\)/.exec(started.said())?.[1])
  return { ...started, portal, smdp, mailbox }
}

/** @returns the HTTP status of a call to the portal on a new connection */
async function askPortal(portal: string): Promise<number> {
  return (await fetch(`${portal}/api/v1/platform/query`, { headers: { connection: 'close' } })).status
}

/** A device call that is refused in its body, with HTTP status 200. @returns the HTTP status */
async function askSmdp(port: number): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const path = '/gsma/rsp2/es9plus/initiateAuthentication'
  const call = request({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers,
    rejectUnauthorized: false,
    agent: false,
  })
  call.end('{}')
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode!
}

describe('the server as a process', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('prints its addresses, and stops cleanly on %s', async (signal) => {
    const { child, portal, mailbox, ended, logged, said } = await startReady({ STOP_GRACE_SECONDS: '1' })
    expect((await fetch(`${portal}/readyz`)).status).toBe(200)
    expect((await fetch(mailbox)).status).toBe(200)
    const begun = performance.now()
    child.kill(signal)
    const code = await ended
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000)
    const errors = logged().match(/.*"level":"(error|fatal)".*/g) ?? []
    expect({ code, errors, said: said() }).toEqual({ code: 0, errors: [], said: expect.stringContaining(signal) })
    expect(said()).toMatch(/Checklist {5}7 of 7 points are open: http:\S+\/admin\/dashboard\n/)
    expect(said()).toContain(`Guide         ${portal}/docs\n`)
    expect(said()).toContain('Staff         npm run admin -- create E-MAIL')
    expect(said()).toContain(`Sign up at ${portal}/signup,`)
    // not a terminal
    const lines = logged().trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { msg?: string }).msg)).toContain('request')
    expect(logged()).not.toContain(new URL(mailbox).searchParams.get('token'))
  })

  test('fails /readyz at once on SIGTERM, and still answers calls for the grace period', async () => {
    const { child, portal, smdp, ended } = await startReady({ STOP_GRACE_SECONDS: '60' })
    child.kill('SIGTERM')
    const calls = Array.from({ length: 30 }, (_, nth) => (nth % 3 === 0 ? askSmdp(smdp) : askPortal(portal)))
    await expect.poll(() => fetch(`${portal}/readyz`).then(({ status }) => status)).toBe(503)
    expect(await Promise.all(calls)).toEqual(calls.map(() => 200))
    expect([child.exitCode, await askPortal(portal), await askSmdp(smdp)]).toEqual([null, 200, 200])
    child.kill('SIGKILL')
    await ended
  })

  test('ends at once on a second signal', async () => {
    const { child, portal, ended, said } = await startReady()
    const socket = connect(Number(new URL(portal).port), '127.0.0.1').on('error', () => {})
    const fields = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\nExpect: 100-continue'
    socket.write(`POST /api/v1/user/login HTTP/1.1\r\n${fields}\r\n\r\n`)
    // the server waits for the body, which never arrives
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 100 /)
    child.kill('SIGTERM')
    await expect.poll(said).toContain('SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect(await ended).toBe(1)
    socket.destroy()
  })

  test('of three processes with a role each, one has the portal, one answers devices, and one sends the mails', async () => {
    const mails = await openMailServer()
    const metrics = await freePort()
    const shared = { ...settingsFor(urls), SMTP_URL: mails.url }
    const web = start({ ...shared, ROLES: 'web' })
    await expect.poll(web.said).toMatch(/is ready[\s\S]*Sign up at/)
    const [, portal = ''] = /Portal\s+(\S+)/.exec(web.said()) ?? []
    expect(web.said()).not.toContain('SM-DP+')
    const answer = await fetch(`${portal}/readyz`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { roles: ['web'] }])
    const person = { firstName: 'Ada', lastName: 'Byron', email: 'ada@roles.example', password: 'Quiet-Harbour-7' }
    const signUp = await fetch(`${portal}/api/v1/user/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, companyName: 'Roles' }),
    })
    expect(signUp.status).toBe(200)
    const smdp = start({ ...shared, ROLES: 'smdp' })
    await expect.poll(smdp.said).toMatch(/SM-DS /)
    expect(smdp.said()).not.toContain('Portal')
    expect(await askSmdp(Number(/SM-DP\+.*port (\d+)\)/.exec(smdp.said())?.[1]))).toBe(200)
    expect(mails.received).toEqual([])
    const worker = start({ ...shared, ROLES: 'worker', METRICS_PORT: String(metrics) })
    await expect.poll(() => mails.received.map(({ to }) => to)).toEqual([[person.email]])
    const ready = await fetch(`http://127.0.0.1:${metrics}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready', roles: ['worker'] }])
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    expect(text).toMatch(/simwright_process_role\{role="worker"\} 1\n/)
    expect(text).toMatch(/simwright_process_role\{role="web"\} 0\n/)
    for (const { child } of [web, smdp, worker]) child.kill('SIGTERM')
    expect(await Promise.all([web.ended, smdp.ended, worker.ended])).toEqual([0, 0, 0])
    await mails.close()
  })

  test('reports all faults of its settings at once, and does not start', async () => {
    const { ended, said } = start({ PORT: 'eighty', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://secret@host/db' })
    expect(await ended).toBe(1)
    expect(said()).toMatch(/PORT/)
    expect(said()).toMatch(/LOG_LEVEL/)
    expect(said()).toMatch(/DATABASE_URL/)
    expect(said()).not.toMatch(/secret|at .*\.[jt]s/)
  })

  test('has a data folder of its own for the demo', async () => {
    const cwd = mkdtempSync(join(folder, 'demo-'))
    // of a version of PostgreSQL that is not shipped, which ends the start
    mkdirSync(join(cwd, 'data-demo', 'postgres-9'), { recursive: true })
    const { ended, said } = start({ DATA_DIR: '' }, { script: 'demo/main.ts', cwd })
    expect(await ended).toBe(1)
    expect(said()).toMatch(/data-demo holds postgres-9/)
    expect(said()).not.toMatch(/ at .*\.[jt]s/)
  })

  test('reports a listener that cannot be opened, and leaves nothing running', async () => {
    const taken = createServer().listen(0)
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const { ended, said } = start({ ...settingsFor(urls), SMDP_PORT: String(port) })
    expect(await ended).toBe(1)
    expect(said()).toContain(`SMDP_PORT ${port} is in use by another program (EADDRINUSE)`)
    taken.close()
  })
})
