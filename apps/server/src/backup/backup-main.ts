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
      ? 'The key file is in the backup, sealed. It cannot be opened without the passphrase: store that separately.'
      : 'The key file is not in the backup: store a copy of KEK_FILE separately. Each is useless without the other.',
  )
})
