import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, time, version } from '../list.ts'

/** Roles that single sign-on can give to a new member. Only owners can make someone an owner. */
export const arrivalRoles = ['Admin', 'Sub-admin', 'Operator', 'Finance', 'Developer', 'Viewer'] as const
export type ArrivalRole = (typeof arrivalRoles)[number]

/** The maximum number of mail domains of an enterprise account. */
export const SSO_DOMAINS_MAX = 20

/** A domain name with at least two labels, in ASCII (internationalized names as `xn--`). */
export const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Up to 253 characters.')
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/, 'Invalid mail domain.')

export const Issuer = z
  .string()
  .trim()
  .min(1, 'Required')
  .max(500, 'Up to 500 characters.')
  .refine((text) => {
    const url = URL.parse(text)
    return url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '' && url.username === ''
  }, 'Invalid issuer.')

export const SsoDomain = z.object({
  domain: z.string(),
  /** Name and text of the TXT record that proves ownership. */
  recordName: z.string(),
  recordText: z.string(),
  provedAt: time.nullable(),
  provedBy: z.enum(['DNS', 'STAFF']).nullable(),
})
export type SsoDomain = z.infer<typeof SsoDomain>

export const SsoConnection = z.object({
  issuer: z.string(),
  clientId: z.string(),
  defaultRole: z.enum(arrivalRoles),
  enabled: z.boolean(),
  /** The only way to sign in, except for owners. */
  only: z.boolean(),
  /** When the saved issuer, client ID and client secret passed a test; null: not tested. */
  testedAt: time.nullable(),
  version,
  updatedAt: time,
})
export type SsoConnection = z.infer<typeof SsoConnection>

/**
 * Why a test sign-in failed. `DENIED`: canceled at the provider. `UNREACHABLE`: no answer. `REFUSED`: the provider
 * refused, or its answer is invalid. `NO_EMAIL`: no address was sent. `FOREIGN_DOMAIN`: the address is not in a verified
 * mail domain.
 */
export const ssoFailures = ['DENIED', 'UNREACHABLE', 'REFUSED', 'NO_EMAIL', 'FOREIGN_DOMAIN'] as const
export type SsoFailure = (typeof ssoFailures)[number]

/** The user's newest test of a sign-in. */
export const SsoTest = z.object({
  issuer: z.string(),
  clientId: z.string(),
  state: z.enum(['RUNNING', 'PASSED', 'FAILED']),
  at: time,
  /** Whether the saved issuer, client ID and client secret were tested. */
  ofSaved: z.boolean(),
  /** Null while the user is at the provider. */
  result: z
    .object({
      failure: z.enum(ssoFailures).nullable(),
      /** Who signed in; empty when the test failed before that was known. */
      email: z.string(),
      name: z.string(),
      /** Names of the claims about the user. */
      claims: z.array(z.string()),
      /** The error code and description of the provider, or what is wrong with its answer. */
      error: z.string(),
      /** The address that was called. */
      tried: z.string(),
    })
    .nullable(),
})
export type SsoTest = z.infer<typeof SsoTest>

export const query = endpoint({
  method: 'POST',
  path: '/sso/query',
  access: 'Role_View',
  reads: true,
  summary: 'Single sign-on of the enterprise account',
  input: nothing,
  output: z.object({
    connection: SsoConnection.nullable(),
    test: SsoTest.nullable(),
    domains: z.array(SsoDomain),
    /** The redirect URI to register with the identity provider; the same before and after the connection is saved. */
    redirectUri: z.string(),
    /** The page to return to after a sign-out at the provider. */
    signOutUri: z.string(),
  }),
})

const Credentials = z.object({
  issuer: Issuer,
  clientId: z.string().trim().min(1, 'Required').max(300, 'Up to 300 characters.'),
  /** Absent: the stored secret is retained. */
  clientSecret: z.string().min(1, 'Required').max(1000, 'Up to 1000 characters.').optional(),
})

export const beginTest = endpoint({
  method: 'POST',
  path: '/sso/test',
  access: 'Role_Edit',
  allGroups: true,
  summary:
    'Begin a test sign-in with settings that need not be saved; returns the address to which the browser must go. Signs nobody in',
  stepUp: true,
  input: Credentials,
  output: z.object({ url: z.string() }),
})

export const save = endpoint({
  method: 'POST',
  path: '/sso/save',
  access: 'Role_Edit',
  allGroups: true,
  summary:
    'Set up or change single sign-on; loads the metadata of the issuer. To turn it on or require it, the user must have tested the issuer, client ID and client secret',
  stepUp: true,
  input: Credentials.extend({
    /** 0: not set up yet. */
    version: z.int().min(0),
    defaultRole: z.enum(arrivalRoles),
    enabled: z.boolean(),
    only: z.boolean(),
  }),
  output: z.object({ version }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/sso/delete',
  access: 'Role_Edit',
  summary: 'Remove single sign-on and its identities; members then need a password',
  stepUp: true,
  input: z.object({ version }),
  output: done,
})

const domainInput = z.object({ domain: MailDomain })

export const addDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/add',
  access: 'Role_Edit',
  summary: 'Add a mail domain, which must then be proved',
  stepUp: true,
  input: domainInput,
  output: SsoDomain,
})

export const checkDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/check',
  access: 'Role_Edit',
  summary: 'Check the TXT record that proves a mail domain',
  input: domainInput,
  output: SsoDomain,
})

export const removeDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/delete',
  access: 'Role_Edit',
  summary: 'Remove a mail domain',
  stepUp: true,
  input: domainInput,
  output: done,
})
