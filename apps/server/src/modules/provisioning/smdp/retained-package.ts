import { concat, readTlvs, writeTlv } from '@simwright/asn1'
import type { EnterpriseId, OrderId } from '../../../db/row-id.ts'
import type { Vault } from '../../../port/vault.ts'
import type { SealContext } from '../../../seal/sealer.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCard, sealCard } from '../../platform/vault/service.ts'

/** What a retry with the same one-time key needs: the segments A0..A3 and the public keys they were encrypted with. */
export type RetainedPackage = {
  eid: string
  hostId: Uint8Array
  smdpOtpk: Uint8Array
  euiccOtpk: Uint8Array
  segments: Uint8Array
}

const TAGS = { eid: 0x80, hostId: 0x81, smdpOtpk: 0x82, euiccOtpk: 0x83, segments: 0xa4 } as const

type Row = { enterpriseId: EnterpriseId; orderId: OrderId }

export function sealRetainedPackage(vault: Vault, row: Row, retained: RetainedPackage): Buffer {
  const bytes = concat(
    writeTlv(TAGS.eid, Buffer.from(retained.eid, 'latin1')),
    writeTlv(TAGS.hostId, retained.hostId),
    writeTlv(TAGS.smdpOtpk, retained.smdpOtpk),
    writeTlv(TAGS.euiccOtpk, retained.euiccOtpk),
    writeTlv(TAGS.segments, retained.segments),
  )
  return sealCard(vault, placeOf(row), new Secret(bytes))
}

export function openRetainedPackage(vault: Vault, row: Row, sealed: Uint8Array): RetainedPackage {
  const found = new Map(readTlvs(openCard(vault, placeOf(row), sealed).reveal()).map(({ tag, value }) => [tag, value]))
  const field = (tag: number) => found.get(tag)!
  return {
    eid: Buffer.from(field(TAGS.eid)).toString('latin1'),
    hostId: field(TAGS.hostId),
    smdpOtpk: field(TAGS.smdpOtpk),
    euiccOtpk: field(TAGS.euiccOtpk),
    segments: field(TAGS.segments),
  }
}

const placeOf = ({ enterpriseId, orderId }: Row): SealContext => ({
  enterpriseId,
  table: 'bound_package',
  row: orderId,
  field: 'sealed',
})
