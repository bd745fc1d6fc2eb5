import type { Rule } from './rule.ts'
import type { TransitionOf } from './transition.ts'

/** Erases the keys of a profile on a device. Its code ends, so that no device downloads the profile again. */
export const keysErased: Rule<TransitionOf<'keysErased'>> = {
  from: { status: ['INSTALLED', 'ENABLED', 'DISABLED'] },
  codeState: () => 'DEAD',
  changes: (_, __, at) => ({ profile: { keys_erased_at: at } }),
  event: 'KEYS_ERASED',
  text: ({ days }) => ({ id: 'keysErased', values: { days } }),
}
