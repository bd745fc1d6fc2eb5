import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStableCallback } from '../base/stable-callback.ts'
import { frameTexts } from '../texts/frame.ts'
import type { FrameGroup } from '../ui/page/Navigation.tsx'
import classes from './CommandPalette.module.css'
import { keepTyped, takeTyped } from './typed-ahead.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx').then((module) => ({ default: module.CommandPalette })))

/** Opens the command palette, as Ctrl-K and ⌘K do on every page. */
export function PaletteButton({ groups }: { groups: readonly FrameGroup[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const open = useStableCallback(() => {
    if (isOpen) return
    keepTyped()
    setWasOpened(true)
    setIsOpen(true)
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [open])
  // also when it could not be loaded, which leaves the page
  useEffect(() => () => void takeTyped(), [])
  const close = () => {
    takeTyped()
    setIsOpen(false)
  }
  return (
    <>
      <button type="button" className={classes.button} aria-keyshortcuts="Control+K" onClick={open}>
        <IconSearch size={15} aria-hidden />
        <span className={classes.words}>{frameTexts.goTo}</span>
        <kbd className={classes.key}>{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <CommandPalette groups={groups} isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
