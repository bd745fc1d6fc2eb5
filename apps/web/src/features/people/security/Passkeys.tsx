import { ActionIcon, Alert, Button } from '@mantine/core'
import type { Passkey } from '@simwright/contract/people/security'
import * as security from '@simwright/contract/people/security'
import { IconFingerprint, IconPencil, IconTrash } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { ask } from '../../../api/call.ts'
import { useMutation, useTask } from '../../../api/mutation.ts'
import { formatAgo, formatDate } from '../../../base/time.ts'
import { createPasskey, supportsPasskeys } from '../../../session/passkey.ts'
import { setLacksSecondFactor } from '../../../session/permission.tsx'
import { securityTexts } from '../../../texts/security.ts'
import { say } from '../../../texts/text.ts'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { type Item, ItemList } from '../../../ui/layout/ItemList.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { deviceOf } from './device.ts'

const texts = securityTexts.security

type OnCodes = (codes: readonly string[] | null) => void

/** The user's passkeys: add, rename, remove. */
export function Passkeys({ passkeys, onCodes }: { passkeys: readonly Passkey[]; onCodes: OnCodes }) {
  const [isAdding, setAdding] = useState(false)
  const [renamed, setRenamed] = useState<Passkey>()
  const remove = useMutation(security.removePasskey, {
    changes: [security.overview],
    onSuccess: () => toast.success(texts.passkeyRemoved),
  })
  const askAndRemove = async ({ id, name }: Passkey) => {
    const question = { title: say(texts.passkeyRemoveTitle, { name }), text: texts.passkeyRemoveText }
    if (await confirm({ ...question, proceed: texts.remove, tone: 'danger' })) remove.mutate({ id })
  }
  const none: Item = { id: 'none', icon: IconFingerprint, title: texts.passkeysNone }
  const items = passkeys.map((passkey) => ({
    id: passkey.id,
    icon: IconFingerprint,
    title: passkey.name,
    note: <PasskeyNote passkey={passkey} />,
    actions: (
      <>
        <ActionIcon aria-label={say(texts.passkeyRename, passkey)} onClick={() => setRenamed(passkey)}>
          <IconPencil size={16} stroke={1.6} />
        </ActionIcon>
        <ActionIcon aria-label={say(texts.passkeyRemove, passkey)} onClick={() => void askAndRemove(passkey)}>
          <IconTrash size={16} stroke={1.6} />
        </ActionIcon>
      </>
    ),
  }))
  return (
    <>
      <ItemList label={texts.passkeys} items={items.length > 0 ? items : [none]} />
      <div>
        <Button variant="default" onClick={() => setAdding(true)} disabled={!supportsPasskeys()}>
          {supportsPasskeys() ? texts.passkeyAdd : texts.passkeyUnsupported}
        </Button>
      </div>
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} onCodes={onCodes} />}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  )
}

function PasskeyNote({ passkey: { createdAt, lastUsedAt, synced } }: { passkey: Passkey }) {
  const used = lastUsedAt ? (
    <Time at={lastUsedAt} show="ago">
      {say(texts.passkeyUsed, { ago: formatAgo(lastUsedAt) })}
    </Time>
  ) : (
    texts.passkeyUnused
  )
  return (
    <>
      <Time at={createdAt}>{say(texts.passkeyAdded, { date: formatDate(createdAt) })}</Time> · {used}
      {synced && ` · ${texts.passkeySynced}`}
    </>
  )
}

/** Undefined when the browser created no passkey. */
async function addPasskey(name: string) {
  const { ticket, options } = await ask(security.beginPasskey, {}, { silent: true })
  const response = await createPasskey(options)
  return response && (await ask(security.addPasskey, { ticket, response, name }, { silent: true }))
}

/** Asks for a name, then has the browser create a passkey. */
export function AddPasskeyDialog({ onClose, onCodes }: { onClose: () => void; onCodes: OnCodes }) {
  const add = useTask(addPasskey, {
    changes: [security.overview],
    onSuccess: (added) => {
      if (!added) return
      toast.success(texts.passkeyDone)
      setLacksSecondFactor(false)
      onClose()
      onCodes(added.recoveryCodes)
    },
  })
  const isRefused = add.isSuccess && add.data === undefined
  return (
    <NameDialog
      title={texts.passkeyDialog}
      text={texts.passkeyDialogText}
      initial={deviceOf(navigator.userAgent)}
      proceed={texts.passkeyGo}
      fault={isRefused ? texts.passkeyFailed : add.error?.message}
      busy={add.isPending}
      onClose={onClose}
      onName={add.mutate}
    />
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const rename = useMutation(security.renamePasskey, { silent: true, changes: [security.overview], onSuccess: onClose })
  return (
    <NameDialog
      title={say(texts.passkeyRename, passkey)}
      initial={passkey.name}
      proceed={texts.save}
      fault={rename.error?.message}
      busy={rename.isPending}
      onClose={onClose}
      onName={(name) => rename.mutate({ id: passkey.id, name })}
    />
  )
}

type NameDialogProps = {
  title: string
  text?: string
  initial: string
  proceed: string
  fault: string | undefined
  busy: boolean
  onClose: () => void
  onName: (name: string) => void
}

function NameDialog({ title, text, initial, proceed, fault, busy, onClose, onName }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onName(name)
  }
  return (
    <Dialog opened onClose={onClose} title={title} size={440}>
      <Stack as="form" onSubmit={submit}>
        {text && <Note size="same">{text}</Note>}
        {fault && (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        )}
        <TextInput
          withAsterisk
          label={texts.passkeyName}
          maxLength={64}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" loading={busy} disabled={name.trim() === ''}>
          {proceed}
        </Button>
      </Stack>
    </Dialog>
  )
}
