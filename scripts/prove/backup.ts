import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { findTools } from '../test/machine.ts'
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
import { startServer } from './postgres-15.ts'
import type { Scene } from './scene-process.ts'

const PROFILES = 2_500
/** Phones that download concurrently until the backup is complete. */
const DOWNLOADS = 100
const FIRST_SERIAL_AFTERWARDS = 50_000

const report = (holds: boolean, text: string): boolean => {
  console.log(`${holds ? 'yes' : 'NO '}  ${text}`)
  return holds
}

type Work = { folder: string; scene: Scene; smdpPort: number; file: string; passphraseFile: string }

/**
 * A backup taken while 100 phones download is restored into a new embedded database and into PostgreSQL 15; a backup to
 * a full disk is refused.
 */
export async function proveBackup(): Promise<boolean> {
  const { postgres15 } = findTools('postgres15')
  if (postgres15 === undefined) return false
  const folder = mkdtempSync(join(tmpdir(), 'simwright-backup-proof-'))
  const passphraseFile = join(folder, 'passphrase')
  writeFileSync(passphraseFile, 'correct horse battery staple\n', { mode: 0o600 })
  const server = await startServer(postgres15)
  try {
    const settings = { DATA_DIR: join(folder, 'first') }
    const scene = await createScene(settings)
    const work = { folder, scene, smdpPort: await freePort(), file: join(folder, 'x.backup'), passphraseFile }
    const { holds, installed, unused } = await isTakenUnderDownloads(work, settings)
    const embedded = { DATA_DIR: join(folder, 'second') }
    const onPostgres15 = { DATA_DIR: join(folder, 'third'), ...server.settings }
    return (
      holds &&
      (await isRestored(work, {
        name: 'a new embedded database',
        settings: embedded,
        installed,
        codes: unused.slice(0, 3),
      })) &&
      (await isRestored(work, {
        name: 'PostgreSQL 15',
        settings: onPostgres15,
        installed,
        codes: unused.slice(3, 6),
      })) &&
      isRefusedOnFullDisk(work, embedded)
    )
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns whether all checks passed, the number of profiles installed at the end, and unused codes */
async function isTakenUnderDownloads(work: Work, settings: Record<string, string>) {
  const { scene, smdpPort, file, passphraseFile } = work
  const portal = await startPortal({ ...settings, SMDP_PORT: String(smdpPort) }, scene)
  try {
    const codes = await generateCodes(portal.client, PROFILES)
    let installed = 0
    const begun = Promise.withResolvers<void>()
    const enough = new AbortController()
    const downloading = downloadAll({
      scene,
      smdpPort,
      codes,
      atOnce: DOWNLOADS,
      enough: enough.signal,
      onInstalled: (count) => {
        installed = count
        if (count === DOWNLOADS) begun.resolve()
      },
    })
    await Promise.race([begun.promise, downloading])
    const before = installed
    const words = ['backup/backup-main.ts', file, '--with-key-file', '--passphrase-file', passphraseFile]
    const backup = await runCommand(words, settings)
    const after = installed
    enough.abort()
    const used = await downloading
    const { total, installed: counted } = await countProfiles(portal.client)
    const holds = [
      report(backup.isDone, `npm run backup while the portal runs: ${backup.output}`),
      report(
        before < after,
        `${DOWNLOADS} downloads ran at any time: ${before} complete when it began, ${after} when it ended`,
      ),
      report(used.length === counted && total === PROFILES, `${used.length} downloads, all of them succeeded`),
    ]
    return { holds: holds.every(Boolean), installed: counted, unused: codes.filter((code) => !used.includes(code)) }
  } finally {
    await stopPortal(portal)
  }
}

type Target = {
  name: string
  settings: Record<string, string>
  /** Installed profiles after the last download. */
  installed: number
  codes: readonly string[]
}

async function isRestored({ scene, smdpPort, file, passphraseFile }: Work, target: Target) {
  const { name, settings, codes } = target
  const begin = performance.now()
  const words = ['backup/restore-main.ts', file, '--passphrase-file', passphraseFile]
  const restore = await runCommand(words, settings)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  if (!report(restore.isDone, `${name}: npm run restore in ${seconds} s: ${restore.output}`)) return false
  const portal = await startPortal({ ...settings, SMDP_PORT: String(smdpPort) }, scene)
  try {
    const { total, installed } = await countProfiles(portal.client)
    const chain = await checkAuditChain(portal.client)
    const again = await downloadAll({ scene, smdpPort, codes, atOnce: 1, firstSerial: FIRST_SERIAL_AFTERWARDS })
    const now = await countProfiles(portal.client)
    return [
      report(total === PROFILES, `${name}: ${total} of ${PROFILES} profiles, ${installed} of them installed`),
      report(
        installed >= DOWNLOADS && installed < target.installed,
        `${name}: a moment while downloads ran; at their end ${target.installed} were installed`,
      ),
      report(chain.isWhole, `${name}: the audit chain verifies, ${chain.checked} entries`),
      report(
        again.length === codes.length,
        `${name}: ${again.length} of ${codes.length} downloads from the restored portal succeed`,
      ),
      report(now.installed === installed + again.length, `${name}: ${now.installed} profiles are installed then`),
    ].every(Boolean)
  } finally {
    await stopPortal(portal)
  }
}

/** Backs up to a file system of 256 kB, mounted in a user namespace, which does not require root. */
function isRefusedOnFullDisk({ folder }: Work, { DATA_DIR }: { DATA_DIR: string }): boolean {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  const entry = join(ROOT, 'apps', 'server', 'src', 'backup', 'backup-main.ts')
  const script = `mount -t tmpfs -o size=256k tmpfs "$1" && { "$2" "$3" "$1/x.backup"; code=$?; ls -A "$1"; exit $code; }`
  const kept = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  const args = ['--user', '--map-root-user', '--mount', 'sh', '-c', script, 'sh', disk, process.execPath, entry]
  const done = spawnSync('unshare', args, { encoding: 'utf8', env: { ...kept, DATA_DIR } })
  const isRefused = done.status === 1 && done.stderr.includes('There is not enough space')
  return report(
    isRefused && done.stdout === '' && existsSync(disk) && readdirSync(disk).length === 0,
    `a full disk: ${done.stderr.trim()}`,
  )
}
