import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'
import { PasskeyAnswer, PasskeyChallenge } from './account.ts'

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Synchronized to other devices by a password manager. */
  synced: z.boolean(),
  createdAt: time,
  lastUsedAt: time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const passkeyName = z.string().trim().min(1, 'Required').max(64, 'Up to 64 characters.')

/** New recovery codes, shown only once; null when the existing ones remain valid. */
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).nullable() })

export const overview = endpoint({
  method: 'POST',
  path: '/security/overview',
  access: 'signed-in',
  withoutEnterprise: true,
  reads: true,
  summary: 'The second factors of the signed-in user',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({
    /** Since when an authenticator app is set up. */
    appSince: time.nullable(),
    passkeys: z.array(Passkey),
    recoveryCodesLeft: z.int(),
    /** Whether the current enterprise account requires a second factor. */
    demanded: z.boolean(),
  }),
})

export const beginApp = endpoint({
  method: 'POST',
  path: '/security/app/begin',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'A secret for an authenticator app, to be confirmed by a code',
  beforeSecondFactor: true,
  stepUp: true,
  input: nothing,
  output: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmApp = endpoint({
  method: 'POST',
  path: '/security/app/confirm',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Set up the authenticator app by a code that it shows',
  beforeSecondFactor: true,
  stepUp: true,
  input: z.object({ code: z.string().trim().min(1, 'Required').max(10) }),
  output: RecoveryCodes,
})

export const removeApp = endpoint({
  method: 'POST',
  path: '/security/app/remove',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Remove the authenticator app',
  beforeSecondFactor: true,
  stepUp: true,
  input: nothing,
  output: done,
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/security/recovery/renew',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'New recovery codes; the old ones stop working',
  beforeSecondFactor: true,
  stepUp: true,
  input: nothing,
  output: RecoveryCodes,
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/security/passkey/begin',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'A challenge for creating a passkey',
  beforeSecondFactor: true,
  stepUp: true,
  input: nothing,
  output: PasskeyChallenge,
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/security/passkey/add',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Save a passkey that was created',
  beforeSecondFactor: true,
  stepUp: true,
  input: PasskeyAnswer.extend({ name: passkeyName }),
  output: RecoveryCodes,
})

export const renamePasskey = endpoint({
  method: 'POST',
  path: '/security/passkey/rename',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Give a passkey another name',
  beforeSecondFactor: true,
  input: z.object({ id, name: passkeyName }),
  output: done,
})

export const removePasskey = endpoint({
  method: 'POST',
  path: '/security/passkey/remove',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Remove a passkey',
  beforeSecondFactor: true,
  stepUp: true,
  input: z.object({ id }),
  output: done,
})

/** Ways to prove one's identity: the second factor if there is one, otherwise the password. */
export const proofWays = ['PASSWORD', 'CODE', 'PASSKEY'] as const

export const beginStepUp = endpoint({
  method: 'POST',
  path: '/security/stepup/begin',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'How the signed-in user can prove their identity',
  beforeSecondFactor: true,
  input: nothing,
  output: z.object({ ways: z.array(z.enum(proofWays)), passkey: PasskeyChallenge.optional() }),
})

export const stepUp = endpoint({
  method: 'POST',
  path: '/security/stepup',
  access: 'signed-in',
  withoutEnterprise: true,
  summary: 'Prove your identity for sensitive actions in the next 10 minutes of this session',
  beforeSecondFactor: true,
  input: z.union([
    z.object({ password: z.string().min(1, 'Required').max(1024) }),
    z.object({ code: z.string().trim().min(1, 'Required').max(40) }),
    z.object({ passkey: PasskeyAnswer }),
  ]),
  output: done,
})

export const demandSecondFactor = endpoint({
  method: 'POST',
  path: '/security/demand',
  access: 'Role_Edit',
  summary: 'Require a second factor of all members of the enterprise account, or stop requiring it',
  stepUp: true,
  input: z.object({ demanded: z.boolean() }),
  output: done,
})
