import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useSeen } from '../api/seen.ts'
import { useFrameAddress } from '../base/url.ts'
import { linkTo, pages } from '../paths.ts'
import { isAllowed } from '../session/held-permission.ts'
import { usePermissions } from '../session/permission.tsx'
import { say } from '../texts/text.ts'
import { tourTexts as texts } from '../texts/tour.ts'
import { Row, Title } from '../ui/layout/layout.tsx'
import classes from './Tour.module.css'
import { placeOfCard, SPOT_PADDING } from './tour-place.ts'
import { type Box, useTarget } from './tour-target.ts'

/** Page and highlighted element of each step: the first selector that matches, else the page's heading. */
const allSteps = [
  { id: 'configuration', page: pages.configurations, targets: ['[data-tour="configuration"]'] },
  { id: 'generate', page: pages.generateAc, targets: ['[data-tour="generate"]'] },
  { id: 'download', page: pages.fleet, targets: ['main tbody tr:not([aria-hidden])', 'main table'] },
  { id: 'see', page: pages.dashboard, targets: ['[data-tour="see"]'] },
] as const

/** Guides through the pages that the user may open and highlights elements there. The page stays usable. */
export function Tour({ step: number }: { step: string }) {
  const held = usePermissions()
  const steps = allSteps.filter(({ page }) => isAllowed(page.permissions, held))
  const index = Math.min(Math.max(Number(number) || 1, 1), steps.length) - 1
  const step = steps[index]
  if (!step) return null
  return <Step key={step.id} step={step} index={index} total={steps.length} pageOf={(i) => steps[i]?.page} />
}

type StepProps = {
  step: (typeof allSteps)[number]
  index: number
  total: number
  pageOf: (index: number) => (typeof allSteps)[number]['page'] | undefined
}

function Step({ step: { id, page, targets }, index, total, pageOf }: StepProps) {
  const titleId = useId()
  const textId = useId()
  const card = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const [, change] = useFrameAddress()
  const [, markSeen] = useSeen('tour')
  const box = useTarget(targets, page.path)
  const size = useSize(card)
  const go = (next: number) =>
    void navigate({ ...linkTo(pageOf(next) ?? page, { over: { tour: String(next + 1) } }), replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per step; opening a step by its address opens its page
  useEffect(() => {
    if (location.pathname !== page.path) go(index)
    card.current?.focus({ preventScroll: true })
  }, [])
  const end = () => {
    markSeen()
    change({ tour: undefined })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
    else if (event.key === 'ArrowRight' && index + 1 < total) go(index + 1)
    else if (event.key === 'ArrowLeft' && index > 0) go(index - 1)
  }
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
        style={cardOf(box, size)}
        onKeyDown={onKeyDown}
      >
        <div className="muted size-small figures">{say(texts.count, { step: index + 1, total })}</div>
        <Title id={titleId} as="h2" size="h3" mt={2} mb={6}>
          {title}
        </Title>
        <p id={textId} className={classes.text}>
          {text}
        </p>
        <StepButtons isFirst={index === 0} isLast={index + 1 === total} onEnd={end} onStep={(by) => go(index + by)} />
      </div>
    </>,
    document.body,
  )
}

type StepButtonsProps = { isFirst: boolean; isLast: boolean; onEnd: () => void; onStep: (by: 1 | -1) => void }

function StepButtons({ isFirst, isLast, onEnd, onStep }: StepButtonsProps) {
  return (
    <Row nowrap>
      {!isLast && (
        <Button variant="subtle" color="gray" size="xs" onClick={onEnd}>
          {texts.skip}
        </Button>
      )}
      <span style={{ flex: 1 }} />
      {!isFirst && (
        <Button variant="default" size="xs" onClick={() => onStep(-1)}>
          {texts.back}
        </Button>
      )}
      <Button size="xs" onClick={() => (isLast ? onEnd() : onStep(1))}>
        {isLast ? texts.done : texts.next}
      </Button>
    </Row>
  )
}

const spotOf = ({ top, left, width, height }: Box): CSSProperties => ({
  top: top - SPOT_PADDING,
  left: left - SPOT_PADDING,
  width: width + 2 * SPOT_PADDING,
  height: height + 2 * SPOT_PADDING,
})

/** Passes the position as CSS variables, because the style sheet overrides it on phones. */
function cardOf(box: Box | undefined, size: Size): CSSProperties {
  const { top, left } = placeOfCard(box, size, { width: innerWidth, height: innerHeight })
  return { '--top': `${top}px`, '--left': `${left}px` } as CSSProperties
}

type Size = { width: number; height: number }

/** The size of the card, also when its text takes other lines. */
function useSize(card: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 340, height: 210 })
  useEffect(() => {
    const element = card.current
    if (!element) return
    const observer = new ResizeObserver(() => setSize({ width: element.offsetWidth, height: element.offsetHeight }))
    observer.observe(element)
    return () => observer.disconnect()
  }, [card])
  return size
}
