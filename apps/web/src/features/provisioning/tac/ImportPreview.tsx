import { Alert, Button } from '@mantine/core'
import * as tac from '@simwright/contract/provisioning/tac'
import { IconDownload } from '@tabler/icons-react'
import { ask } from '../../../api/call.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, Problem } from '../../../api/problem.ts'
import { useSave } from '../../../api/save.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { CountTiles } from '../../../ui/chart/CountTiles.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Tac.module.css'
import { tacTexts } from './tac-texts.ts'

const texts = tacTexts.file

type ImportPreviewProps = {
  preview: tac.TacPreview
  onChange: (preview: tac.TacPreview) => void
  /** Goes back to the choice of a file. */
  onOther: () => void
  onDone: () => void
}

/** Shows what the file would change in the table, and applies it. */
export function ImportPreview({ preview, onChange, onOther, onDone }: ImportPreviewProps) {
  const { id, version, added, changed, same, faulty, ignored } = preview
  const apply = useMutation(tac.apply, { silent: true, changes: [tac.list] })
  const compare = async () => {
    try {
      onChange(await ask(tac.preview, { id }))
      toast.info(texts.again)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  const start = () =>
    apply.mutate(
      { id, version },
      {
        onSuccess: (done) => {
          toast.success(say(texts.done, { ...counted(done) }))
          onDone()
        },
        onError: (problem) => {
          const { message } = problem
          if (isProblem(problem, 'changed_meanwhile')) void compare()
          else toast.error(isProblem(problem, 'not_found') ? texts.gone : message)
        },
      },
    )
  const tiles = [
    { label: texts.added, value: added, text: texts.addedText },
    { label: texts.changed, value: changed, text: texts.changedText },
    { label: texts.same, value: same, text: texts.sameText },
    { label: texts.faulty, value: faulty, text: texts.faultyText, tone: faulty > 0 ? 'warning' : undefined },
  ]
  return (
    <Stack>
      <Note className={classes.text}>
        {sayCount(texts.of, preview.rows, { name: preview.fileName })}
        {ignored.length > 0 && <> · {say(texts.ignored, { columns: ignored.join(', ') })}</>}
      </Note>
      <CountTiles tiles={tiles} />
      {faulty > 0 && <Faults preview={preview} />}
      {changed > 0 && <Changes preview={preview} />}
      {added + changed === 0 && <Note className={classes.text}>{texts.nothing}</Note>}
      <Row justify="end">
        <Button variant="default" onClick={onOther}>
          {texts.other}
        </Button>
        <Button disabled={added + changed === 0} loading={apply.isPending} onClick={start}>
          {sayCount(texts.apply, added + changed)}
        </Button>
      </Row>
    </Stack>
  )
}

const counted = ({ added, changed }: { added: number; changed: number }) => ({
  added: added.toLocaleString('en'),
  changed: changed.toLocaleString('en'),
})

function Faults({ preview: { id, faulty, faults } }: Pick<ImportPreviewProps, 'preview'>) {
  const save = useSave(tac.faults)
  const more = faulty - faults.length
  return (
    <Alert color="yellow" variant="light" title={sayCount(texts.faults, faulty)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul className="bullets size-text" style={{ maxHeight: 160, marginBottom: 12, overflowY: 'auto' }} tabIndex={0}>
        {faults.map(({ line, tac, text }) => (
          <li key={line}>{tac === '' ? say(texts.lineBare, { line, text }) : say(texts.line, { line, tac, text })}</li>
        ))}
        {more > 0 && <li>{say(texts.more, { count: more.toLocaleString('en') })}</li>}
      </ul>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={14} />}
        loading={save.isPending}
        onClick={() => save.start({ id })}
      >
        {texts.saveFaults}
      </Button>
    </Alert>
  )
}

function Changes({ preview: { changed, changes } }: Pick<ImportPreviewProps, 'preview'>) {
  const more = changed - changes.length
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`boxed ${classes.changes}`} aria-label={texts.changes} tabIndex={0}>
      <PlainTable>
        <thead>
          <tr>
            <th scope="col">{texts.tac}</th>
            <th scope="col">{texts.before}</th>
            <th scope="col">{texts.after}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ tac, before, after }) => (
            <tr key={tac}>
              <td>
                <Mono>{tac}</Mono>
              </td>
              <td>{nameOf(before)}</td>
              <td>{nameOf(after)}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {more > 0 && <Note className={classes.text}>{say(texts.more, { count: more.toLocaleString('en') })}</Note>}
    </section>
  )
}

const nameOf = ({ brand, model }: { brand: string; model: string }) => `${brand} ${model}`
