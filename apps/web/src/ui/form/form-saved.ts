import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'

/**
 * Updates an open form when its data is saved: fields unchanged since they were sent get the saved values, values typed
 * meanwhile stay as unsaved changes. Call the returned function with the values when they are sent.
 */
export function useSavedForm<T extends object>(form: UseFormReturnType<T>, saved: T): (sent: T) => void {
  const sent = useRef(saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per saved object
  useEffect(() => {
    const { errors } = form
    form.setValues(mergeUnsaved(form.getValues(), sent.current, saved) as T)
    // new values remove all errors, also those of entries that stay
    form.setErrors(errors)
    form.resetDirty(saved)
  }, [saved])
  return (values) => {
    sent.current = values
  }
}

/** The saved values, except that values in `now` that differ from `sent` are kept. */
export function mergeUnsaved(now: unknown, sent: unknown, saved: unknown): unknown {
  if (!isRecord(now) || !isRecord(sent) || !isRecord(saved)) return isSame(now, sent) ? saved : now
  const names = new Set([...Object.keys(now), ...Object.keys(sent), ...Object.keys(saved)])
  const merged = [...names].map((name) => [name, mergeUnsaved(now[name], sent[name], saved[name])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
