import { Anchor } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { overview } from '@simwright/contract/insight/home'
import { IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { newConfigurationPath } from '../../../esim/path.ts'
import { pages } from '../../../paths.ts'
import { isAllowed, usePermissions } from '../../../session/permission.tsx'
import { homeTexts } from '../../../texts/home.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/Panel.tsx'
import classes from './HomePage.module.css'

const texts = homeTexts.guide

type StepsDone = OutputOf<typeof overview>['steps']

const steps = [
  { id: 'configuration', to: newConfigurationPath, need: ['Profile_Config_Edit'] },
  { id: 'generated', to: pages.generateAc.path, need: pages.generateAc.permissions },
  { id: 'downloaded', to: pages.fleet.path, need: pages.fleet.permissions },
  { id: 'managed', to: pages.fleet.path, need: pages.fleet.permissions },
] as const satisfies readonly { id: keyof StepsDone; to: string; need: readonly string[] }[]

/** The four steps from subscriber data to a working eSIM: marks those that are done and links to the next one. */
export function Guide({ steps: done }: { steps: StepsDone | undefined }) {
  const permissions = usePermissions()
  const next = done && steps.find(({ id }) => !done[id])?.id
  const count = done ? steps.filter(({ id }) => done[id]).length : 0
  return (
    <Panel
      title={texts.title}
      actions={
        done && <span className={classes.progress}>{say(texts.progress, { done: count, total: steps.length })}</span>
      }
    >
      <ol className={classes.steps}>
        {steps.map(({ id, to, need }, i) => {
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
