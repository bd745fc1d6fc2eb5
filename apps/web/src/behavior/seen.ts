import { useBehavior } from './behavior.ts'

const KEPT = 50

/** Whether the user has seen something, or said that it need not come again; and how to say so. */
export function useSeen(name: 'tour' | 'feedback'): [boolean, () => void] {
  const [{ seen }, change] = useBehavior('tours')
  const note = () =>
    change((before) => (before.seen.includes(name) ? before : { seen: [...before.seen, name].slice(-KEPT) }))
  return [seen.includes(name), note]
}
