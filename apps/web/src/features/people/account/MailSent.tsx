import { Alert, Anchor, Button } from '@mantine/core'
import * as account from '@simwright/contract/people/account'
import { useMutation } from '../../../api/mutation.ts'
import { usePlatform } from '../../../brand/platform.ts'
import { accountTexts } from '../../../texts/account.ts'
import { say } from '../../../texts/text.ts'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Illustration } from '../../../ui/page/Illustration.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './AccountFrame.module.css'

const texts = accountTexts.sent

/** Confirms that the activation e-mail was sent, and can send it again. */
export function MailSent({ email, onStartAgain }: { email: string; onStartAgain: () => void }) {
  const { developmentMail } = usePlatform()
  const resend = useMutation(account.resendActivation, { onSuccess: () => toast.success(texts.resent) })
  return (
    <Stack className={classes.form}>
      <Illustration name="mail" />
      <p className={classes.text}>{say(texts.text, { email })}</p>
      {developmentMail && <Alert color="gray">{texts.mailbox}</Alert>}
      <Button variant="default" size="md" loading={resend.isPending} onClick={() => resend.mutate({ email })}>
        {texts.resend}
      </Button>
      <p className={classes.other}>
        {texts.wrong}{' '}
        <Anchor component="button" type="button" fw={550} onClick={onStartAgain}>
          {texts.startAgain}
        </Anchor>
      </p>
    </Stack>
  )
}
