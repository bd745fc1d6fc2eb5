import { readConfig } from '../config.ts'
import { backupCommand, backupUsage } from './command-line.ts'
import { runBackup } from './run-backup.ts'
import { runCommand } from './terminal.ts'

await runCommand(backupUsage, async ({ words, signal, say }) => {
  const command = backupCommand(words)
  const { tables, rows, bytes, takenAt } = await runBackup({ config: readConfig(), command, signal })
  say(`${command.path}: ${rows} rows of ${tables} tables as of ${takenAt}, ${bytes} bytes.`)
  say(
    command.withKeyFile
      ? 'The key file is in it, sealed. Without the passphrase it is lost: keep that in another safe place.'
      : 'The key file is not in it: keep a copy of KEK_FILE in another safe place, each is worthless without the other.',
  )
})
