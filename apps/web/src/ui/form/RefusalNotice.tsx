import { Alert, Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { isProblem, type Problem } from '../../api/problem.ts'
import { uiTexts } from '../../texts/ui.ts'

type RefusalNoticeProps = {
  problem: Problem
  /** Loads what another user has saved since the form was opened. */
  onReload?: () => void
  mt?: 'md'
}

/**
 * Notice above a form that was refused as a whole. Takes the focus at each refusal, because the save button may be far
 * below.
 */
export function RefusalNotice({ problem, onReload, mt }: RefusalNoticeProps) {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per refusal
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
