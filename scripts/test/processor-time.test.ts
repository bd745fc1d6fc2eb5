import { expect, test } from 'vitest'
import { parseStat, programSeconds } from './processor-time.ts'

test('the processor time of a process and of its ended children is read, whatever its name contains', () => {
  const stat = '812 (a (b) c) S 7 812 812 0 -1 4194560 91 300 0 0 150 50 1000 25 20 0 1 0 5 0 0'
  expect(parseStat(stat)).toEqual({ pid: 812, parent: 7, name: 'a (b) c', seconds: 12.25, childSeconds: 10.25 })
})

test('the processor time of a program is that of all its processes below the runner', () => {
  const one = (pid: number, parent: number, name: string, seconds: number) => ({ pid, parent, name, seconds })
  const processes = [
    one(10, 1, 'node', 100),
    one(11, 10, 'node', 5),
    one(12, 11, 'postgres', 2),
    one(13, 12, 'postgres', 3),
    one(14, 10, 'chromium-headle', 7),
    one(15, 14, 'chromium-headle', 1),
    one(16, 10, 'postgres', 0.5),
    one(20, 1, 'postgres', 50),
  ]
  expect([...programSeconds(processes, 'postgres', 10)]).toEqual([
    [12, { all: 5, first: 2 }],
    [16, { all: 0.5, first: 0.5 }],
  ])
  expect([...programSeconds(processes, 'chromium', 10)]).toEqual([[14, { all: 8, first: 7 }]])
})
