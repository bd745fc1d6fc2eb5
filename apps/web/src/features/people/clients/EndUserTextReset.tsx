import { Button } from '@mantine/core'
import * as client from '@simwright/contract/people/client'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { toast } from '../../../ui/toast.ts'
import { clientTexts } from './client-texts.ts'

const texts = clientTexts.endUserTexts

/** Deletes the client's own texts for end users, for example when they mislead. */
export function EndUserTextReset({ client: { id, name } }: { client: client.Client }) {
  const onSuccess = () => toast.success(say(texts.done, { name }))
  const reset = useMutation(client.resetEndUserTexts, { changes: [], onSuccess })
  const ask = async () => {
    const title = say(texts.question, { name })
    if (await confirm({ title, text: texts.consequence, proceed: texts.submit, tone: 'danger' })) reset.mutate({ id })
  }
  return (
    <Section title={texts.title} text={texts.text}>
      <Button variant="default" loading={reset.isPending} onClick={() => void ask()}>
        {texts.submit}
      </Button>
    </Section>
  )
}
