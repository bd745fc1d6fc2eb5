import { setTimeout as sleep } from 'node:timers/promises'
import type { OutputOf, SimwrightClient } from '@simwright/client'
import type { Call, Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { countOf } from '../parse.ts'
import { printable } from '../terminal.ts'

type Receiver = OutputOf<'/webhook/receivers'>['items'][number]
type Arrival = OutputOf<'/webhook/listen'>['items'][number]

const ASK_EVERY_MS = 1_000

/** As long as the portal waits for the answer of a receiver. */
const FORWARD_LIMIT_MS = 15_000

export const webhookListen: Command = {
  name: 'webhook listen',
  takes: '[NAME]',
  summary: 'Print the events of a webhook endpoint whose receiver is in the portal, until Ctrl-C',
  options: {
    forward: {
      value: 'URL',
      help: 'also post each event to this URL, with the body, headers and signatures of the webhook',
    },
    all: { help: 'begin with the events of the last 24 hours' },
    count: { value: 'N', help: 'end after so many events' },
  },
  run: async (call) => {
    const url = call.text('forward') === undefined ? undefined : forwardUrl(call.text('forward')!)
    let left = countOf(call.text('count'))
    const client = call.client()
    const receiver = await findReceiver(client, call.words[0])
    if (receiver.state !== 'ACTIVE')
      call.note(`${printable(receiver.name)} is ${receiver.state === 'OFF' ? 'off' : 'paused'}: it gets no events now.`)
    for await (const arrival of arrivalsOf(call, { client, receiver })) {
      const forwarded = url && (await forward(arrival, { url, signal: call.terminal.signal }))
      const { at, headers, body } = arrival
      await call.print(
        { at, headers, body, ...(forwarded ? { forwarded } : {}) },
        [at, kindOf(body).padEnd(12), printable(body), ...(forwarded ? [`-> ${forwardedText(forwarded)}`] : [])].join(
          '  ',
        ),
      )
      left -= 1
      if (left <= 0) return undefined
    }
    return undefined
  },
}

/** The endpoint with this name; without a name, the only one. @throws CommandError */
async function findReceiver(client: SimwrightClient, wanted: string | undefined): Promise<Receiver> {
  const { items } = await client.call('/webhook/receivers', {})
  const fitting = wanted === undefined ? items : items.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  const [first] = fitting
  if (first && fitting.length === 1) return first
  const names = printable(items.map(({ name }) => name).join(', '))
  if (items.length === 0)
    throw new CommandError('No webhook endpoint has its receiver in the portal. Add one on the developer page.', 1)
  if (wanted === undefined) throw new CommandError(`Name one of the endpoints: ${names}.`)
  const count = fitting.length === 0 ? 'No endpoint' : 'More than one endpoint'
  throw new CommandError(`${count} with a receiver in the portal is called "${wanted}". There are: ${names}.`, 1)
}

/** What arrives from now on, or with `--all` since yesterday, oldest first, each once. */
async function* arrivalsOf(
  call: Call,
  { client, receiver: { id, name } }: { client: SimwrightClient; receiver: Receiver },
): AsyncGenerator<Arrival> {
  const { signal } = call.terminal
  const first = call.isOn('all') ? { after: 0 } : {}
  let answer = await client.call('/webhook/listen', { endpointId: id, ...first }, { signal })
  call.note(`Waiting for events of ${printable(name)}. Press Ctrl-C to stop.`)
  yield* answer.items
  while (true) {
    if (!answer.more) await sleep(ASK_EVERY_MS, undefined, { signal })
    answer = await client.call('/webhook/listen', { endpointId: id, after: answer.last }, { signal })
    if (answer.missed > 0) call.note(`${answer.missed} events were deleted before they were read.`)
    yield* answer.items
  }
}

/** @throws CommandError */
function forwardUrl(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new CommandError('--forward is a URL, for example http://localhost:3000/webhook.')
  return url
}

type Forwarded = { status: number | null; ms: number; fault?: string }

/** Posts an event as the portal does. What goes wrong is part of the result, so that the next event follows. */
async function forward(
  { headers, body }: Arrival,
  { url, signal }: { url: URL; signal: AbortSignal },
): Promise<Forwarded> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  try {
    const both = AbortSignal.any([signal, AbortSignal.timeout(FORWARD_LIMIT_MS)])
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: both })
    await answer.body?.cancel()
    return { status: answer.status, ms: ms() }
  } catch (error) {
    if (signal.aborted) throw error
    return { status: null, ms: ms(), fault: causeOf(error as Error) }
  }
}

/** The reason of a failed `fetch`, which its message does not have. */
const causeOf = ({ message, cause }: Error) => (cause instanceof Error ? (codeOf(cause) ?? cause.message) : message)

const codeOf = (error: Error) => (error as NodeJS.ErrnoException).code

const forwardedText = ({ status, ms, fault }: Forwarded) =>
  status === null ? `no answer: ${fault}` : `${status} after ${ms} ms`

/** The kind of an event, as far as its body tells. */
function kindOf(body: string): string {
  const { notificationType, type } = JSON.parse(body) as { notificationType?: string; type?: string }
  return printable(notificationType ?? type ?? 'RECYCLE')
}
