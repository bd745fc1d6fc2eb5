import { Button } from '@mantine/core'
import type { Advice, Evidence } from '@simwright/contract/profiles/advice'
import { SeverityIcon } from '../../../esim/AdviceLine.tsx'
import { adviceTexts as texts } from '../../../texts/advice.ts'
import { say, sayCount } from '../../../texts/text.ts'
import classes from './Advice.module.css'
import { labelOf } from './sections.ts'
import type { Adviser } from './use-advice.ts'

/** All advice about a configuration with its reasons and sources; silenced advice is folded away. */
export function AdviceList({ adviser }: { adviser: Adviser }) {
  const { shown, silenced, onSilence } = adviser
  const ids = silenced.map(({ id }) => id)
  return (
    <>
      {shown.length === 0 && <p className={classes.none}>{texts.none}</p>}
      <ul className={classes.list}>
        {shown.map((advice) => (
          <Item
            key={advice.id}
            advice={advice}
            button={texts.silence}
            buttonLabel={say(texts.silenceLabel, { text: advice.text })}
            onPress={onSilence && (() => onSilence([...ids, advice.id]))}
          />
        ))}
      </ul>
      {silenced.length > 0 && (
        <details className={classes.silenced}>
          <summary>{sayCount(texts.silenced, silenced.length)}</summary>
          <ul className={classes.list}>
            {silenced.map((advice) => (
              <Item
                key={advice.id}
                advice={advice}
                button={texts.showAgain}
                buttonLabel={say(texts.showAgainLabel, { text: advice.text })}
                onPress={onSilence && (() => onSilence(ids.filter((id) => id !== advice.id)))}
              />
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type ItemProps = { advice: Advice; button: string; buttonLabel: string; onPress: (() => void) | undefined }

function Item({ advice: { severity, path, text, reason, evidence }, button, buttonLabel, onPress }: ItemProps) {
  return (
    <li className={classes.item}>
      <span className={classes.mark}>
        <SeverityIcon severity={severity} />
      </span>
      <div className={classes.words}>
        <div className={classes.head}>
          <span className="visually-hidden">{texts.severity[severity]}: </span>
          {labelOf(path)}: {text}
        </div>
        <div className={classes.reason}>{reason}</div>
        {evidence.map((one) => (
          <div key={evidenceText(one)} className={classes.evidence}>
            {evidenceText(one)}
          </div>
        ))}
      </div>
      {onPress && (
        <Button variant="subtle" size="compact-xs" aria-label={buttonLabel} onClick={onPress}>
          {button}
        </Button>
      )}
    </li>
  )
}

const evidenceText = (one: Evidence): string => ('experience' in one ? one.experience : say(texts.source, one))
