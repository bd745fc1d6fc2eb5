/** A Regular profile with Ki and OPc of 3GPP TS 35.208 test set 1, and matching metadata. */
import { fromHex } from '@simwright/asn1'
import { parseIccid, parseImsi, parsePlmn, plmnToBytes } from '@simwright/ids'
import type { StoreMetadataRequest } from '@simwright/rsp'
import {
  buildProfile,
  decodeProfile,
  encodeProfile,
  type ProfileConfig,
  type ProfileElement,
  type ProfileKeys,
} from '@simwright/saip'
import { type Offer, random, SMDP_HOST } from './smdp.ts'

export const TEST_SET_1 = {
  ki: fromHex('465b5ce8b199b49faa5f0a2ee238a6bc'),
  opc: fromHex('cd63cb71954a9f4e48a5994e37a02baf'),
  rand: fromHex('23553cbe9637a89d218ae64dae47bf35'),
} as const

export const ICCID = parseIccid('8988211000000001234')
export const OTHER_ICCID = parseIccid('8988211000000005678')
export const IMSI = parseImsi('901700000000123')

const CONFIG: ProfileConfig = {
  profileName: 'Fleet plan',
  serviceProviderName: 'Simwright',
  algorithm: 'MILENAGE',
  profileClass: 'test',
  pin1: 'enabled',
}

const keysFor = (iccid: ProfileKeys['iccid'], more: Partial<ProfileKeys>): ProfileKeys => ({
  iccid,
  imsi: IMSI,
  ki: TEST_SET_1.ki,
  opc: TEST_SET_1.opc,
  pin1: '4711',
  pin2: '0815',
  puk1: '76543210',
  puk2: '65432107',
  adm1: '13572468',
  ota: { kic: random(16), kid: random(16), kik: random(16) },
  ...more,
})

/** A profile package. Its OTA keys are random unless they are given. */
export function profilePackage(
  iccid = ICCID,
  config: Partial<ProfileConfig> = {},
  keys: Partial<ProfileKeys> = {},
): Uint8Array {
  return buildProfile({ ...CONFIG, ...config }, keysFor(iccid, keys))
}

/** Changes elements of a package. An element for which `change` returns nothing stays as it is. */
export function changePackage(
  upp: Uint8Array,
  change: (element: ProfileElement) => ProfileElement | readonly ProfileElement[] | undefined,
): Uint8Array {
  const elements = decodeProfile(upp) as readonly ProfileElement[]
  return encodeProfile(elements.flatMap((element) => change(element) ?? element))
}

/** Metadata with the owner and the ICCID of the profile. */
export function metadataOf(iccid: string = ICCID, more: Partial<StoreMetadataRequest> = {}): StoreMetadataRequest {
  return {
    iccid,
    serviceProviderName: 'Simwright',
    profileName: 'Fleet plan',
    profileClass: 'operational',
    notificationConfigurationInfo: [
      {
        profileManagementOperation: new Set(['enable', 'disable', 'delete']),
        notificationAddress: SMDP_HOST,
      },
    ],
    profileOwner: { mccMnc: plmnToBytes(parsePlmn('90170')) },
    ...more,
  }
}

/** An offer of this profile. */
export function offerOf(more: Partial<Offer> = {}): Offer {
  return { metadata: metadataOf(), profilePackage: profilePackage(), ...more }
}
