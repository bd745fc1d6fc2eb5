import type { OpenApiServer as Server } from '../../../port/module.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import type { CredentialKey } from './queries.ts'

/** Both secrets of a credential have this context, because rotation moves one to the other column. */
const contextOf = ({ enterpriseId, id }: CredentialKey): SealContext => ({
  enterpriseId,
  table: 'open_api_credential',
  row: id,
  field: 'secret',
})

const ACCESS_KEY_BYTES = 12
const SECRET_BYTES = 32

/** 24 hexadecimal digits after a prefix by which scanners find it. */
export const newAccessKey = ({ random }: Pick<Server, 'random'>): string =>
  `SWAK${Buffer.from(random.bytes(ACCESS_KEY_BYTES)).toString('hex').toUpperCase()}`

/** 256 random bits after a prefix by which scanners find it. */
export const newSecret = ({ random }: Pick<Server, 'random'>): Secret<string> =>
  new Secret(`sws_${Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url')}`)

export const sealSecret = ({ sealer }: Pick<Server, 'sealer'>, key: CredentialKey, secret: Secret<string>): Buffer =>
  sealer.seal(contextOf(key), secret)

export const openSecret = ({ sealer }: Pick<Server, 'sealer'>, key: CredentialKey, sealed: Buffer): Secret<string> =>
  sealer.openText(contextOf(key), sealed)
