import { useSyncExternalStore } from 'react'

/** Events outside React, reported to all listeners. */
export type Signal<T> = {
  emit: (value: T) => void
  /** Returns a function that stops listening. */
  listen: (listener: (value: T) => void) => () => void
  hasListeners: () => boolean
}

/** A value outside React: read and written by any code, rendered with `useStore`. */
export type Store<T> = {
  get: () => T
  /** Replaces the value. Listeners are called only if the new value is not the same object. */
  set: (next: T) => void
  /** Returns a function that stops listening. */
  listen: (listener: () => void) => () => void
  hasListeners: () => boolean
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      // a copy, because a listener may stop listening
      for (const listener of [...listeners]) listener(value)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    hasListeners: () => listeners.size > 0,
  }
}

export function createStore<T>(initial: T): Store<T> {
  const { emit, ...changed } = createSignal<void>()
  let value = initial
  return {
    ...changed,
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      emit()
    },
  }
}

/** Renders again when the value changes. */
export function useStore<T>(store: Pick<Store<T>, 'get' | 'listen'>): T {
  return useSyncExternalStore(store.listen, store.get)
}

/** Renders again when the selected slice changes; `select` must return the same object for the same value. */
export function useStoreSlice<T, S>(store: Pick<Store<T>, 'get' | 'listen'>, select: (value: T) => S): S {
  return useSyncExternalStore(store.listen, () => select(store.get()))
}
