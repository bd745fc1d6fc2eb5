import { describe, expect, test } from 'vitest'
import { placeOfCard } from './tour-place.ts'

const view = { width: 1440, height: 900 }
const card = { width: 340, height: 230 }
const boxAt = (top: number, height = 80) => ({ top, left: 260, width: 600, height })

describe('the card of the tour', () => {
  test('is below the element, or above it', () => {
    expect(placeOfCard(boxAt(120), card, view)).toEqual({ top: 212, left: 260 })
    expect(placeOfCard(boxAt(700), card, view)).toEqual({ top: 458, left: 260 })
  })

  test('is in the corner if the element fills the window, is outside of it, or is not there', () => {
    const corner = { top: 654, left: 1084 }
    expect(placeOfCard(boxAt(60, 800), card, view)).toEqual(corner)
    expect(placeOfCard(boxAt(1500), card, view)).toEqual(corner)
    expect(placeOfCard(boxAt(-700), card, view)).toEqual(corner)
    expect(placeOfCard(undefined, card, view)).toEqual(corner)
  })

  test('is in sight wherever the element is', () => {
    const outside: object[] = []
    for (let top = -2000; top <= 3000; top += 61)
      for (let height = 10; height < 2000; height += 173)
        for (const left of [-400, 20, 900, 1430, 2000]) {
          const at = placeOfCard({ top, left, width: 300, height }, card, view)
          const isInSight = at.top >= 0 && at.left >= 0 && at.top + 230 <= 900 && at.left + 340 <= 1440
          if (!isInSight) outside.push({ top, height, left, at })
        }
    expect(outside).toEqual([])
  })
})
