import { readTlvs, toHex } from '@simwright/asn1'
import { decodeHttpsSession } from '../card/https-session.ts'
import { orUndefined } from '../check/rule.ts'
import type {
  ApplicationInstance,
  ApplicationLoadPackage,
  KeyObject,
  Rfm,
  SecurityDomain,
} from '../codec/application-element.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import { araMAid, describeAccessRules } from './ara-text.ts'
import { group, type InspectedBytes, leaf, node, type PackageNode, withUniqueKeys } from './package-node.ts'
import { recycleParametersOf } from './secret.ts'

/** A big-endian number of up to 6 bytes. */
const number = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)

const aidText = (aid: Uint8Array) => [toHex(aid).toUpperCase()]

/** Privileges by bit, most significant bit of the first byte first (GlobalPlatform Card Specification, 11.1.2). */
const privileges = [
  'security domain',
  'DAP verification',
  'delegated management',
  'card lock',
  'card terminate',
  'card reset',
  'CVM management',
  'mandated DAP verification',
  'trusted path',
  'authorized management',
  'token management',
  'global delete',
  'global lock',
  'global registry',
  'final application',
  'global service',
  'receipt generation',
  'ciphered load file data block',
  'contactless activation',
  'contactless self-activation',
]
/** Life cycle states of applications and security domains (GlobalPlatform Card Specification, 11.1.1). */
const lifeCycles: Readonly<Record<number, string>> = { 3: 'Installed', 7: 'Selectable', 15: 'Personalized' }
const channelNames: Readonly<Record<number, string>> = {
  2: 'SCP02',
  3: 'SCP03',
  17: 'SCP11',
  128: 'SCP80',
  129: 'SCP81',
}
const keyTypes: Readonly<Record<number, string>> = { 128: 'DES', 133: 'PSK-TLS', 136: 'AES', 144: 'HMAC-SHA1' }
/** Uses of a key by bit, most significant first (GlobalPlatform Card Specification, 11.1.9). */
const keyUses = [
  'verification',
  'computation',
  'secure messaging in response',
  'secure messaging in command',
  'confidentiality',
  'checksum',
  'digital signature',
  'authorization',
]

/** A security domain: its instance, its keys (hidden) and its personalization. */
export function securityDomainNodes(from: InspectedBytes, value: SecurityDomain): PackageNode[] {
  const { instance, keyList = [], sdPersoData = [], catTpParameters } = value
  const personalization = sdPersoData.flatMap((data, index) =>
    leaf(from, { key: `personalization ${index + 1}`, label: `Personalization ${index + 1}` }, data, sessionWords),
  )
  return [
    ...instanceNodes(from, instance),
    ...withUniqueKeys(keyList.map((key) => keyNode(from, key))),
    ...personalization,
    ...leaf(from, { key: 'restriction', label: 'Restrictions' }, value.openPersoData?.restrictParameter),
    ...(catTpParameters === undefined
      ? []
      : [
          node({
            key: 'cat-tp',
            label: 'CAT_TP',
            words: [`SDU of ${catTpParameters.catTpMaxSduSize} bytes, PDU of ${catTpParameters.catTpMaxPduSize} bytes`],
          }),
        ]),
  ]
}

/** The parameters of HTTPS sessions (GlobalPlatform amendment B, 4.7). Other data has no words. */
function sessionWords(data: Uint8Array): string[] {
  const session = decodeHttpsSession(data)
  if (session === undefined) return []
  const { retry, agent, accessPoint } = session
  return [
    'Parameters of HTTPS sessions',
    `Key identity ${new TextDecoder().decode(session.identity)}, key version ${session.keyVersion}`,
    `Server ${session.address}, port ${session.port}, buffer of ${session.bufferBytes} bytes`,
    ...(accessPoint === undefined ? [] : [`Access point ${accessPoint}`]),
    `Host ${session.host}, URI ${session.uri}`,
    ...(agent === undefined ? [] : [`Agent ${agent}`]),
    ...(retry === undefined ? [] : [`${retry.times} retries, each after ${retry.seconds} s`]),
  ]
}

/** An application: its code and its instances. */
export function applicationNodes(from: InspectedBytes, value: ElementOf<'application'>['value']): PackageNode[] {
  const { loadBlock, instanceList = [] } = value
  return [
    ...(loadBlock === undefined ? [] : [loadNode(from, loadBlock)]),
    ...instanceList.map((instance, index) => {
      const label = toHex(instance.instanceAID).toUpperCase()
      return group({ key: `instance ${index + 1}`, label: `Instance ${label}` }, instanceNodes(from, instance))
    }),
  ]
}

/** Remote file management: addresses, minimum security and access. */
export function remoteFileNodes(from: InspectedBytes, value: Rfm): PackageNode[] {
  const { tarList = [], adfRFMAccess: adf } = value
  return [
    ...leaf(from, { key: 'aid', label: 'AID' }, value.instanceAID, aidText),
    ...leaf(from, { key: 'domain', label: 'Security domain' }, value.securityDomainAID, aidText),
    ...tarList.flatMap((tar, index) => leaf(from, { key: `tar ${index + 1}`, label: 'TAR' }, tar, aidText)),
    ...leaf(from, { key: 'security', label: 'Minimum security' }, value.minimumSecurityLevel, securityWords),
    ...leaf(from, { key: 'access', label: 'Access to files' }, value.uiccAccessDomain, accessWords),
    ...leaf(from, { key: 'admin-access', label: 'Administrative access' }, value.uiccAdminAccessDomain, accessWords),
    ...(adf === undefined
      ? []
      : [
          ...leaf(from, { key: 'adf', label: 'Application' }, adf.adfAID, aidText),
          ...leaf(from, { key: 'adf-access', label: 'Access to its files' }, adf.adfAccessDomain, accessWords),
          ...leaf(
            from,
            { key: 'adf-admin-access', label: 'Administrative access to its files' },
            adf.adfAdminAccessDomain,
            accessWords,
          ),
        ]),
  ]
}

function loadNode(from: InspectedBytes, load: ApplicationLoadPackage): PackageNode {
  return group({ key: 'load', label: 'Load package' }, [
    ...leaf(from, { key: 'aid', label: 'AID' }, load.loadPackageAID, aidText),
    ...leaf(from, { key: 'domain', label: 'Security domain' }, load.securityDomainAID, aidText),
    ...leaf(from, { key: 'hash', label: 'Hash' }, load.hashValue),
    ...leaf(from, { key: 'code', label: 'Code' }, load.loadBlockObject, ({ length }) => [`${length} bytes`]),
  ])
}

function instanceNodes(from: InspectedBytes, instance: ApplicationInstance): PackageNode[] {
  const isAra = toHex(instance.instanceAID) === araMAid
  const { applicationParameters: uicc, processData = [] } = instance
  const extradition = instance.extraditeSecurityDomainAID
  return [
    ...leaf(from, { key: 'aid', label: 'AID' }, instance.instanceAID, aidText),
    ...leaf(from, { key: 'package', label: 'Load package' }, instance.applicationLoadPackageAID, aidText),
    ...leaf(from, { key: 'class', label: 'Class' }, instance.classAID, aidText),
    ...leaf(from, { key: 'domain', label: 'Security domain' }, extradition, aidText),
    ...leaf(from, { key: 'privileges', label: 'Privileges' }, instance.applicationPrivileges, privilegeWords),
    ...leaf(from, { key: 'life-cycle', label: 'Life cycle' }, instance.lifeCycleState, ([state = 0]) => [
      lifeCycles[state & 0x7f] ?? `State ${state}`,
    ]),
    ...parameterNodes(from, instance),
    ...leaf(
      from,
      { key: 'toolkit', label: 'Toolkit parameters' },
      uicc?.uiccToolkitApplicationSpecificParametersField,
      toolkitWords,
    ),
    ...leaf(from, { key: 'uicc-access', label: 'Access to files' }, uicc?.uiccAccessApplicationSpecificParametersField),
    ...processData.flatMap((data, index) =>
      leaf(from, { key: `data ${index + 1}`, label: `Data ${index + 1}` }, data, (bytes) =>
        isAra ? describeAccessRules(bytes) : [],
      ),
    ),
  ]
}

/** The parameters C9: of a Recycle applet its parts, of which the key is hidden; of a security domain its channels. */
function parameterNodes(from: InspectedBytes, instance: ApplicationInstance): PackageNode[] {
  const isDomain = ((instance.applicationPrivileges[0] ?? 0) & 0x80) !== 0
  const recycle = recycleParametersOf(instance)
  if (recycle === undefined) {
    const name = { key: 'c9', label: 'Install parameters C9' }
    return leaf(from, name, instance.applicationSpecificParametersC9, isDomain ? channelWords : undefined)
  }
  return [
    ...leaf(from, { key: 'recycle-key', label: 'Key of the message' }, recycle.key),
    ...leaf(from, { key: 'expire-time', label: 'Recycle time' }, recycle.expireTime, (seconds) => [
      new Date(number(seconds) * 1000).toISOString(),
    ]),
    ...leaf(from, { key: 'host', label: 'Host' }, recycle.host, (host) => [new TextDecoder().decode(host)]),
    ...leaf(from, { key: 'port', label: 'Port' }, recycle.port, (port) => [String(number(port))]),
  ]
}

function keyNode(from: InspectedBytes, key: KeyObject): PackageNode {
  const [version, identifier] = [toHex(key.keyVersionNumber), toHex(key.keyIdentifier)]
  const { keyCounterValue: counter } = key
  const uses = [
    ...bitNames(key.keyUsageQualifier, keyUses),
    ...(counter === undefined ? [] : [`counter from ${number(counter)}`]),
  ]
  const components = key.keyComponents.flatMap(({ keyType, keyData, macLength }, index) => {
    const type = keyTypes[keyType[0] ?? 0] ?? `Type ${toHex(keyType)}`
    const label = `${type} key of ${keyData.length} bytes, checksum of ${macLength} bytes`
    return leaf(from, { key: `component ${index + 1}`, label }, keyData)
  })
  return group(
    { key: `key ${version}/${identifier}`, label: `Key version ${version}, identifier ${identifier}`, words: uses },
    components,
  )
}

function privilegeWords(bytes: Uint8Array): string[] {
  return bitNames(bytes, privileges)
}

/** The names of the bits that are on, most significant bit of the first byte first. */
function bitNames(bytes: Uint8Array, names: readonly string[]): string[] {
  const on = names.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0)
  return on.length === 0 ? ['None'] : on
}

/** The secure channels of a security domain: tag 81 of C9 (GlobalPlatform UICC Configuration; Amendment B). */
function channelWords(bytes: Uint8Array): string[] {
  const values = orUndefined(() => readTlvs(bytes)) ?? []
  return values
    .filter(({ tag }) => tag === 0x81)
    .map(({ value: [protocol = 0, options = 0] }) => {
      const name = channelNames[protocol] ?? `Secure channel ${protocol.toString(16).toUpperCase()}`
      return `${name}, options ${options.toString(16).toUpperCase().padStart(2, '0')}`
    })
}

/** SPI1 (ETSI TS 102 225, 5.1.1): checksum, ciphering and counter that a message must have at least. */
export function securityWords([spi = 0]: Uint8Array): string[] {
  const checksum = ['No checksum', 'Redundancy check', 'Cryptographic checksum', 'Digital signature'][spi & 3]
  const counter = ['no counter', 'counter not checked', 'counter must be higher', 'counter must be the next one'][
    (spi >> 3) & 3
  ]
  return [`${checksum}, ${(spi & 4) === 0 ? 'not ciphered' : 'ciphered'}, ${counter}`]
}

/** An access domain (ETSI TS 102 226, 8.2.1.3.2.3). */
function accessWords(bytes: Uint8Array): string[] {
  const [mechanism] = bytes
  if (mechanism === 0x00) return ['Full access']
  if (mechanism === 0xff) return ['No access']
  if (mechanism === 0x02) return [`Access rights ${toHex(bytes.subarray(1)).toUpperCase()}`]
  return [`Access domain ${toHex(bytes).toUpperCase()}`]
}

/** Toolkit parameters (ETSI TS 102 226, 8.2.1.3.2.2): menu entries, channels, minimum security and TARs. */
function toolkitWords(bytes: Uint8Array): string[] {
  let at = 0
  const byte = () => bytes[at++] ?? 0
  const [priority, timers, textLength, entries] = [byte(), byte(), byte(), byte()]
  at += 2 * entries
  const channels = byte()
  const security = bytes.subarray(at + 1, at + 1 + byte())
  at += security.length
  const tars = bytes.subarray(at + 1, at + 1 + byte())
  const names = Array.from({ length: Math.floor(tars.length / 3) }, (_, i) => toHex(tars.subarray(3 * i, 3 * i + 3)))
  return [
    `Priority ${priority}, ${timers} timers, ${entries} menu entries of up to ${textLength} bytes, ${channels} channels`,
    ...(security.length === 2 && security[0] === 1 ? securityWords(security.subarray(1)) : []),
    ...names.map((tar) => `TAR ${tar.toUpperCase()}`),
  ]
}
