import { Button, TextInput } from '@mantine/core'
import type { SourceColumn, SourceRow } from '@simwright/contract/profiles/source'
import * as source from '@simwright/contract/profiles/source'
import { type SyntheticEvent, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { keyOf, queryClient } from '../../../api/query-client.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './RowGrid.module.css'

const texts = generateTexts.preview.correct

/** Focuses the input, because the user has just opened the row. */
const focus = (field: HTMLInputElement | null) => field?.focus()

type RowEditorProps = { sourceId: string; row: SourceRow; columns: readonly string[]; onClose: () => void }

/** Inputs for the invalid cells of a row. Secret ones start empty, because the server never returns them. */
export function RowEditor({ sourceId, row, columns, onClose }: RowEditorProps) {
  const faulty = columns.filter((column) => row.faults.some((fault) => fault.column === column))
  const [values, setValues] = useState<Record<string, string>>({})
  const save = useMutation(source.mend, {
    changes: [source.rows],
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(source.get, { id: sourceId }), answer.source)
      setValues({})
      if (answer.row.faults.length > 0) return
      toast.success(say(texts.done, { line: row.line }))
      onClose()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.mutate({ id: sourceId, line: row.line, values: values as Partial<Record<SourceColumn, string>> })
  }
  const shownIn = (column: string) => values[column] ?? row.values[column] ?? ''
  return (
    <tr>
      <td colSpan={columns.length + 2} className={classes.editing}>
        <form onSubmit={submit} className={classes.editor} aria-label={say(texts.form, { line: row.line })}>
          {faulty.map((column, index) => (
            <TextInput
              key={column}
              size="xs"
              label={column}
              autoComplete="off"
              ref={index === 0 ? focus : undefined}
              placeholder={row.secret.includes(column) ? texts.secret : undefined}
              value={shownIn(column)}
              error={row.faults.find((fault) => fault.column === column)?.text}
              onChange={(event) => setValues({ ...values, [column]: event.currentTarget.value })}
            />
          ))}
          <Row align="stretch" nowrap style={{ paddingTop: 19 }}>
            <Button size="xs" type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
            <Button size="xs" variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
          </Row>
        </form>
      </td>
    </tr>
  )
}
