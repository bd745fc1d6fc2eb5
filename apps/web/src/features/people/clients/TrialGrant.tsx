import { Button } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { toast } from '../../../ui/toast.ts'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.trialGrant

/** Allows an enterprise account the free trial, even if it is not offered automatically. */
export function TrialGrant({ client: { id, name } }: { client: client.Client }) {
  const onSuccess = () => toast.success(say(texts.done, { name }))
  const grant = useMutation(client.grantTrial, { changes: [client.list, client.get], onSuccess })
  return (
    <Section title={texts.title} text={texts.text}>
      <Button variant="default" loading={grant.isPending} onClick={() => grant.mutate({ id })}>
        {texts.submit}
      </Button>
    </Section>
  )
}
