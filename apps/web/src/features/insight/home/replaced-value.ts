import { fillText } from '@simwright/contract/fill-text'
import type { StoredFields } from '@simwright/contract/profiles/configuration'
import { homeTexts } from './home-texts.ts'
import type { MoreField } from './more-field.ts'

const texts = homeTexts.quick.replaced

/** Networks that are shown; others are only counted. */
const NETWORKS_SHOWN = 5

/** A value that goes into the profile, and whether it was entered for this profile. */
export type ProfileValue = { readonly label: string; readonly value: string; readonly isOwn: boolean }

/** The configured value that each field replaces, in words; empty if the configuration has none. */
const configured: Partial<Record<MoreField, (fields: StoredFields) => string>> = {
  profileName: ({ profileName }) => profileName,
  spn: ({ serviceProviderName }) => serviceProviderName,
  pnn: ({ pnn }) => pnn?.fullName ?? '',
  hplmnList: ({ hplmn }) => networksText(hplmn.map(({ plmn }) => plmn)),
  ehplmnList: ({ ehplmn }) => networksText(ehplmn),
  oplmnList: ({ oplmn }) => networksText(oplmn.map(({ plmn }) => plmn)),
  fplmnList: ({ fplmn }) => networksText(fplmn),
  gid1: ({ owner, gid1 }) => owner?.gid1 ?? gid1,
  gid2: ({ owner, gid2 }) => owner?.gid2 ?? gid2,
  ara: ({ araApplet }) => rulesText(araApplet?.rules ?? []),
  smsp: ({ smsp }) => smsp ?? '',
  c9: ({ customApplet }) => customApplet?.parameters ?? '',
}

function networksText(plmns: readonly string[]): string {
  const [shown, more] = [plmns.slice(0, NETWORKS_SHOWN).join(' '), plmns.length - NETWORKS_SHOWN]
  return more > 0 ? fillText(texts.more, { shown, more: more.toLocaleString('en') }) : shown
}

function rulesText(rules: readonly { certificateHash: string }[]): string {
  const [first, second] = rules
  if (first === undefined) return ''
  return second === undefined ? first.certificateHash : fillText(texts.rules, { count: rules.length })
}

/** Says which value goes into the profile: the entered one, or that of the configuration. Undefined for other fields. */
export function sourceText(name: MoreField, fields: StoredFields, entered: string): string | undefined {
  const value = configured[name]?.(fields)
  if (value === undefined) return undefined
  if (entered.trim() === '') return value === '' ? texts.emptyNone : fillText(texts.empty, { value })
  return value === '' ? texts.ownNone : fillText(texts.own, { value })
}

/** The values of the profile that a configuration has or could have, with where each is from. */
export function profileValues(
  used: readonly MoreField[],
  fields: StoredFields,
  entered: Readonly<Record<MoreField, string>>,
): ProfileValue[] {
  return used.flatMap((name) => {
    const value = configured[name]?.(fields)
    if (value === undefined) return []
    const own = entered[name].trim()
    return [{ label: homeTexts.quick.fields[name].label, value: own || value, isOwn: own !== '' }]
  })
}
