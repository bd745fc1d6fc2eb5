import type { Command } from '../command.ts'
import { findProfile } from '../profile.ts'

const dismissLeak: Command = {
  name: 'leak dismiss',
  takes: 'ICCID',
  summary: 'Say that the activation code of a profile, which may have leaked, is fine',
  options: {},
  run: async (call) => {
    const [iccid = ''] = call.words
    const client = call.client()
    const { id: profileId } = await findProfile(client, iccid)
    const { dismissed } = await client.call('/leak/dismiss', { profileId })
    await call.print(
      { dismissed },
      dismissed > 0 ? `The code of ${iccid} is fine.` : `Nothing is suspected of ${iccid}.`,
    )
    return undefined
  },
}

export const leakCommands: readonly Command[] = [dismissLeak]
