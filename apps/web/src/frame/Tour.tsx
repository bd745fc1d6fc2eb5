import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSeen } from '../behavior/seen.ts'
import { linkTo, pages } from '../paths.ts'
import { isAllowed, usePermissions } from '../session/permission.tsx'
import { say } from '../texts/text.ts'
import { tourTexts as texts } from '../texts/tour.ts'
import { useFrameAddress } from '../ui/url.ts'
import classes from './Tour.module.css'
import { type Box, useTarget } from './tour-target.ts'

/** Where each step stands, and what it points at; the page's heading when that is not there. */
const allSteps = [
  { id: 'configuration', page: pages.configurations, targets: ['[data-tour="configuration"]'] },
  { id: 'generate', page: pages.generateAc, targets: ['[data-tour="generate"]'] },
  { id: 'download', page: pages.fleet, targets: ['main tbody tr:not([aria-hidden])', 'main table'] },
  { id: 'see', page: pages.dashboard, targets: ['[data-tour="see"]'] },
] as const

/** Leads through the pages that the user may open, and points at the real things there. The page stays in use meanwhile. */
export function Tour({ step: asked }: { step: string }) {
  const held = usePermissions()
  const steps = allSteps.filter(({ page }) => isAllowed(page.permissions, held))
  const index = Math.min(Math.max(Number(asked) || 1, 1), steps.length) - 1
  const step = steps[index]
  if (!step) return null
  return <Step key={step.id} step={step} index={index} total={steps.length} to={(i) => steps[i]?.page} />
}

type StepProps = {
  step: (typeof allSteps)[number]
  index: number
  total: number
  /** The page of a step. */
  to: (index: number) => (typeof allSteps)[number]['page'] | undefined
}

function Step({ step: { id, page, targets }, index, total, to }: StepProps) {
  const titleId = useId()
  const textId = useId()
  const card = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [, change] = useFrameAddress()
  const [, noteSeen] = useSeen('tour')
  const box = useTarget(targets, page.path)
  const go = (next: number) =>
    void navigate({ ...linkTo(to(next) ?? page, { over: { tour: String(next + 1) } }), replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a step; who opens a step by its address is led to its page
  useEffect(() => {
    if (location.pathname !== page.path) go(index)
    card.current?.focus({ preventScroll: true })
  }, [])
  const end = () => {
    noteSeen()
    change({ tour: undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
    else if (event.key === 'ArrowRight' && index + 1 < total) go(index + 1)
    else if (event.key === 'ArrowLeft' && index > 0) go(index - 1)
  }
  const isLast = index + 1 === total
  const { title, text } = texts.steps[id]
  return createPortal(
    <>
      {box && <div className={classes.spot} style={spotOf(box)} aria-hidden />}
      <div
        ref={card}
        role="dialog"
        aria-label={texts.label}
        aria-describedby={`${titleId} ${textId}`}
        tabIndex={-1}
        className={classes.card}
        style={cardOf(box)}
        onKeyDown={onKeyDown}
      >
        <div className={classes.count}>{say(texts.count, { step: index + 1, total })}</div>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p id={textId} className={classes.text}>
          {text}
        </p>
        <div className={classes.ways}>
          {!isLast && (
            <Button variant="subtle" color="gray" size="xs" onClick={end}>
              {texts.skip}
            </Button>
          )}
          <span className={classes.rest} />
          {index > 0 && (
            <Button variant="default" size="xs" onClick={() => go(index - 1)}>
              {texts.back}
            </Button>
          )}
          <Button size="xs" onClick={() => (isLast ? end() : go(index + 1))}>
            {isLast ? texts.done : texts.next}
          </Button>
        </div>
      </div>
    </>,
    document.body,
  )
}

const AROUND = 6
const CARD_WIDTH = 340
const CARD_HEIGHT = 210
const EDGE = 16

const spotOf = ({ top, left, width, height }: Box): CSSProperties => ({
  top: top - AROUND,
  left: left - AROUND,
  width: width + 2 * AROUND,
  height: height + 2 * AROUND,
})

/** Under what is pointed at, or above it, or in its lower corner when it fills the page. On a phone at the bottom, by the style sheet. */
function cardOf(box: Box | undefined): CSSProperties {
  const corner = placed({ bottom: EDGE, right: EDGE })
  if (!box) return corner
  const left = Math.min(Math.max(box.left, EDGE), innerWidth - CARD_WIDTH - EDGE)
  const under = box.top + box.height + 2 * AROUND
  if (under + CARD_HEIGHT < innerHeight) return placed({ top: under, left })
  if (box.top - CARD_HEIGHT - AROUND > EDGE) return placed({ bottom: innerHeight - box.top + 2 * AROUND, left })
  return corner
}

/** For the style sheet, which places the card itself on a phone. */
function placed(edges: Partial<Record<'top' | 'right' | 'bottom' | 'left', number>>): CSSProperties {
  return Object.fromEntries(Object.entries(edges).map(([edge, px]) => [`--${edge}`, `${px}px`])) as CSSProperties
}
