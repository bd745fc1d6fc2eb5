import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, nothing, time, version } from '../list.ts'

/** Roles that somebody can arrive with by single sign-on: an owner is made by an owner. */
export const arrivalRoles = ['Admin', 'Sub-admin', 'Operator', 'Finance', 'Developer', 'Viewer'] as const
export type ArrivalRole = (typeof arrivalRoles)[number]

/** How many mail domains one enterprise account may name. */
export const SSO_DOMAINS_MAX = 20

/** A name of two labels at least, in ASCII (an internationalised one as `xn--`). */
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
  /** Name and text of the TXT record that proves it. */
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
  /** The only way in for everybody but owners. */
  only: z.boolean(),
  version,
  updatedAt: time,
})
export type SsoConnection = z.infer<typeof SsoConnection>

export const query = endpoint({
  method: 'POST',
  path: '/sso/query',
  access: 'Role_View',
  summary: 'Single sign-on of the enterprise account',
  input: nothing,
  output: z.object({
    connection: SsoConnection.nullable(),
    domains: z.array(SsoDomain),
    /** What the identity provider has to know of us; null until the connection is saved. */
    redirectUri: z.string().nullable(),
  }),
})

export const save = endpoint({
  method: 'POST',
  path: '/sso/save',
  access: 'Role_Edit',
  summary: 'Set up or change single sign-on; the issuer is asked for its description',
  stepUp: true,
  input: z.object({
    /** 0: there is none yet. */
    version: z.int().min(0),
    issuer: Issuer,
    clientId: z.string().trim().min(1, 'Required').max(300, 'Up to 300 characters.'),
    /** Left out: the one kept stays. */
    clientSecret: z.string().min(1, 'Required').max(1000, 'Up to 1000 characters.').optional(),
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
  summary: 'Name a mail domain; it counts once it is proved',
  stepUp: true,
  input: domainInput,
  output: SsoDomain,
})

export const checkDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/check',
  access: 'Role_Edit',
  summary: 'Look for the TXT record that proves a mail domain',
  input: domainInput,
  output: SsoDomain,
})

export const removeDomain = endpoint({
  method: 'POST',
  path: '/sso/domain/delete',
  access: 'Role_Edit',
  summary: 'Give up a mail domain',
  stepUp: true,
  input: domainInput,
  output: done,
})
