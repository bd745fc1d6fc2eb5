import { PROFILES_COUNTED } from '@simwright/contract/profiles/configuration'
import { say, sayCount } from '../../../texts/text.ts'

/** Counted up to a limit; beyond it there are more. */
export const shownCount = (profiles: number): string =>
  `${Math.min(profiles, PROFILES_COUNTED).toLocaleString('en')}${profiles > PROFILES_COUNTED ? '+' : ''}`

/** A text with the number of profiles in its form. */
export function sayProfiles(forms: { one: string; other: `${string}{count}${string}` }, profiles: number): string {
  return profiles > PROFILES_COUNTED
    ? say(forms.other as '{count}', { count: shownCount(profiles) })
    : sayCount(forms, profiles)
}
