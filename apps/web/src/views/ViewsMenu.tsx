import { Button, Menu, VisuallyHidden } from '@mantine/core'
import type { ListModule } from '@simwright/contract/people/behavior'
import { IconBookmark, IconCheck, IconChevronDown, IconPinned } from '@tabler/icons-react'
import { useState } from 'react'
import { showProblem } from '../api/call.ts'
import { say } from '../texts/text.ts'
import { confirm } from '../ui/overlay/confirm.ts'
import { toast } from '../ui/toast.ts'
import type { ReadView } from './address.ts'
import { ViewDialog } from './ViewDialog.tsx'
import classes from './ViewsMenu.module.css'
import { viewTexts as texts } from './view-texts.ts'
import { useViews, type View, type Views } from './views.ts'

type ViewsMenuProps = {
  /** Key under which the portal remembers the list. */
  module: ListModule
  /** Names of the list's filters in the address. */
  names: readonly string[]
  /** Normalizes a filter and translates legacy names of saved views. */
  read?: ReadView
}

/** Saved views of a list: the user's own and the shared ones of the enterprise account. */
export function ViewsMenu({ module, names, read }: ViewsMenuProps) {
  const views = useViews(module, names, read)
  const { current, isChanged } = views
  const [editing, setEditing] = useState<'new' | View>()
  return (
    <>
      <Menu position="bottom-start" width={300}>
        <Menu.Target>
          <Button
            variant="default"
            className={classes.button}
            leftSection={<IconBookmark size={15} />}
            rightSection={<IconChevronDown size={14} />}
          >
            {current && <VisuallyHidden>{texts.chosen}</VisuallyHidden>}
            <span className="ellipsis">{current?.name ?? texts.views}</span>
            {isChanged && <span className={classes.changed}>{texts.changed}</span>}
          </Button>
        </Menu.Target>
        <Menu.Dropdown style={{ maxHeight: 'min(70vh, 560px)', overflowY: 'auto' }}>
          <ViewChoice views={views} />
          <Menu.Divider />
          {current && <Changes view={current} views={views} />}
          <Menu.Item onClick={() => setEditing('new')}>{texts.saveNew}</Menu.Item>
          {current && <Actions view={current} views={views} onRename={() => setEditing(current)} />}
        </Menu.Dropdown>
      </Menu>
      <ViewDialog editing={editing} views={views} onClose={() => setEditing(undefined)} />
    </>
  )
}

function ViewChoice({ views }: { views: Views }) {
  const { own, shared, current, firstId, choose } = views
  const currentId = current?.id
  const item = (view: View | undefined) => (
    <Menu.Item
      key={view?.id ?? ''}
      aria-current={view?.id === currentId}
      leftSection={<IconCheck size={15} visibility={view?.id === currentId ? 'visible' : 'hidden'} />}
      rightSection={view && view.id === firstId && <IconPinned size={14} aria-label={texts.first} />}
      onClick={() => choose(view)}
    >
      <span className={classes.item}>
        <span>{view?.name ?? texts.everything}</span>
        {view?.shared && <span className={classes.by}>{say(texts.by, { name: view.shared.createdBy })}</span>}
      </span>
    </Menu.Item>
  )
  return (
    <>
      {item(undefined)}
      {own.length > 0 && <Menu.Label>{texts.mine}</Menu.Label>}
      {own.map(item)}
      {shared.length > 0 && <Menu.Label>{texts.shared}</Menu.Label>}
      {shared.map(item)}
      {own.length + shared.length === 0 && (
        <p className="muted size-small" style={{ padding: '4px 10px 8px' }}>
          {texts.none}
        </p>
      )}
    </>
  )
}

/** Shows the outcome of an action as a notice. */
const report = (action: Promise<void>, text: string) => void action.then(() => toast.success(text), showProblem)

type ChangesProps = { view: View; views: Views }

/** Menu items to save or undo changes of filter or sort order. */
function Changes({ view, views }: ChangesProps) {
  if (!views.isChanged) return null
  const save = () => report(views.save(view), say(texts.saved, { name: view.name }))
  return (
    <>
      {(view.shared?.manageable ?? true) && <Menu.Item onClick={save}>{texts.save}</Menu.Item>}
      <Menu.Item onClick={() => views.choose(view)}>{texts.undo}</Menu.Item>
    </>
  )
}

type ActionsProps = ChangesProps & { onRename: () => void }

/** Menu items of the selected view. */
function Actions({ view, views, onRename }: ActionsProps) {
  const { name, shared } = view
  const mayChange = shared?.manageable ?? true
  const unshare = async () => {
    const fault = views.faultOf(name)
    if (fault) return toast.error(fault)
    const title = say(texts.unshareTitle, { name })
    if (await confirm({ title, text: texts.unshareText, proceed: texts.unshareProceed }))
      report(views.unshare(view), say(texts.wasUnshared, { name }))
  }
  const remove = async () => {
    const text = shared ? texts.removeShared : texts.removeText
    if (await confirm({ title: say(texts.removeTitle, { name }), text, proceed: texts.removeProceed, tone: 'danger' }))
      report(views.remove(view), say(texts.removed, { name }))
  }
  const isFirst = views.firstId === view.id
  return (
    <>
      {mayChange && <Menu.Item onClick={onRename}>{texts.rename}</Menu.Item>}
      <Menu.Item onClick={() => views.setFirst(isFirst ? undefined : view.id)}>
        {isFirst ? texts.endFirst : texts.makeFirst}
      </Menu.Item>
      {!shared && views.mayShare && (
        <Menu.Item onClick={() => report(views.share(view), say(texts.wasShared, { name }))}>{texts.share}</Menu.Item>
      )}
      {shared?.manageable && <Menu.Item onClick={() => void unshare()}>{texts.unshare}</Menu.Item>}
      {mayChange && (
        <Menu.Item c="var(--danger-text)" onClick={() => void remove()}>
          {texts.remove}
        </Menu.Item>
      )}
    </>
  )
}
