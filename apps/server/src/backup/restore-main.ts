import { readConfig } from '../config.ts'
import { restoreCommand, restoreUsage } from './command-line.ts'
import { runRestore } from './run-restore.ts'
import { runCommand } from './terminal.ts'

await runCommand(restoreUsage, async ({ words, signal, say }) => {
  const config = readConfig()
  const { manifest, keyFile } = await runRestore({ config, command: restoreCommand(words), signal })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Restored ${rows} rows of ${manifest.tables.length} tables as of ${manifest.takenAt}.`)
  if (keyFile === 'written') say(`The key file was written to ${config.kekFile}.`)
  if (keyFile === 'missing') say(`Copy the key file of that installation to ${config.kekFile} before you start.`)
  say(
    'Webhooks, e-mails and charges that were queued are held until you release them: see the page Operation of the guide.',
  )
})
