import { useState } from 'react'
import { useConfigurations } from '../../../esim/ConfigurationSelect.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import classes from './HomePage.module.css'
import { homeTexts } from './home-texts.ts'
import { type GeneratedCode, QuickForm } from './QuickForm.tsx'
import { QuickResult } from './QuickResult.tsx'

const texts = homeTexts.quick

/** Generates one activation code: shows the form, then the result. */
export function QuickGenerate() {
  const [code, setCode] = useState<GeneratedCode>()
  const configurations = useConfigurations()
  if (code) return <QuickResult generated={code} onAnother={() => setCode(undefined)} />
  return (
    <Panel title={texts.title} text={texts.text}>
      <EmptyOrForm configurations={configurations} onGenerated={setCode} />
    </Panel>
  )
}

type EmptyOrFormProps = {
  configurations: ReturnType<typeof useConfigurations>
  onGenerated: (code: GeneratedCode) => void
}

function EmptyOrForm({ configurations: { data, error, refetch }, onGenerated }: EmptyOrFormProps) {
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (data?.total === 0) return <NoConfiguration />
  return <QuickForm onGenerated={onGenerated} />
}

/** One line instead of the form: the guide above leads to the configuration. */
function NoConfiguration() {
  const mayEdit = useAllowed('Profile_Config_Edit')
  return (
    <div className={classes.batch}>
      <p>{mayEdit ? texts.noneText : texts.noneTextView}</p>
    </div>
  )
}
