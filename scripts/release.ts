import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { signChecksums, writeChecksums } from './release/checksum.ts'
import { run } from './release/command.ts'
import { buildDebianPackage, type Release } from './release/debian-package.ts'
import { buildImage } from './release/image.ts'
import { ROOT } from './release/lockfile.ts'
import { describeParts, partsFile } from './release/sbom.ts'
import { findTools } from './test/machine.ts'

const USAGE = `npm run release -- [--out DIR] [--without-image]

Builds the Debian package, the container image, the list of parts and the checksums, into dist/VERSION or DIR. The same commit makes
the same bytes. RELEASE_KEY names a secret key of minisign, without a password, which signs the checksums.`

/** The time of the newest commit, or SOURCE_DATE_EPOCH, so that it does not depend on when the release is built. */
function readRelease(): Release {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const epoch = process.env.SOURCE_DATE_EPOCH ?? run(['git', 'log', '-1', '--format=%ct'], { cwd: ROOT })
  return { version, epoch: Number(epoch) }
}

function release({ out, withoutImage }: { out: string | undefined; withoutImage: boolean }): void {
  const { debhelper, minisign, mmdebstrap, buildah } = findTools(
    'debhelper',
    ...(process.env.RELEASE_KEY ? (['minisign'] as const) : []),
    ...(withoutImage ? [] : (['mmdebstrap', 'buildah'] as const)),
  )
  const hasAll = debhelper && (minisign || !process.env.RELEASE_KEY) && ((mmdebstrap && buildah) || withoutImage)
  if (!hasAll) throw new Error('Nothing was built: see above.')
  const built = readRelease()
  const folder = resolve(out ?? join(ROOT, 'dist', built.version))
  if (out === undefined) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`)
  const say = (text: string) => console.log(text)
  const sbom = partsFile(folder, built)
  writeFileSync(sbom, describeParts(built))
  say(sbom)
  const deb = buildDebianPackage(built, { out: folder, sbom })
  say(deb)
  if (!withoutImage) for (const path of buildImage(built, { out: folder, deb })) say(path)
  writeChecksums(folder)
  const key = process.env.RELEASE_KEY
  if (key) signChecksums(folder, { key, ...built })
  say(key ? 'The checksums are signed.' : 'Nothing is signed: RELEASE_KEY names no key.')
}

try {
  const options = { out: { type: 'string' }, 'without-image': { type: 'boolean' } } as const
  const { values } = parseArgs({ options })
  release({ out: values.out, withoutImage: values['without-image'] === true })
} catch (error) {
  console.error(error instanceof TypeError ? `${error.message}\n\n${USAGE}` : (error as Error).message)
  process.exitCode = 1
}
