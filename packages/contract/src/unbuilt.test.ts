import { describe, expect, test } from 'vitest'
import { orderStates } from './profiles/profile-state.ts'
import { built, unbuilt } from './unbuilt.ts'

const lists: Record<keyof typeof unbuilt, readonly string[]> = {
  orderStates,
}

describe('names that are not built', () => {
  test.each(Object.keys(unbuilt) as (keyof typeof unbuilt)[])(
    '%s: each name is in the list it is hidden from',
    (list) => {
      expect(lists[list]).toEqual(expect.arrayContaining([...unbuilt[list]]))
      expect(built(list, lists[list])).toHaveLength(lists[list].length - unbuilt[list].length)
    },
  )
})
