import type { z } from 'zod'
import type { PermissionId } from '../permission.ts'

/**
 * A call of the open API as a value. It is authenticated by a signature instead of a session, and its paths and fields
 * are those that existing clients use.
 */
export type SignedCall<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  /** Relative to `/api/v1`. */
  readonly path: `/${string}`
  /** Further paths of the same call, relative to `/api`. */
  readonly alsoAt?: readonly `/${string}`[]
  /** Also served at this path of the host itself, without `/api/v1`. */
  readonly onHost?: true
  /** The permission that is needed for the same in the portal. A suspended enterprise account loses those for changes. */
  readonly access: PermissionId
  readonly summary: string
  readonly input: Input
  readonly output: Output
  /** Changes nothing, and leaves no audit entry. */
  readonly reads?: true
  /** The only field that can be long: it is named, with its limit, when a body is too large. */
  readonly longest?: { readonly path: string; readonly text: string }
  /** The maximum size of the body. Default: that of the portal's calls. */
  readonly bodyLimitBytes?: number
}

export type SignedInput<C> = C extends SignedCall<infer I, z.ZodType> ? z.output<I> : never
export type SignedOutput<C> = C extends SignedCall<z.ZodType, infer O> ? z.output<O> : never

/** Keeps the literal types of schemas and flags. */
export function signedCall<const C extends SignedCall>(spec: C): C {
  return spec
}

/** How far the Timestamp of a call may be from the time of the server. */
export const TIMESTAMP_TOLERANCE_MS = 10 * 60_000
