import type { Letter } from '../../../port/mail.ts'
import { Secret } from '../../../secret/secret.ts'
import type { Server } from './port.ts'

type Needs = Pick<Server, 'sealer'>

/** Seals a mail, which has links with tokens, until it is sent. */
export function sealLetter({ sealer }: Needs, id: string, letter: Letter): Buffer {
  return sealer.seal(sealContext(id), new Secret(JSON.stringify(letter)))
}

export function openLetter({ sealer }: Needs, { id, sealed }: { id: string; sealed: Uint8Array }): Letter {
  return JSON.parse(sealer.openText(sealContext(id), sealed).reveal()) as Letter
}

const sealContext = (id: string) => ({ enterpriseId: null, table: 'mail_message', row: id, field: 'sealed' })
