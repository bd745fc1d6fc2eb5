import { fromHex, toHex } from '@simwright/asn1'
import { describe, expect, it } from 'vitest'
import { aesCmac } from './aes-cmac.ts'
import type { OtaKey } from './ota-algorithm.ts'
import {
  buildResponsePacket,
  keysOf,
  openCommandPacket,
  PACKET_STATUS,
  PacketRefusal,
  parseCommandPacket,
} from './secured-packet.ts'
import { commandPacket } from './testing/ota.ts'

const key = (version: number, identifier: number, type: number, value: string): OtaKey => ({
  version,
  identifier,
  type,
  value: fromHex(value),
  checksumBytes: 8,
})
const KEYS = [
  key(2, 1, 0x88, '200102030405060708090a0b0c0d0e0f'),
  key(2, 2, 0x88, '201102030405060708090a0b0c0d0e0f'),
  key(3, 1, 0x80, '300102030405060708090a0b0c0d0e0f'),
  key(3, 2, 0x80, '301102030405060708090a0b0c0d0e0f'),
]

/** Packets that real cards have accepted, with their responses, as the public OTA tests of pySim list them. */
const PACKETS = [
  {
    name: 'triple DES, ciphered response',
    command: '00201506193535b00011ae733256918d050b87c94fbfe12e4dc402f262c41cf67f2f',
    response: '027100001c12b000118bb989492c632529326a2f4681feb37c825bc9021c9f6d0b',
  },
  {
    name: 'triple DES, response with checksum',
    command: '00201506093535b00011c49ac91ab8159ba5b83a54fb6385e0a5e31694f8b215fafc',
    response: '027100001612b0001100000000000000b5bcd6353a421fae016132',
  },
  {
    name: 'triple DES, response in clear',
    command: '00201506013535b000113190be334900f52b025f3f7eddfe868e96ebf310023b7769',
    response: '027100000e0ab0001100000000000000016132',
  },
  {
    name: 'AES, ciphered response',
    command: '00281506192222b00011e87cceebb2d93083011ce294f93fc4d8de80da1abae8c37ca3e72ec4432e5058',
    response: '027100002412b00011ebc6b497e2cad7aedf36ace0e3a29b38853f0fe9ccde81913be5702b73abce1f',
  },
]

const parsed = (hex: string) => parseCommandPacket(fromHex(hex))!

function refusal(open: () => unknown): number | undefined {
  try {
    open()
    return undefined
  } catch (error) {
    if (error instanceof PacketRefusal) return error.status
    throw error
  }
}

describe('secured packets', () => {
  it.each(PACKETS)('are opened and answered as on real cards: $name', ({ command, response }) => {
    const packet = parsed(command)
    const keys = keysOf(packet, KEYS)
    expect(toHex(openCommandPacket(packet, keys).data)).toBe('00a40004023f00')
    const answer = { status: PACKET_STATUS.ok, counter: 0, data: fromHex('016132') }
    expect(toHex(buildResponsePacket(packet, answer, keys))).toBe(response)
  })

  it.each(PACKETS)('are built as other servers build them: $name', ({ command }) => {
    const packet = parsed(command)
    const keys = keysOf(packet, KEYS)
    const built = commandPacket({
      spi: command.slice(6, 10),
      tar: 'b00011',
      counter: 0,
      kic: keys.ciphering!,
      kid: keys.integrity!,
      algorithm: packet.kic & 0x0f,
      script: '00a40004023f00',
    })
    expect(toHex(built)).toBe(command)
  })

  it('are refused if a bit is changed', () => {
    const { command } = PACKETS[3]!
    const damaged = command.replace(/..$/, '59')
    const packet = parsed(damaged)
    expect(refusal(() => openCommandPacket(packet, keysOf(packet, KEYS)))).toBe(PACKET_STATUS.wrongChecksum)
    const otherTar = parsed(command.replace('b00011', 'b00012'))
    expect(refusal(() => openCommandPacket(otherTar, keysOf(otherTar, KEYS)))).toBe(PACKET_STATUS.wrongChecksum)
  })

  it('are refused without the key set, or with the key of another algorithm', () => {
    const packet = parsed(PACKETS[3]!.command)
    expect(refusal(() => openCommandPacket(packet, keysOf(packet, KEYS.slice(2))))).toBe(PACKET_STATUS.securityError)
    const asDes = parsed(PACKETS[3]!.command.replace('2222', '2525'))
    expect(refusal(() => openCommandPacket(asDes, keysOf(asDes, KEYS)))).toBe(PACKET_STATUS.securityError)
  })

  it('are refused if they are not whole blocks', () => {
    const packet = parsed('00271506192222b00011e87cceebb2d93083011ce294f93fc4d8de80da1abae8c37ca3e72ec4432e50')
    expect(refusal(() => openCommandPacket(packet, keysOf(packet, KEYS)))).toBe(PACKET_STATUS.cipheringError)
  })

  it('are no packets if their lengths are wrong', () => {
    expect(parseCommandPacket(fromHex(PACKETS[3]!.command.slice(0, -2)))).toBeUndefined()
    expect(parseCommandPacket(fromHex(`0028ff${PACKETS[3]!.command.slice(6)}`))).toBeUndefined()
    expect(parseCommandPacket(fromHex('0001'))).toBeUndefined()
  })
})

describe('AES-CMAC', () => {
  const message =
    '6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e5130c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710'
  it.each([
    ['', 'bb1d6929e95937287fa37d129b756746'],
    [message.slice(0, 32), '070a16b46b4d4144f79bdd9dd04a287c'],
    [message.slice(0, 80), 'dfa66747de9ae63030ca32611497c827'],
    [message, '51f0bebf7e3b9d92fc49741779363cfe'],
  ])('is that of RFC 4493 clause 4 for %s', (hex, mac) => {
    expect(toHex(aesCmac(fromHex('2b7e151628aed2a6abf7158809cf4f3c'), fromHex(hex)))).toBe(mac)
  })
})
