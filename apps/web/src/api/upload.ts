import type { Endpoint, InputOf, OutputOf } from '@simwright/contract/endpoint'
import { type AskOptions, reportProblem } from './call.ts'
import { beforeRequest, fieldsOf, headersOf, newRequestId, openEnvelope, transportProblem, urlOf } from './request.ts'
import { sessionToken } from './session.ts'

export type UploadOptions = AskOptions & {
  /** Share of the bytes sent, 0 to 1. */
  onProgress?: (share: number) => void
}

/**
 * Sends a file with the fields of an endpoint whose body is `form-data`. Has no timeout, because files may be large.
 * @throws Problem
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  sent: InputOf<E>,
  file: File,
  options: UploadOptions = {},
): Promise<OutputOf<E>> {
  const requestId = options.requestId ?? newRequestId()
  const form = new FormData()
  for (const [name, value] of fieldsOf(sent)) form.append(name, value)
  form.append('file', file)
  try {
    beforeRequest(options, requestId)
    const token = sessionToken()
    const text = await post(urlOf(endpoint, sent), form, { ...options, requestId })
    return openEnvelope(text, requestId, token) as OutputOf<E>
  } catch (error) {
    reportProblem(error, options)
    throw error
  }
}

function post(url: string, form: FormData, options: UploadOptions & { requestId: string }): Promise<string> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', url)
    for (const [name, value] of Object.entries(headersOf(options, options.requestId)))
      call.setRequestHeader(name, value)
    call.upload.onprogress = (event) => event.lengthComputable && options.onProgress?.(event.loaded / event.total)
    call.onload = () => resolve(call.responseText)
    call.onerror = () => reject(transportProblem('offline', options.requestId))
    call.onabort = () => reject(transportProblem('aborted', options.requestId))
    options.signal?.addEventListener('abort', () => call.abort(), { once: true })
    call.send(form)
  })
}
