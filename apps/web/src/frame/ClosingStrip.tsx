import { Button } from '@mantine/core'
import * as enterprise from '@simwright/contract/people/enterprise'
import { type Enterprise, enterpriseInfo } from '@simwright/contract/people/session'
import { useMutation } from '../api/mutation.ts'
import { formatDate } from '../base/time.ts'
import { enterpriseTexts } from '../texts/enterprise.ts'
import { say } from '../texts/text.ts'
import { Row } from '../ui/layout/layout.tsx'
import { toast } from '../ui/toast.ts'
import classes from './PlanStrip.module.css'

const texts = enterpriseTexts.closing

/** Strip on every page of an enterprise account that will be deleted; an owner can cancel the deletion. */
export function ClosingStrip({ enterprise: { name, deletionAt, owner } }: { enterprise: Enterprise }) {
  const cancelDeletion = useMutation(enterprise.cancelDeletion, {
    changes: [enterpriseInfo, enterprise.list, enterprise.deletionPreview],
    onSuccess: () => toast.success(say(texts.kept, { name })),
  })
  if (deletionAt === null) return null
  return (
    <div className={classes.strip} data-tone="danger" role="status">
      <span>
        {say(texts.strip, { name, date: formatDate(deletionAt) })} {owner ? texts.stripOwner : texts.stripMember}
      </span>
      {owner && (
        <Row as="span" align="stretch">
          <Button
            size="compact-sm"
            variant="default"
            loading={cancelDeletion.isPending}
            onClick={() => cancelDeletion.mutate({})}
          >
            {say(texts.keep, { name })}
          </Button>
        </Row>
      )}
    </div>
  )
}
