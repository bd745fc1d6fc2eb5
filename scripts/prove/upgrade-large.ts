import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { login } from '@simwright/contract/people/sign-in'
import * as fleet from '@simwright/contract/profiles/fleet'
import { FREE_PORTS } from '../../apps/server/src/free-ports.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { freePort } from '../free-port.ts'
import { checkOut } from './check-out.ts'
import {
  checkAuditChain,
  createScene,
  downloadAll,
  generateCodes,
  ROOT,
  runCommand,
  startPortal,
  stopPortal,
} from './portal.ts'
import type { Scene } from './scene-process.ts'

type Settings = Record<string, string>

const CODES = 12
const DOWNLOADS = 4

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

const secondsSince = (begin: number) => ((performance.now() - begin) / 1000).toFixed(0)

type Owner = { email: string; password: string }
type Work = {
  old: string
  folder: string
  smdpPort: number
  scene: Scene
  owner: Owner
  profiles: number
  codes: string[]
}

/**
 * This version migrates a data directory with many profiles of the Simwright of a commit, is killed while it does, and works
 * on it; the backup from before is restored by the earlier version, which works on it.
 */
export async function proveLargeUpgrade(commit: string, profiles: number): Promise<boolean> {
  const folder = mkdtempSync(join(process.env.PROOF_DIR ?? tmpdir(), 'simwright-upgrade-'))
  try {
    const old = checkOut(commit, join(folder, 'old'))
    const smdpPort = await freePort()
    const settings = { DATA_DIR: join(folder, 'data'), SMDP_PORT: String(smdpPort) }
    const scene = await createScene(settings, old)
    let begin = performance.now()
    const seed = await runCommand(['seed/main.ts', String(profiles)], settings, old)
    const owner = ownerOf(seed.output)
    report(seed.isDone, `${commit}: ${profiles.toLocaleString('en')} profiles in ${secondsSince(begin)} s`)
    const before = await startPortal(settings, scene, old)
    const codes = await generateCodes(before.client, CODES)
    const first = await downloadAll({ scene, smdpPort, codes: codes.slice(0, DOWNLOADS), atOnce: 1 })
    const listed = await countOf(owner, before.client.url)
    await stopPortal(before)
    const work = { old, folder, smdpPort, scene, owner, profiles: listed, codes }

    const file = join(folder, 'x.backup')
    begin = performance.now()
    const backup = await runCommand(['backup/backup-main.ts', file], settings, old)
    const size = backup.isDone ? statSync(file).size.toLocaleString('en') : backup.output
    report(backup.isDone, `the earlier version backs up in ${secondsSince(begin)} s: ${size} bytes`)

    const migrated = await isMigrated(work, settings)
    const back = await isBack(work, { file, oldData: settings.DATA_DIR })
    return [seed.isDone, first.length === DOWNLOADS, backup.isDone, migrated, back].every(Boolean)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The sign-in that the seed prints. */
function ownerOf(output: string): Owner {
  const [, email = ''] = /E-mail +(\S+)/.exec(output) ?? []
  const [, password = ''] = /Password +(\S+)/.exec(output) ?? []
  if (password === '') throw new Error(`the seed failed: ${output}`)
  return { email, password }
}

const MIGRATING = /Migrating the database to this version \(([^)]*)\)/

/** Starts this version, and kills it while it migrates. @returns the migrations that it was to run */
async function killWhileMigrating(settings: Settings): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...FREE_PORTS, LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [join(ROOT, 'apps/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  let said = ''
  const migrating = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk
      if (MIGRATING.test(said)) migrating.resolve()
    })
  child.once('exit', () => migrating.reject(new Error(`it did not migrate: ${said}`)))
  await migrating.promise
  await sleep(KILL_AFTER_MS)
  child.kill('SIGKILL')
  await gone
  return MIGRATING.exec(said)![1]!.split(', ')
}

/** About half of what the migrations take that create tables. */
const KILL_AFTER_MS = 60

async function isMigrated(work: Work, settings: Settings): Promise<boolean> {
  const { scene, smdpPort, codes } = work
  const waiting = await killWhileMigrating(settings)
  const begin = performance.now()
  const portal = await startPortal(settings, scene)
  try {
    const seconds = secondsSince(begin)
    const chain = await checkAuditChain(portal.client)
    const more = codes.slice(DOWNLOADS, 2 * DOWNLOADS)
    const again = await downloadAll({ scene, smdpPort, codes: more, atOnce: 1, firstSerial: 1_000 })
    return [
      report(
        waiting.length > 0,
        `this version was killed while it ran ${waiting.length} migrations: ${waiting.join(', ')}`,
      ),
      report(true, `started again, it was ready in ${seconds} s`),
      await seesAll(work, portal.client.url),
      report(again.length === DOWNLOADS, `${again.length} of ${DOWNLOADS} downloads succeed`),
      report(chain.isWhole, `the audit chain verifies, ${chain.checked} entries`),
    ].every(Boolean)
  } finally {
    await stopPortal(portal)
  }
}

async function countOf(owner: Owner, url: string): Promise<number> {
  const visitor = new Client(url)
  await visitor.ask(login, owner)
  return (await visitor.ask(fleet.count, { filter: {}, exact: true })).total
}

/** The profiles that are listed; the seed has removed some. */
async function seesAll({ owner, profiles }: Work, url: string): Promise<boolean> {
  const total = await countOf(owner, url)
  return report(
    total === profiles && total > 0,
    `signed in by password, ${total.toLocaleString('en')} profiles as before`,
  )
}

/** The earlier version restores its backup and works on it. */
async function isBack(work: Work, { file, oldData }: { file: string; oldData: string }): Promise<boolean> {
  const { old, folder, scene, smdpPort, codes } = work
  const settings = { DATA_DIR: join(folder, 'back'), SMDP_PORT: String(smdpPort), KEK_FILE: join(oldData, 'kek.json') }
  const begin = performance.now()
  const restore = await runCommand(['backup/restore-main.ts', file], settings, old)
  if (
    !report(
      restore.isDone,
      `the earlier version restores its backup in ${secondsSince(begin)} s: ${restore.output.split('\n')[0]}`,
    )
  )
    return false
  const portal = await startPortal(settings, scene, old)
  try {
    const next = codes.slice(2 * DOWNLOADS, 3 * DOWNLOADS)
    const again = await downloadAll({ scene, smdpPort, codes: next, atOnce: 1, firstSerial: 2_000 })
    return [
      await seesAll(work, portal.client.url),
      report(again.length === DOWNLOADS, `${again.length} of ${DOWNLOADS} downloads succeed with the earlier version`),
    ].every(Boolean)
  } finally {
    await stopPortal(portal)
  }
}
