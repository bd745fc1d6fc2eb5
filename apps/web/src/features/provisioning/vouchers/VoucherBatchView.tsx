import { ActionIcon, Anchor, Button, Menu, Skeleton } from '@mantine/core'
import * as delivery from '@simwright/contract/provisioning/delivery'
import * as voucher from '@simwright/contract/provisioning/voucher'
import { IconBan, IconDots, IconDownload, IconExternalLink, IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useSave } from '../../../api/save.ts'
import { formatTime } from '../../../base/time.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { BarChart } from '../../../ui/chart/BarChart.tsx'
import { StatCard } from '../../../ui/chart/StatCard.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Grid, Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { EditVouchersDialog } from './VoucherDialog.tsx'
import { VoucherList } from './VoucherList.tsx'
import { BatchStateBadge } from './voucher-state.tsx'
import { voucherTexts as texts } from './voucher-texts.ts'

const POLL_MS = 15_000

type VoucherBatchViewProps = { id: string; onBack: () => void }

/** Page of one batch of vouchers: its counters, its codes while they exist, and each voucher. */
export function VoucherBatchView({ id, onBack }: VoucherBatchViewProps) {
  const answer = useAsk(voucher.get, { id }, { pollMs: POLL_MS })
  const { data, error } = answer
  if (data) return <LoadedBatch one={data} onBack={onBack} />
  return (
    <>
      <PageHeader title={pageTexts.vouchers} />
      {error ? (
        <Panel>
          {isProblem(error, 'not_found') || isProblem(error, 'invalid') ? (
            <EmptyState
              drawing="lost"
              title={texts.goneTitle}
              text={texts.goneText}
              button={{ label: texts.goneBack, onClick: onBack }}
            />
          ) : (
            <ErrorState problem={error} onRetry={() => void answer.refetch()} />
          )}
        </Panel>
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

type BatchProps = { one: voucher.VoucherBatchDetail }

const unusedOf = ({ count, redeemed, revoked }: voucher.VoucherBatch) => count - redeemed - revoked

function LoadedBatch({ one, onBack }: BatchProps & { onBack: () => void }) {
  return (
    <Stack>
      <PageHeader
        back={{ label: pageTexts.vouchers, onClick: onBack }}
        title={one.name}
        mark={<BatchStateBadge state={one.state} />}
        actions={<Actions one={one} />}
      />
      <Figures one={one} />
      <Grid min={340}>
        <Codes one={one} />
        <Facts one={one} />
      </Grid>
      <Redemptions one={one} />
      <VoucherList batchId={one.id} />
    </Stack>
  )
}

function Figures({ one }: BatchProps) {
  const { figures } = texts
  const isValid = one.state === 'VALID'
  return (
    <Grid min={170}>
      <StatCard
        label={isValid ? figures.unused : figures.over}
        value={unusedOf(one)}
        text={isValid ? figures.unusedText : figures.overText}
      />
      <StatCard
        label={figures.redeemed}
        value={one.redeemed}
        text={say(figures.redeemedText, { count: one.count.toLocaleString('en') })}
      />
      <StatCard label={figures.revoked} value={one.revoked} text={figures.revokedText} />
      <StatCard label={figures.wrong} value={one.wrong} text={figures.wrongText} />
    </Grid>
  )
}

const dayLabel = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** One bar for each day on which vouchers were redeemed. */
function Redemptions({ one: { days } }: BatchProps) {
  if (days.length === 0) return null
  return (
    <Panel title={texts.days.title}>
      <BarChart
        label={texts.days.title}
        series={[{ id: 'redeemed', label: texts.figures.redeemed, color: 'blue' }]}
        points={days.map(({ day, redeemed }) => ({ id: day, label: dayLabel(day), values: { redeemed } }))}
      />
    </Panel>
  )
}

function Codes({ one: { id, link, codesUntil } }: BatchProps) {
  const mayExport = useAllowed('Fleet_Export')
  const codes = useSave(voucher.codes)
  const labels = useSave(voucher.labels)
  return (
    <Panel
      title={texts.codes.title}
      text={codesUntil ? say(texts.codes.until, { time: formatTime(codesUntil) }) : texts.codes.gone}
    >
      <Stack>
        {codesUntil && mayExport && (
          <Row gap={8}>
            <Button
              leftSection={<IconDownload size={16} />}
              loading={codes.isPending}
              onClick={() => codes.start({ id })}
            >
              {texts.codes.download}
            </Button>
            <Menu position="bottom-start" width={240}>
              <Menu.Target>
                <Button variant="default" leftSection={<IconFileTypePdf size={16} />} loading={labels.isPending}>
                  {texts.codes.labels}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {delivery.sheetNames.map((sheet) => (
                  <Menu.Item key={sheet} onClick={() => labels.start({ id, sheet })}>
                    {texts.codes.sheets[sheet]}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          </Row>
        )}
        {link ? (
          <Stack gap={6}>
            <CopyField label={texts.codes.page} value={link} />
            <Note>{texts.codes.pageHelp}</Note>
            <Anchor href={link} target="_blank" rel="noreferrer" size="sm" style={{ alignSelf: 'start' }}>
              {texts.codes.open} <IconExternalLink size={13} aria-hidden />
            </Anchor>
          </Stack>
        ) : (
          <Note>{texts.codes.notInPlan}</Note>
        )}
      </Stack>
    </Panel>
  )
}

function Facts({ one }: BatchProps) {
  const { facts } = texts
  const { campaignId, campaignName, expiresAt, addressLimit, revokedAt, createdAt, createdBy } = one
  return (
    <Panel title={facts.title}>
      <KeyValue
        items={[
          {
            label: facts.campaign,
            value: (
              <Anchor component={Link} {...linkTo(pages.campaigns, { search: { campaign: campaignId } })} inherit>
                {campaignName}
              </Anchor>
            ),
          },
          { label: facts.expiresAt, value: expiresAt ? <Time at={expiresAt} /> : facts.noEnd },
          {
            label: facts.addressLimit,
            value: addressLimit === null ? facts.noLimit : addressLimit.toLocaleString('en'),
          },
          ...(revokedAt ? [{ label: facts.revokedAt, value: <Time at={revokedAt} /> }] : []),
          {
            label: facts.created,
            value: <Time at={createdAt}>{say(facts.createdBy, { time: formatTime(createdAt), name: createdBy })}</Time>,
          },
        ]}
      />
    </Panel>
  )
}

function Actions({ one }: BatchProps) {
  const mayEdit = useAllowed('Campaign_Edit') && one.state !== 'REVOKED'
  const mayExport = useAllowed('Fleet_Export')
  const report = useSave(voucher.report)
  const [isEditing, setIsEditing] = useState(false)
  const revoke = useMutation(voucher.revokeBatch, { changes: [voucher.list, voucher.get, voucher.vouchers] })
  const { actions } = texts
  if (!mayEdit && !mayExport) return null
  const revokeAll = async () => {
    const title = say(actions.revokeAllTitle, { count: unusedOf(one) })
    const question = { title, text: actions.revokeAllText, proceed: actions.revokeAllProceed, tone: 'danger' } as const
    if (!(await confirm(question))) return
    const done = ({ revoked }: { revoked: number }) => toast.success(say(actions.revokedAll, { count: revoked }))
    revoke.mutate({ id: one.id }, { onSuccess: done })
  }
  return (
    <Row gap={8}>
      {mayEdit && (
        <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setIsEditing(true)}>
          {actions.edit}
        </Button>
      )}
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon size={34} variant="default" aria-label={actions.more}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayExport && (
            <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => report.start({ id: one.id })}>
              {actions.report}
            </Menu.Item>
          )}
          {mayEdit && (
            <Menu.Item c="var(--danger-text)" leftSection={<IconBan size={16} />} onClick={() => void revokeAll()}>
              {actions.revokeAll}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <EditVouchersDialog isOpen={isEditing} one={one} onClose={() => setIsEditing(false)} />
    </Row>
  )
}
