import { Button } from '@mantine/core'
import * as approval from '@simwright/contract/platform/approval'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { approvalTexts } from './approval-texts.ts'

const texts = approvalTexts.drawer
const changes = [approval.list, approval.get, approval.waiting]

/** What the user can do with a request: approve or refuse it, say why it is asked for, or withdraw it. */
export function Decision({ one }: { one: approval.ApprovalRequest }) {
  const { state, isOwn, canDecide, canCancel, whyNot } = one
  return (
    <>
      {canDecide && <ApproveOrRefuse one={one} />}
      {state === 'PENDING' && isOwn && <Explanation one={one} />}
      {!isOwn && whyNot !== null && <Note>{say(texts.whyNot, { reason: whyNot })}</Note>}
      {canCancel && <CancelButton one={one} />}
    </>
  )
}

function ApproveOrRefuse({ one: { id, version, sentence } }: { one: approval.ApprovalRequest }) {
  const [comment, setComment] = useState('')
  const approve = useMutation(approval.approve, { changes, onSuccess: () => toast.success(texts.approved) })
  const refuse = useMutation(approval.refuse, { changes, onSuccess: () => toast.success(texts.refused) })
  const start = async () => {
    if (await confirm({ title: texts.approveTitle, text: sentence, proceed: texts.approve }))
      approve.mutate({ id, version, comment })
  }
  return (
    <Stack gap={10}>
      <Textarea
        label={texts.yourComment}
        description={texts.commentHelp}
        maxLength={500}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <Row gap={8}>
        <Button loading={approve.isPending} onClick={() => void start()}>
          {texts.approve}
        </Button>
        <Button variant="default" loading={refuse.isPending} onClick={() => refuse.mutate({ id, version, comment })}>
          {texts.refuse}
        </Button>
      </Row>
    </Stack>
  )
}

function Explanation({ one: { id, version, comment: saved } }: { one: approval.ApprovalRequest }) {
  const [comment, setComment] = useState(saved)
  const explain = useMutation(approval.explain, { changes, onSuccess: () => toast.success(texts.explained) })
  return (
    <Stack gap={10}>
      <Textarea
        label={texts.comment}
        description={texts.explainHelp}
        maxLength={500}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <div>
        <Button
          variant="default"
          disabled={comment.trim() === saved}
          loading={explain.isPending}
          onClick={() => explain.mutate({ id, version, comment })}
        >
          {texts.explain}
        </Button>
      </div>
    </Stack>
  )
}

function CancelButton({ one: { id } }: { one: approval.ApprovalRequest }) {
  const cancel = useMutation(approval.cancel, { changes, onSuccess: () => toast.success(texts.canceled) })
  const start = async () => {
    const asked = { title: texts.cancelTitle, text: texts.cancelText, proceed: texts.cancel, tone: 'danger' } as const
    if (await confirm(asked)) cancel.mutate({ id })
  }
  return (
    <div>
      <Button variant="default" loading={cancel.isPending} onClick={() => void start()}>
        {texts.cancel}
      </Button>
    </div>
  )
}
