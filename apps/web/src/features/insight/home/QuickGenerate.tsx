import { useState } from 'react'
import { useConfigurations } from '../../../esim/ConfigurationSelect.tsx'
import { newConfigurationPath } from '../../../esim/path.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { homeTexts } from '../../../texts/home.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { type Made, QuickForm } from './QuickForm.tsx'
import { QuickResult } from './QuickResult.tsx'

const texts = homeTexts.quick

/** One code at once: the form, and then what was made. */
export function QuickGenerate() {
  const [made, setMade] = useState<Made>()
  const configurations = useConfigurations()
  if (made) return <QuickResult made={made} onAnother={() => setMade(undefined)} />
  return (
    <Panel title={texts.title} text={texts.text}>
      {configurations.data?.total === 0 ? <NoConfiguration /> : <QuickForm onMade={setMade} />}
    </Panel>
  )
}

function NoConfiguration() {
  const mayEdit = useAllowed('Profile_Config_Edit')
  return (
    <EmptyState
      drawing="form"
      title={texts.noneTitle}
      text={mayEdit ? texts.noneText : texts.noneTextView}
      button={mayEdit ? { label: texts.add, to: newConfigurationPath } : undefined}
    />
  )
}
