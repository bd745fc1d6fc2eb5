import { Anchor, Button } from '@mantine/core'
import * as invitation from '@simwright/contract/people/invitation'
import { Link } from '@tanstack/react-router'
import { useMutation } from '../../../api/mutation.ts'
import { useOpened } from '../../../api/opened.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say, sayCount } from '../../../texts/text.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { LineList } from '../../../ui/layout/LineList.tsx'
import { Note, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { giftPlan, giftTrial } from './gift.ts'
import { invitationLinkTexts } from './invitation-link-texts.ts'
import { LinkStateBadge } from './LinkStateBadge.tsx'

const texts = invitationLinkTexts.drawer
const names = invitationLinkTexts.columns

type Detail = invitation.InvitationLink & {
  came: readonly { enterpriseId: string; name: string; at: string }[]
}

/** Drawer of one invitation link: what it gives, who came, and how to stop it. */
export function InvitationLinkDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { shown, notLoaded } = useOpened(invitation.get, id, texts)
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.code}
      status={shown && <LinkStateBadge state={shown.state} />}
      notLoaded={notLoaded}
    >
      {shown && <Overview link={shown} />}
    </DetailDrawer>
  )
}

function Overview({ link }: { link: Detail }) {
  const mayEdit = useAllowed('Admin_Invitation_Edit')
  const { uses, maxUses, expiresAt, stoppedAt } = link
  return (
    <Stack>
      {link.state === 'OPEN' && <CopyField label={invitationLinkTexts.copy} value={link.url} />}
      <KeyValue
        items={[
          {
            label: names.uses,
            value: say(invitationLinkTexts.of, { used: uses, max: maxUses }),
          },
          { label: names.plan, value: giftPlan(link) },
          { label: names.trial, value: giftTrial(link) },
          { label: names.until, value: expiresAt ? <Time at={expiresAt} /> : invitationLinkTexts.noEnd },
          { label: names.note, value: link.note || invitationLinkTexts.noNote },
          { label: names.platform, value: link.platform },
          { label: names.createdAt, value: <Time at={link.createdAt} /> },
          { label: names.createdBy, value: link.createdBy ?? '–' },
          ...(stoppedAt ? [{ label: invitationLinkTexts.states.STOPPED, value: <Time at={stoppedAt} /> }] : []),
        ]}
      />
      <Section title={texts.came}>
        <Came link={link} />
      </Section>
      {mayEdit && stoppedAt === null && <StopButton link={link} />}
    </Stack>
  )
}

function Came({ link: { came, uses } }: { link: Detail }) {
  const hidden = uses - came.length
  if (uses === 0) return <Note>{texts.cameNone}</Note>
  return (
    <>
      <LineList>
        {came.map(({ enterpriseId, name, at }) => (
          <li key={enterpriseId}>
            <Anchor component={Link} {...linkTo(pages.clients, { search: { open: enterpriseId } })}>
              {name}
            </Anchor>
            <Time at={at} />
          </li>
        ))}
      </LineList>
      {hidden > 0 && (
        <Note mt={8}>
          {came.length === invitation.CAME_SHOWN
            ? say(texts.cameMore, { shown: invitation.CAME_SHOWN })
            : sayCount(texts.cameDeleted, hidden)}
        </Note>
      )}
    </>
  )
}

function StopButton({ link: { id, version } }: { link: Detail }) {
  const stop = useMutation(invitation.stop, {
    changes: [invitation.list, invitation.get],
    onSuccess: () => toast.success(texts.stopped),
  })
  const start = async () => {
    if (await confirm({ ...texts.stopAsk, proceed: texts.stop, tone: 'danger' })) stop.mutate({ id, version })
  }
  return (
    <div>
      <Button variant="default" loading={stop.isPending} onClick={() => void start()}>
        {texts.stop}
      </Button>
    </div>
  )
}
