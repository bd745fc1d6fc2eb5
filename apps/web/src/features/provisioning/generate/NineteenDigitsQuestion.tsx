import { Alert, Radio } from '@mantine/core'
import type { NineteenDigitIccids } from '@simwright/contract/profiles/source'
import { type NineteenDigits, nineteenDigitRules } from '@simwright/ids'
import { IconHelpCircle } from '@tabler/icons-react'
import { say, sayCount } from '../../../texts/text.ts'
import { nineteenDigitsTexts } from './nineteen-digits-texts.ts'

const texts = nineteenDigitsTexts

type NineteenDigitsQuestionProps = {
  asked: NineteenDigitIccids
  answer: NineteenDigits | undefined
  onAnswer: (answer: NineteenDigits) => void
}

/** Asks what ICCIDs of 19 digits are, because the numbers speak against the setting of the configuration. */
export function NineteenDigitsQuestion({ asked, answer, onAnswer }: NineteenDigitsQuestionProps) {
  const { total, ownCheckDigit, setting } = asked
  const counted = { total, count: ownCheckDigit, setting: texts.settings[setting] }
  return (
    <Alert color="yellow" variant="light" icon={<IconHelpCircle size={18} />} title={texts.title} mb="md">
      <Radio.Group
        label={[sayCount(texts.have, total), say(texts.own, counted), say(texts.setTo, counted)].join(' ')}
        value={answer ?? null}
        onChange={(value) => onAnswer(value as NineteenDigits)}
      >
        {nineteenDigitRules.map((rule) => (
          <Radio
            key={rule}
            value={rule}
            mt="xs"
            label={texts.answers[rule].label}
            description={texts.answers[rule].help}
          />
        ))}
      </Radio.Group>
    </Alert>
  )
}
