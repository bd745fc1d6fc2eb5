import { Button } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import * as batch from '@simwright/contract/provisioning/batch'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { runningBatches } from '../../../esim/running.ts'
import { ShowAsCode } from '../../../program/ShowAsCode.tsx'
import { generateTexts } from '../../../texts/generate.ts'
import { sayCount } from '../../../texts/text.ts'
import { FormActions } from '../../../ui/form/FormSection.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import type { Choice } from './FaultPanel.tsx'
import { nineteenDigitsTexts } from './nineteen-digits-texts.ts'

const texts = generateTexts.preview

type GenerateBarProps = {
  staged: source.Source
  choice: Choice
  onGone: () => void
  onStarted: (batchId: string) => void
}

/** Says what would be generated, with buttons that generate it or discard the upload. */
export function GenerateBar({ staged, choice, onGone, onStarted }: GenerateBarProps) {
  const { id, total, faulty, existing } = staged
  const isUnanswered = staged.nineteenDigits?.isAsked === true && choice.nineteenDigits === undefined
  const isUndecided = isUnanswered || (faulty > 0 && !choice.leaveOutFaulty)
  const count = total - faulty - (choice.generateAgain ? 0 : existing)
  const start = useMutation(batch.start, {
    changes: [batch.list],
    onSuccess: ({ batchId }) => {
      runningBatches.noteStart()
      onStarted(batchId)
    },
  })
  const discard = useMutation(source.discard, {
    onSuccess: () => {
      toast.info(texts.discarded)
      onGone()
    },
  })
  const generate = () =>
    start.mutate({ sourceId: id, ...choice }, { onError: (problem) => isProblem(problem, 'source_gone') && onGone() })
  const askAndDiscard = async () => {
    const { discardTitle: title, discardText: text, discardProceed: proceed } = texts
    if (await confirm({ title, text, proceed, tone: 'danger' })) discard.mutate({ id })
  }
  return (
    <FormActions
      note={
        isUnanswered
          ? nineteenDigitsTexts.answerFirst
          : isUndecided
            ? undecidedText(staged)
            : outlookText(staged, choice, count)
      }
    >
      <ShowAsCode endpoint={batch.start} input={{ sourceId: id, ...choice }} />
      <Button variant="default" loading={discard.isPending} onClick={() => void askAndDiscard()}>
        {texts.discard}
      </Button>
      <Button
        color={choice.generateAgain && existing > 0 ? 'red' : undefined}
        loading={start.isPending}
        disabled={isUndecided || count === 0}
        onClick={generate}
      >
        {isUndecided || count === 0 ? texts.generatePlain : sayCount(texts.generate, count)}
      </Button>
    </FormActions>
  )
}

function undecidedText({ total, faulty }: source.Source): string {
  return faulty === total ? texts.noneLeft : sayCount(texts.decideFirst, faulty)
}

function outlookText({ faulty, existing }: source.Source, { generateAgain }: Choice, count: number): string {
  if (count === 0) return existing > 0 ? texts.allExist : texts.noneLeft
  return [
    sayCount(texts.willMake, count),
    ...(faulty > 0 ? [sayCount(texts.leftOut, faulty)] : []),
    ...(existing > 0 ? [sayCount(generateAgain ? texts.willReplace : texts.willFail, existing)] : []),
  ].join(' ')
}
