import { Button, Tooltip } from '@mantine/core'
import type { Configuration } from '@simwright/contract/profiles/configuration'
import { ownColumnsOf } from '@simwright/contract/profiles/own-column'
import * as source from '@simwright/contract/profiles/source'
import { algorithmKeys, kiBytesOf } from '@simwright/contract/profiles/subscriber-key'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useSave } from '../../../api/save.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { say } from '../../../texts/text.ts'
import { Note, Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import classes from './SetupView.module.css'

const { columns: texts, file } = generateTexts

type ColumnsPanelProps = { configurationId: string | undefined; fields: Configuration['fields'] | undefined }

/** The columns that the file may contain, and a template file. */
export function ColumnsPanel({ configurationId, fields }: ColumnsPanelProps) {
  const template = useSave(source.template)
  return (
    <Panel title={texts.title} text={texts.text}>
      <Tooltip label={file.templateHelp} multiline maw={240}>
        <Button.Group mb="xs">
          <Button
            variant="default"
            flex={1}
            leftSection={<IconFileSpreadsheet size={16} />}
            loading={template.isPending}
            disabled={configurationId === undefined}
            onClick={() => configurationId && template.start({ configurationId })}
          >
            {file.template}
          </Button>
          <Button
            variant="default"
            disabled={configurationId === undefined || template.isPending}
            aria-label={`${file.template}, ${file.templateXlsx}`}
            onClick={() => configurationId && template.start({ configurationId, format: 'xlsx' })}
          >
            {file.templateXlsx}
          </Button>
        </Button.Group>
      </Tooltip>
      <ul className={classes.columns}>
        {rulesOf(fields).map(({ name, rule, isRequired }) => (
          <li key={name}>
            <Row align="baseline" justify="between" nowrap className={classes.columnName}>
              <code>{name}</code>
              {isRequired && <span className={classes.required}>{texts.required}</span>}
            </Row>
            <Note as="div" size="small">
              {rule}
            </Note>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type ColumnRule = { name: string; rule: string; isRequired: boolean }

/** The rules of the columns. Without a configuration, those of the keys are for MILENAGE. */
function rulesOf(fields: Configuration['fields'] | undefined): ColumnRule[] {
  const { algorithm, kiLength } = fields ?? ({ algorithm: 'MILENAGE', kiLength: '128' } as const)
  const { operatorKeys, operatorKeyBytes, isOperatorKeyRequired } = algorithmKeys[algorithm]
  const [name, other] = operatorKeys
  const digits = { digits: operatorKeyBytes * 2, other: other ?? '' }
  const keys: ColumnRule[] = [
    { name: 'KI', rule: say(texts.key, { digits: kiBytesOf({ algorithm, kiLength }) * 2 }), isRequired: true },
    { name, rule: say(other ? texts.keyOr : texts.key, digits), isRequired: isOperatorKeyRequired },
  ]
  return [
    ...texts.numbers,
    ...keys,
    ...texts.rules,
    ...(fields?.ims ? texts.identities : []),
    ...(fields?.customApplet ? texts.parameters : []),
    ...(fields ? ownRules(fields) : []),
  ]
}

/** The columns that replace values of the configuration. */
function ownRules(fields: Configuration['fields']): ColumnRule[] {
  const used: readonly string[] = ownColumnsOf(fields)
  return texts.own.flatMap(({ columns, rule }) => {
    const name = columns.filter((column) => used.includes(column)).join(', ')
    return name === '' ? [] : [{ name, rule, isRequired: false }]
  })
}
