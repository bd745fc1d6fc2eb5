import { PROFILE_COUNT_CAP } from '@simwright/contract/profiles/configuration'
import { say, sayCount } from '../../../texts/text.ts'

/** The number of profiles, up to `PROFILE_COUNT_CAP`; above it, the cap with a "+". */
export const shownCount = (profiles: number): string =>
  `${Math.min(profiles, PROFILE_COUNT_CAP).toLocaleString('en')}${profiles > PROFILE_COUNT_CAP ? '+' : ''}`

/** The singular or plural text with the number of profiles. */
export function sayProfiles(forms: { one: string; other: `${string}{count}${string}` }, profiles: number): string {
  return profiles > PROFILE_COUNT_CAP
    ? say(forms.other as '{count}', { count: shownCount(profiles) })
    : sayCount(forms, profiles)
}
