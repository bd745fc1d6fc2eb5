import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './command.ts'
import type { Release } from './debian-package.ts'
import { ROOT } from './lockfile.ts'

const PACKAGING = join(ROOT, 'packaging', 'image')

/** What the package needs, without systemd itself: the container starts the server directly. */
const DEPENDENCIES = ['libstdc++6', 'systemd-standalone-sysusers', 'systemd-standalone-tmpfiles']

/** The addresses of this machine's mirror, what differs from build to build, and pages that nobody reads; licenses stay. */
const CLEANING = [
  'rm -rf etc/apt/sources.list* var/cache/debconf var/cache/ldconfig var/log/* usr/share/info usr/share/locale usr/share/man',
  'find usr/share/doc -type f ! -name copyright -delete',
  ': > etc/simwright/simwright.env',
]

/** Ports of the portal, the SM-DP+, applets, other servers, and the SM-DS. */
const PORTS = [8080, 8443, 8444, 8445, 8446]

const NODE = '/usr/lib/simwright/bin/node'
const MAIN = '/usr/lib/simwright/apps/server/src/main.ts'

/**
 * Builds an OCI image from packages of Debian, as the sources of this machine's apt have them, and the package of this release. The
 * same packages make the same bytes. @returns the paths of the image and of the compose file
 */
export function buildImage(release: Release, { out, deb }: { out: string; deb: string }): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'simwright-image-'))
  try {
    const root = makeRoot(folder, release, deb)
    const image = join(out, `simwright_${release.version}_${architecture()}.oci.tar`)
    packImage(folder, { release, root, image })
    const compose = join(out, 'compose.yaml')
    const text = readFileSync(join(PACKAGING, 'compose.yaml'), 'utf8')
    writeFileSync(compose, text.replace('VERSION', release.version))
    return [image, compose]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const architecture = () => run(['dpkg', '--print-architecture']).trim()

/** @returns the tar file of the root file system */
function makeRoot(folder: string, { epoch }: Release, deb: string): string {
  const root = join(folder, 'root.tar')
  const hooks = [
    `copy-in ${deb} /tmp`,
    // the folders of the user are made by tmpfiles
    'chroot "$1" sh -c "dpkg -i /tmp/*.deb && rm /tmp/*.deb"',
    `copy-in ${join(PACKAGING, 'healthy')} /usr/lib/simwright/bin`,
    'chmod 755 "$1"/usr/lib/simwright/bin/healthy',
    `cd "$1" && ${CLEANING.join(' && ')}`,
  ]
  run(
    [
      ...['mmdebstrap', '--mode=root', '--variant=essential', `--include=${DEPENDENCIES.join(',')}`],
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      ...[debianSuite(), root, ...aptSources()],
    ],
    { env: { SOURCE_DATE_EPOCH: String(epoch), TZ: 'UTC' } },
  )
  return root
}

/** The name of the Debian of this machine. */
export function debianSuite(): string {
  const [, suite] = /^VERSION_CODENAME=(\S+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  if (suite === undefined) throw new Error('/etc/os-release names no VERSION_CODENAME: is this Debian?')
  return suite
}

/** The files with the sources of this machine's apt. */
export const aptSources = (): string[] =>
  ['/etc/apt/sources.list', ...globSync('/etc/apt/sources.list.d/*.{list,sources}')].filter((file) => existsSync(file))

type Packed = { release: Release; root: string; image: string }

function packImage(folder: string, { release: { version, epoch }, root, image }: Packed): void {
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const policy = join(folder, 'policy.json')
  writeFileSync(policy, JSON.stringify({ default: [{ type: 'insecureAcceptAnything' }] }))
  const buildah = (command: string, ...words: string[]) => run(['buildah', ...storage, command, ...words]).trim()
  const container = buildah('from', '--signature-policy', policy, 'scratch')
  buildah('add', '--quiet', container, root, '/')
  const passwd = run(['tar', '-xOf', root, './etc/passwd'])
  const [, user] = /^simwright:x:(\d+:\d+):/m.exec(passwd) ?? []
  if (user === undefined) throw new Error('the image has no user simwright')
  const settings = ['DATA_DIR=/var/lib/simwright', 'HOST=0.0.0.0', 'NODE_COMPILE_CACHE=/tmp/node']
  buildah(
    'config',
    // a number, so that an orchestrator can see that it is not root
    ...['--user', user, '--workingdir', '/var/lib/simwright', '--volume', '/var/lib/simwright'],
    ...settings.flatMap((setting) => ['--env', setting]),
    ...PORTS.flatMap((port) => ['--port', String(port)]),
    ...['--entrypoint', JSON.stringify([NODE, MAIN]), '--cmd', '', '--stop-signal', 'SIGTERM'],
    ...['--label', `org.opencontainers.image.version=${version}`],
    ...[
      '--label',
      'org.opencontainers.image.title=simwright',
      '--label',
      'org.opencontainers.image.licenses=Apache-2.0',
    ],
    container,
  )
  const layout = join(folder, 'layout')
  const name = `localhost/simwright:${version}`
  const commit = [
    '--quiet',
    '--disable-compression=false',
    '--format=oci',
    `--timestamp=${epoch}`,
    '--signature-policy',
    policy,
  ]
  buildah('commit', ...commit, container, `oci:${layout}:${name}`)
  const fixed = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX,u+w']
  run(['tar', ...fixed, '-C', layout, '-cf', image, '.'])
}
