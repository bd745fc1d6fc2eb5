import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { toHex } from '@simwright/asn1'
import { appletFileLimits } from '@simwright/contract/profiles/applet-file'
import { type LoadFile, SaipError } from '@simwright/saip'
import { fault } from '../../../http/input.ts'

/** An uploaded file, and what was read of it. */
export type CheckedFile = {
  content: Buffer
  sha256: string
  bytes: number
  packageAid: string
  classAids: string[]
  packageVersion: string
}

/**
 * Reads an uploaded CAP or IJC file into memory. Only its AIDs and version are read; its code is never run.
 * @param parse throws a SaipError that says what is wrong with the file
 * @throws Problem `invalid` for more than 512 KiB, and with the text of that error
 */
export async function readAppletUpload(
  stream: Readable,
  parse: (content: Uint8Array) => LoadFile,
): Promise<CheckedFile> {
  const content = await readWhole(stream)
  const { packageAid, classAids, version } = parsed(content, parse)
  return {
    content,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    packageAid: toHex(packageAid),
    classAids: classAids.map(toHex),
    packageVersion: `${version.major}.${version.minor}`,
  }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > appletFileLimits.kibibytes * 1024)
      throw fault('file', 'size', `Up to ${appletFileLimits.kibibytes} KiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function parsed(content: Uint8Array, parse: (content: Uint8Array) => LoadFile): LoadFile {
  try {
    return parse(content)
  } catch (error) {
    if (error instanceof SaipError) throw fault('file', 'applet', error.message)
    throw error
  }
}
