import { expect, it } from 'vitest'
import { axisFor, labelsShown } from './chart-scale.ts'
import { curveThrough } from './curve.ts'

const numbersOf = (path: string) => [...path.matchAll(/-?\d+(\.\d+)?/g)].map((m) => Number(m[0]))

it('a curve stays between its lowest and its highest point', () => {
  const points = [
    [0, 100],
    [10, 100],
    [20, 0],
    [30, 100],
    [40, 100],
    [50, 20],
  ] as const
  const heights = numbersOf(curveThrough(points)).filter((_, i) => i % 2 === 1)
  expect(Math.min(...heights)).toBe(0)
  expect(Math.max(...heights)).toBe(100)
})

it('a curve of no point is empty, of one point only a start', () => {
  expect(curveThrough([])).toBe('')
  expect(curveThrough([[3, 4]])).toBe('M3 4')
})

it.each([
  [0, 1],
  [3, 3],
  [7, 8],
  [9, 10],
  [100, 100],
  [364, 400],
  [999, 1000],
  [12_345, 15_000],
])('an axis for %i ends at %i with whole steps', (top, end) => {
  const axis = axisFor(top)
  expect(axis.end).toBe(end)
  expect(axis.ticks.at(0)).toBe(0)
  expect(axis.ticks.at(-1)).toBe(end)
  expect(axis.ticks.every(Number.isInteger)).toBe(true)
})

it('labels that do not fit are omitted, but never the last one', () => {
  expect([...labelsShown(30, 5)]).toEqual([5, 11, 17, 23, 29])
  expect(labelsShown(7, 7).size).toBe(7)
  expect([...labelsShown(3, 0)]).toEqual([2])
})
