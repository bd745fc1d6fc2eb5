import { Alert, Button, Loader } from '@mantine/core'
import * as sso from '@simwright/contract/people/sso'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import type { Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

const texts = singleSignOnTexts.test

/** The entered settings that a test covers; an empty secret means the saved one. */
export type Credentials = { issuer: string; clientId: string; clientSecret: string }

const POLL_MS = 2_000
const WINDOW = 'popup,width=520,height=720'

type TestSectionProps = {
  test: sso.SsoTest | null
  /** Whether a passed test covers the entered settings. */
  isCurrent: boolean
  entered: Credentials
  /** Marks invalid fields. Returns whether all are valid. */
  validate: () => boolean
  onBegin: () => void
  onFaults: (problem: Problem) => void
}

/** Tests the entered settings with a sign-in at the provider, in another window, and shows the result. */
export function TestSection({ test, isCurrent, entered, validate, onBegin, onFaults }: TestSectionProps) {
  const [blocked, setBlocked] = useState<string>()
  const begin = useMutation(sso.beginTest, {
    silent: true,
    changes: [sso.query],
    onSuccess: ({ url }) => setBlocked(window.open(url, 'sso-test', WINDOW) ? undefined : url),
  })
  const start = () => {
    if (!validate()) return
    onBegin()
    const { clientSecret, ...rest } = entered
    begin.mutate(clientSecret === '' ? rest : { ...rest, clientSecret }, { onError: onFaults })
  }
  const isRunning = test?.state === 'RUNNING'
  return (
    <FormSection title={texts.title} text={texts.text}>
      {begin.error && begin.error.faults.length === 0 && <RefusalNotice problem={begin.error} />}
      <Row gap="8 12">
        <Button variant="default" loading={begin.isPending} onClick={start}>
          {texts.begin}
        </Button>
      </Row>
      <div role="status">
        {isRunning && (
          <Alert color="gray" icon={<Loader size={16} />}>
            {texts.running}
            <Note size="same" mt={4}>
              {texts.runningHelp}
            </Note>
            {blocked !== undefined && (
              <Row as="p" gap="8 12" mt={14}>
                {texts.blocked}
                <Button component="a" href={blocked} target="_blank" size="compact-sm" variant="default">
                  {texts.open}
                </Button>
              </Row>
            )}
          </Alert>
        )}
        {test?.result && <Result test={test} result={test.result} isCurrent={isCurrent} />}
      </div>
      {isRunning && <Poll />}
    </FormSection>
  )
}

/** Asks for the result while the user is at the provider. */
function Poll() {
  useAsk(sso.query, {}, { pollMs: POLL_MS })
  return null
}

type ResultProps = { test: sso.SsoTest; result: NonNullable<sso.SsoTest['result']>; isCurrent: boolean }

function Result({ test, result, isCurrent }: ResultProps) {
  const { failure, email, name, claims, error, tried } = result
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const fits = failure === null ? texts.domainFits : texts.domainForeign
  const text = failure === null ? (isCurrent ? texts.passedText : texts.changed) : texts.failures[failure]
  const color = failure !== null ? 'red' : isCurrent ? 'green' : 'gray'
  return (
    <Alert color={color} title={failure === null ? texts.passed : texts.failed}>
      <Stack gap={8} className="wrap">
        {text}
        <KeyValue
          items={[
            { label: texts.person, value: name },
            { label: texts.email, value: email },
            { label: texts.domain, value: email && say(fits, { domain }) },
            { label: texts.claims, value: claims.join(', ') },
            { label: texts.error, value: error },
            { label: texts.tried, value: tried },
            { label: texts.at, value: <Time at={test.at} show="ago" /> },
          ].filter(({ value }) => value !== '')}
        />
      </Stack>
    </Alert>
  )
}
