import { PROFILES_COUNTED } from '@simwright/contract/profiles/configuration'
import { say, sayCount } from '../../../texts/text.ts'

/** The number of profiles, with a "+" beyond `PROFILES_COUNTED`, at which counting stops. */
export const shownCount = (profiles: number): string =>
  `${Math.min(profiles, PROFILES_COUNTED).toLocaleString('en')}${profiles > PROFILES_COUNTED ? '+' : ''}`

/** The singular or plural text with the number of profiles. */
export function sayProfiles(forms: { one: string; other: `${string}{count}${string}` }, profiles: number): string {
  return profiles > PROFILES_COUNTED
    ? say(forms.other as '{count}', { count: shownCount(profiles) })
    : sayCount(forms, profiles)
}
