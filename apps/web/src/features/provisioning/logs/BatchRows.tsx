import { Anchor, Button, SegmentedControl, Skeleton } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import * as contract from '@simwright/contract/provisioning/batch'
import { Link } from '@tanstack/react-router'
import { usePages } from '../../../api/pages.ts'
import { useAddress } from '../../../base/url.ts'
import { Identifier } from '../../../esim/Identifier.tsx'
import { profilePath } from '../../../esim/path.ts'
import { useMasks } from '../../../esim/privacy.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { profileTexts } from '../../../texts/profile.ts'
import { say } from '../../../texts/text.ts'
import { uiTexts } from '../../../texts/ui.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import classes from './BatchRows.module.css'
import { logTexts } from './logs-texts.ts'

type Row = OutputOf<typeof contract.rows>['items'][number]

const texts = logTexts.batches.rows
const PAGE = 100
const POLL_MS = 5_000

/** The outcome of each row of a batch: its code, or the reason why it failed. */
export function BatchRows({ batch }: { batch: contract.Batch }) {
  const [{ rows: shown }, change] = useAddress(pages.logs)
  const only = shown === 'failed' ? 'failed' : 'all'
  const isRunning = batch.process === 'PROCESSING'
  const rows = usePages(contract.rows, { id: batch.id, only, limit: PAGE }, isRunning ? { pollMs: POLL_MS } : {})
  return (
    <>
      <SegmentedControl
        aria-label={texts.only}
        value={only}
        onChange={(value) => change({ rows: value === 'failed' ? value : undefined })}
        data={[
          { value: 'all', label: `${texts.all} ${batch.processed.toLocaleString('en')}` },
          { value: 'failed', label: `${texts.failed} ${batch.failed.toLocaleString('en')}` },
        ]}
        mb="md"
      />
      {rows.items === undefined ? (
        rows.problem ? (
          <ErrorState problem={rows.problem} onRetry={rows.refresh} />
        ) : (
          <Skeleton height={320} radius="lg" aria-label={uiTexts.loading} />
        )
      ) : rows.items.length === 0 ? (
        <EmptyState
          drawing={only === 'failed' ? 'done' : 'log'}
          title={only === 'failed' ? texts.noneFailed : texts.none}
          text={only === 'failed' && !isRunning ? texts.noneFailedText : texts.noneText}
        />
      ) : (
        <>
          <RowTable rows={rows.items} label={say(texts.label, { code: batch.code })} />
          {rows.more && (
            <Button variant="default" fullWidth mt="md" onClick={rows.more} loading={rows.isReadingMore}>
              {texts.more}
            </Button>
          )}
        </>
      )}
    </>
  )
}

function RowTable({ rows, label }: { rows: readonly Row[]; label: string }) {
  const masks = useMasks()
  const maySeeProfile = useAllowed('Fleet_View')
  return (
    <PlainTable className={classes.rows} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{texts.line}</th>
          <th scope="col">{texts.iccid}</th>
          <th scope="col">{texts.outcome}</th>
          <th scope="col">{texts.code}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.line}>
            <td className="faint figures">{row.line}</td>
            <td>
              {maySeeProfile && row.profileId ? (
                <Anchor
                  component={Link}
                  {...profilePath(row.profileId)}
                  inherit
                  aria-label={say(texts.open, { iccid: masks.number(row.iccid) })}
                >
                  <Identifier>{row.iccid}</Identifier>
                </Anchor>
              ) : (
                <Identifier>{row.iccid}</Identifier>
              )}
            </td>
            <td>
              <StatusBadge tone={row.success ? 'success' : 'danger'}>
                {row.success ? texts.done : texts.notDone}
              </StatusBadge>
            </td>
            <td className={classes.what}>
              {row.activationCode ? (
                <span className={classes.code}>
                  <Identifier kind="code" maxChars={30}>
                    {row.activationCode}
                  </Identifier>
                  <CopyButton text={row.activationCode} name={profileTexts.names.activationCode} />
                </span>
              ) : (
                row.reason && masks.text(row.reason)
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
