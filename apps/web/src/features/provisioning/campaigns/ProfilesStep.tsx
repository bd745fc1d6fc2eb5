import * as campaign from '@simwright/contract/provisioning/campaign'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { campaignTexts } from './campaign-texts.ts'
import { MostInput } from './FillPanel.tsx'
import { PlanWarning } from './PlanWarning.tsx'
import {
  FillCounts,
  type FillPreview,
  noSource,
  ProfileSource,
  type SourceChoice,
  type SourceFilter,
  useSourceFilter,
} from './ProfileSource.tsx'

const texts = campaignTexts.form

/** Which profiles a new campaign gets; `filter` is undefined while none are chosen. */
export type ProfileChoice = {
  configurationId: string
  source: SourceChoice
  change: (source: SourceChoice) => void
  filter: SourceFilter | undefined
  preview: FillPreview
  most: number | ''
  setMost: (most: number | '') => void
}

/** The state of the step; another configuration starts it again. */
export function useProfileChoice(configurationId: string): ProfileChoice {
  const [chosen, setChosen] = useState({ configurationId, source: noSource, most: '' as number | '' })
  const current =
    chosen.configurationId === configurationId ? chosen : { ...chosen, source: noSource, most: '' as const }
  const filter = useSourceFilter(current.source)
  const preview = useAsk(
    campaign.previewNew,
    { configurationId, filter: filter ?? {} },
    { enabled: filter !== undefined && configurationId !== '', staleMs: 0 },
  )
  return {
    ...current,
    configurationId,
    change: (source) => setChosen({ configurationId, source, most: '' }),
    filter,
    preview,
    setMost: (most) => setChosen({ ...current, configurationId, most }),
  }
}

export function ProfilesStep({ choice }: { choice: ProfileChoice }) {
  const { configurationId, source, change, filter, preview, most, setMost } = choice
  const fit = preview.data?.fit ?? 0
  return (
    <Stack>
      <Note>
        {campaignTexts.fill.text} {texts.profilesLater}
      </Note>
      <ProfileSource configurationId={configurationId} value={source} onChange={change} />
      {filter && <FillCounts preview={preview} />}
      {filter && fit > 0 && <PlanWarning downloads={Math.min(most === '' ? fit : most, fit)} />}
      {filter && fit > 0 && <MostInput fit={fit} value={most} onChange={setMost} />}
    </Stack>
  )
}
