/** The registry of a profile: security domains, applications for remote management, applets (TCA eUICC Profile Package 8.6 to 8.8). */
import { concat, equalBytes, writeTlv } from '@simwright/asn1'
import type { CardImage } from '@simwright/saip'
import { type Apdu, CardRefusal, SW } from './apdu.ts'
import type { Applet } from './applet.ts'
import type { OtaKey } from './ota-algorithm.ts'

/** What an application can be reached with over the air. */
type Addressable = {
  readonly aid: Uint8Array
  /** Toolkit application references, 3 bytes each. */
  readonly tars: readonly Uint8Array[]
  /** SPI1 that packets must have at least. */
  readonly minimumSecurity: number
}

/** A security domain. The first one of a profile is the MNO-SD. */
export type SecurityDomain = Addressable & {
  readonly lifeCycle: number
  readonly privileges: Uint8Array
  readonly keys: readonly OtaKey[]
  /** Highest counter that was accepted, by key version. */
  readonly counters: Record<number, number>
}

/** An application that manages files over the air (ETSI TS 102 226 8). */
export type FileManager = Addressable & {
  /** Undefined is the MNO-SD. */
  readonly securityDomain?: Uint8Array
  /** Access domain for the files of the MF. */
  readonly access: Uint8Array
  /** The ADF in which it starts, with the access domain for the files in it. */
  readonly adf?: { readonly aid: Uint8Array; readonly access: Uint8Array }
}

/** Everything of a profile that is not a file, a PIN or a key of a network access application. */
export type CardRegistry = {
  readonly securityDomains: readonly SecurityDomain[]
  readonly fileManagers: readonly FileManager[]
  readonly applets: readonly Applet[]
}

/** Bytes 13 to 15 of an AID are the TAR of an application without a list of them (ETSI TS 101 220 annex D). */
const tarOf = (aid: Uint8Array) => (aid.length >= 15 ? [aid.slice(12, 15)] : [])

type InstanceOf = CardImage['applications'][number]

/** Length byte and value at an offset. */
const valueAt = (bytes: Uint8Array, at: number) => bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0))

/**
 * TARs and minimum SPI1 in the toolkit parameters of an instance (ETSI TS 102 226 8.2.1.3.2.2.1): priority, timers, menu
 * text, menu entries of 2 bytes, channels, then minimum security level and TARs with their lengths.
 */
function toolkitParameters({ applicationParameters, instanceAID }: InstanceOf): Omit<Addressable, 'aid'> {
  const field = applicationParameters?.uiccToolkitApplicationSpecificParametersField
  if (!field) return { tars: tarOf(instanceAID), minimumSecurity: 0 }
  const at = 5 + 2 * (field[3] ?? 0)
  const level = valueAt(field, at)
  const list = valueAt(field, at + 1 + level.length)
  const tars = Array.from({ length: Math.floor(list.length / 3) }, (_, index) => list.slice(3 * index, 3 * index + 3))
  return { tars: tars.length > 0 ? tars : tarOf(instanceAID), minimumSecurity: level[0] === 1 ? (level[1] ?? 0) : 0 }
}

/** Initial counters by key version, from the keys that have one. */
function initialCounters(keys: CardImage['securityDomains'][number]['keys']): Record<number, number> {
  return Object.fromEntries(
    keys.flatMap(({ keyVersionNumber, keyCounterValue }) =>
      keyCounterValue ? [[keyVersionNumber[0]!, keyCounterValue.reduce((sum, byte) => sum * 256 + byte, 0)]] : [],
    ),
  )
}

/** The registry of an image. It shares no memory with it. */
export function registryOf(image: CardImage): CardRegistry {
  return {
    securityDomains: image.securityDomains.map(({ instance, keys }) => ({
      aid: instance.instanceAID.slice(),
      ...toolkitParameters(instance),
      lifeCycle: instance.lifeCycleState[0]!,
      privileges: instance.applicationPrivileges.slice(),
      keys: keys.flatMap((key) =>
        key.keyComponents.map((component) => ({
          version: key.keyVersionNumber[0]!,
          identifier: key.keyIdentifier[0]!,
          type: component.keyType[0]!,
          value: component.keyData.slice(),
          checksumBytes: component.macLength,
        })),
      ),
      counters: initialCounters(keys),
    })),
    fileManagers: image.rfms.map((rfm) => ({
      aid: rfm.instanceAID.slice(),
      tars: rfm.tarList?.map((tar) => tar.slice()) ?? tarOf(rfm.instanceAID),
      minimumSecurity: rfm.minimumSecurityLevel[0]!,
      ...(rfm.securityDomainAID ? { securityDomain: rfm.securityDomainAID.slice() } : {}),
      access: rfm.uiccAccessDomain.slice(),
      ...(rfm.adfRFMAccess
        ? { adf: { aid: rfm.adfRFMAccess.adfAID.slice(), access: rfm.adfRFMAccess.adfAccessDomain.slice() } }
        : {}),
    })),
    applets: image.applications.map((instance) => ({
      aid: instance.instanceAID.slice(),
      classAid: instance.classAID.slice(),
      ...(instance.extraditeSecurityDomainAID ? { securityDomain: instance.extraditeSecurityDomainAID.slice() } : {}),
      lifeCycle: instance.lifeCycleState[0]!,
      privileges: instance.applicationPrivileges.slice(),
      parameters: instance.applicationSpecificParametersC9.slice(),
      memory: new Uint8Array(0),
    })),
  }
}

/** A row of GET STATUS. */
type RegistryEntry = { readonly aid: Uint8Array; readonly lifeCycle: number; readonly privileges: Uint8Array }

/** Life cycle state SELECTABLE of an application (GlobalPlatform Card Specification 11.1.1). */
const SELECTABLE = 0x07

/** Entries by P1 of GET STATUS: 80 is the issuer security domain, for a profile the MNO-SD, 40 all others. */
function entriesOf(registry: CardRegistry, p1: number): readonly RegistryEntry[] {
  const [first, ...others] = registry.securityDomains
  const managers = registry.fileManagers.map(({ aid }) => ({
    aid,
    lifeCycle: SELECTABLE,
    privileges: Uint8Array.of(0),
  }))
  switch (p1) {
    case 0x80:
      return first ? [first] : []
    case 0x40:
      return [...others, ...managers, ...registry.applets]
    default:
      throw new CardRefusal(SW.wrongParameters)
  }
}

/** P2 of GET STATUS: all entries at once, as data objects. */
const P2_ALL_AS_OBJECTS = 0x02

/**
 * GET STATUS (GlobalPlatform Card Specification 11.4): security domains and applications whose AID begins with the one in
 * the search criteria, each in a data object E3 with AID, life cycle state and privileges.
 * @throws CardRefusal 6A86 for another P1 or P2, 6A80 without search criteria, 6A88 if nothing is found
 */
export function getStatus(registry: CardRegistry, apdu: Apdu): Uint8Array {
  if (apdu.p2 !== P2_ALL_AS_OBJECTS) throw new CardRefusal(SW.wrongParameters)
  const [tag, length = 0] = apdu.data
  if (tag !== 0x4f || apdu.data.length < length + 2) throw new CardRefusal(SW.wrongData)
  const wanted = apdu.data.subarray(2, 2 + length)
  const found = entriesOf(registry, apdu.p1).filter(({ aid }) => equalBytes(aid.subarray(0, length), wanted))
  if (found.length === 0) throw new CardRefusal(SW.referencedDataNotFound)
  return concat(
    ...found.map(({ aid, lifeCycle, privileges }) =>
      writeTlv(0xe3, writeTlv(0x4f, aid), writeTlv(0x9f70, Uint8Array.of(lifeCycle)), writeTlv(0xc5, privileges)),
    ),
  )
}
