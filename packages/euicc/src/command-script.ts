/** The commands in a secured packet and their response: ETSI TS 102 226 clauses 5.1 (compact) and 5.2 (expanded). */
import { Asn1Error, concat, readTlv, readTlvs, writeTlv } from '@simwright/asn1'
import {
  type AnswerWithStatus,
  type Apdu,
  answerParts,
  CardRefusal,
  type CommandAnswer,
  parseApdu,
  SW,
  statusBytes,
} from './apdu.ts'

/** Runs one command. @throws CardRefusal */
type Runner = (apdu: Apdu) => CommandAnswer

/** Command scripting template with definite length, its commands, and the response template. */
const TAG_SCRIPT = 0xaa
const TAG_COMMAND = 0x22
const TAG_RESPONSE_SCRIPT = 0xab
const TAG_EXECUTED = 0x80
const TAG_RESPONSE = 0x23

const INS_GET_RESPONSE = 0xc0
/** Instructions whose P3 is the length of the answer: READ BINARY, READ RECORD, GET RESPONSE. */
const ANSWERING: readonly number[] = [0xb0, 0xb2, INS_GET_RESPONSE]
const HEADER_BYTES = 5

/**
 * Splits a compact script. Each command has CLA, INS, P1, P2 and P3; P3 is the length of the data or of the answer. One
 * byte after the data of the last command is its Le. Undefined if the lengths do not agree with the number of bytes.
 */
function compactCommands(script: Uint8Array): Uint8Array[] | undefined {
  const commands: Uint8Array[] = []
  for (let at = 0; at < script.length; ) {
    const head = script.subarray(at, at + HEADER_BYTES)
    if (head.length < HEADER_BYTES) return undefined
    const end = at + HEADER_BYTES + (ANSWERING.includes(head[1]!) ? 0 : head[4]!)
    if (end > script.length) return undefined
    const isLast = end + 1 >= script.length
    commands.push(script.slice(at, isLast ? script.length : end))
    at = isLast ? script.length : end
  }
  return commands
}

/** The commands of an expanded script. Undefined if it is malformed. */
function expandedCommands(script: Uint8Array): Uint8Array[] | undefined {
  try {
    const objects = readTlvs(readTlv(script).value)
    return objects.every(({ tag }) => tag === TAG_COMMAND) ? objects.map(({ value }) => value) : undefined
  } catch (error) {
    if (error instanceof Asn1Error) return undefined
    throw error
  }
}

/** Status words after which a script continues: success, and warnings (TS 102 226 5.1.1). */
const isSuccess = (sw: number) => [0x90, 0x91, 0x61, 0x62, 0x63].includes(sw >> 8)

/** Runs one command. Errors of the card are status words. */
function runCommand(run: Runner, bytes: Uint8Array): AnswerWithStatus {
  try {
    return answerParts(run(parseApdu(bytes)))
  } catch (error) {
    if (error instanceof CardRefusal) return { data: new Uint8Array(0), sw: error.sw }
    throw error
  }
}

/** Whether the bytes of a command with data end in Le. */
const hasLe = (bytes: Uint8Array) => bytes.length > HEADER_BYTES + bytes[4]!

/**
 * The runner of a compact script: a command with data but without Le gets 61xx, and GET RESPONSE collects its answer, as
 * with T=0.
 */
function withGetResponse(run: Runner): (bytes: Uint8Array) => AnswerWithStatus {
  let pending: Uint8Array = new Uint8Array(0)
  return (bytes) => {
    if (bytes[1] === INS_GET_RESPONSE) {
      if (pending.length === 0) return { data: pending, sw: SW.conditionsNotSatisfied }
      const data = pending.slice(0, bytes[4] || 256)
      pending = pending.slice(data.length)
      return { data, sw: SW.ok }
    }
    const answer = runCommand(run, bytes)
    const isHeldBack = answer.data.length > 0 && !ANSWERING.includes(bytes[1]!) && !hasLe(bytes)
    pending = isHeldBack ? answer.data : new Uint8Array(0)
    return isHeldBack ? { data: new Uint8Array(0), sw: 0x6100 | (Math.min(pending.length, 256) % 256) } : answer
  }
}

/** Runs commands up to the first that fails, which counts as executed. */
function runAll(commands: readonly Uint8Array[], run: (bytes: Uint8Array) => AnswerWithStatus): AnswerWithStatus[] {
  const answers: AnswerWithStatus[] = []
  for (const command of commands) {
    const answer = run(command)
    answers.push(answer)
    if (!isSuccess(answer.sw)) break
  }
  return answers
}

/**
 * Runs a script and returns the response data. Compact: number of executed commands, status word and data of the last
 * one. Expanded: a template with the number and the answer to each command. Undefined if the script is malformed, so that
 * no command has run.
 */
export function runScript(script: Uint8Array, run: Runner): Uint8Array | undefined {
  if (script[0] === TAG_SCRIPT) {
    const commands = expandedCommands(script)
    if (!commands) return undefined
    const answers = runAll(commands, (bytes) => runCommand(run, bytes))
    const responses = answers.map(({ data, sw }) => writeTlv(TAG_RESPONSE, data, statusBytes(sw)))
    return writeTlv(TAG_RESPONSE_SCRIPT, writeTlv(TAG_EXECUTED, Uint8Array.of(answers.length)), ...responses)
  }
  const commands = compactCommands(script)
  if (!commands) return undefined
  const answers = runAll(commands, withGetResponse(run))
  const last = answers.at(-1)
  return concat(
    Uint8Array.of(answers.length),
    last ? statusBytes(last.sw) : statusBytes(SW.ok),
    last?.data ?? new Uint8Array(0),
  )
}
