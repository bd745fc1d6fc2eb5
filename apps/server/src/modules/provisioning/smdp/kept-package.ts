import { concat, readTlvs, writeTlv } from '@simwright/asn1'
import type { SealContext } from '../../../secret/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard, type Vault } from '../../platform/vault/service.ts'

/** What a retry of the same eUICC needs: A0..A3 with the public halves of the keys they were made with. */
export type KeptPackage = {
  eid: string
  hostId: Uint8Array
  smdpOtpk: Uint8Array
  euiccOtpk: Uint8Array
  segments: Uint8Array
}

const TAGS = { eid: 0x80, hostId: 0x81, smdpOtpk: 0x82, euiccOtpk: 0x83, segments: 0xa4 } as const

type Row = { enterpriseId: string; orderId: string }

export function sealKept(vault: Vault, row: Row, kept: KeptPackage): Buffer {
  const bytes = concat(
    writeTlv(TAGS.eid, Buffer.from(kept.eid, 'latin1')),
    writeTlv(TAGS.hostId, kept.hostId),
    writeTlv(TAGS.smdpOtpk, kept.smdpOtpk),
    writeTlv(TAGS.euiccOtpk, kept.euiccOtpk),
    writeTlv(TAGS.segments, kept.segments),
  )
  return sealCard(vault, placeOf(row), new Secret(bytes))
}

export function openKept(vault: Vault, row: Row, sealed: Uint8Array): KeptPackage {
  const found = new Map(readTlvs(openCard(vault, placeOf(row), sealed).reveal()).map(({ tag, value }) => [tag, value]))
  const part = (tag: number) => found.get(tag)!
  return {
    eid: Buffer.from(part(TAGS.eid)).toString('latin1'),
    hostId: part(TAGS.hostId),
    smdpOtpk: part(TAGS.smdpOtpk),
    euiccOtpk: part(TAGS.euiccOtpk),
    segments: part(TAGS.segments),
  }
}

const placeOf = ({ enterpriseId, orderId }: Row): SealContext => ({
  enterpriseId,
  table: 'bound_package',
  row: orderId,
  field: 'sealed',
})
