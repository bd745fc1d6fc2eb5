import type { z } from 'zod'
import type { PermissionId } from './permission.ts'

/** Who may call: anyone, any signed-in user, or a user who holds the permission (any one of a list). */
export type Access = 'public' | 'signed-in' | PermissionId | readonly PermissionId[]

/**
 * A call of the portal API as a value: the server serves it, the page asks it, the OpenAPI file describes it.
 * Paths stand under `/api/v1`. Input of GET travels in the query, of POST in a JSON body, or, with `body: 'form-data'`,
 * in form fields beside one file.
 */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /** `form-data`: one file named `file` beside the input's fields. */
  readonly body?: 'json' | 'form-data'
  /** `events`: server-sent events, each of the output's shape. `file`: a download; the output is unused. */
  readonly answer?: 'json' | 'events' | 'file'
  /** Must not happen twice: a repeated X-Request-Id within 24 h answers the first outcome again. */
  readonly once?: true
  /** Asks for a proof of identity of the last 10 minutes; without one it answers `step_up_needed`, and may be repeated after it. */
  readonly stepUp?: true
  /** For owners, whatever else is held. */
  readonly ownerOnly?: true
  /** Open to who is signed in and belongs to no enterprise account. */
  readonly withoutEnterprise?: true
  /** Open to a member who has yet to set up the second factor that the enterprise account demands. */
  readonly beforeSecondFactor?: true
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type ParsedInputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

/** Keeps the literal types: the schemas, and who may call, what comes along and how it answers. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

export const API_PREFIX = '/api/v1'

/** The envelope of every JSON answer (specification, section 7). */
export type Envelope<T> = { success: boolean; code: string; msg: string; obj: T }

export const SUCCESS_CODE = '00000'
