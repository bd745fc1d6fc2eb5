import { Alert, Anchor, Button, TextInput } from '@mantine/core'
import { findSso } from '@simwright/contract/people/oauth'
import { renderPath } from '@simwright/contract/platform/provider'
import { useMutation } from '../../../api/mutation.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { keepTarget } from '../../../session/target.ts'
import { accountTexts } from '../../../texts/account.ts'
import { providerTexts } from '../../../texts/provider.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import classes from './AccountFrame.module.css'
import { AccountFrame } from './AccountFrame.tsx'

const texts = providerTexts.ssoFind

type SsoFormProps = { email: string; target: string | undefined; onBack: () => void }

/** Asks for an e-mail address; its domain determines the identity provider of the enterprise. */
export function SsoForm({ email, target, onBack }: SsoFormProps) {
  const { sys } = usePlatform()
  const form = useEntryForm(findSso.input, { email })
  const find = useMutation(findSso, {
    silent: true,
    onSuccess: ({ provider }) => {
      keepTarget(target)
      location.assign(renderPath('login', provider, sys))
    },
  })
  const submit = form.onSubmit((values) => find.mutate(values, { onError: (error) => showFaults(form, error) }))
  return (
    <AccountFrame title={texts.title} text={texts.text}>
      {find.error && find.error.faults.length === 0 && (
        <Alert color="red" role="alert" mb={16}>
          {find.error.message}
        </Alert>
      )}
      <Stack as="form" onSubmit={submit} noValidate className={classes.form}>
        <TextInput
          label={accountTexts.email}
          type="email"
          autoComplete="username"
          size="md"
          name="email"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" size="md" fullWidth loading={find.isPending || find.isSuccess}>
          {texts.submit}
        </Button>
        <p className={classes.other}>
          <Anchor component="button" type="button" fw={550} onClick={onBack}>
            {texts.back}
          </Anchor>
        </p>
      </Stack>
    </AccountFrame>
  )
}
