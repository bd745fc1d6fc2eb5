import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { MANIFEST_FILE, type Manifest, MoveFault, parseManifest, SIGNATURE_FILE } from './archive-format.ts'
import { signerOf } from './signer.ts'

const READ_BYTES = 1024 * 1024
/** A part has at most some thousand rows; a larger file is none of ours. */
const FILE_MAX_BYTES = 128 * 1024 * 1024

export type ArchiveFile = { name: string; content: Buffer }

export type OpenedArchive = {
  path: string
  manifest: Manifest
  /** Fingerprint of the installation that signed. */
  signer: string
}

/** The files of an archive in order. @throws MoveFault if it is no archive, or ends early */
export async function* readFiles(path: string): AsyncGenerator<ArchiveFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new MoveFault(error.code === 'ENOENT' ? `The file ${path} does not exist.` : `${path} cannot be read.`)
  })
  if (!found.isFile()) throw new MoveFault(`${path} is not a file.`)
  const file = await open(path, 'r')
  const source = file.createReadStream({ highWaterMark: READ_BYTES, autoClose: false })
  const tar = extract()
  source.on('error', (error) => tar.destroy(error)).pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, size = 0 } = entry.header
      if (size > FILE_MAX_BYTES) throw new MoveFault(`${name} in the archive is too large: Simwright did not write it.`)
      const content = await buffer(entry as AsyncIterable<Buffer>)
      if (content.length !== size) throw cutShort()
      yield { name, content }
    }
  } catch (error) {
    throw error instanceof MoveFault ? error : cutShort(error)
  } finally {
    source.destroy()
    await file.close()
  }
}

const cutShort = (cause?: unknown) =>
  new MoveFault('The archive is not complete, or is no archive of Simwright: its end is missing or changed.', { cause })

export const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * Reads the whole archive, and compares each file with the signed manifest. Whose signature it is must be confirmed by the
 * person who imports.
 * @throws MoveFault
 */
export async function openArchive(path: string): Promise<OpenedArchive> {
  const hashes = new Map<string, string>()
  let manifestBytes: Buffer | undefined
  let signature: Buffer | undefined
  for await (const { name, content } of readFiles(path)) {
    if (name === MANIFEST_FILE) manifestBytes = content
    else if (name === SIGNATURE_FILE) signature = content
    else if (hashes.has(name)) throw new MoveFault(`The archive has ${name} twice: it was changed.`)
    else hashes.set(name, sha256Of(content))
  }
  if (!manifestBytes || !signature) throw cutShort()
  const signer = signerOf(manifestBytes, signature)
  if (signer === undefined) throw new MoveFault('The signature of the archive is not valid: its manifest was changed.')
  const manifest = readManifest(manifestBytes)
  for (const { name, sha256 } of manifest.files) {
    if (hashes.get(name) === undefined) throw new MoveFault(`The archive lacks ${name}: it was changed.`)
    if (hashes.get(name) !== sha256) throw new MoveFault(`${name} in the archive was changed: its SHA-256 is another.`)
    hashes.delete(name)
  }
  const [extra] = hashes.keys()
  if (extra !== undefined)
    throw new MoveFault(`The archive has ${extra}, which its manifest does not name: it was changed.`)
  return { path, manifest, signer }
}

function readManifest(bytes: Buffer): Manifest {
  try {
    return parseManifest(bytes)
  } catch (error) {
    if (error instanceof MoveFault) throw error
    throw new MoveFault('The manifest of the archive is not one of this Simwright.', { cause: error })
  }
}
