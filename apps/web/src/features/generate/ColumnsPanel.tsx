import { Button, Tooltip } from '@mantine/core'
import * as source from '@simwright/contract/source'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useSave } from '../../api/save.ts'
import { generateTexts } from '../../texts/generate.ts'
import { Panel } from '../../ui/Panel.tsx'
import classes from './SetupView.module.css'

const { columns: texts, file } = generateTexts

/** What the file may hold, column by column, and a template of it. */
export function ColumnsPanel({ configurationId }: { configurationId: string | undefined }) {
  const template = useSave(source.template)
  return (
    <Panel title={texts.title} text={texts.text}>
      <Tooltip label={file.templateHelp} multiline maw={240}>
        <Button
          variant="default"
          fullWidth
          mb="xs"
          leftSection={<IconFileSpreadsheet size={16} />}
          loading={template.isPending}
          disabled={configurationId === undefined}
          onClick={() => configurationId && template.start({ configurationId })}
        >
          {file.template}
        </Button>
      </Tooltip>
      <ul className={classes.columns}>
        {texts.rules.map(({ name, rule, isRequired }) => (
          <li key={name}>
            <div className={classes.columnName}>
              <code>{name}</code>
              {isRequired && <span className={classes.required}>{texts.required}</span>}
            </div>
            <div className={classes.rule}>{rule}</div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
