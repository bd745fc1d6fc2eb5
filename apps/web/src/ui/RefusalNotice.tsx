import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isProblem, type Problem } from '../api/problem.ts'
import { uiTexts } from '../texts/ui.ts'

type RefusalNoticeProps = {
  problem: Problem
  /** Loads what somebody else has saved meanwhile. */
  onReload?: () => void
  mt?: 'md'
}

/** On top of a form that was refused as a whole. Takes the focus at each refusal: who saved may look elsewhere. */
export function RefusalNotice({ problem, onReload, mt }: RefusalNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [problem])
  return (
    <Alert ref={box} color="red" role="alert" tabIndex={-1} mt={mt} mb="md">
      {problem.message}
      {onReload && isProblem(problem, 'changed_meanwhile') && (
        <div>
          <Button mt={8} size="xs" variant="default" onClick={onReload}>
            {uiTexts.form.showSaved}
          </Button>
        </div>
      )}
    </Alert>
  )
}
