import { Alert, Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as enterprise from '@simwright/contract/people/enterprise'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { enterpriseTexts } from '../../../texts/enterprise.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const texts = enterpriseTexts.closing

/** Section that deletes the enterprise account: what is deleted with it, the button, or the pending deletion. */
export function DeleteSection({ name }: { name: string }) {
  const preview = useAsk(enterprise.deletionPreview, {})
  const request = useMutation(enterprise.requestDeletion, {
    changes: [enterpriseInfo, enterprise.list, enterprise.deletionPreview],
    onSuccess: ({ deletionAt }) => toast.success(say(texts.begun, { name, date: formatDate(deletionAt) })),
  })
  if (!preview.data) return null
  const { graceDays: days, mayDelete, deletionAt } = preview.data
  const ask = async (latest: Preview) => {
    const sure = await confirm({
      title: say(texts.askTitle, { name }),
      text: <DeletedItems preview={latest} />,
      proceed: texts.proceed,
      tone: 'danger',
      undoText: texts.wayBack,
      name: { label: say(texts.typeName, { name }), word: name },
    })
    if (sure) request.mutate({ name })
  }
  return (
    <FormSection title={texts.title} text={mayDelete || deletionAt ? say(texts.text, { days }) : texts.ownersOnly}>
      {deletionAt ? (
        <Alert color="red">{say(texts.pending, { name, date: formatDate(deletionAt) })}</Alert>
      ) : (
        <div>
          <Button
            variant="default"
            c={mayDelete ? 'var(--danger-text)' : undefined}
            disabled={!mayDelete}
            loading={request.isPending}
            onClick={() => void preview.refetch().then(({ data }) => data && ask(data))}
          >
            {texts.button}
          </Button>
        </div>
      )}
    </FormSection>
  )
}

type Preview = OutputOf<typeof enterprise.deletionPreview>

function DeletedItems({ preview: { graceDays: days, members, profiles } }: { preview: Preview }) {
  const many = say(texts.profilesMany, { count: profiles.total.toLocaleString('en') })
  return (
    <>
      {say(texts.at, { days })}
      <ul className="bullets" style={{ margin: '8px 0' }}>
        <li>{profiles.capped ? many : sayCount(texts.profiles, profiles.total)}</li>
        <li>{sayCount(texts.members, members)}</li>
        <li>{texts.rest}</li>
      </ul>
    </>
  )
}
