import { Button, Select } from '@mantine/core'
import { type ColumnMapping, type SourceColumn, sourceColumns } from '@simwright/contract/profiles/source'
import { type SyntheticEvent, useState } from 'react'
import { generateTexts } from '../../../texts/generate.ts'
import classes from './SetupView.module.css'

const texts = generateTexts.columnNames

/** Names of the columns in other systems, without punctuation and spaces. */
const synonyms: Readonly<Record<string, SourceColumn>> = {
  SIM: 'ICCID',
  SIMNUMBER: 'ICCID',
  SERIAL: 'ICCID',
  SUBSCRIBER: 'IMSI',
  K: 'KI',
  KEY: 'KI',
  AUTHKEY: 'KI',
  AUTHOPC: 'OPC',
  OPCODE: 'OPC',
  PHONE: 'MSISDN',
  NUMBER: 'MSISDN',
  PHONENUMBER: 'MSISDN',
  ADM: 'ADM1',
  PIN: 'PIN1',
  PUK: 'PUK1',
  SMSC: 'SMSP',
  NOTE: 'NOTES',
  REMARK: 'NOTES',
  COMMENT: 'NOTES',
}

const NOT_READ = '-'

const isColumn = (name: string) => sourceColumns.some((column) => column === name)

type ColumnNamesProps = ColumnMapping & { onMapped: (columns: Record<string, string>) => void }

/** Asks to which columns the unknown names of a header belong; the server remembers the answer for later files. */
export function ColumnNames({ header, columns, onMapped }: ColumnNamesProps) {
  const unknown = header.filter((name) => !isColumn(name))
  const [mapping, setMapping] = useState<Record<string, string>>(() => guessMapping({ header, columns }, unknown))
  const taken = new Set([...header, ...Object.values(mapping)])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onMapped(Object.fromEntries(unknown.map((name) => [name, mapping[name] === NOT_READ ? '' : (mapping[name] ?? '')])))
  }
  return (
    <form onSubmit={submit} className={classes.names}>
      <div className={classes.keyLabel}>{texts.title}</div>
      <p className={classes.note}>{texts.text}</p>
      {unknown.map((name) => (
        <Select
          key={name}
          label={name}
          data={[
            { value: NOT_READ, label: texts.notRead },
            ...columns
              .filter((column) => !taken.has(column) || mapping[name] === column)
              .map((column) => ({ value: column, label: column })),
          ]}
          value={mapping[name] ?? NOT_READ}
          allowDeselect={false}
          onChange={(column) => setMapping({ ...mapping, [name]: column ?? NOT_READ })}
          comboboxProps={{ portalProps: { target: '#content' } }}
        />
      ))}
      <div>
        <Button type="submit">{texts.read}</Button>
      </div>
    </form>
  )
}

/** Initial mapping by name; uses each column once, and none that the header has already. */
function guessMapping({ header, columns }: ColumnMapping, unknown: readonly string[]): Record<string, string> {
  const mapping: Record<string, string> = {}
  for (const name of unknown) {
    const plain = name.replace(/[^A-Z0-9]/g, '')
    const named = columns.find((one) => one.replaceAll('_', '') === plain) ?? synonyms[plain]
    const column = columns.find((one) => one === named)
    const isFree = column !== undefined && !header.includes(column) && !Object.values(mapping).includes(column)
    mapping[name] = isFree ? column : NOT_READ
  }
  return mapping
}
