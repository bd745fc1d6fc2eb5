import { Button, Select } from '@mantine/core'
import type { ColumnMapping, ColumnSample, SourceColumn } from '@simwright/contract/profiles/source'
import { IconArrowRight, IconCheck } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { type ColumnMatch, guessedMatch, inMatchOrder, missingColumns, namedColumns } from './column-match.ts'
import classes from './MatchColumns.module.css'

const texts = generateTexts.match

const IGNORED = '-'

type MatchColumnsProps = { mapping: ColumnMapping; onMatched: (columns: Record<string, string>) => void }

/** Asks what the columns with unknown names contain; the server remembers the answer for later files. */
export function MatchColumns({ mapping, onMatched }: MatchColumnsProps) {
  const [first] = useState(() => guessedMatch(mapping))
  const [match, setMatch] = useState<ColumnMatch>(first)
  const [isRefused, setRefused] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: 'center' })
  }, [])
  const missing = missingColumns(mapping, match)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (missing.length > 0) return setRefused(true)
    onMatched(Object.fromEntries(Object.entries(match).map(([name, column]) => [name, column ?? ''])))
  }
  return (
    <Stack as="form" gap={12} mt={16} onSubmit={submit} className="ruled" style={{ paddingTop: 16 }} noValidate>
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        {texts.title}
      </h3>
      <p className="compact muted" style={{ margin: 'calc(-1 * 8px) 0 0' }}>
        {texts.text}
      </p>
      <Needed mapping={mapping} missing={missing} />
      <ul>
        {inMatchOrder(mapping, first).map((name) => (
          <NameRow
            key={name}
            name={name}
            sample={mapping.samples[mapping.header.indexOf(name)]}
            mapping={mapping}
            match={match}
            onChange={(column) => setMatch({ ...match, [name]: column })}
          />
        ))}
      </ul>
      {isRefused && missing.length > 0 && (
        <Note tone="danger" role="alert">
          {say(texts.missing, { columns: missing.join(', ') })}
        </Note>
      )}
      <div>
        <Button type="submit">{texts.read}</Button>
      </div>
    </Stack>
  )
}

/** The required columns, and which of them are matched. */
function Needed({ mapping: { required }, missing }: { mapping: ColumnMapping; missing: readonly SourceColumn[] }) {
  return (
    <Row as="ul" gap={6} aria-label={texts.required}>
      {required.map((group) => {
        const isMatched = !missing.includes(group[0]!)
        return (
          <li key={group[0]} className={classes.need} data-matched={isMatched || undefined}>
            {isMatched && <IconCheck size={14} aria-hidden />}
            {group.join(texts.or)}
            <span className={classes.needState}>{isMatched ? texts.matched : texts.open}</span>
          </li>
        )
      })}
    </Row>
  )
}

type NameRowProps = {
  name: string
  sample: ColumnSample | undefined
  mapping: ColumnMapping
  match: ColumnMatch
  onChange: (column: SourceColumn | null) => void
}

/** A column of the file with its first value, and what it contains. */
function NameRow({ name, sample, mapping, match, onChange }: NameRowProps) {
  const taken = new Set([...namedColumns(mapping), ...Object.values(match)])
  const chosen = match[name] ?? null
  const free = mapping.columns.filter((column) => column === chosen || !taken.has(column))
  const isRequired = (column: SourceColumn) => mapping.required.some((group) => group.includes(column))
  const groups = [
    { group: texts.required, items: free.filter(isRequired) },
    { group: texts.optional, items: free.filter((column) => !isRequired(column)) },
  ].filter(({ items }) => items.length > 0)
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        {name}
        <div className={classes.sample}>{sampleText(sample)}</div>
      </div>
      <IconArrowRight size={16} className={classes.arrow} aria-hidden />
      <Select
        aria-label={say(texts.contains, { name })}
        data={[{ value: IGNORED, label: texts.ignored }, ...groups]}
        value={chosen ?? IGNORED}
        allowDeselect={false}
        onChange={(column) => onChange(free.find((one) => one === column) ?? null)}
        comboboxProps={{ portalProps: { target: '#content' } }}
      />
    </li>
  )
}

function sampleText(sample: ColumnSample | undefined): string {
  if (!sample || sample.length === 0) return texts.empty
  return sample.text === null ? say(texts.hidden, { length: sample.length }) : say(texts.sample, { text: sample.text })
}
