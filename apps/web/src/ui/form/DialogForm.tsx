import type { ComponentProps, ReactNode } from 'react'
import type { Problem } from '../../api/problem.ts'
import { Stack } from '../layout/layout.tsx'
import { FormButtons, type FormButtonsProps } from './FormButtons.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'

type DialogFormProps = FormButtonsProps & {
  onSubmit: ComponentProps<'form'>['onSubmit']
  /** Why the server refused what was sent; shown above the fields. */
  problem?: Problem | null | undefined
  children: ReactNode
}

/** The form of a dialog: its fields below each other, then Cancel and the button that submits. */
export function DialogForm({ onSubmit, problem, children, ...buttons }: DialogFormProps) {
  return (
    <Stack as="form" onSubmit={onSubmit} noValidate>
      {problem && <RefusalNotice problem={problem} />}
      {children}
      <FormButtons {...buttons} />
    </Stack>
  )
}
