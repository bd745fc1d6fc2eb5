import { Button } from '@mantine/core'
import { IconCheck, IconMap2 } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { useSeen } from '../../../api/seen.ts'
import { useFrameAddress } from '../../../base/url.ts'
import { TryPhone, useTriable } from '../../../esim/TryPhone.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { isAllowed } from '../../../session/held-permission.ts'
import { usePermissions } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { tourTexts } from '../../../texts/tour.ts'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './Guide.module.css'
import { guideSteps, isGuideDone, type StepsDone } from './guide-steps.ts'
import { homeTexts } from './home-texts.ts'

const texts = homeTexts.guide

type GuideProps = {
  /** Undefined if it could not be loaded. */
  steps: StepsDone | undefined
  /** Quick generate is below: it is the next step, not a link. */
  isQuickReady: boolean
}

/**
 * The four steps from subscriber data to a working eSIM: marks those that are done and links to the next one. Once all are
 * done only their names are left, unless the help panel has opened the guide again.
 */
export function Guide({ steps: done, isQuickReady }: GuideProps) {
  const { guide } = useSearch({ from: pages.home.id })
  const next = done && guideSteps.find(({ id }) => !done[id])?.id
  const isShort = guide === undefined && (done === undefined || isGuideDone(done))
  const count = done ? guideSteps.filter(({ id }) => done[id]).length : 0
  return (
    <Panel
      title={texts.title}
      actions={
        <>
          {next !== undefined && <TourButton />}
          {done && (
            <span className="size-small muted figures">
              {say(texts.progress, { done: count, total: guideSteps.length })}
            </span>
          )}
          {guide !== undefined && (
            <Button component={Link} {...linkTo(pages.home)} variant="subtle" size="compact-xs">
              {texts.hide}
            </Button>
          )}
        </>
      }
    >
      <ol className={classes.steps} data-short={isShort || undefined}>
        {guideSteps.map((step, i) => (
          <GuideStep
            key={step.id}
            step={step}
            position={i + 1}
            isShort={isShort}
            isQuickReady={isQuickReady}
            state={done?.[step.id] ? 'done' : step.id === next ? 'next' : 'later'}
          />
        ))}
      </ol>
    </Panel>
  )
}

/** Offered until the tour was taken or left; afterwards Help has it. */
function TourButton() {
  const [, change] = useFrameAddress()
  const [isSeen] = useSeen('tour')
  if (isSeen) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className="fixed"
      leftSection={<IconMap2 size={16} />}
      onClick={() => change({ tour: '1' }, 'push')}
    >
      {tourTexts.start}
    </Button>
  )
}

type GuideStepProps = {
  step: (typeof guideSteps)[number]
  position: number
  state: 'done' | 'next' | 'later'
  isShort: boolean
  isQuickReady: boolean
}

function GuideStep({ step, position, state, isShort, isQuickReady }: GuideStepProps) {
  const { title, text } = texts.steps[step.id]
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark}>
        {state === 'done' ? <IconCheck size={14} stroke={2.5} aria-hidden /> : position}
      </span>
      <div className={classes.words}>
        <div className={classes.title}>
          {title}
          {state === 'done' && <span className="visually-hidden">, {texts.done}</span>}
        </div>
        {!isShort && (
          <Note as="div" mt={2}>
            {text}
          </Note>
        )}
        {state === 'next' && <NextAction step={step} isQuickReady={isQuickReady} />}
      </div>
    </li>
  )
}

/** The button of the next step: the virtual phone where there is one, else the page of the step, unless it is below. */
function NextAction({ step: { id, to, need }, isQuickReady }: Pick<GuideStepProps, 'step' | 'isQuickReady'>) {
  const permissions = usePermissions()
  const tried = useTriable({}, id === 'downloaded')
  if (id === 'generated' && isQuickReady) return null
  const variant = isQuickReady ? 'light' : 'filled'
  const link = isAllowed(need, permissions) && (
    <Button component={Link} to={to as string} size="xs" variant={tried ? 'subtle' : variant}>
      {texts.steps[id].link}
    </Button>
  )
  return (
    <Row mt={10}>
      {tried && <TryPhone profileId={tried} size="xs" variant={variant} />}
      {link}
    </Row>
  )
}
