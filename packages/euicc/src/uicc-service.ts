/** The services of this card, for EUICCInfo2 and for the installation of packages. */
import type { UiccCapability } from '@simwright/rsp'
import type { CardImage } from '@simwright/saip'

/** A mandatory service in the header of a package. */
export type ServiceName = CardImage['mandatoryServices'][number]

/** The capabilities of this card in EUICCInfo2. Packages that require other services are refused. */
export const CARD_CAPABILITIES: ReadonlySet<UiccCapability> = new Set([
  'usimSupport',
  'isimSupport',
  'csimSupport',
  'akaMilenage',
  'akaTuak128',
  'akaTuak256',
  'usimTestAlgorithm',
  'multipleUsimSupport',
  'multipleIsimSupport',
  'berTlvFileSupport',
  'dfLinkSupport',
  'javacard',
  'getIdentity',
  'profileAX25519',
  'profileBP256',
] as const)

/** The mandatory service of a package that each capability provides (TCA eUICC Profile Package 8.2.1). */
const SERVICES: Partial<Record<UiccCapability, ServiceName>> = {
  contactlessSupport: 'contactless',
  usimSupport: 'usim',
  isimSupport: 'isim',
  csimSupport: 'csim',
  akaMilenage: 'milenage',
  akaCave: 'cave',
  akaTuak128: 'tuak128',
  akaTuak256: 'tuak256',
  usimTestAlgorithm: 'usim-test-algorithm',
  gbaAuthenUsim: 'gba-usim',
  gbaAuthenISim: 'gba-isim',
  mbmsAuthenUsim: 'mbms',
  eapClient: 'eap',
  javacard: 'javacard',
  multos: 'multos',
  multipleUsimSupport: 'multiple-usim',
  multipleIsimSupport: 'multiple-isim',
  multipleCsimSupport: 'multiple-csim',
  berTlvFileSupport: 'ber-tlv',
  dfLinkSupport: 'dfLink',
  catTp: 'cat-tp',
  getIdentity: 'get-identity',
  profileAX25519: 'profile-a-x25519',
  profileBP256: 'profile-b-p256',
  suciCalculatorApi: 'suciCalculatorApi',
  dnsResolution: 'dns-resolution',
  scp11ac: 'scp11ac',
  scp11cAuthorizationMechanism: 'scp11c-authorization-mechanism',
  s16mode: 's16mode',
  eaka: 'eaka',
}

/** The services that a card with these capabilities provides. */
export function servicesOf(capabilities: ReadonlySet<UiccCapability>): ReadonlySet<ServiceName> {
  return new Set([...capabilities].flatMap((capability) => SERVICES[capability] ?? []))
}
