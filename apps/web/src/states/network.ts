import { API_PREFIX } from '@simwright/contract/endpoint'
import type { Answer } from './answer.ts'
import { untilGivenUp } from './give-up.ts'

/** The answers of the current state, by method and path. */
let answers: ReadonlyMap<string, Answer> = new Map()
/** Answers to late calls of the previous state's page. */
let lateAnswers: ReadonlyMap<string, Answer> = new Map()
let faults: string[] = []

/** Sets the answers; a later one to the same endpoint overrides. `late` answers calls that `list` does not. */
export function serveAnswers(list: readonly Answer[], late: readonly Answer[] = []): void {
  answers = byCall(list)
  lateAnswers = byCall(late)
  faults = []
}

const byCall = (list: readonly Answer[]) =>
  new Map(list.map((one) => [`${one.endpoint.method} ${API_PREFIX}${one.endpoint.path}`, one]))

/** The calls since `serveAnswers` that have no answer, or whose answer the contract rejects. */
export function callFaults(): readonly string[] {
  return faults
}

/** Replaces the network by the answers; only calls to the portal's API are intercepted. */
export function replaceNetwork(): void {
  const realFetch = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith(API_PREFIX)) return await realFetch(input, init)
    return await untilGivenUp(respond(init?.method ?? 'GET', url, bodyOf(url, init?.body)), init?.signal)
  }
  window.XMLHttpRequest = Upload
}

/** Fake for uploads, which use XMLHttpRequest to report progress. */
class Upload extends XMLHttpRequest {
  #call: { method: string; url: URL } | undefined
  #text = ''

  override open(method: string, url: string | URL): void {
    this.#call = { method, url: new URL(url, location.href) }
  }

  override setRequestHeader(): void {}

  override get responseText(): string {
    return this.#text
  }

  override send(body?: unknown): void {
    const { method, url } = this.#call!
    void respond(method, url, body instanceof FormData ? Object.fromEntries(body) : undefined)
      .then((response) => response.text())
      .then((text) => {
        this.#text = text
        this.dispatchEvent(new ProgressEvent('load'))
      })
  }
}

async function respond(method: string, url: URL, sent: unknown): Promise<Response> {
  const call = `${method} ${url.pathname}`
  const answer = answers.get(call) ?? lateAnswers.get(call)
  try {
    if (answer) return await answer.respond(sent)
    throw new TypeError('no answer defined')
  } catch (error) {
    faults.push(`${call}: ${error}`)
    throw error
  }
}

function bodyOf(url: URL, body: RequestInit['body']): unknown {
  return typeof body === 'string' ? JSON.parse(body) : Object.fromEntries(url.searchParams)
}
