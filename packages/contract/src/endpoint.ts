import type { z } from 'zod'
import type { PermissionId } from './permission.ts'

/** The largest file of a form that names no other limit. */
export const FORM_FILE_BYTES = 32 * 1024 * 1024

/** Who may call: anyone, any signed-in user, or a user with the permission (with a list: any one of them). */
export type Access = 'public' | 'signed-in' | PermissionId | readonly PermissionId[]

/**
 * An endpoint of the portal API as a value: the server serves it, pages call it, the OpenAPI file is generated from it.
 * Paths are relative to `/api/v1`. GET takes its input from the query, POST from a JSON body or, with
 * `body: 'form-data'`, from form fields next to one file.
 */
export type Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /** `form-data`: one file named `file`, and the input as form fields. */
  readonly body?: 'json' | 'form-data'
  /** The largest file of a form; without this, `FORM_FILE_BYTES`. */
  readonly fileBytes?: number
  /** `events`: server-sent events, each of the output's shape. `file`: a download; the output is unused. */
  readonly answer?: 'json' | 'events' | 'file'
  /**
   * Changes nothing. The server runs it in read-only transactions, and it leaves no audit entry. During a visit of
   * platform staff, only these calls are admitted.
   */
  readonly reads?: true
  /** The answer shows activation codes throughout, so it is refused during a visit, like every file. */
  readonly revealsCodes?: true
  /** The only field that can be long: it is named, with its limit, when a body is too large to be read. */
  readonly longest?: { readonly path: string; readonly text: string }
  /** Idempotent by request id: the same X-Request-Id within 24 h returns the first outcome. */
  readonly once?: true
  /**
   * Requires a proof of identity within the last 10 minutes; otherwise returns `step_up_needed`, and can be repeated
   * after the proof.
   */
  readonly stepUp?: true
  /** For owners only, whatever permissions other users have. */
  readonly ownerOnly?: true
  /**
   * Refused for a member whose view is limited to groups: the answer or the effect is about profiles of any group. Every
   * other endpoint answers such a member within the limit, because the database shows nothing else.
   */
  readonly allGroups?: true
  /**
   * What the header `X-Dry-Run: true` does, which every call for many objects has: nothing is changed, and the answer says
   * what would be. `rolled back`: the answer is that of the call, which is rolled back. A preview: the call is checked, and
   * the answer is that of the preview, for the same input or what `from` makes of it.
   */
  readonly dryRun?: 'rolled back' | { readonly preview: Endpoint; readonly from?: (input: never) => unknown }
  /**
   * Whether programs may call it with an API key. Without it: if a permission that a key can have as a scope guards it
   * (`openToPrograms`). Of a call for every signed-in user: `true` opens it to every key, a scope to keys with this scope.
   * `false` closes a call to all keys.
   */
  readonly programs?: boolean | PermissionId
  /** Also for signed-in users who belong to no enterprise account. */
  readonly withoutEnterprise?: true
  /** Also for members who have not yet set up the second factor that the enterprise account requires. */
  readonly beforeSecondFactor?: true
}

export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type ParsedInputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodType, infer O> ? z.output<O> : never

/** Keeps the literal types of schemas, access and flags. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

export const API_PREFIX = '/api/v1'

/** The envelope of every JSON answer (specification, section 7). */
export type Envelope<T> = { success: boolean; code: string; msg: string; obj: T }

export const SUCCESS_CODE = '00000'
