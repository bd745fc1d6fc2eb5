import { Button, Skeleton } from '@mantine/core'
import * as oauth from '@simwright/contract/people/oauth'
import { IconLink } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatAgo } from '../../../base/time.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = providerTexts.linked

/** The provider identities that the user can sign in with. Renders nothing if no provider is offered or linked. */
export function LinkedAccounts() {
  const { data, error, refetch } = useAsk(oauth.identities, {})
  const link = useMutation(oauth.beginLink, { onSuccess: ({ url }) => location.assign(url) })
  const unlink = useMutation(oauth.unlink, { changes: [oauth.identities] })
  const askAndUnlink = async ({ id, provider: name, email }: oauth.LinkedIdentity) => {
    const question = { title: say(texts.unlinkTitle, { name }), text: say(texts.unlinkText, { email }) }
    if (!(await confirm({ ...question, proceed: texts.unlink, tone: 'danger' }))) return
    unlink.mutate({ id }, { onSuccess: () => toast.success(say(texts.unlinked, { name })) })
  }
  if (data && data.items.length === 0 && data.providers.length === 0) return null
  const offered = (data?.providers ?? []).filter(({ name }) => data?.items.every(({ provider }) => provider !== name))
  const items = (data?.items ?? []).map((identity) => ({
    id: identity.id,
    icon: IconLink,
    title: identity.provider,
    note: (
      <Time at={identity.lastUsedAt} show="ago">
        {say(texts.used, { email: identity.email, ago: formatAgo(identity.lastUsedAt) })}
      </Time>
    ),
    actions: (
      <Button variant="default" size="xs" onClick={() => void askAndUnlink(identity)}>
        {texts.unlink}
      </Button>
    ),
  }))
  return (
    <FormSection title={texts.title} text={texts.text}>
      {error ? (
        <ErrorState problem={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton height={62} radius={10} />
      ) : (
        <>
          <ItemList
            label={texts.list}
            items={items.length > 0 ? items : [{ id: 'none', icon: IconLink, title: texts.none }]}
          />
          <Row>
            {offered.map(({ id, name }) => (
              <Button key={id} variant="default" loading={link.isPending} onClick={() => link.mutate({ provider: id })}>
                {say(texts.link, { name })}
              </Button>
            ))}
          </Row>
        </>
      )}
    </FormSection>
  )
}
