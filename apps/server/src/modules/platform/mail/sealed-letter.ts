import type { Letter, LetterFile } from '../../../port/mail.ts'
import type { MailServer as Server } from '../../../port/module.ts'
import { Secret } from '../../../secret/secret.ts'

type Needs = Pick<Server, 'sealer'>

/** Seals a mail, which has links with tokens, until it is sent. */
export function sealLetter({ sealer }: Needs, id: string, letter: Letter): Buffer {
  return sealer.seal(sealContext(id), new Secret(JSON.stringify(letter)))
}

export function openLetter({ sealer }: Needs, { id, sealed }: { id: string; sealed: Uint8Array }): Letter {
  const { file, ...letter } = JSON.parse(sealer.openText(sealContext(id), sealed).reveal()) as QueuedLetter
  return file === undefined ? letter : { ...letter, file: 'pdf' in file ? pdfOf(file) : file }
}

/** Letters queued by earlier versions have PDF files only, without a type. */
type QueuedLetter = Omit<Letter, 'file'> & { file?: LetterFile | { name: string; pdf: string } }

const pdfOf = ({ name, pdf: content }: { name: string; pdf: string }): LetterFile => ({
  name,
  type: 'application/pdf',
  content,
})

const sealContext = (id: string) => ({ enterpriseId: null, table: 'mail_message', row: id, field: 'sealed' })
