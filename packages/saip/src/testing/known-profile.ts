import { fromHex } from '@simwright/asn1'
import { parseIccid, parseImsi } from '@simwright/ids'
import type { ProfileConfig } from '../build/profile-config.ts'
import type { ProfileKeys } from '../build/profile-keys.ts'

/** A configuration that uses every field. */
export const fullConfig: ProfileConfig = {
  profileName: 'Acme travel',
  serviceProviderName: 'Acme Wireless',
  algorithm: 'MILENAGE',
  hplmn: [{ plmn: '24001', access: ['GSM', 'UTRAN', 'E-UTRAN', 'NG-RAN'] }],
  ehplmn: ['24007', '310410'],
  rplmn: '24001',
  plmn: [{ plmn: '26201', access: ['E-UTRAN'] }],
  oplmn: [{ plmn: '26202', access: ['E-UTRAN', 'NG-RAN'] }],
  fplmn: ['26203'],
  pnn: { fullName: 'Acme Wireless', shortName: 'Acme' },
  gid1: 'a1b2',
  gid2: 'c3',
  smsp: '+46705008999',
  languages: ['sv', 'en'],
  fiveG: {
    routingIndicator: '17',
    protectionScheme: 'A',
    homeNetworkPublicKeyId: 27,
    homeNetworkPublicKey: '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650',
    suciCalculation: 'ME',
  },
}

/** A configuration with mandatory fields only. */
export const plainConfig: ProfileConfig = { profileName: 'Plain', algorithm: 'MILENAGE' }

/** Keys that were generated once at random, so that results are reproducible. */
export const knownKeys: ProfileKeys = {
  iccid: parseIccid('8946010000000000001'),
  imsi: parseImsi('240011234567895'),
  ki: fromHex('7d3e91c4a5084fb26e1a97c3d0528bf6'),
  opc: fromHex('298cbe9bc24cbac6538e9afbd1056a00'),
  msisdn: '+46701234567',
  pin1: '0000',
  pin2: '4711',
  puk1: '27182818',
  puk2: '31415926',
  adm1: '16180339',
  ota: {
    kic: fromHex('d92c4f0e7ba3156a88c1f29e0473bd5a'),
    kid: fromHex('1f6e93ad04c8527bb0d2e9473c8a61f5'),
    kik: fromHex('a7350be2916fc84d2b90d36e7f14c58a'),
  },
}
