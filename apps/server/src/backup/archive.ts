import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { extract, pack } from 'tar-stream'
import { BackupFault } from './fault.ts'

/*
 * A backup is a tar file. Its last entry is the SHA-256 of all bytes before that entry, which detects changed bytes and a
 * truncated file.
 */

const DIGEST_ENTRY = 'sha256'
const TAR_END_BYTES = 1024
const DIGEST_HEX = 64
const TAR_BLOCK = 512
const TAIL_BYTES = TAR_BLOCK + TAR_BLOCK + TAR_END_BYTES
const READ_BYTES = 4 * 1024 * 1024

/** Appends entries to an open file. */
export class ArchiveWriter {
  readonly #file: FileHandle
  readonly #hash = createHash('sha256')

  constructor(file: FileHandle) {
    this.#file = file
  }

  async add(name: string, content: Uint8Array): Promise<void> {
    const bytes = await tarEntry(name, content)
    this.#hash.update(bytes)
    await writeAll(this.#file, bytes)
  }

  /** Writes the digest, and waits until everything is on disk. */
  async end(): Promise<void> {
    await writeAll(this.#file, await tail(this.#hash.digest('hex')))
    await this.#file.sync()
  }
}

/** `FileHandle.write` may write fewer bytes than requested. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
}

/** Deterministic: the reader compares the end of the file with a tail that it builds itself. */
async function tarEntry(name: string, content: Uint8Array): Promise<Buffer> {
  const tar = pack()
  tar.entry({ name, mode: 0o600, mtime: new Date(0) }, Buffer.from(content))
  tar.finalize()
  const bytes = await buffer(tar)
  return bytes.subarray(0, -TAR_END_BYTES)
}

async function tail(digest: string): Promise<Buffer> {
  const entry = await tarEntry(DIGEST_ENTRY, Buffer.from(`${digest}\n`))
  return Buffer.concat([entry, Buffer.alloc(TAR_END_BYTES)])
}

/**
 * Reads the whole file and compares it with its digest.
 * @throws BackupFault if the file is incomplete or damaged
 */
export async function checkArchive(path: string): Promise<void> {
  const file = await openForReading(path)
  try {
    const { size } = await file.stat()
    const end = await readAt(file, Math.max(0, size - TAIL_BYTES), Math.min(size, TAIL_BYTES))
    const digest = digestIn(end)
    if (digest === undefined || !end.equals(await tail(digest))) {
      throw new BackupFault(`${path} is not a complete backup: its end is missing or changed. Use another copy.`)
    }
    if ((await digestOf(file, size - TAIL_BYTES)) !== digest) {
      throw new BackupFault(`${path} is damaged: its content does not match its SHA-256. Use another copy.`)
    }
  } finally {
    await file.close()
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    if (!(await stat(path)).isFile()) throw new BackupFault(`${path} is not a file.`)
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof BackupFault) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupFault(`The file ${path} does not exist.`)
    throw new BackupFault(`${path} can't be read (${code}).`, { cause: error })
  }
}

function digestIn(end: Buffer): string | undefined {
  const text = end.toString('latin1', TAR_BLOCK, TAR_BLOCK + DIGEST_HEX)
  return /^[0-9a-f]{64}$/.test(text) ? text : undefined
}

async function digestOf(file: FileHandle, length: number): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < length; at += READ_BYTES) {
    hash.update(await readAt(file, at, Math.min(READ_BYTES, length - at)))
  }
  return hash.digest('hex')
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new BackupFault('The file became shorter while it was read.')
    filled += bytesRead
  }
  return bytes
}

export type ArchiveEntry = { name: string; content: Buffer }

/** The entries of a file in order, without the digest. The file must have passed `checkArchive`. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const file = await openForReading(path)
  const source = file.createReadStream({ highWaterMark: READ_BYTES })
  const tar = extract()
  source.on('error', (error) => tar.destroy(error)).pipe(tar)
  try {
    for await (const entry of tar) {
      const content = await buffer(entry as AsyncIterable<Buffer>)
      if (entry.header.name !== DIGEST_ENTRY) yield { name: entry.header.name, content }
    }
  } finally {
    source.destroy()
    await file.close()
  }
}
