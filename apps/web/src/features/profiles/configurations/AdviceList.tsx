import { Button } from '@mantine/core'
import type { Advice, Evidence } from '@simwright/contract/profiles/advice'
import { SeverityIcon } from '../../../esim/AdviceLine.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import classes from './Advice.module.css'
import { adviceTexts as texts } from './advice-texts.ts'
import { labelOf } from './sections.ts'
import type { Adviser } from './use-advice.ts'

/** All advice about a configuration with its reasons and sources; silenced advice is folded away. */
export function AdviceList({ adviser }: { adviser: Adviser }) {
  const { shown, silenced, onSilence } = adviser
  const ids = silenced.map(({ id }) => id)
  return (
    <>
      {shown.length === 0 && <Note>{texts.none}</Note>}
      <Stack as="ul" gap={0}>
        {shown.map((advice) => (
          <Item
            key={advice.id}
            advice={advice}
            button={texts.silence}
            buttonLabel={say(texts.silenceLabel, { text: advice.text })}
            onPress={onSilence && (() => onSilence([...ids, advice.id]))}
          />
        ))}
      </Stack>
      {silenced.length > 0 && (
        <details className={classes.silenced}>
          <summary>{sayCount(texts.silenced, silenced.length)}</summary>
          <Stack as="ul" gap={0}>
            {silenced.map((advice) => (
              <Item
                key={advice.id}
                advice={advice}
                button={texts.showAgain}
                buttonLabel={say(texts.showAgainLabel, { text: advice.text })}
                onPress={onSilence && (() => onSilence(ids.filter((id) => id !== advice.id)))}
              />
            ))}
          </Stack>
        </details>
      )}
    </>
  )
}

type ItemProps = { advice: Advice; button: string; buttonLabel: string; onPress: (() => void) | undefined }

function Item({ advice: { severity, path, text, reason, evidence }, button, buttonLabel, onPress }: ItemProps) {
  return (
    <Row as="li" gap={10} align="start" nowrap className={classes.item}>
      <Row as="span" mt={2} className="fixed">
        <SeverityIcon severity={severity} />
      </Row>
      <div className="grow size-text">
        <div className="strong">
          <span className="visually-hidden">{texts.severity[severity]}: </span>
          {labelOf(path)}: {text}
        </div>
        <Note as="div" size="same">
          {reason}
        </Note>
        {evidence.map((one) => (
          <Note key={evidenceText(one)} as="div" size="small" tone="faint">
            {evidenceText(one)}
          </Note>
        ))}
      </div>
      {onPress && (
        <Button variant="subtle" size="compact-xs" aria-label={buttonLabel} onClick={onPress}>
          {button}
        </Button>
      )}
    </Row>
  )
}

const evidenceText = (one: Evidence): string => ('experience' in one ? one.experience : say(texts.source, one))
