import { expect, test } from 'vitest'
import { createSignal, createStore } from './store.ts'

test('a store notifies its listeners once per changed value, after the value is readable', () => {
  const store = createStore('first')
  const seen: string[] = []
  store.listen(() => seen.push(store.get()))
  store.set('second')
  store.set('second')
  expect(seen).toEqual(['second'])
})

test('a listener that stopped listening is not notified', () => {
  const store = createStore(0)
  const seen: number[] = []
  const stop = store.listen(() => seen.push(store.get()))
  expect(store.hasListeners()).toBe(true)
  store.set(1)
  stop()
  store.set(2)
  expect(seen).toEqual([1])
  expect(store.hasListeners()).toBe(false)
})

test('a signal reaches all listeners even when one stops listening meanwhile, and repeats equal values', () => {
  const signal = createSignal<string>()
  const seen: string[] = []
  const stopFirst = signal.listen((value) => {
    seen.push(`first ${value}`)
    stopFirst()
  })
  signal.listen((value) => seen.push(`second ${value}`))
  signal.emit('a')
  signal.emit('a')
  expect(seen).toEqual(['first a', 'second a', 'second a'])
})
