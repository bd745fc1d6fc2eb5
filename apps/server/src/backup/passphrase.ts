import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Secret } from '../secret/secret.ts'
import { BackupFault } from './fault.ts'

export type PassphraseSource = {
  /** A file with the passphrase in its first line; `-` for standard input; undefined to ask on the terminal. */
  file: string | undefined
  /** A new passphrase must be typed twice. */
  use: 'new' | 'existing'
}

/**
 * Reads a passphrase from a file or the terminal; an argument would be visible in the list of processes.
 * @throws BackupFault if there is neither a file nor a terminal, or the two typed passphrases differ
 */
export async function readPassphrase({ file, use }: PassphraseSource): Promise<Secret<string>> {
  if (file !== undefined) return fromFile(file)
  if (!process.stdin.isTTY) {
    throw new BackupFault('The passphrase can only be typed on a terminal: use --passphrase-file.')
  }
  const typed = await ask('Passphrase of the key file: ')
  if (use === 'new' && (await ask('Type the passphrase again: ')) !== typed) {
    throw new BackupFault('The two passphrases differ.')
  }
  return new Secret(typed)
}

function fromFile(file: string): Secret<string> {
  try {
    const [line = ''] = readFileSync(file === '-' ? 0 : file, 'utf8').split(/\r?\n/, 1)
    return new Secret(line)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BackupFault(`The passphrase file ${file} can't be read (${code}).`, { cause: error })
  }
}

/** Asks on the terminal without echo. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const interrupted = new Promise<never>((_resolve, reject) => {
    terminal.once('SIGINT', () => reject(new BackupFault('Interrupted.')))
  })
  try {
    return await Promise.race([terminal.question(''), interrupted])
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
