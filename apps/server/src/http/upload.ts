import { pipeline, type Readable, Transform } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { Problem } from '@simwright/contract'
import { FORM_FILE_BYTES } from '@simwright/contract/endpoint'
import { sourceLimits } from '@simwright/contract/profiles/source'
import { withoutDirectionChanges } from '@simwright/contract/text-direction'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limits } from '../port/limits.ts'
import type { UploadedFile } from './call.ts'
import { fault } from './input.ts'
import { type HeldUpload, UploadBudget } from './upload-budget.ts'

/** For boundaries, headers and other fields. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * Accepts forms with one file. Limits apply while parsing; nothing is written to disk. What was received counts in one
 * budget for the process until the call ends.
 */
export async function readForms(app: FastifyInstance): Promise<void> {
  app.decorate('uploads', new UploadBudget())
  app.decorateRequest('upload', undefined)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      // the largest of all limits; each call has its own
      fileSize: sourceLimits.fileBytes + 1,
      files: 1,
      fields: 20,
      fieldNameSize: 100,
      fieldSize: 16 * 1024,
      headerPairs: 50,
    },
  })
}

/**
 * The fields that precede the file, and the file as a stream, which fails with `file_too_large` beyond the limit, with
 * `upload_too_slow` when its bytes hardly come, and with `busy` when too much is being received.
 * @throws Problem `media_type`, `file_too_large` (by Content-Length) or `invalid`
 */
export async function readForm(
  request: FastifyRequest,
  limits: UploadLimits,
  limitBytes = FORM_FILE_BYTES,
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
    file: { fileName: plainFileName(part.filename), stream: limited(request, part.file, { limits, limitBytes }) },
  }
}

/** Discards what the handler left unread, so that the client can finish sending and read the answer. */
export function drainUpload(request: FastifyRequest, file: UploadedFile): void {
  request.upload?.release()
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
  return withoutDirectionChanges(base.replace(/\p{Cc}/gu, '')).slice(0, 200) || 'file'
}

type FileLimits = { limits: UploadLimits; limitBytes: number }

function limited(request: FastifyRequest, file: Readable, { limits, limitBytes }: FileLimits): Readable {
  let received = 0
  const held = request.server.uploads.open(request.who?.enterpriseId ?? request.client.address, () =>
    counter.destroy(new Problem('busy')),
  )
  request.upload = held
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length
      held.add(chunk.length)
      if (received > limitBytes) done(fileTooLarge(limitBytes))
      else done(null, chunk)
    },
    flush(done) {
      held.complete()
      done()
    },
  })
  const stopWatching = watchRate(counter, limits, () => received)
  pipeline(file, counter, stopWatching)
  return counter
}

/**
 * Ends an upload that is slower than the limit over a period. While the handler does not read, nothing can arrive, and the
 * period does not count.
 */
function watchRate(counter: Transform, { uploadPeriodMs, uploadBytesASecond }: UploadLimits, bytes: () => number) {
  let before = 0
  const timer = setInterval(() => {
    const rate = ((bytes() - before) * 1000) / uploadPeriodMs
    before = bytes()
    if (counter.readableLength > 0 || counter.writableNeedDrain || rate >= uploadBytesASecond) return
    counter.destroy(new Problem('upload_too_slow'))
  }, uploadPeriodMs)
  return () => clearInterval(timer)
}

function fileTooLarge(limitBytes: number): Problem {
  return new Problem('file_too_large', { max: `${limitBytes / 1024 / 1024} MiB` })
}

type UploadLimits = Pick<Limits, 'uploadPeriodMs' | 'uploadBytesASecond'>

declare module 'fastify' {
  interface FastifyInstance {
    readonly uploads: UploadBudget
  }
  interface FastifyRequest {
    /** The memory of the file that the request brings. */
    upload: HeldUpload | undefined
  }
}
