import { Button, Select } from '@mantine/core'
import { type SourceColumn, sourceColumns } from '@simwright/contract/profiles/source'
import { built } from '@simwright/contract/unbuilt'
import { type SyntheticEvent, useState } from 'react'
import { generateTexts } from '../../../texts/generate.ts'
import classes from './SetupView.module.css'

const texts = generateTexts.columnNames

/** What other systems call the columns, without signs and spaces. */
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

type ColumnNamesProps = { header: readonly string[]; onTold: (columns: Record<string, string>) => void }

/** What the names of a header mean that nobody knows; told once, remembered for the files that follow. */
export function ColumnNames({ header, onTold }: ColumnNamesProps) {
  const unknown = header.filter((name) => !(sourceColumns as readonly string[]).includes(name))
  const [told, setTold] = useState<Record<string, string>>(() => guessed(header, unknown))
  const taken = new Set([...header, ...Object.values(told)])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onTold(Object.fromEntries(unknown.map((name) => [name, told[name] === NOT_READ ? '' : (told[name] ?? '')])))
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
            ...built('sourceColumns', sourceColumns)
              .filter((column) => !taken.has(column) || told[name] === column)
              .map((column) => ({ value: column, label: column })),
          ]}
          value={told[name] ?? NOT_READ}
          allowDeselect={false}
          onChange={(column) => setTold({ ...told, [name]: column ?? NOT_READ })}
          comboboxProps={{ portalProps: { target: '#content' } }}
        />
      ))}
      <div>
        <Button type="submit">{texts.read}</Button>
      </div>
    </form>
  )
}

/** Each column once, and none that the header has already. */
function guessed(header: readonly string[], unknown: readonly string[]): Record<string, string> {
  const told: Record<string, string> = {}
  for (const name of unknown) {
    const plain = name.replace(/[^A-Z0-9]/g, '')
    const column =
      built('sourceColumns', sourceColumns).find((one) => one.replace('_', '') === plain) ?? synonyms[plain]
    const isFree = column !== undefined && !header.includes(column) && !Object.values(told).includes(column)
    told[name] = isFree ? column : NOT_READ
  }
  return told
}
