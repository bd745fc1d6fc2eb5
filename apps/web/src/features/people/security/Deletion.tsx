import { Alert, Button } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatDate } from '../../../base/time.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'

const texts = securityTexts.account

/** Section that deletes the user's account: what it does, the button, and how to cancel a pending deletion. */
export function Deletion({ deletionAt }: { deletionAt: string | null }) {
  const preview = useAsk(account.deletionPreview, {})
  const request = useMutation(account.requestDeletion, { changes: [account.me] })
  const cancel = useMutation(account.cancelDeletion, {
    changes: [account.me],
    onSuccess: () => toast.success(texts.kept),
  })
  const enterprises = preview.data?.enterprises ?? []
  const mayDelete = preview.data !== undefined && !enterprises.some(({ outcome }) => outcome === 'OWNER_NEEDED')
  const graceText = say(texts.deletionText, { days: preview.data?.graceDays ?? 14 })
  const outcomes = (
    <ul className="bullets">
      {enterprises.map(({ name, outcome }) => (
        <li key={name}>{say(texts.outcomes[outcome], { name })}</li>
      ))}
    </ul>
  )
  const remove = async () => {
    const { deleteTitle: title, delete: proceed } = texts
    if (await confirm({ title, text: outcomes, proceed, tone: 'danger', undoText: graceText })) request.mutate({})
  }
  return (
    <FormSection title={texts.deletion} text={graceText}>
      {deletionAt ? (
        <Alert color="red">
          {say(texts.pending, { date: formatDate(deletionAt) })}
          <Button
            variant="default"
            size="xs"
            mt="xs"
            display="block"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({})}
          >
            {texts.keep}
          </Button>
        </Alert>
      ) : (
        <>
          {!mayDelete && enterprises.length > 0 && outcomes}
          <div>
            <Button
              variant="default"
              c="var(--danger-text)"
              disabled={!mayDelete}
              loading={request.isPending}
              onClick={() => void remove()}
            >
              {texts.delete}
            </Button>
          </div>
        </>
      )}
    </FormSection>
  )
}
