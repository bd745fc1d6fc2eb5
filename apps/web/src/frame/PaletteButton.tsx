import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { frameTexts } from '../texts/frame.ts'
import type { FrameGroup } from '../ui/page/Navigation.tsx'
import classes from './CommandPalette.module.css'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))

/** Opens the command palette, as Ctrl-K and ⌘K do on every page. */
export function PaletteButton({ groups }: { groups: readonly FrameGroup[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setWasOpened(true)
      setIsOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <button
        type="button"
        className={classes.button}
        aria-keyshortcuts="Control+K"
        onClick={() => {
          setWasOpened(true)
          setIsOpen(true)
        }}
      >
        <IconSearch size={15} aria-hidden />
        <span className={classes.words}>{frameTexts.goTo}</span>
        <kbd className={classes.key}>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandPalette groups={groups} isOpen={isOpen} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
