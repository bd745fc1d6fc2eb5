import type { ProgramKind } from '@simwright/contract/programs/call-log'
import type { z } from 'zod'
import type { EnterpriseId } from '../db/row-id.ts'

/** The API key or credential that makes a call. */
export type CallingProgram = {
  readonly enterpriseId: EnterpriseId
  readonly kind: ProgramKind
  readonly id: string
  readonly name: string
  /** The signature was wrong: what was sent may come from anyone, and is not stored. */
  readonly unproven?: true
}

/** The schemas of a call: of what is sent, and of what is answered. */
export type CallShape = { readonly input: z.core.$ZodType; readonly output: z.core.$ZodType }

/** A call of a program, as it ended. */
export type EndedCall = {
  readonly program: CallingProgram
  readonly method: string
  /** The template of the path. */
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly address: string
  readonly requestId: string
  /** As parsed; undefined: nothing that could be read. */
  readonly sent: unknown
  /** What the contract says of the call; undefined when it was refused before anything was read. */
  readonly shape: CallShape | undefined
  /** Whether it was sent as a form, with a file. */
  readonly isForm: boolean
  /** The envelope; undefined: no JSON. */
  readonly answered: unknown
}

/** The log of the calls of programs. */
export type CallLog = {
  /** Queues the call to be written. Never throws, and never waits. */
  add(call: EndedCall): void
}
