import { randomBytes } from 'node:crypto'
import { toHex } from '@simwright/asn1'
import { parseStored } from '@simwright/contract/profiles/configuration'
import { parseImsi, readIccid } from '@simwright/ids'
import { buildProfile } from '@simwright/saip'
import { packageConfig } from '../modules/profiles/configurations/service.ts'

const fields = parseStored({
  name: 'Own',
  type: 'Conformance_Test',
  profileName: 'Own package',
  hplmn: [{ plmn: '99970', access: ['E-UTRAN'] }],
  confirmationCode: { mode: 'none' },
})

/** A profile package with random keys, in hexadecimal. Its ICCID has the form that is given. */
export function suppliedPackage({ iccid, imsi }: { iccid: string; imsi: string }): string {
  const key = () => randomBytes(16)
  return toHex(
    buildProfile(packageConfig(fields), {
      iccid: readIccid(iccid, { nineteenDigits: 'complete' }).value.card,
      imsi: parseImsi(imsi),
      ki: key(),
      opc: key(),
      pin1: '2580',
      pin2: '2580',
      puk1: '25801470',
      puk2: '25801470',
      adm1: '25801470',
      ota: { kic: key(), kid: key(), kik: key() },
      scp03: { enc: key(), mac: key(), dek: key() },
    }),
  )
}
