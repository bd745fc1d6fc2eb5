import { Alert, Button } from '@mantine/core'
import * as oauth from '@simwright/contract/people/oauth'
import type { SyntheticEvent } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { Consent } from '../../../brand/Consent.tsx'
import { useConsent } from '../../../brand/consent.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'
import { RefusalText } from './RefusalText.tsx'

const texts = providerTexts.accept

type ProviderAcceptProps = { next: oauth.NextStep; onAnswer: (answer: oauth.ProviderAnswer) => void }

/** Asks a new user of single sign-on to accept the texts of the platform. */
export function ProviderAccept({ next: { ticket, email }, onAnswer }: ProviderAcceptProps) {
  const consent = useConsent()
  const accept = useMutation(oauth.accept, { silent: true, onSuccess: onAnswer })
  const refusal = accept.error?.faults.find(({ path }) => path === 'accepted')?.text
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    const accepted = await consent.check()
    if (accepted) accept.mutate({ ticket, accepted }, { onError: consent.reloadIfRefused })
  }
  return (
    <AccountFrame title={texts.title} text={say(texts.text, { email })}>
      {accept.error && refusal === undefined && (
        <Alert color="red" role="alert" mb={16}>
          <RefusalText problem={accept.error} />
        </Alert>
      )}
      <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
        <Consent consent={consent} error={refusal} />
        <Button type="submit" size="md" fullWidth loading={consent.isWaiting || accept.isPending || accept.isSuccess}>
          {texts.submit}
        </Button>
      </Stack>
    </AccountFrame>
  )
}
