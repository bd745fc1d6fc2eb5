import { useFocusReturn, useWindowEvent } from '@mantine/hooks'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useStored } from '../../base/stored.ts'
import { uiTexts } from '../../texts/ui.ts'
import { isCovered } from '../opening.ts'
import classes from './SidePanel.module.css'

const WIDTH_KEY = 'simwright.panel'
const MIN_PX = 420
const MAX_PX = 1200
/** What side bar and list need next to the panel. */
const REST_PX = 680
const STEP_PX = 24

type SidePanelProps = { label: string; onClose: () => void; children: ReactNode }

/**
 * A panel at the right edge, next to the page. It takes the focus when it opens, and Escape closes it. Its left edge can
 * be dragged or moved with the arrow keys; the width is remembered.
 */
export function SidePanel({ label, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const [stored, store] = useStored<number | undefined>(WIDTH_KEY, undefined)
  const [dragged, setDragged] = useState<number>()
  const widthPx = limited(dragged ?? stored ?? innerWidth * 0.36)
  useRoom(widthPx)
  useFocusReturn({ opened: true })
  useEffect(() => panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }), [])
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || isCovered(panel.current)) return
      if (!isForOther(event.target, panel.current)) onClose()
    },
    { capture: true },
  )
  return (
    <section
      ref={panel}
      role="dialog"
      aria-label={label}
      className={classes.panel}
      data-print="none"
      style={{ '--panel-width': roomOf(widthPx) } as CSSProperties}
    >
      <Edge
        widthPx={widthPx}
        onDrag={setDragged}
        onDone={(next) => {
          setDragged(undefined)
          store(next)
        }}
      />
      <div className={classes.content}>{children}</div>
    </section>
  )
}

/** Escape in a menu or in a field closes or clears that, not the panel. */
function isForOther(target: EventTarget | null, panel: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('[data-mantine-stop-propagation="true"]')) return true
  return !panel?.contains(target) && target.matches('input:not([type="checkbox"]), textarea, select')
}

const limited = (px: number) =>
  Math.round(Math.max(MIN_PX, Math.min(px, MAX_PX, Math.max(MIN_PX, innerWidth - REST_PX))))

/** In CSS, so that the panel follows the size of the window. */
const roomOf = (px: number) => `min(${px}px, 100vw - ${REST_PX}px)`

/** Tells the frame of the page how much room the panel takes. */
function useRoom(widthPx: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--panel-room', roomOf(widthPx))
    return () => {
      style.removeProperty('--panel-room')
    }
  }, [widthPx])
}

type EdgeProps = { widthPx: number; onDrag: (px: number | undefined) => void; onDone: (px: number | undefined) => void }

/** The left edge, which changes the width; a double click restores the default. */
function Edge({ widthPx, onDrag, onDone }: EdgeProps) {
  const [isDragging, setIsDragging] = useState(false)
  const widthAt = (event: PointerEvent) => limited(innerWidth - event.clientX)
  const end = (event: PointerEvent) => {
    if (!isDragging) return
    setIsDragging(false)
    onDone(widthAt(event))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: widthPx + STEP_PX, ArrowRight: widthPx - STEP_PX, Home: MIN_PX, End: MAX_PX }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onDone(limited(next))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={uiTexts.panelWidth}
      aria-valuenow={widthPx}
      aria-valuemin={MIN_PX}
      aria-valuemax={limited(MAX_PX)}
      tabIndex={0}
      className={classes.edge}
      data-dragging={isDragging || undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setIsDragging(true)
      }}
      onPointerMove={(event) => isDragging && onDrag(widthAt(event))}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => onDone(undefined)}
      onKeyDown={onKeyDown}
    />
  )
}
