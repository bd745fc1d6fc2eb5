import { Alert, Anchor, Button } from '@mantine/core'
import * as legal from '@simwright/contract/platform/legal'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { formatDate, formatTime } from '../../../base/time.ts'
import { legalPageOf } from '../../../brand/legal-page.ts'
import { linkTo } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { legalTexts } from '../../../texts/legal.ts'
import { say } from '../../../texts/text.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { LegalForm } from './LegalForm.tsx'

const texts = legalTexts.admin

type LegalVersionsViewProps = {
  platform: legal.PlatformTexts
  versions: legal.LegalVersions
  /** Loads the stored versions. */
  onReload: () => Promise<void>
}

/** One text of a platform: what applies, what follows, and a form for the next version. */
export function LegalVersionsView({ platform, versions, onReload }: LegalVersionsViewProps) {
  const mayEdit = useAllowed('Admin_Plan_Edit')
  return (
    <>
      <Panel>
        <State platform={platform} versions={versions} mayEdit={mayEdit} />
        {versions.earlier.length > 0 && (
          <Row as="ul" gap="4 16" mt={8} aria-label={texts.earlier}>
            {versions.earlier.map(({ version, publishedAt }) => (
              <li key={version}>
                <TextLink platform={platform} kind={versions.kind} version={version}>
                  <Time at={publishedAt}>{say(texts.version, { version, time: formatDate(publishedAt) })}</Time>
                </TextLink>
              </li>
            ))}
          </Row>
        )}
      </Panel>
      {!mayEdit && <Alert color="gray">{texts.viewOnly}</Alert>}
      <LegalForm
        key={versions.version}
        platform={platform}
        versions={versions}
        mayEdit={mayEdit}
        onReload={() => void onReload()}
      />
    </>
  )
}

type StateProps = Pick<LegalVersionsViewProps, 'platform' | 'versions'> & { mayEdit: boolean }

function State({ platform, versions: { kind, current, planned }, mayEdit }: StateProps) {
  const { platformId } = platform
  const withdraw = useMutation(legal.withdraw, { changes: [legal.list] })
  const askToWithdraw = async (version: number) => {
    const proceed = say(texts.withdraw, { version })
    const title = say(texts.withdrawTitle, { version })
    if (!(await confirm({ title, text: texts.withdrawText, proceed, tone: 'danger' }))) return
    const onSuccess = () => toast.success(say(texts.withdrawn, { version }))
    withdraw.mutate({ platformId, kind, version }, { onSuccess })
  }
  return (
    <Row gap="6 16">
      <p>
        {current ? (
          <Time at={current.publishedAt}>
            {say(texts.current, { version: current.version, time: formatDate(current.publishedAt) })}
          </Time>
        ) : (
          texts.none
        )}
      </p>
      {current && (
        <TextLink platform={platform} kind={kind}>
          {texts.open}
        </TextLink>
      )}
      {planned && (
        <>
          <p>
            <Time at={planned.publishedAt}>
              {say(texts.planned, { version: planned.version, time: formatTime(planned.publishedAt) })}
            </Time>
          </p>
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="default"
              loading={withdraw.isPending}
              onClick={() => void askToWithdraw(planned.version)}
            >
              {say(texts.withdraw, { version: planned.version })}
            </Button>
          )}
        </>
      )}
    </Row>
  )
}

type TextLinkProps = { platform: legal.PlatformTexts; kind: legal.LegalKind; version?: number; children: ReactNode }

function TextLink({ platform: { sys }, kind, version, children }: TextLinkProps) {
  const search = version === undefined ? {} : { version: String(version) }
  return (
    <Anchor component={Link} {...linkTo(legalPageOf(kind), { params: { sys }, search })} target="_blank" size="sm">
      {children}
    </Anchor>
  )
}
