import type { OutputOf, SimwrightClient } from '@simwright/client'
import type { Command } from '../command.ts'
import { findConfiguration } from '../configuration.ts'
import { CommandError, EXIT } from '../exit-code.ts'
import { factsText } from '../table.ts'

type Defaults = OutputOf<'/group/defaults'>['defaults']

/** @throws CommandError */
async function findGroup(client: SimwrightClient, name: string): Promise<{ id: string }> {
  const { items } = await client.call('/group/list', {})
  const found = items.find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (!found) throw new CommandError(`No group is called "${name}".`, EXIT.refused)
  return found
}

const groupDefaults: Command = {
  name: 'group defaults',
  takes: 'GROUP',
  summary: 'Show what a group sets for new profiles and sent codes, or change it; an empty value clears it',
  options: {
    configuration: { value: 'NAME', short: 'c', help: 'the profile configuration of codes generated into the group' },
    'recycle-days': { value: 'N', help: 'recycle profiles so many days after they are generated' },
    'mail-text': { value: 'TEXT', help: 'the text of mails with codes' },
    'qr-preset': { value: 'ID', help: 'the style preset of QR codes' },
  },
  run: async (call) => {
    const client = call.client()
    const { id } = await findGroup(client, call.words[0] ?? '')
    const { defaults: now, version } = await client.call('/group/defaults', { id })
    const [configuration, days, mail, preset] = ['configuration', 'recycle-days', 'mail-text', 'qr-preset'].map(
      call.text,
    )
    const isShown = [configuration, days, mail, preset].every((text) => text === undefined)
    const defaults: Defaults = {
      configurationId:
        configuration === undefined
          ? now.configurationId
          : configuration && (await findConfiguration(client, configuration)).id,
      recycleDays: days === undefined ? now.recycleDays : days === '' ? null : Number(days),
      mailMessage: mail ?? now.mailMessage,
      qrPresetId: preset === undefined ? now.qrPresetId : preset || null,
    }
    defaults.configurationId ||= null
    if (!isShown) await client.call('/group/setDefaults', { id, version, defaults })
    await call.print(defaults, factsText(Object.entries(defaults)))
    return undefined
  },
}

export const groupCommands: readonly Command[] = [groupDefaults]
