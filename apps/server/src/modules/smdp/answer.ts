import {
  adminProtocol,
  type Es9Function,
  type Es9Request,
  es9Functions,
  RspRefusal,
  readEs9Request,
  writeEs9Answer,
  writeEs9Failure,
} from '@simwright/rsp'
import { authenticate } from './authenticate.ts'
import { cancel } from './cancel.ts'
import { deliver } from './deliver.ts'
import { initiate } from './initiate.ts'
import { notify } from './notify.ts'
import type { Smdp } from './smdp.ts'

/** What goes back to the device. */
export type HttpAnswer = { status: number; headers: Record<string, string>; body: string }

const PATH = '/gsma/rsp2/es9plus/'

/** The function that a path names. */
export function functionOf(path: string): Es9Function | undefined {
  const name = path.startsWith(PATH) ? path.slice(PATH.length) : ''
  return Object.hasOwn(es9Functions, name) ? (name as Es9Function) : undefined
}

/** Runs one call of ES9+. A refusal is a function-level failure with HTTP status 200; a bug is told as 8.8/4.2. */
export async function answerEs9(
  smdp: Smdp,
  { name, body, address }: { name: Es9Function; body: string; address: string },
): Promise<HttpAnswer> {
  try {
    const answer = await run(smdp, { name, json: parse(body), address })
    if (answer === undefined) return { status: 204, headers: adminHeader, body: '' }
    return json(200, answer)
  } catch (error) {
    if (error instanceof Unreadable) return json(400, writeEs9Failure(new RspRefusal('request_malformed')))
    if (error instanceof RspRefusal) {
      const { refusal, subjectCode, reasonCode, detail } = error
      smdp.log.info({ function: name, refusal, subjectCode, reasonCode, detail, address }, 'refused')
      return json(200, writeEs9Failure(error))
    }
    smdp.log.error({ err: error, function: name }, 'an ES9+ call failed')
    return json(200, writeEs9Failure(executionError))
  }
}

/** Not the device's fault: it may try again. */
const executionError = {
  subjectCode: '8.8',
  reasonCode: '4.2',
  message: 'The server had a problem. Please try again in a moment.',
}

const adminHeader = { 'x-admin-protocol': adminProtocol }

function json(status: number, value: object): HttpAnswer {
  return {
    status,
    headers: { ...adminHeader, 'content-type': 'application/json;charset=UTF-8' },
    body: JSON.stringify(value),
  }
}

class Unreadable extends Error {}

function parse(body: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch (cause) {
    throw new Unreadable('the body is no JSON', { cause })
  }
  if (typeof value === 'object' && value !== null && countMembers(body) > Object.keys(value).length) {
    throw new RspRefusal('request_malformed', { detail: 'a member is written twice' })
  }
  return value
}

/** The strings, brackets and colons of a JSON text; what stands between them does not matter. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

/** The members of the outermost object, as often as each is written: readers differ in which of two they take. */
function countMembers(body: string): number {
  let depth = 0
  let members = 0
  for (const [token] of body.matchAll(TOKENS)) {
    if (token === '{' || token === '[') depth += 1
    else if (token === '}' || token === ']') depth -= 1
    else if (token === ':' && depth === 1) members += 1
  }
  return members
}

type Called = { name: Es9Function; json: unknown; address: string }

/** The answer's body, or undefined where none is sent. */
async function run(smdp: Smdp, { name, json, address }: Called): Promise<object | undefined> {
  const request = <F extends Es9Function>(name: F): Es9Request<F> => readEs9Request(name, json)
  switch (name) {
    case 'initiateAuthentication':
      return writeEs9Answer(name, await initiate(smdp, request(name), address))
    case 'authenticateClient':
      return writeEs9Answer(name, await authenticate(smdp, request(name), address))
    case 'getBoundProfilePackage':
      return writeEs9Answer(name, await deliver(smdp, request(name), address))
    case 'cancelSession':
      await cancel(smdp, request(name), address)
      return writeEs9Answer(name, {})
    case 'handleNotification':
      await notify(smdp, request(name), address)
      return undefined
  }
}
