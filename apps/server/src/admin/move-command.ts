import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { Email } from '@simwright/contract/people/account'
import {
  exportToFile,
  importEnterprise,
  inspectArchive,
  readFingerprint,
  readPrivateRecipient,
  reportText,
} from '../modules/people/moves/service.ts'
import { findPlatform } from '../modules/platform/brand/service.ts'
import type { OpenServer } from '../server.ts'
import { CommandFault } from './provider-command.ts'

export const moveUsage = `export-enterprise ENTERPRISE FILE --pgp-key KEY-FILE
    Writes everything of the enterprise account with that ID to FILE, for another installation. Card keys are encrypted
    to the OpenPGP public key in KEY-FILE, which is that of the recipient.

  import-enterprise FILE
    Checks an archive, and shows what it is and the fingerprint of the installation that signed it.

  import-enterprise FILE --signer FINGERPRINT --pgp-key KEY-FILE --owner E-MAIL
         [--passphrase-file FILE] [--name NAME] [--sys PLATFORM] [--report FILE]
    Imports it as a new enterprise account with that owner. FINGERPRINT is what the previous installation shows in the
    settings of the account; KEY-FILE has the OpenPGP private key to which the card keys are encrypted.`

type Command = (server: OpenServer) => Promise<string>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Parses the arguments of `export-enterprise`. @throws CommandFault */
export function exportOf(words: readonly string[]): Command {
  const { positionals, values } = parse(words)
  const [enterpriseId = '', path = '', ...more] = positionals
  const keyFile = values['pgp-key']
  if (!ID.test(enterpriseId) || path === '' || more.length > 0 || keyFile === undefined)
    throw new CommandFault('export-enterprise needs the ID of an enterprise account, a file, and --pgp-key')
  return async (server) => {
    const onProgress = progress()
    const key = readText(keyFile)
    const { rows, bytes, signer, recipient } = await exportToFile(server, { enterpriseId, key, path, onProgress })
    return [
      `${path}: ${rows.toLocaleString('en')} rows, ${bytes.toLocaleString('en')} bytes.`,
      `Card keys are encrypted to the OpenPGP key ${recipient}.`,
      `Signed by this installation, whose fingerprint the importing one asks for: ${signer}`,
    ].join('\n')
  }
}

/** Parses the arguments of `import-enterprise`. @throws CommandFault */
export function importOf(words: readonly string[]): Command {
  const { positionals, values } = parse(words)
  const [path = '', ...more] = positionals
  if (path === '' || more.length > 0) throw new CommandFault('import-enterprise needs a file')
  const { signer: text, owner: address, 'pgp-key': keyFile } = values
  if (text === undefined) return async () => await inspect(path)
  const signer = readFingerprint(text)
  if (signer === undefined) throw new CommandFault('--signer must be a fingerprint of 64 hexadecimal digits')
  const owner = Email.safeParse(address)
  if (!owner.success) throw new CommandFault('--owner must be an e-mail address')
  if (keyFile === undefined) throw new CommandFault('--pgp-key must name a file with the OpenPGP private key')
  return async (server) => {
    const passphrase = values['passphrase-file'] && readText(values['passphrase-file']).trim()
    const arrived = await importEnterprise(server, {
      path,
      signer,
      key: await readPrivateRecipient(readText(keyFile), passphrase),
      owner: owner.data,
      platform: findPlatform(server, values.sys),
      name: values.name,
      onProgress: progress(),
    })
    const { link, enterpriseId, at, ...rest } = arrived
    const report = reportText({ ...rest, signer, arrivedAt: at })
    if (values.report !== undefined) await writeFile(values.report, report)
    const next = link ? ` Set the password within 24 hours; the link works once:\n\n  ${link}` : ''
    return `${report}\nThe enterprise account ${enterpriseId} belongs to ${owner.data}.${next}`
  }
}

async function inspect(path: string): Promise<string> {
  const { manifest, signer } = await inspectArchive(path)
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${path} is complete: ${manifest.enterprise.name}, ${rows.toLocaleString('en')} rows, exported at ${manifest.exportedAt}.`,
    `From ${manifest.from.portal}; card keys are encrypted to the OpenPGP key ${manifest.recipient}.`,
    `It is signed by the installation with this fingerprint:`,
    '',
    `  ${signer}`,
    '',
    'Compare it with the one that the previous installation shows in the settings of the enterprise account. If they are the',
    'same, import with --signer "FINGERPRINT" --pgp-key KEY-FILE --owner E-MAIL.',
  ].join('\n')
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        'pgp-key': text,
        'passphrase-file': text,
        signer: text,
        owner: text,
        name: text,
        sys: text,
        report: text,
      },
    })
  } catch (error) {
    throw new CommandFault((error as Error).message)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new CommandFault(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

/** Reports at each tenth. */
function progress(): (rows: number, total: number) => void {
  let tenth = 0
  return (rows, total) => {
    const now = Math.floor((10 * rows) / Math.max(total, 1))
    if (now <= tenth) return
    tenth = now
    process.stderr.write(`${rows.toLocaleString('en')} of ${total.toLocaleString('en')} rows\n`)
  }
}
