import type { EnterpriseId } from '../../../db/row-id.ts'
import type { Vault } from '../../../port/vault.ts'
import { Secret } from '../../../secret/secret.ts'
import { openCardText, sealCard } from '../../platform/vault/service.ts'
import type { StoredEuicc } from './phone-task.ts'

type Row = { enterpriseId: EnterpriseId; id: string }

const contextOf = ({ enterpriseId, id }: Row) => ({
  enterpriseId,
  table: 'virtual_phone',
  row: id,
  field: 'sealed_euicc',
})

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Seals key, certificate and memory of an eUICC: the memory has the keys of installed profiles in clear text. */
export function sealEuicc(vault: Vault, row: Row, { certificate, privateKey, memory }: StoredEuicc): Buffer {
  const stored = JSON.stringify({ certificate: text(certificate), privateKey: text(privateKey), memory })
  return sealCard(vault, contextOf(row), new Secret(stored))
}

export function openStoredEuicc(vault: Vault, row: Row, sealed: Uint8Array): StoredEuicc {
  const stored = JSON.parse(openCardText(vault, contextOf(row), sealed).reveal()) as {
    [K in keyof StoredEuicc]: string
  }
  const bytes = (value: string) => new Uint8Array(Buffer.from(value, 'base64'))
  return {
    certificate: bytes(stored.certificate),
    privateKey: bytes(stored.privateKey),
    memory: stored.memory as StoredEuicc['memory'],
  }
}
