/** Remote management of files and applets with secured packets: ETSI TS 102 225 and TS 102 226. */
import { equalBytes } from '@simwright/asn1'
import { type Apdu, CardRefusal, type CommandAnswer, SW } from './apdu.ts'
import type { Applet } from './applet.ts'
import { type CardRegistry, type FileManager, getStatus, type SecurityDomain } from './card-registry.ts'
import { runScript } from './command-script.ts'
import {
  buildResponsePacket,
  type CommandPacket,
  keysOf,
  openCommandPacket,
  PACKET_STATUS,
  type PacketKeys,
  PacketRefusal,
  SPI1,
  wantsResponse,
} from './secured-packet.ts'

const NOTHING = new Uint8Array(0)

/** The highest counter, after which the key set is blocked (TS 102 225 5.1.4). */
const MAX_COUNTER = 2 ** 40 - 1

/** The application that a packet addresses, with the security domain whose keys protect it. */
type Target = {
  readonly domain: SecurityDomain
  readonly minimumSecurity: number
  readonly run: (apdu: Apdu) => CommandAnswer
}

/** What remote management needs from the card. */
export type RemoteAccess = {
  readonly registry: CardRegistry
  /** Opens the files with the rights of a file manager and returns a runner of its commands. */
  openFiles(manager: FileManager): (apdu: Apdu) => CommandAnswer
  /** Starts the personalisation of an applet, and returns a runner of its STORE DATA commands. */
  personalise(applet: Applet): (apdu: Apdu) => CommandAnswer
}

const hasTar = (tars: readonly Uint8Array[], tar: Uint8Array) => tars.some((own) => equalBytes(own, tar))

/** The security domain with this AID, or the MNO-SD. */
function domainOf({ securityDomains }: CardRegistry, aid: Uint8Array | undefined): SecurityDomain | undefined {
  return aid ? securityDomains.find((domain) => equalBytes(domain.aid, aid)) : securityDomains[0]
}

/** The application with the TAR of a packet. @throws PacketRefusal 09 */
function targetOf(card: RemoteAccess, tar: Uint8Array): Target {
  const { registry } = card
  const manager = registry.fileManagers.find(({ tars }) => hasTar(tars, tar))
  const domain = manager
    ? domainOf(registry, manager.securityDomain)
    : registry.securityDomains.find(({ tars }) => hasTar(tars, tar))
  if (!domain) throw new PacketRefusal(PACKET_STATUS.unknownTar)
  if (manager) return { domain, minimumSecurity: manager.minimumSecurity, run: card.openFiles(manager) }
  return { domain, minimumSecurity: domain.minimumSecurity, run: runDomainCommand(card) }
}

/** Whether SPI1 has at least the integrity check, the ciphering and the use of the counter of another SPI1. */
function isAtLeast(spi1: number, minimum: number): boolean {
  const strength = (mask: number) => (spi1 & mask) >= (minimum & mask)
  return strength(SPI1.integrity) && strength(SPI1.ciphered) && strength(SPI1.counter)
}

/** Uses of the counter: only a higher one, or only the next one (TS 102 225 5.1.1). */
const COUNTER_HIGHER = 0x10
const COUNTER_NEXT = 0x18

/**
 * Checks the counter of a packet against the highest accepted one of its key set, and stores it.
 * @throws PacketRefusal 02 if it is not higher, 03 if it must be the next one and is not, 04 if the highest possible one
 * was accepted
 */
function acceptCounter({ counters }: SecurityDomain, packet: CommandPacket, counter: number): void {
  const use = packet.spi1 & SPI1.counter
  if (use !== COUNTER_HIGHER && use !== COUNTER_NEXT) return
  const version = packet.kid >> 4
  const highest = counters[version] ?? 0
  if (highest >= MAX_COUNTER) throw new PacketRefusal(PACKET_STATUS.counterBlocked)
  if (counter <= highest) throw new PacketRefusal(PACKET_STATUS.counterLow)
  if (use === COUNTER_NEXT && counter !== highest + 1) throw new PacketRefusal(PACKET_STATUS.counterHigh)
  counters[version] = counter
}

/**
 * Processes a command packet and returns the response packet, empty if SPI2 does not ask for one. The order of checks is
 * that of TS 102 225 5.1: TAR, security level, ciphering, checksum, counter. Nothing runs unless all succeed.
 */
export function processCommandPacket(card: RemoteAccess, packet: CommandPacket): Uint8Array {
  let counter = 0
  let keys: PacketKeys | undefined
  const respond = (status: number, data: Uint8Array = NOTHING) =>
    wantsResponse(packet, status) ? buildResponsePacket(packet, { status, counter, data }, keys) : NOTHING
  try {
    const target = targetOf(card, packet.tar)
    if (!isAtLeast(packet.spi1, target.minimumSecurity)) throw new PacketRefusal(PACKET_STATUS.insufficientSecurity)
    const found = keysOf(packet, target.domain.keys)
    const opened = openCommandPacket(packet, found)
    keys = found
    counter = opened.counter
    acceptCounter(target.domain, packet, counter)
    return respond(PACKET_STATUS.ok, runScript(opened.data, target.run) ?? MALFORMED_SCRIPT)
  } catch (error) {
    if (error instanceof PacketRefusal) return respond(error.status)
    throw error
  }
}

/** Response data to a script whose lengths are wrong: no command has run, 6700. */
const MALFORMED_SCRIPT = Uint8Array.of(0x00, 0x67, 0x00)

const INS_GET_STATUS = 0xf2
const INS_INSTALL = 0xe6
const INS_STORE_DATA = 0xe2
/** P1 of INSTALL: for personalisation (GlobalPlatform Card Specification 11.5). */
const FOR_PERSONALISATION = 0x20

/**
 * The runner of commands to a security domain: GET STATUS, INSTALL for personalisation and the STORE DATA that follow it.
 * Loading and deleting of code is not supported.
 */
function runDomainCommand(card: RemoteAccess): (apdu: Apdu) => CommandAnswer {
  let storeData: ((apdu: Apdu) => CommandAnswer) | undefined
  return (apdu) => {
    if (apdu.ins === INS_GET_STATUS) return getStatus(card.registry, apdu)
    if (apdu.ins === INS_INSTALL) {
      storeData = card.personalise(appletToPersonalise(card.registry, apdu))
      return Uint8Array.of(0x00)
    }
    if (apdu.ins !== INS_STORE_DATA) throw new CardRefusal(SW.insNotSupported)
    if (!storeData) throw new CardRefusal(SW.conditionsNotSatisfied)
    return storeData(apdu)
  }
}

/**
 * The applet of INSTALL for personalisation. Its data is load file AID, module AID, application AID, privileges,
 * parameters and token, each with its length; only the application AID is not empty.
 * @throws CardRefusal 6A86 for another kind of INSTALL, 6A80 for malformed data, 6A88 for an unknown applet
 */
function appletToPersonalise({ applets }: CardRegistry, { p1, p2, data }: Apdu): Applet {
  if (p1 !== FOR_PERSONALISATION || p2 !== 0) throw new CardRefusal(SW.wrongParameters)
  const length = data[2] ?? 0
  if (data[0] !== 0 || data[1] !== 0 || data.length !== length + 6) throw new CardRefusal(SW.wrongData)
  const aid = data.subarray(3, 3 + length)
  const found = applets.find((applet) => equalBytes(applet.aid, aid))
  if (!found) throw new CardRefusal(SW.referencedDataNotFound)
  return found
}
