import { useBehavior } from './behavior.ts'

const MAX_NAMES = 50

/** Whether the user has seen or dismissed something, and a function that marks it as seen. */
export function useSeen(name: 'tour' | 'feedback'): [boolean, () => void] {
  const [{ seen }, change] = useBehavior('tours')
  const markSeen = () =>
    change((before) => (before.seen.includes(name) ? before : { seen: [...before.seen, name].slice(-MAX_NAMES) }))
  return [seen.includes(name), markSeen]
}
