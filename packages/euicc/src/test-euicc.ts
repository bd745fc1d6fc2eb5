/** An eUICC for tests, demos and benches: a certificate of its own under the EUM of a test CI. */
import { computeEidCheckDigits, type Eid, parseEid } from '@simwright/ids'
import { importSigningKey } from '@simwright/rsp'
import { type Identity, issueTestEuicc, type Sources, TEST_EID_PREFIX } from '@simwright/x509'
import { createEuicc, type Euicc } from './euicc.ts'
import type { EuiccOptions } from './euicc-context.ts'
import type { EuiccState } from './euicc-state.ts'
import { CARD_CAPABILITIES } from './uicc-service.ts'

export type TestEuiccRequest = Pick<EuiccOptions, 'eid' | 'ciRoots' | 'generateOneTimeKey' | 'now'> & {
  readonly eum: Identity
  readonly sources: Sources
  /** What an earlier life of the same eUICC left. */
  readonly identity?: Identity
  readonly state?: EuiccState
  /** Whatever shall differ from the usual test eUICC. */
  readonly options?: Partial<
    Omit<EuiccOptions, 'eid' | 'ciRoots' | 'generateOneTimeKey' | 'euiccKey' | 'euiccCertificate'>
  >
}

export type TestEuicc = { readonly euicc: Euicc; readonly eid: Eid; readonly identity: Identity }

/** Any operator may set any rule if the user consents: nibble E stands for any digit. */
const ANY_OPERATOR = { mccMnc: Uint8Array.of(0xee, 0xee, 0xee) }

const EUICC_FACTS = {
  svn: '2.3.0',
  profileVersion: '2.3.1',
  firmwareVersion: '1.0.0',
  capabilities: CARD_CAPABILITIES,
  memory: { nonVolatileBytes: 512 * 1024, volatileBytes: 16 * 1024 },
  rootDsAddress: 'lpa.ds.gsma.com',
  policyAuthorisations: [
    { pprIds: new Set(['ppr1', 'ppr2'] as const), allowedOperators: [ANY_OPERATOR], consentRequired: true },
  ],
}

export function testEuicc(request: TestEuiccRequest): TestEuicc {
  const { eid, eum, sources, ciRoots, generateOneTimeKey, now } = request
  const identity = request.identity ?? issueTestEuicc({ ...sources, eum, eid })
  const options: EuiccOptions = {
    ...EUICC_FACTS,
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

/** The EID of one eUICC under the test EUM, with its check digits. */
export function testEid(serial: number): Eid {
  const first30 = TEST_EID_PREFIX + String(serial).padStart(SERIAL_DIGITS, '0')
  return parseEid(first30 + computeEidCheckDigits(first30))
}
