import { Alert, Button, Skeleton, Switch } from '@mantine/core'
import type { OutputOf } from '@simwright/contract'
import * as account from '@simwright/contract/people/account'
import * as security from '@simwright/contract/people/security'
import { IconDeviceMobileCode, IconLifebuoy, IconPassword } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { formatAgo } from '../../../base/time.ts'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { securityTexts } from '../../../texts/security.ts'
import { say, sayCount } from '../../../texts/text.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { AppDialog } from './AppDialog.tsx'
import { LinkedAccounts } from './LinkedAccounts.tsx'
import { Passkeys } from './Passkeys.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'

const texts = securityTexts.security

type Overview = OutputOf<typeof security.overview>

/** Password, second factors, recovery codes; and whether the enterprise account requires a second factor. */
export function SecurityPage() {
  const overview = useAsk(security.overview, {})
  const me = useAsk(account.me, {})
  const [codes, setCodes] = useState<readonly string[]>()
  const showCodes = (newCodes: readonly string[] | null) => newCodes && setCodes(newCodes)
  const problem = overview.error ?? me.error
  const { data } = overview
  const lacksFactor = data && data.appSince === null && data.passkeys.length === 0
  return (
    <>
      <PageHeader title={pageTexts.security} text={texts.text} />
      {lacksFactor && data.demanded && (
        <Alert color="yellow" title={texts.demandedTitle} mb="md">
          {texts.demandedText}
        </Alert>
      )}
      {problem ? (
        <ErrorState
          problem={problem}
          onRetry={() => {
            void overview.refetch()
            void me.refetch()
          }}
        />
      ) : (
        <>
          <FormSection title={texts.password} text={texts.passwordText}>
            {me.data ? <PasswordRow me={me.data} /> : <RowSkeleton />}
          </FormSection>
          <FormSection title={texts.app} text={texts.appText}>
            {data ? <AppRow since={data.appSince} onCodes={showCodes} /> : <RowSkeleton />}
          </FormSection>
          <FormSection title={texts.passkeys} text={texts.passkeysText}>
            {data ? <Passkeys passkeys={data.passkeys} onCodes={showCodes} /> : <RowSkeleton />}
          </FormSection>
          <FormSection title={texts.recovery} text={texts.recoveryText}>
            {data ? <RecoveryRow overview={data} onCodes={showCodes} /> : <RowSkeleton />}
          </FormSection>
          <LinkedAccounts />
          {data && <Demand demanded={data.demanded} />}
        </>
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </>
  )
}

const RowSkeleton = () => <Skeleton height={62} radius={10} />

function PasswordRow({ me }: { me: OutputOf<typeof account.me> }) {
  const state = me.passwordChangedAt ? (
    <Time at={me.passwordChangedAt} show="ago">
      {say(texts.passwordSince, { ago: formatAgo(me.passwordChangedAt) })}
    </Time>
  ) : (
    texts.passwordNever
  )
  return (
    <ItemList
      label={texts.password}
      items={[
        {
          id: 'password',
          icon: IconPassword,
          title: me.hasPassword ? state : texts.passwordNone,
          actions: (
            <Button component={Link} to={pages.changePassword.path} variant="default" size="xs">
              {me.hasPassword ? texts.changePassword : texts.setPassword}
            </Button>
          ),
        },
      ]}
    />
  )
}

type OnCodes = (codes: readonly string[] | null) => void

function AppRow({ since, onCodes }: { since: string | null; onCodes: OnCodes }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useMutation(security.removeApp, {
    changes: [security.overview],
    onSuccess: () => toast.success(texts.appRemoved),
  })
  const askAndRemove = async () => {
    const question = { title: texts.appRemoveTitle, text: texts.appRemoveText, proceed: texts.appRemove }
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate({})
  }
  return (
    <>
      <ItemList
        label={texts.app}
        items={[
          {
            id: 'app',
            icon: IconDeviceMobileCode,
            title: since ? (
              <Time at={since} show="ago">
                {say(texts.appOn, { ago: formatAgo(since) })}
              </Time>
            ) : (
              texts.appOff
            ),
            actions: since ? (
              <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void askAndRemove()}>
                {texts.appRemove}
              </Button>
            ) : (
              <Button variant="default" size="xs" onClick={() => setOpen(true)}>
                {texts.appSetUp}
              </Button>
            ),
          },
        ]}
      />
      {isOpen && <AppDialog onClose={() => setOpen(false)} onCodes={onCodes} />}
    </>
  )
}

function RecoveryRow({ overview, onCodes }: { overview: Overview; onCodes: OnCodes }) {
  const renew = useMutation(security.renewRecoveryCodes, {
    changes: [security.overview],
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  const hasFactor = overview.appSince !== null || overview.passkeys.length > 0
  const askAndRenew = async () => {
    const question = { title: texts.recoveryRenewTitle, text: texts.recoveryRenewText, proceed: texts.recoveryRenew }
    if (await confirm(question)) renew.mutate({})
  }
  return (
    <ItemList
      label={texts.recovery}
      items={[
        {
          id: 'recovery',
          icon: IconLifebuoy,
          title: hasFactor ? sayCount(texts.recoveryLeft, overview.recoveryCodesLeft) : texts.recoveryNone,
          actions: hasFactor && (
            <Button variant="default" size="xs" loading={renew.isPending} onClick={() => void askAndRenew()}>
              {texts.recoveryRenew}
            </Button>
          ),
        },
      ]}
    />
  )
}

/** Switch that requires a second factor of all members; shown to users who may edit roles. */
function Demand({ demanded }: { demanded: boolean }) {
  const may = useAllowed('Role_Edit')
  const demand = useMutation(security.demandSecondFactor, {
    changes: [security.overview],
    onSuccess: (_, sent) => toast.success(sent.demanded ? texts.demandOn : texts.demandOff),
  })
  if (!may) return null
  return (
    <FormSection title={texts.demand} text={texts.demandText}>
      <Switch
        label={texts.demandLabel}
        checked={demanded}
        disabled={demand.isPending}
        onChange={(event) => demand.mutate({ demanded: event.currentTarget.checked })}
      />
    </FormSection>
  )
}
