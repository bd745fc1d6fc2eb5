import { Button } from '@mantine/core'
import * as apiKey from '@simwright/contract/programs/keys'
import { IconBan, IconKey, IconPencil, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { formatAgo, formatTime } from '../../../base/time.ts'
import { PermissionTree } from '../../../membership/PermissionTree.tsx'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { type Item, ItemList } from '../../../ui/layout/ItemList.tsx'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { developerTexts } from './developer-texts.ts'
import { scopeAreas } from './KeyForm.tsx'
import { KeyState } from './KeyState.tsx'
import { isLive } from './key-secret.ts'
import { useRevoke } from './revoke.ts'

const { drawer: texts, ...keyTexts } = developerTexts.keys

type Acts = { onEdit: (key: apiKey.ApiKey) => void; onRotate: (key: apiKey.ApiKey) => void }
type KeyDrawerProps = Acts & { apiKey: apiKey.ApiKey | undefined; onClose: () => void }

/** Scopes, addresses and secrets of a key, with buttons that edit, rotate and revoke it. */
export function KeyDrawer({ apiKey: row, onClose, ...acts }: KeyDrawerProps) {
  return (
    <DetailDrawer
      isOpen={row !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={row?.name}
      status={row && <KeyState state={row.state} />}
    >
      {row && <Overview row={row} {...acts} />}
    </DetailDrawer>
  )
}

function Overview({ row, onEdit, onRotate }: Acts & { row: apiKey.ApiKey }) {
  const mayEdit = useAllowed('Developer_Edit')
  const revoke = useRevoke()
  const { kind, testIccids, addresses, scopes, lostScopes, createdBy: name, createdAt, revokedAt } = row
  return (
    <Stack gap={12}>
      {mayEdit && row.revocable && (
        <Row>
          {row.manageable && (
            <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => onEdit(row)}>
              {keyTexts.edit}
            </Button>
          )}
          {row.manageable && (
            <Button variant="default" leftSection={<IconRefresh size={16} />} onClick={() => onRotate(row)}>
              {keyTexts.rotate}
            </Button>
          )}
          <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => void revoke(row)}>
            {keyTexts.revoke.entry}
          </Button>
        </Row>
      )}
      <KeyValue
        items={[
          { label: keyTexts.columns.kind, value: keyTexts.kinds[kind] },
          ...(testIccids === null
            ? []
            : [{ label: texts.testIccids, value: <Mono copyAs={texts.testIccids}>{testIccids}</Mono> }]),
          { label: keyTexts.columns.createdBy, value: name },
          { label: keyTexts.columns.createdAt, value: <Time at={createdAt} /> },
          ...(revokedAt ? [{ label: texts.revokedAt, value: <Time at={revokedAt} /> }] : []),
          { label: texts.addresses, value: addresses.length > 0 ? addresses.join(', ') : texts.anyAddress },
        ]}
      />
      <Secrets row={row} mayEnd={mayEdit && row.revocable} />
      <Section
        title={keyTexts.columns.scopes}
        text={lostScopes.length > 0 ? sayCount(texts.lostText, lostScopes.length, { name }) : undefined}
      >
        <PermissionTree held={new Set(scopes)} areas={scopeAreas} />
      </Section>
    </Stack>
  )
}

function Secrets({ row, mayEnd }: { row: apiKey.ApiKey; mayEnd: boolean }) {
  const { mutate } = useMutation(apiKey.endSecret, {
    changes: [apiKey.list],
    onSuccess: () => toast.success(texts.ended),
  })
  const end = async (secretId: string) => {
    const question = { title: texts.endTitle, text: texts.endText, proceed: texts.endProceed }
    if (!(await confirm({ ...question, tone: 'danger' }))) return
    mutate({ id: row.id, secretId, at: new Date().toISOString() })
  }
  const items = row.secrets.map((secret): Item => {
    const isOpen = isLive(secret) && row.revokedAt === null
    return {
      id: secret.id,
      icon: IconKey,
      title: <Mono copyAs={texts.copyPrefix}>{secret.prefix}</Mono>,
      note: (
        <>
          <Time at={secret.endsAt}>{endText(secret, isOpen)}</Time>, <Used secret={secret} />
        </>
      ),
      actions: mayEnd && isOpen && (
        <Button size="xs" variant="default" onClick={() => void end(secret.id)}>
          {texts.end}
        </Button>
      ),
    }
  })
  return (
    <Section title={texts.secrets} text={texts.secretsText}>
      <ItemList label={texts.secrets} items={items} />
    </Section>
  )
}

const endText = ({ endsAt }: apiKey.KeySecret, isOpen: boolean) =>
  say(isOpen ? texts.live : texts.over, { time: formatTime(endsAt) })

function Used({ secret: { lastUsedAt, lastUsedAddress } }: { secret: apiKey.KeySecret }) {
  if (lastUsedAt === null) return texts.unused
  return (
    <Time at={lastUsedAt} show="ago">
      {say(texts.used, { time: formatAgo(lastUsedAt), address: lastUsedAddress ?? '–' })}
    </Time>
  )
}
