import { Button, Tooltip } from '@mantine/core'
import * as source from '@simwright/contract/profiles/source'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useSave } from '../../../api/save.ts'
import { generateTexts } from '../../../texts/generate.ts'
import { Panel } from '../../../ui/Panel.tsx'
import classes from './SetupView.module.css'

const { columns: texts, file } = generateTexts

/** The columns that the file may contain, and a template file. */
export function ColumnsPanel({ configurationId }: { configurationId: string | undefined }) {
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
