import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef } from 'react'

/**
 * Keeps a form in step with what is saved while it stays open: what was not touched since it was sent is as the server has it,
 * what was typed meanwhile stays and is not saved yet. @returns must be told the values that are sent
 */
export function useSavedForm<T extends object>(form: UseFormReturnType<T>, saved: T): (sent: T) => void {
  const sent = useRef(saved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that was saved
  useEffect(() => {
    form.setValues(withTyped(form.getValues(), sent.current, saved) as T)
    form.resetDirty(saved)
  }, [saved])
  return (values) => {
    sent.current = values
  }
}

/** What stands in the form: as saved, but for what is not as it was sent. */
export function withTyped(now: unknown, sent: unknown, saved: unknown): unknown {
  if (!isRecord(now) || !isRecord(sent) || !isRecord(saved)) return isSame(now, sent) ? saved : now
  const names = new Set([...Object.keys(now), ...Object.keys(sent), ...Object.keys(saved)])
  const merged = [...names].map((name) => [name, withTyped(now[name], sent[name], saved[name])] as const)
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
