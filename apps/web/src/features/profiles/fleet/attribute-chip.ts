import type { Attribute } from '@simwright/contract/profiles/attribute'
import { readFleetQuery } from '@simwright/contract/profiles/fleet-query'
import { quoted } from '@simwright/contract/profiles/fleet-term'
import type { Filter } from '../../../ui/table/url-filter.ts'

type ChoiceAttribute = Pick<Attribute, 'word' | 'name' | 'kind' | 'choices'>

/** The query bar without the terms that the menu of filters shows: one choice of an attribute each. */
export type AttributeChips = { chosen: Readonly<Record<string, string | undefined>>; bar: string }

/** The attributes that the menu of filters offers. */
export const offeredAttributes = <T extends ChoiceAttribute>(all: readonly T[]): T[] =>
  all.filter(({ kind }) => kind === 'choice')

/** The name of the filter of an attribute, which no field of a profile has. */
export const filterName = (word: string) => `attr.${word}`

export function readAttributeChips(bar: string, offered: readonly ChoiceAttribute[]): AttributeChips {
  const chosen: Record<string, string | undefined> = {}
  const rest: string[] = []
  for (const written of readFleetQuery(bar)) {
    const choice = 'term' in written && written.term.kind === 'attribute' ? choiceOf(written.term, offered) : undefined
    if (choice && chosen[choice.name] === undefined) chosen[choice.name] = choice.value
    else rest.push(written.text)
  }
  return { chosen, bar: rest.join(' ') }
}

function choiceOf(
  { word, sign, values: [written = '', ...more] }: { word: string; sign: string; values: readonly string[] },
  offered: readonly ChoiceAttribute[],
): { name: string; value: string } | undefined {
  if (sign !== ':' || more.length > 0) return undefined
  const found = offered.find((one) => one.word === word)
  const value = found?.choices.find((one) => one.toLowerCase() === written.toLowerCase())
  return value === undefined ? undefined : { name: filterName(word), value }
}

/** The terms of the chips, in the order of the attributes, then the rest of the bar. */
export function writeAttributeChips({ chosen, bar }: AttributeChips, offered: readonly ChoiceAttribute[]): string {
  const terms = offered.flatMap(({ word }) => {
    const value = chosen[filterName(word)]
    return value ? [`${filterName(word)}:${quoted(value)}`] : []
  })
  return [...terms, bar].join(' ').trim()
}

export const attributeFilters = (offered: readonly ChoiceAttribute[]): Record<string, Filter> =>
  Object.fromEntries(
    offered.map(({ word, name, choices }) => [
      filterName(word),
      { kind: 'choice', label: name, choices: choices.map((value) => ({ value, label: value })) },
    ]),
  )
