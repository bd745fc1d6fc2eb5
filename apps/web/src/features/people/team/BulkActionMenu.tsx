import { Button, Menu } from '@mantine/core'
import * as team from '@simwright/contract/people/team'
import { IconChevronDown } from '@tabler/icons-react'
import { teamTexts } from '../../../texts/team.ts'
import { say } from '../../../texts/text.ts'

const texts = teamTexts.many

type BulkActionMenuProps = { ids: readonly string[]; onChoose: (action: team.ManyAction) => void }

/** Menu of actions on the selected members. */
export function BulkActionMenu({ ids, onChoose }: BulkActionMenuProps) {
  if (ids.length > team.MANY_MAX) return <span>{say(texts.tooMany, { max: team.MANY_MAX })}</span>
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button size="xs" rightSection={<IconChevronDown size={14} />}>
          {texts.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {team.manyActions
          .filter((action) => action !== 'REMOVE')
          .map((action) => (
            <Menu.Item key={action} onClick={() => onChoose(action)}>
              {texts.byAction[action].entry}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item c="var(--danger-text)" onClick={() => onChoose('REMOVE')}>
          {texts.byAction.REMOVE.entry}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
