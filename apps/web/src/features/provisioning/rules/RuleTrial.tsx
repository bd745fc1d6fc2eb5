import { Alert, Anchor, Button } from '@mantine/core'
import * as rule from '@simwright/contract/provisioning/rule'
import { ruleEventTexts, ruleSentence } from '@simwright/contract/provisioning/rule-text'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { batchPath, profilePath } from '../../../esim/path.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { capitalized } from './capitalized.ts'
import { useRuleNames } from './rule-choice.ts'
import type { Draft } from './rule-draft.ts'
import { ruleTexts } from './rule-texts.ts'

const texts = ruleTexts.form
const SHOWN = 10

/** The draft as a sentence, and what it would have acted on. */
export function RuleTrial({ draft }: { draft: Draft }) {
  const names = useRuleNames()
  const [tried, setTried] = useState<string>()
  const parsed = rule.RuleDefinition.safeParse(draft)
  if (!parsed.success) return <Note>{texts.unfinished}</Note>
  const definition = parsed.data
  const key = JSON.stringify(definition)
  return (
    <Stack gap={8}>
      <Alert color="blue">{ruleSentence(definition, names)}</Alert>
      {tried === key ? (
        <Result definition={definition} />
      ) : (
        <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setTried(key)}>
          {texts.try}
        </Button>
      )}
    </Stack>
  )
}

const pathOf = ({ profileId, batchId, eventId }: rule.RuleTrial['items'][number]) =>
  profileId === null ? batchPath(batchId ?? eventId) : profilePath(profileId)

function summaryOf({ matches, batches, profiles }: rule.RuleTrial): string {
  const words = {
    matches: sayCount(texts.match, matches),
    batches: sayCount(texts.batch, batches),
    profiles: sayCount(texts.profile, profiles),
  }
  if (batches === 0) return say(texts.tried, words)
  return say(profiles === 0 ? texts.triedBatches : texts.triedBatchesOf, words)
}

function Result({ definition }: { definition: rule.RuleDefinition }) {
  const { data, error, refetch } = useAsk(rule.trial, { definition })
  if (error && !data) return <ErrorState problem={error} onRetry={() => void refetch()} />
  if (!data) return <Button loading>{texts.try}</Button>
  if (data.matches === 0) return <Note>{texts.triedNone}</Note>
  return (
    <Stack gap={8}>
      <p>
        {summaryOf(data)} {say(texts.triedMost, { count: data.mostInAnHour })} {data.capped && texts.triedCapped}
      </p>
      <Stack as="ul" gap={4} style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {data.items.slice(0, SHOWN).map((one) => (
          <Row as="li" key={one.eventId} gap="2 10">
            <Anchor component={Link} {...pathOf(one)} inherit>
              <Mono>{one.iccid ?? one.batchCode ?? ''}</Mono>
            </Anchor>
            <Note as="span">{capitalized(ruleEventTexts[one.event])}</Note>
            <Time at={one.happenedAt} />
          </Row>
        ))}
      </Stack>
    </Stack>
  )
}
