import { SUCCESS_CODE } from '@simwright/contract'
import type { CallOutcome } from '@simwright/contract/programs/call-log'
import { z } from 'zod'
import type { CallLog, EndedCall } from '../../../port/call-log.ts'
import type { CallsServer as Server } from '../../../port/module.ts'
import { PROGRAM_CALL, PROGRAM_CALL_NOT_LOGGED } from '../../../runtime/metrics.ts'
import { loop } from '../../../work/loop.ts'
import { maskedJson } from './masked-json.ts'
import { insertCalls, type NewCall } from './queries.ts'
import { type Shape, shapeOf } from './shape.ts'

/** Between two writes; calls of this time are written together. */
const REST_MS = 500
const SELDOM_MS = 60_000
const WRITTEN_AT_ONCE = 500

/** Calls that wait in memory while the database cannot be reached; at 8 KiB, some 80 MB. Further ones are counted, not kept. */
const WAITING_MAX = 10_000

/** The log of this process. */
export type OpenCallLog = CallLog & {
  /** Writes all calls that were added before. @throws when the database cannot be reached; they stay queued */
  flush(): Promise<void>
  /** Writes what is left. Call it after serving has stopped. */
  close(): Promise<void>
}

/** Opens the request log: calls are collected in memory and written in batches, so that they wait for nothing. */
export function openCallLog(server: Pick<Server, 'db' | 'clock' | 'random' | 'log' | 'metrics'>): OpenCallLog {
  const waiting: NewCall[] = []
  const lost = server.metrics.counter(PROGRAM_CALL_NOT_LOGGED)
  let writing: Promise<void> = Promise.resolve()
  const writeAll = async () => {
    while (waiting.length > 0) {
      const rows = waiting.slice(0, WRITTEN_AT_ONCE)
      await server.db.systemTx((db) => insertCalls(db, rows))
      waiting.splice(0, rows.length)
    }
  }
  const flush = async () => {
    const next = writing.catch(() => {}).then(writeAll)
    writing = next
    await next
  }
  // runs outside of the calls that wake it, whose transactions may be read-only
  const writer = loop(
    { name: 'request log', everyMs: SELDOM_MS, restMs: REST_MS, firstMs: SELDOM_MS, run: flush },
    server,
  )
  return {
    add(call) {
      const row = rowOf(call, server)
      server.metrics.counter(PROGRAM_CALL, { kind: row.program_kind, outcome: row.outcome }).count += 1
      if (waiting.length < WAITING_MAX) waiting.push(row)
      else lost.count += 1
      writer.wake()
    },
    flush,
    close: async () => {
      await writer.stop()
      await flush().catch((err: unknown) =>
        server.log.warn({ err, waiting: waiting.length }, 'calls could not be logged'),
      )
    },
  }
}

function rowOf(call: EndedCall, { clock, random }: Pick<Server, 'clock' | 'random'>): NewCall {
  const { program, status } = call
  const { sent, answered, shape } = call
  const request = program.unproven || !shape || sent === undefined ? undefined : maskedJson(sent, shapeOf(shape.input))
  const answer = answered === undefined ? undefined : maskedJson(answered, shape && answerShape(answered, shape.output))
  return {
    enterprise_id: program.enterpriseId,
    id: random.uuid(),
    at: new Date(clock.now().getTime() - call.ms),
    program_id: program.id,
    program_kind: program.kind,
    program_name: program.name,
    method: call.method,
    path: call.path,
    outcome: outcomeOf(status),
    status,
    code: codeOf(call.answered),
    ms: Math.round(call.ms),
    address: call.address,
    request_id: call.requestId,
    form: call.isForm,
    request: request?.text ?? null,
    answer: answer?.text ?? null,
    cut: request?.cut === true || answer?.cut === true,
  }
}

/** The shape of an envelope with the output of the call; undefined for a refusal, which the server composed. */
function answerShape(answered: unknown, output: z.core.$ZodType): Shape | undefined {
  const { success } = (answered ?? {}) as { success?: unknown }
  if (success !== true) return undefined
  const found = envelopes.get(output) ?? shapeOf(z.object({ ...ENVELOPE, obj: output }))
  envelopes.set(output, found)
  return found
}

const ENVELOPE = { success: z.boolean(), code: z.string(), msg: z.string() }
const envelopes = new WeakMap<z.core.$ZodType, Shape>()

function outcomeOf(status: number): CallOutcome {
  if (status < 400) return 'OK'
  return status < 500 ? 'REFUSED' : 'FAILED'
}

/** The code of the problem in an envelope. */
function codeOf(answered: unknown): string | null {
  const { code } = (answered ?? {}) as { code?: unknown }
  return typeof code === 'string' && code !== SUCCESS_CODE ? code : null
}
