import { Button } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { clientTexts } from '../../../texts/client.ts'
import { say } from '../../../texts/text.ts'
import { Section } from '../../../ui/Section.tsx'
import { toast } from '../../../ui/toast.ts'

const texts = clientTexts.trialGrant

/** Grants the free trial to an enterprise account that is not offered it otherwise. */
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
