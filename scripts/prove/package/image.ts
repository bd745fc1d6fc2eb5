import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../../release/command.ts'
import type { Found } from './job-process.ts'
import { Machine } from './machine.ts'
import { report } from './report.ts'

const JOB = join(import.meta.dirname, 'job-process.ts')

type Descriptor = { digest: string }
type Config = {
  User: string
  Env: string[]
  Entrypoint: string[]
  WorkingDir: string
  Volumes: Record<string, unknown>
}

/**
 * The file system of the image, started as its configuration says: with a root that cannot be written to, as its user, without
 * capabilities, with an empty volume. The main job, then a new container on the same volume.
 */
export async function proveImage(folder: string, release: string): Promise<boolean[]> {
  const { root, config } = unpack(
    folder,
    join(release, readdirSync(release).find((name) => name.endsWith('.oci.tar'))!),
  )
  const [uid = 0, gid = 0] = config.User.split(':').map(Number)
  const [volume = ''] = Object.keys(config.Volumes)
  const data = mkdtempSync(join(folder, 'volume-'))
  chownSync(data, uid, gid)
  const results = [report(uid > 0 && volume !== '', `the image runs as user ${uid}, with a volume for ${volume}`)]
  let before: Found | undefined
  for (const step of ['work', 'look']) {
    const machine = new Machine(
      [
        ...['--directory', root, '--read-only', '--tmpfs=/tmp', `--bind=${data}:${volume}`, '--as-pid2'],
        ...[
          `--user=${nameOf(root, uid)}`,
          `--chdir=${config.WorkingDir}`,
          '--drop-capability=all',
          '--no-new-privileges=yes',
        ],
        ...config.Env.map((setting) => `--setenv=${setting}`),
        ...config.Entrypoint,
      ],
      join(folder, `container-${step}.log`),
    )
    try {
      await machine.until('healthy container', () => machine.run('/usr/lib/simwright/bin/healthy', '/').code === 0)
      const [mailbox = ''] = /http:\/\/localhost:8080\/dev\/mailbox\S+/.exec(machine.printed) ?? []
      const found = JSON.parse(machine.runScript(JOB, step, mailbox)) as Found
      before ??= found
      const isSame = JSON.stringify(found) === JSON.stringify(before) && found.codes.length === 3
      results.push(
        report(
          isSame,
          `${step === 'work' ? 'a first' : 'a second'} container: ${found.codes.length} codes, a phone downloads`,
        ),
      )
      const written = machine.run('touch /usr/x /etc/x', '/')
      results.push(report(/Read-only file system/.test(written.text), 'even root cannot write to its root'))
    } finally {
      await machine.stop()
    }
  }
  return results
}

function unpack(folder: string, image: string): { root: string; config: Config } {
  const layout = join(folder, 'layout')
  const root = join(folder, 'image')
  for (const path of [layout, root]) mkdirSync(path)
  run(['tar', '-xf', image, '-C', layout])
  const blob = ({ digest }: Descriptor) => join(layout, 'blobs', ...digest.split(':'))
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const { manifests } = read(join(layout, 'index.json')) as { manifests: Descriptor[] }
  const manifest = read(blob(manifests[0]!)) as { config: Descriptor; layers: Descriptor[] }
  for (const layer of manifest.layers) run(['tar', '-xf', blob(layer), '-C', root])
  return { root, config: read(blob(manifest.config)).config }
}

function nameOf(root: string, uid: number): string {
  const passwd = readFileSync(join(root, 'etc', 'passwd'), 'utf8')
  return new RegExp(`^([^:]+):[^:]*:${uid}:`, 'm').exec(passwd)![1]!
}
