import type { Certificate } from './certificate.ts'
import type { KeyUsage } from './extension.ts'

/** The role of a certificate (SGP.22, 2.7 and 4.5.2). The `-sub` roles are intermediate CAs of v3. */
export type Role =
  | 'ci'
  | 'ci-sub'
  | 'eum'
  | 'eum-sub'
  | 'euicc'
  | 'dp-sub'
  | 'dp-tls'
  | 'dp-auth'
  | 'dp-pb'
  | 'ds-sub'
  | 'ds-tls'
  | 'ds-auth'

/** The requirements on certificates of a role. */
export interface RoleFacts {
  /** Policy OIDs that state the role: v2 (variant O) first, then v3 (variants Ov3, A, B, C). */
  readonly policies: readonly string[]
  /** Usages that must all be permitted. */
  readonly keyUsage: readonly KeyUsage[]
  /** Whether it is a CA. */
  readonly authority: boolean
  /** Roles that may issue it. */
  readonly issuers: readonly Role[]
}

/** id-rspRole of the SGP.22 ASN.1 module; each role has an arc below it. */
const id = '2.23.146.1.2.1'
const leaf = { keyUsage: ['digitalSignature'], authority: false } as const
const authority = { keyUsage: ['keyCertSign'], authority: true } as const

/** The requirements of each role (SGP.22 v2, 4.5.2.1 and v3.1, 4.5.2.1 with annex H). */
export const ROLES: Readonly<Record<Role, RoleFacts>> = {
  ci: { ...authority, policies: [`${id}.0`], issuers: ['ci'] },
  'ci-sub': { ...authority, policies: [`${id}.0.0`], issuers: ['ci'] },
  eum: { ...authority, policies: [`${id}.2`, `${id}.0.0.0`], issuers: ['ci', 'ci-sub'] },
  'eum-sub': { ...authority, policies: [`${id}.0.0.0.0`], issuers: ['eum'] },
  euicc: { ...leaf, policies: [`${id}.1`, `${id}.0.0.0.0.0`], issuers: ['eum', 'eum-sub'] },
  'dp-sub': { ...authority, policies: [`${id}.0.0.1`], issuers: ['ci', 'ci-sub'] },
  'dp-tls': { ...leaf, policies: [`${id}.3`, `${id}.0.0.1.0`], issuers: ['ci', 'ci-sub', 'dp-sub'] },
  'dp-auth': { ...leaf, policies: [`${id}.4`, `${id}.0.0.1.1`], issuers: ['ci', 'ci-sub', 'dp-sub'] },
  'dp-pb': { ...leaf, policies: [`${id}.5`, `${id}.0.0.1.2`], issuers: ['ci', 'ci-sub', 'dp-sub'] },
  'ds-sub': { ...authority, policies: [`${id}.0.0.2`], issuers: ['ci', 'ci-sub'] },
  'ds-tls': { ...leaf, policies: [`${id}.6`, `${id}.0.0.2.0`], issuers: ['ci', 'ci-sub', 'ds-sub'] },
  'ds-auth': { ...leaf, policies: [`${id}.7`, `${id}.0.0.2.1`], issuers: ['ci', 'ci-sub', 'ds-sub'] },
}

const roleOfPolicy = new Map(
  (Object.keys(ROLES) as Role[]).flatMap((role) => ROLES[role].policies.map((policy) => [policy, role] as const)),
)

/** The role that the certificate's policies state. Undefined if they state none or more than one. */
export function roleOf({ extensions }: Certificate): Role | undefined {
  const roles = new Set(extensions.policies.map((policy) => roleOfPolicy.get(policy)))
  roles.delete(undefined)
  return roles.size === 1 ? [...roles][0] : undefined
}

/** Subject key identifiers of the SGP.26 test CIs, whose private keys are public. */
const SGP26_CI_KEY_IDS: readonly string[] = [
  'f54172bdf98a95d65cbeb88a38a1c11d800a85c3',
  'c0bc70ba36929d43b467ff57570530e57ab8fcd8',
  'ee1f7178b70c23826cdcea7bd28ceab1874f552d',
]

/** Whether the key identifier is that of a published SGP.26 test CI. Anyone can issue certificates under such a CI. */
export function isSgp26TestCi(keyId: Uint8Array): boolean {
  return SGP26_CI_KEY_IDS.includes(Buffer.from(keyId).toString('hex'))
}
