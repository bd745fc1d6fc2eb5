import type { Letter } from '../../../port/mail.ts'
import { Secret } from '../../../secret/secret.ts'
import type { Server } from './port.ts'

type Sealing = Pick<Server, 'sealer'>

/** Mails have links with tokens, so they are stored sealed until they are sent. */
export function sealLetter({ sealer }: Sealing, id: string, letter: Letter): Buffer {
  return sealer.seal(placeOf(id), new Secret(JSON.stringify(letter)))
}

export function openLetter({ sealer }: Sealing, { id, sealed }: { id: string; sealed: Uint8Array }): Letter {
  return JSON.parse(sealer.openText(placeOf(id), sealed).reveal()) as Letter
}

const placeOf = (id: string) => ({ enterpriseId: null, table: 'mail_message', row: id, field: 'sealed' })
