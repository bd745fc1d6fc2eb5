/** An eUICC for tests and demos, with a certificate of its own under the EUM of a test CI. */
import { computeEidCheckDigits, type Eid, parseEid } from '@simwright/ids'
import { importSigningKey } from '@simwright/rsp'
import { type Identity, issueTestEuicc, type Sources, TEST_EID_PREFIX } from '@simwright/x509'
import { createEuicc, type Euicc } from './euicc.ts'
import type { EuiccOptions } from './euicc-context.ts'
import type { EuiccState } from './euicc-state.ts'
import { CARD_CAPABILITIES } from './uicc-service.ts'

/** Issuer, sources and options of a test eUICC. */
export type TestEuiccRequest = Pick<EuiccOptions, 'eid' | 'ciRoots' | 'generateOneTimeKey' | 'now'> & {
  readonly eum: Identity
  readonly sources: Sources
  /** Key and certificate of a stored eUICC. By default new ones are issued. */
  readonly identity?: Identity
  /** Non-volatile memory of a stored eUICC. */
  readonly state?: EuiccState
  /** Options that replace the defaults. */
  readonly options?: Partial<
    Omit<EuiccOptions, 'eid' | 'ciRoots' | 'generateOneTimeKey' | 'euiccKey' | 'euiccCertificate'>
  >
}

/** A test eUICC, with the identity that is needed to load it again. */
export type TestEuicc = { readonly euicc: Euicc; readonly eid: Eid; readonly identity: Identity }

/** Any operator may set any policy rule with the consent of the user. A nibble E means any digit. */
const ANY_OPERATOR = { mccMnc: Uint8Array.of(0xee, 0xee, 0xee) }

/** Defaults of a test eUICC. */
const TEST_DEFAULTS = {
  svn: '2.3.0',
  profileVersion: '3.3.1',
  firmwareVersion: '1.0.0',
  capabilities: CARD_CAPABILITIES,
  memory: { nonVolatileBytes: 512 * 1024, volatileBytes: 16 * 1024 },
  rootDsAddress: 'lpa.ds.gsma.com',
  policyAuthorisations: [
    { pprIds: new Set(['ppr1', 'ppr2'] as const), allowedOperators: [ANY_OPERATOR], consentRequired: true },
  ],
}

/** Creates a test eUICC. Without `identity` a new key and certificate are issued under the EUM. */
export function testEuicc(request: TestEuiccRequest): TestEuicc {
  const { eid, eum, sources, ciRoots, generateOneTimeKey, now } = request
  const identity = request.identity ?? issueTestEuicc({ ...sources, eum, eid })
  const options: EuiccOptions = {
    ...TEST_DEFAULTS,
    eid,
    euiccKey: importSigningKey(identity.privateKey),
    euiccCertificate: identity.certificate,
    eumCertificate: eum.certificate,
    ciRoots,
    random: sources.random,
    generateOneTimeKey,
    ...(now ? { now } : {}),
    ...request.options,
  }
  return { euicc: createEuicc(options, request.state), eid, identity }
}

const SERIAL_DIGITS = 22

/** The EID of an eUICC of the test EUM, 32 digits with check digits. */
export function testEid(serial: number): Eid {
  const first30 = TEST_EID_PREFIX + String(serial).padStart(SERIAL_DIGITS, '0')
  return parseEid(first30 + computeEidCheckDigits(first30))
}
