import { Anchor, Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { TryPhoneLink, useTriable } from '../../../esim/TryPhone.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { isAllowed } from '../../../session/held-permission.ts'
import { usePermissions } from '../../../session/permission.tsx'
import { homeTexts } from '../../../texts/home.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/Panel.tsx'
import { guideSteps, isGuideDone, type StepsDone } from './guide-steps.ts'
import classes from './HomePage.module.css'

const texts = homeTexts.guide

/**
 * The four steps from subscriber data to a working eSIM: marks those that are done and links to the next one. Hidden once
 * all are done, unless the help panel has opened it again.
 */
export function Guide({ steps: done }: { steps: StepsDone | undefined }) {
  const permissions = usePermissions()
  const { guide } = useSearch({ from: pages.home.id })
  const next = done && guideSteps.find(({ id }) => !done[id])?.id
  const tried = useTriable({}, next === 'downloaded')
  if (done && isGuideDone(done) && guide === undefined) return null
  const count = done ? guideSteps.filter(({ id }) => done[id]).length : 0
  return (
    <Panel
      title={texts.title}
      actions={
        done && (
          <>
            <span className={classes.progress}>{say(texts.progress, { done: count, total: guideSteps.length })}</span>
            {guide !== undefined && (
              <Button component={Link} {...linkTo(pages.home)} variant="subtle" size="compact-xs">
                {texts.hide}
              </Button>
            )}
          </>
        )
      }
    >
      <ol className={classes.steps}>
        {guideSteps.map(({ id, to, need }, i) => {
          const isDone = done?.[id] === true
          const { title, text, link } = texts.steps[id]
          return (
            <li key={id} className={classes.step} data-state={isDone ? 'done' : id === next ? 'next' : 'later'}>
              <span className={classes.mark}>{isDone ? <IconCheck size={14} stroke={2.5} aria-hidden /> : i + 1}</span>
              <div>
                <div className={classes.stepTitle}>
                  {title}
                  {isDone && <span className="visually-hidden">, {texts.done}</span>}
                </div>
                <div className={classes.stepText}>
                  {text}{' '}
                  {id === 'downloaded' && tried && (
                    <>
                      <TryPhoneLink profileId={tried} />{' '}
                    </>
                  )}
                  {id === next && isAllowed(need, permissions) && (
                    <Anchor component={Link} to={to as string} size="xs" fw={550}>
                      {link}
                    </Anchor>
                  )}
                </div>
              </div>
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}
