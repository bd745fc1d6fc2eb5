import type { Command } from '../command.ts'
import { CommandError } from '../exit-code.ts'
import { factsText } from '../table.ts'

const showErasure: Command = {
  name: 'erasure show',
  takes: '',
  summary: 'When the keys of profiles are erased after their installation',
  options: {},
  run: async (call) => {
    const setting = await call.client().call('/erasure/get', {})
    const { days, changedBy } = setting
    const facts = { 'Keys erased': days === null ? 'never' : `${days} days after the installation`, By: changedBy }
    await call.print(setting, factsText(Object.entries(facts)))
    return undefined
  },
}

/** @throws CommandError */
function daysOf(text: string): number | null {
  if (text === 'never') return null
  const days = Number(text)
  if (!Number.isInteger(days) || days < 1) throw new CommandError('DAYS is a whole number from 1, or never.')
  return days
}

const setErasure: Command = {
  name: 'erasure set',
  takes: 'DAYS',
  summary: 'Erase the keys of profiles so many days after their installation, or never. Erased keys cannot be restored',
  options: { 'dry-run': { help: 'count the profiles that would lose their keys first, and change nothing' } },
  run: async (call) => {
    const days = daysOf(call.words[0] ?? '')
    const client = call.client()
    if (call.isOn('dry-run')) {
      const preview = days === null ? { profiles: 0, capped: false } : await client.call('/erasure/preview', { days })
      await call.print(preview, `${preview.profiles}${preview.capped ? '+' : ''} profiles at most`)
      return undefined
    }
    const { version } = await client.call('/erasure/get', {})
    const saved = await client.call('/erasure/set', { days, version })
    await call.print(saved, days === null ? 'Keys are kept.' : `Keys are erased ${days} days after the installation.`)
    return undefined
  },
}

export const erasureCommands: readonly Command[] = [showErasure, setErasure]
