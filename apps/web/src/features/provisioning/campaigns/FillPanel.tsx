import { Button, NumberInput } from '@mantine/core'
import * as campaign from '@simwright/contract/provisioning/campaign'
import { CAMPAIGN_PROFILES_MAX } from '@simwright/contract/provisioning/campaign'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { campaignTexts } from './campaign-texts.ts'
import { openDownloads, PlanWarning } from './PlanWarning.tsx'
import { FillCounts, noSource, ProfileSource, type SourceFilter, useSourceFilter } from './ProfileSource.tsx'

const texts = campaignTexts.fill

/** Adds profiles of a batch, a group or a Fleet query to the campaign, and takes them out. */
export function FillPanel({ one }: { one: campaign.Campaign }) {
  const [source, setSource] = useState(noSource)
  const filter = useSourceFilter(source)
  return (
    <Panel title={texts.title} text={sayCount(texts.count, one.counts.profiles)} actions={<TakeOut one={one} />}>
      <Stack>
        <Note>{texts.text}</Note>
        <ProfileSource configurationId={one.configurationId} value={source} onChange={setSource} />
        {filter && <FillForm key={JSON.stringify(filter)} one={one} filter={filter} />}
      </Stack>
    </Panel>
  )
}

/** How many profiles of a filter can be added, and why the others cannot. */
function FillForm({ one, filter }: { one: campaign.Campaign; filter: SourceFilter }) {
  const { id } = one
  const preview = useAsk(campaign.preview, { id, filter }, { staleMs: 0 })
  const [maxCount, setMaxCount] = useState<number | ''>('')
  const fill = useMutation(campaign.fill, {
    changes: [campaign.get, campaign.list, campaign.preview],
    onSuccess: ({ added }) => toast.success(sayCount(texts.done, added)),
  })
  const fit = preview.data?.fit ?? 0
  const count = Math.min(maxCount === '' ? fit : maxCount, fit)
  return (
    <>
      <FillCounts preview={preview} />
      {fit > 0 && <PlanWarning downloads={openDownloads(one, count)} />}
      {fit > 0 && (
        <Row gap={12} align="end">
          <MostInput fit={fit} value={maxCount} onChange={setMaxCount} />
          <Button
            variant="light"
            loading={fill.isPending}
            disabled={count < 1}
            onClick={() => fill.mutate({ id, filter, most: count }, { onSuccess: () => setMaxCount('') })}
          >
            {sayCount(texts.submit, count)}
          </Button>
        </Row>
      )}
    </>
  )
}

type MostInputProps = { fit: number; value: number | ''; onChange: (value: number | '') => void }

/** The number of profiles to add; empty: all that fit. */
export function MostInput({ fit, value, onChange }: MostInputProps) {
  return (
    <NumberInput
      label={texts.most}
      w={140}
      min={1}
      max={Math.min(fit, CAMPAIGN_PROFILES_MAX)}
      allowDecimal={false}
      placeholder={fit.toLocaleString('en')}
      value={value}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : '')}
    />
  )
}

function TakeOut({ one }: { one: campaign.Campaign }) {
  const takeOut = useMutation(campaign.takeOut, {
    changes: [campaign.get, campaign.list, campaign.preview],
    onSuccess: ({ removed }) => toast.success(sayCount(texts.takenOut, removed)),
  })
  if (one.counts.free === 0) return null
  const ask = async () => {
    const question = { title: texts.takeOutTitle, text: texts.takeOutText, proceed: texts.takeOut }
    if (await confirm(question)) takeOut.mutate({ id: one.id })
  }
  return (
    <Button variant="default" size="xs" loading={takeOut.isPending} onClick={() => void ask()}>
      {texts.takeOut}
    </Button>
  )
}
