import type { CertificateIssuer } from '@simwright/contract/profiles/configuration'
import { computeEidCheckDigits } from '@simwright/ids'
import { issueTestEuicc, TEST_EID_PREFIX } from '@simwright/x509'
import type { PhoneServer as Server } from '../../../port/module.ts'
import { openTestIssuer, sourcesOf, type TestIssuer } from '../smdp/service.ts'
import type { StoredEuicc } from './phone-task.ts'

type Needs = Pick<Server, 'db' | 'vault' | 'clock' | 'random' | 'smdp'>

const SERIAL_BYTES = 6
/** Above the serial numbers of tests and of the demo. */
const FIRST_SERIAL = 10n ** 20n
const SERIAL_DIGITS = 22

/** The curve of the port at which a code of this issuer is served. */
const curveOf = ({ smdp }: Needs, issuer: CertificateIssuer | null) =>
  issuer === 'BRP' && smdp.issuers.includes('BRP') ? 'brainpoolP256r1' : 'P-256'

/** The test issuer for codes of a configuration with this issuer. */
export const issuerFor = (server: Needs, issuer: CertificateIssuer | null): Promise<TestIssuer> =>
  openTestIssuer(server, curveOf(server, issuer))

/** Issues an eUICC with a new EID under the test issuer. */
export async function newEuicc(
  server: Needs,
  issuer: CertificateIssuer | null,
): Promise<{ eid: string; euicc: StoredEuicc }> {
  const { eum } = await issuerFor(server, issuer)
  const random = BigInt(`0x${Buffer.from(server.random.bytes(SERIAL_BYTES)).toString('hex')}`)
  const first30 = TEST_EID_PREFIX + String(FIRST_SERIAL + random).padStart(SERIAL_DIGITS, '0')
  const eid = first30 + computeEidCheckDigits(first30)
  const identity = issueTestEuicc({ ...sourcesOf(server), eum, eid, curve: curveOf(server, issuer) })
  return { eid, euicc: { ...identity, memory: null } }
}
