import { formatBytes } from '../../../base/size.ts'
import { formatTime } from '../../../base/time.ts'
import { statusCode } from '../../../esim/profile-event.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import classes from './AdminDashboard.module.css'
import { adminDashboardTexts as texts } from './admin-dashboard-texts.ts'
import type { Health } from './health.ts'

const BYTES_A_MIB = 1024 * 1024

/** Refusals by status code, with its meaning. */
export function RefusalTable({ refusals }: Pick<Health, 'refusals'>) {
  if (refusals.length === 0) return <Note>{texts.refusalsNone}</Note>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={say(texts.table, { name: texts.refusals })} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.code}</th>
            <th scope="col" data-text>
              {texts.meaning}
            </th>
            <th scope="col">{texts.functionCalls}</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ subject: subjectCode, reason: reasonCode, count }) => {
            const status = statusCode({ subjectCode, reasonCode })
            return (
              <tr key={status?.code}>
                <th scope="row">{status?.code}</th>
                <td data-text>{status?.meaning ?? '–'}</td>
                <td>{count.toLocaleString('en')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

export function FunctionTable({ functions }: Pick<Health, 'functions'>) {
  if (functions.length === 0) return <Note>{texts.latencyNone}</Note>
  const shown = (ms: number | null) => (ms === null ? '–' : `${ms.toLocaleString('en')} ms`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.scroll} aria-label={say(texts.table, { name: texts.functions })} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{texts.function}</th>
            <th scope="col">{texts.functionCalls}</th>
            <th scope="col">{texts.p50}</th>
            <th scope="col">{texts.p95}</th>
          </tr>
        </thead>
        <tbody>
          {functions.map(({ name, calls, p50Ms, p95Ms }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{calls.toLocaleString('en')}</td>
              <td>{shown(p50Ms)}</td>
              <td>{shown(p95Ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const WARNING_DAYS = 30

/** The certificates that the operator has loaded, and the days until they expire. */
export function CertificateList({ health: { certificates } }: { health: Pick<Health, 'certificates'> }) {
  if (certificates.length === 0) return <Note>{texts.certificatesOwn}</Note>
  return (
    <Stack as="ul" gap={8} className={classes.list}>
      {certificates.map(({ name, notAfter, daysLeft }) => (
        <li key={name}>
          <span className={classes.name}>{name}</span>
          <StatusBadge tone={daysLeft < 0 ? 'danger' : daysLeft < WARNING_DAYS ? 'warning' : 'success'}>
            {daysLeft < 0 ? texts.expired : sayCount(texts.daysLeft, daysLeft)}
          </StatusBadge>
          <Time at={notAfter} show="day" className="muted" />
        </li>
      ))}
    </Stack>
  )
}

type StorageProps = { health: Pick<Health, 'storageUsedMib' | 'storageFreeMib' | 'backup' | 'figures'> }

export function StorageFacts({ health }: StorageProps) {
  const { storageUsedMib: used, storageFreeMib: free, backup } = health
  return (
    <KeyValue
      items={[
        { label: texts.used, value: used === null ? texts.unknown : formatBytes(used * BYTES_A_MIB) },
        {
          label: texts.free,
          value: free !== null ? formatBytes(free * BYTES_A_MIB) : used === null ? texts.unknown : texts.freeUnknown,
        },
        {
          label: texts.backup,
          value: backup ? (
            <Time at={backup.at}>
              {say(texts.backupText, { time: formatTime(backup.at), size: formatBytes(backup.bytes) })}
            </Time>
          ) : (
            texts.backupNone
          ),
        },
        { label: texts.figures, value: <CheckedFigures figures={health.figures} /> },
      ]}
    />
  )
}

/** What the daily check found: whether the figures of all enterprise accounts equal their events. */
function CheckedFigures({ figures: { checkedAt, wrong } }: Pick<Health, 'figures'>) {
  if (wrong.length > 0)
    return (
      <>
        <StatusBadge tone="danger">{sayCount(texts.figuresWrong, wrong.length)}</StatusBadge>
        <Stack as="ul" gap={8} className={classes.list}>
          {wrong.map(({ enterpriseId, name, example }) => (
            <li key={enterpriseId}>
              <span className={classes.name}>{name}</span>
              <span>{example}</span>
            </li>
          ))}
        </Stack>
        {texts.figuresHelp}
      </>
    )
  if (checkedAt === null) return texts.figuresUnchecked
  return <Time at={checkedAt}>{say(texts.figuresRight, { time: formatTime(checkedAt) })}</Time>
}
