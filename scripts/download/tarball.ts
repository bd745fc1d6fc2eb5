import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'

export type TarFile = { path: string; content: Uint8Array | string; isExecutable?: boolean }

/** The time of all files, as npm writes it. */
const TIME = new Date('1985-10-26T08:15:00Z')

/** An archive in the form of `npm pack`: everything is in `package/`. The same files always make the same bytes. */
export async function packTarball(files: readonly TarFile[]): Promise<Uint8Array> {
  const archive = pack()
  for (const { path, content, isExecutable } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const mode = isExecutable ? 0o755 : 0o644
    archive.entry({ name: `package/${path}`, mode, mtime: TIME }, Buffer.from(content))
  }
  archive.finalize()
  return gzipSync(await buffer(archive), { level: 9 })
}
