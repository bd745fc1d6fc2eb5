import { Button, Skeleton } from '@mantine/core'
import * as security from '@simwright/contract/people/security'
import { enterpriseInfo } from '@simwright/contract/people/session'
import { type Icon, IconDeviceMobileCode, IconFingerprint } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAsk } from '../../../api/query.ts'
import { useCurrentUser } from '../../../api/session.ts'
import { pages } from '../../../paths.ts'
import { isStaff } from '../../../session/held-permission.ts'
import { supportsPasskeys } from '../../../session/passkey.ts'
import { usePermissions } from '../../../session/permission.tsx'
import { signOut } from '../../../session/sign-out.ts'
import { localTarget } from '../../../session/target.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say } from '../../../texts/text.ts'
import { Grid, Row, Stack, Title } from '../../../ui/layout/layout.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { AppDialog } from './AppDialog.tsx'
import { AddPasskeyDialog } from './Passkeys.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import classes from './SecondFactorPage.module.css'

const texts = securityTexts.secondFactor

/** Opens instead of every page that needs a second factor, until the user has one; then continues to that page. */
export function SecondFactorPage() {
  const target = useSearch({ from: pages.secondFactor.id }).target
  const overview = useAsk(security.overview, {})
  const [open, setOpen] = useState<'passkey' | 'app'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const navigate = useNavigate()
  const proceed = () => void navigate({ href: localTarget(target) })
  const onCodes = (newCodes: readonly string[] | null) => (newCodes ? setCodes(newCodes) : proceed())
  const close = () => setOpen(undefined)
  if (overview.error) return <ErrorState problem={overview.error} onRetry={() => void overview.refetch()} />
  const hasFactor = overview.data && (overview.data.appSince !== null || overview.data.passkeys.length > 0)
  return (
    <div style={{ maxWidth: 760 }}>
      {hasFactor ? (
        <>
          <PageHeader title={texts.doneTitle} text={texts.doneText} />
          <Button onClick={proceed}>{texts.proceed}</Button>
        </>
      ) : (
        <Introduction target={target} isRequired={overview.data?.demanded} onOpen={setOpen} />
      )}
      {open === 'passkey' && <AddPasskeyDialog onClose={close} onCodes={onCodes} />}
      {open === 'app' && <AppDialog onClose={close} onCodes={onCodes} />}
      <RecoveryCodesDialog codes={codes} onClose={proceed} />
    </div>
  )
}

type IntroductionProps = {
  target: string | undefined
  /** Whether the enterprise account requires a second factor; undefined while loading. */
  isRequired: boolean | undefined
  onOpen: (what: 'passkey' | 'app') => void
}

function Introduction({ target, isRequired, onOpen }: IntroductionProps) {
  const isPlatformStaff = isStaff(usePermissions())
  const info = useAsk(enterpriseInfo, {}, { staleMs: 5 * 60_000 }).data
  const user = useCurrentUser()
  const next = usePageTitle(localTarget(target))
  if (isRequired === undefined || !info) return <Skeleton height={320} radius={12} />
  const names = { enterprise: info.name, role: info.role }
  return (
    <>
      <PageHeader
        title={isRequired ? texts.title : texts.titleFree}
        text={say(isPlatformStaff ? texts.staff : texts.member, names)}
      />
      {isRequired && <p className={classes.why}>{say(isPlatformStaff ? texts.staffWhy : texts.memberWhy, names)}</p>}
      <p className={classes.why}>
        {texts.choose} {next && say(texts.next, { page: next })}
      </p>
      <Grid as="ul" min={260} mb={20}>
        <Choice
          icon={IconFingerprint}
          name={texts.passkey}
          text={supportsPasskeys() ? texts.passkeyText : securityTexts.security.passkeyUnsupported}
          button={texts.passkeyGo}
          disabled={!supportsPasskeys()}
          onClick={() => onOpen('passkey')}
        />
        <Choice
          icon={IconDeviceMobileCode}
          name={texts.app}
          text={texts.appText}
          button={texts.appGo}
          onClick={() => onOpen('app')}
        />
      </Grid>
      <Row gap="4 16" className={classes.foot}>
        <span>{say(texts.otherwise, { email: user?.email ?? '' })}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => void signOut()}>
          {texts.signOut}
        </Button>
      </Row>
    </>
  )
}

type ChoiceProps = {
  icon: Icon
  name: string
  text: string
  button: string
  disabled?: boolean
  onClick: () => void
}

function Choice({ icon: ChoiceIcon, name, text, button, disabled = false, onClick }: ChoiceProps) {
  return (
    <Stack as="li" gap={0} align="start" className="panel" style={{ padding: 20 }}>
      <span className="icon-box" style={{ marginBottom: 12 }} aria-hidden>
        <ChoiceIcon size={22} stroke={1.6} />
      </span>
      <Title as="h2" size="h3" mb={4}>
        {name}
      </Title>
      <p className="muted" style={{ flex: 1, marginBottom: 16 }}>
        {text}
      </p>
      <Button variant="default" disabled={disabled} onClick={onClick}>
        {button}
      </Button>
    </Stack>
  )
}

/** The name of the page at a path of this portal. */
function usePageTitle(href: string): string | undefined {
  const router = useRouter()
  const [matchedRoutes] = router.getMatchedRoutes(href.replace(/[?#].*/, ''))
  return matchedRoutes.at(-1)?.options.staticData?.title
}
