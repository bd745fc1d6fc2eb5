import { Alert, Select, Skeleton } from '@mantine/core'
import * as versions from '@simwright/contract/profiles/configuration-version'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { Grid, Note } from '../../../ui/layout/layout.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { ChangedValues } from '../../../ui/text/ChangedValues.tsx'
import { versionTexts } from './configuration-version-texts.ts'
import classes from './Versions.module.css'
import { changesBetween, type FieldChange } from './version-change.ts'

const texts = versionTexts.comparison

type CompareDialogProps = {
  configuration: { id: string; version: number }
  /** The version to compare with the newest one; undefined while the dialog is closed. */
  from: number | undefined
  onClose: () => void
}

/** Compares any two versions of a configuration, field by field. */
export function CompareDialog({ configuration, from, onClose }: CompareDialogProps) {
  return (
    <Dialog opened={from !== undefined} onClose={onClose} title={texts.title} size={760}>
      {from !== undefined && <Comparison key={from} configuration={configuration} from={from} />}
    </Dialog>
  )
}

function Comparison({
  configuration: { id, version: newest },
  from,
}: { from: number } & Pick<CompareDialogProps, 'configuration'>) {
  const [chosen, setChosen] = useState({ from, to: newest === from ? Math.max(1, newest - 1) : newest })
  const options = Array.from({ length: newest }, (_, index) => {
    const version = newest - index
    return { value: String(version), label: say(versionTexts.version, { version }) }
  })
  const choose = (side: 'from' | 'to') => (value: string | null) =>
    setChosen({ ...chosen, [side]: Number(value ?? chosen[side]) })
  const selects = (['from', 'to'] as const).map((side) => (
    <Select
      key={side}
      label={texts[side]}
      data={options}
      allowDeselect={false}
      searchable={newest > 12}
      value={String(chosen[side])}
      onChange={choose(side)}
    />
  ))
  return (
    <>
      <Grid columns={2}>{selects}</Grid>
      <Differences id={id} {...chosen} />
    </>
  )
}

function Differences({ id, from, to }: { id: string; from: number; to: number }) {
  const before = useAsk(versions.get, { id, version: from }, { staleMs: Number.POSITIVE_INFINITY })
  const after = useAsk(versions.get, { id, version: to }, { staleMs: Number.POSITIVE_INFINITY })
  const failed = [before, after].find(({ error }) => error !== null)
  if (failed?.error) return <ErrorState problem={failed.error} onRetry={() => void failed.refetch()} />
  if (!before.data || !after.data) return <Skeleton height={160} radius="md" />
  const changes = changesBetween(before.data.fields, after.data.fields)
  const hasCode = before.data.confirmationCodeSet && after.data.confirmationCodeSet
  return (
    <>
      <Note mt={16} mb={12} role="status">
        {changes.length === 0 ? texts.same : sayCount(texts.changes, changes.length)}
      </Note>
      {changes.length > 0 && <ChangeTable changes={changes} from={from} to={to} />}
      {hasCode && <Alert color="gray">{texts.codeNote}</Alert>}
    </>
  )
}

function ChangeTable({ changes, from, to }: { changes: readonly FieldChange[]; from: number; to: number }) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <PlainTable className={classes.changes}>
        <thead>
          <tr>
            <th scope="col">{texts.field}</th>
            <th scope="col">{say(versionTexts.version, { version: from })}</th>
            <th scope="col">{say(versionTexts.version, { version: to })}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ path, label, before, after }) => (
            <tr key={path}>
              <th scope="row">{label}</th>
              <td>
                <Side values={before} side="before" />
              </td>
              <td>
                <Side values={after} side="after" />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

/** Entries of a list that are shown; the others are counted. */
const SHOWN_ENTRIES = 20

function Side({ values, side }: { values: readonly string[]; side: 'before' | 'after' }) {
  const hidden = values.length - SHOWN_ENTRIES
  return (
    <>
      <ChangedValues values={values.slice(0, SHOWN_ENTRIES)} side={side} />
      {hidden > 0 && say(texts.moreEntries, { count: hidden })}
    </>
  )
}
