import type { SectionId } from '@simwright/contract/profiles/configuration-field'
import { useState } from 'react'

/** Which of the foldable sections are open. */
export type Folding = {
  readonly open: ReadonlySet<SectionId>
  readonly toggle: (id: SectionId) => void
  readonly reveal: (ids: Iterable<SectionId>) => void
  readonly closeAll: () => void
}

/** All sections are folded at first. */
export function useFolding(): Folding {
  const [open, setOpen] = useState<ReadonlySet<SectionId>>(new Set())
  return {
    open,
    toggle: (id) =>
      setOpen((now) => (now.has(id) ? new Set([...now].filter((one) => one !== id)) : new Set([...now, id]))),
    reveal: (ids) => setOpen((now) => new Set([...now, ...ids])),
    closeAll: () => setOpen(new Set()),
  }
}
