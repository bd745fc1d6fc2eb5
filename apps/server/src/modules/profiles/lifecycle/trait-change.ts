/** A value of an attribute, as it is stored: a number, or a text. */
export type TraitValue = string | number

/** The tags of a profile, and its values by the ids of attributes. */
export type Traits = { tags: readonly string[]; attributes: Readonly<Record<string, TraitValue>> }

/** New traits of a profile. Tags replace the previous ones. An attribute that is not named stays; null removes its value. */
export type TraitChange = {
  tags?: readonly string[] | null
  attributes?: Readonly<Record<string, TraitValue | null>>
}
