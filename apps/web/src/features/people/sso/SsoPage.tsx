import { Alert, Button, Skeleton } from '@mantine/core'
import * as sso from '@simwright/contract/people/sso'
import { useMutation } from '../../../api/mutation.ts'
import { useAsk } from '../../../api/query.ts'
import { useAllowed, useWithheld } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { suspensionTexts } from '../../../texts/suspension.ts'
import { FormSection } from '../../../ui/form/FormSection.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { ConnectionForm } from './ConnectionForm.tsx'
import { Domains } from './Domains.tsx'
import { ProviderSteps } from './ProviderSteps.tsx'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

const texts = singleSignOnTexts

/** Single sign-on of the enterprise account: its provider, its mail domains, and whether members must use it. */
export function SsoPage() {
  const settings = useAsk(sso.query, {})
  const mayEdit = useAllowed('Role_Edit')
  const isWithheld = useWithheld('Role_Edit')
  const { data, error } = settings
  return (
    <>
      <PageHeader title={pageTexts.sso} text={texts.text} />
      {data ? (
        <>
          {!mayEdit && <Alert color="gray">{isWithheld ? suspensionTexts.withheld : texts.viewOnly}</Alert>}
          <ProviderSteps redirectUri={data.redirectUri} signOutUri={data.signOutUri} />
          <FormSection title={texts.domains} text={texts.domainsText}>
            <Domains domains={data.domains} mayEdit={mayEdit} />
          </FormSection>
          <ConnectionForm
            key={data.connection?.version ?? 0}
            settings={data}
            mayEdit={mayEdit}
            reload={() => void settings.refetch()}
          />
          {mayEdit && data.connection && <RemoveSection version={data.connection.version} />}
        </>
      ) : error ? (
        <ErrorState problem={error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton height={480} radius="lg" />
      )}
    </>
  )
}

function RemoveSection({ version }: { version: number }) {
  const remove = useMutation(sso.remove, { changes: [sso.query], onSuccess: () => toast.success(texts.removed) })
  const askAndRemove = async () => {
    const question = { title: texts.removeTitle, text: texts.removeText, proceed: texts.removeProceed }
    if (await confirm({ ...question, tone: 'danger' })) remove.mutate({ version })
  }
  return (
    <FormSection title={texts.remove} text={texts.removeText}>
      <div>
        <Button variant="default" loading={remove.isPending} onClick={() => void askAndRemove()}>
          {texts.remove}
        </Button>
      </div>
    </FormSection>
  )
}
