import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { say } from '../../texts/text.ts'
import { uiTexts } from '../../texts/ui.ts'
import classes from './FormSection.module.css'
import { FormSection } from './FormSection.tsx'
import { RefusalNotice } from './RefusalNotice.tsx'
import type { SectionSave } from './section-save.ts'

type SectionFormProps = {
  title: string
  text?: ReactNode
  mayEdit: boolean
  /** Absent: the section is a part of a form that is saved as a whole. */
  save: SectionSave | undefined
  children: ReactNode
}

/** A section of a settings page with its own save button. */
export function SectionForm({ title, text, mayEdit, save, children }: SectionFormProps) {
  return (
    <FormSection title={title} text={text}>
      {save ? (
        <form onSubmit={save.onSubmit} noValidate className={classes.own}>
          {save.problem && <RefusalNotice problem={save.problem} {...(save.onReload && { onReload: save.onReload })} />}
          {children}
          {mayEdit && <SaveRow title={title} save={save} />}
        </form>
      ) : (
        children
      )}
    </FormSection>
  )
}

function SaveRow({ title, save: { isDirty, isSaving, isBlocked } }: { title: string; save: SectionSave }) {
  return (
    <div className={classes.save}>
      <Button
        type="submit"
        aria-label={say(uiTexts.form.saveSection, { title })}
        loading={isSaving}
        disabled={!isDirty || isBlocked}
      >
        {uiTexts.form.save}
      </Button>
      {isDirty && <span className={classes.note}>{uiTexts.form.unsaved}</span>}
    </div>
  )
}
