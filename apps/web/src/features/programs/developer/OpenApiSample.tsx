import { SegmentedControl } from '@mantine/core'
import { openApiSample, type SampleLanguage, sampleLanguages } from '@simwright/contract/programs/open-api-sample'
import { useState } from 'react'
import { Note, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { CodeBlock } from '../../../ui/text/CodeBlock.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { developerTexts } from './developer-texts.ts'

const { sample: texts } = developerTexts.credentials

/** A program that signs a call, in four languages. */
export function OpenApiSample() {
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const code = openApiSample(language, globalThis.location.origin)
  return (
    <Stack>
      <div>
        <Title as="h2" mb={4}>
          {texts.title}
        </Title>
        <Note>{texts.text}</Note>
      </div>
      <Row>
        <SegmentedControl
          aria-label={texts.language}
          data={sampleLanguages.map((value) => ({ value, label: texts.languages[value] }))}
          value={language}
          onChange={(value) => setLanguage(value as SampleLanguage)}
        />
        <CopyButton text={code} name={texts.title} size={28} />
      </Row>
      <CodeBlock>
        <code>{code}</code>
      </CodeBlock>
    </Stack>
  )
}
