import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

const texts = singleSignOnTexts.atProvider

type Provider = keyof typeof texts.steps
const providers = Object.keys(texts.steps) as Provider[]

/** What to enter at the identity provider, which asks for it first, and the steps there. */
export function ProviderSteps({ redirectUri, signOutUri }: { redirectUri: string; signOutUri: string }) {
  const [provider, setProvider] = useState<Provider>('okta')
  return (
    <FormSection title={texts.title} text={texts.text}>
      <CopyField label={texts.redirectUri} value={redirectUri} />
      <div>
        <CopyField label={texts.signOutUri} value={signOutUri} />
        <Note size="small" mt={4}>
          {texts.signOutText}
        </Note>
      </div>
      <div>
        <SegmentedControl
          aria-label={texts.provider}
          value={provider}
          onChange={(value) => setProvider(value as Provider)}
          data={providers.map((value) => ({ value, label: texts.names[value] }))}
        />
        <Stack as="ol" gap={6} mt={12} className="bullets wrap">
          {texts.steps[provider].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </Stack>
      </div>
    </FormSection>
  )
}
