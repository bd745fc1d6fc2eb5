import type { EnterpriseId } from '../../../db/row-id.ts'
import type { WebhooksServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret in the form of Standard Webhooks: `whsec_` and random bytes in Base64. */
export const newSecret = ({ random }: Pick<Server, 'random'>): Secret<string> =>
  new Secret(`${PREFIX}${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64')}`)

/** The random bytes of a secret. */
export const secretBytes = (secret: Secret<string>): Buffer =>
  Buffer.from(secret.reveal().slice(PREFIX.length), 'base64')

type Location = { enterpriseId: EnterpriseId; id: string }

// a rotation moves the sealed value to the other column, so both have the same context
const contextOf = ({ enterpriseId, id }: Location) => ({
  enterpriseId,
  table: 'webhook_endpoint',
  row: id,
  field: 'secret',
})

export const sealSecret = ({ sealer }: Pick<Server, 'sealer'>, at: Location, secret: Secret<string>): Buffer =>
  sealer.seal(contextOf(at), secret)

/** The secrets that sign at a time, the current one first. */
export function openSecrets(
  { sealer }: Pick<Server, 'sealer'>,
  { enterprise_id: enterpriseId, id, ...sealed }: SealedSecrets,
  at: Date,
): Secret<string>[] {
  const current = sealer.openText(contextOf({ enterpriseId, id }), sealed.sealed_secret)
  if (!sealed.sealed_previous || !sealed.previous_until || sealed.previous_until <= at) return [current]
  return [current, sealer.openText(contextOf({ enterpriseId, id }), sealed.sealed_previous)]
}

export type SealedSecrets = {
  enterprise_id: EnterpriseId
  id: string
  sealed_secret: Buffer
  sealed_previous: Buffer | null
  previous_until: Date | null
}
