import { pipeline, type Readable, Transform } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { Problem } from '@simwright/contract'
import { sourceLimits } from '@simwright/contract/profiles/source'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { UploadedFile } from './call.ts'
import { fault } from './input.ts'

const FILE_LIMIT_BYTES = sourceLimits.fileBytes

/** For boundaries, headers and other fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** Accepts forms with one file. Limits apply while parsing; nothing is buffered as a whole or written to disk. */
export async function readForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: FILE_LIMIT_BYTES + 1,
      files: 1,
      fields: 20,
      fieldNameSize: 100,
      fieldSize: 16 * 1024,
      headerPairs: 50,
    },
  })
}

/**
 * The fields that precede the file, and the file as a stream, which fails with `file_too_large` beyond the limit.
 * @throws Problem `media_type`, `file_too_large` (by Content-Length) or `invalid`
 */
export async function readForm(
  request: FastifyRequest,
  limitBytes = FILE_LIMIT_BYTES,
): Promise<{ fields: Record<string, string | string[]>; file: UploadedFile }> {
  if (!request.isMultipart()) throw new Problem('media_type')
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + FORM_OVERHEAD_BYTES) throw fileTooLarge(limitBytes)
  const part = await request.file()
  if (part === undefined) throw fault('file', 'required', 'Required')
  if (part.fieldname !== 'file') {
    part.file.resume()
    throw fault(part.fieldname, 'unknown', 'The file belongs into the field "file".')
  }
  return {
    fields: fieldsOf(part),
    file: { fileName: plainFileName(part.filename), stream: limited(part.file, limitBytes) },
  }
}

/** Discards what the handler left unread, so that the client can finish sending and read the answer. */
export function drainUpload(request: FastifyRequest, file: UploadedFile): void {
  file.stream.on('error', () => {})
  file.stream.destroy()
  request.raw.unpipe().resume()
}

/** A field that occurs more than once is an array. */
function fieldsOf(part: MultipartFile): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {}
  for (const [name, entry] of Object.entries(part.fields)) {
    const values = (Array.isArray(entry) ? entry : [entry]).flatMap((one) =>
      one?.type === 'field' && typeof one.value === 'string' ? [one.value] : [],
    )
    if (values[0] !== undefined) fields[name] = values.length > 1 ? values : values[0]
  }
  return fields
}

function plainFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? ''
  return base.replace(/\p{Cc}/gu, '').slice(0, 200) || 'file'
}

function limited(file: Readable, limitBytes: number): Readable {
  let received = 0
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      if (received > limitBytes) done(fileTooLarge(limitBytes))
      else done(null, chunk)
    },
  })
  pipeline(file, counter, () => {})
  return counter
}

function fileTooLarge(limitBytes: number): Problem {
  return new Problem('file_too_large', { max: `${limitBytes / 1024 / 1024} MiB` })
}
