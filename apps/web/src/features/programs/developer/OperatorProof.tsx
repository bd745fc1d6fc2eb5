import { Button, FileButton, Textarea } from '@mantine/core'
import * as es2plus from '@simwright/contract/programs/es2plus'
import { type SyntheticEvent, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { say } from '../../../texts/text.ts'
import { FormButtons } from '../../../ui/form/FormButtons.tsx'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { CommandBlock } from '../../../ui/text/CommandBlock.tsx'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { operatorTexts } from './operator-texts.ts'
import { signatureText } from './signature-file.ts'

const texts = operatorTexts.proof

/** A certificate whose key can be proven. */
export type Provable = Pick<es2plus.Operator, 'id' | 'name' | 'challenge'>

type OperatorProofProps = { operator: Provable; onClose: () => void }

/** Shows the challenge of a certificate with the command that signs it, and takes the signature. */
export function OperatorProof({ operator: { id, name, challenge: first }, onClose }: OperatorProofProps) {
  const [challenge, setChallenge] = useState(first)
  const [signature, setSignature] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const renew = useMutation(es2plus.challenge, { changes: [es2plus.list], silent: true, onSuccess: setChallenge })
  const prove = useMutation(es2plus.prove, { changes: [es2plus.list], silent: true })
  const parsed = es2plus.OperatorProof.safeParse({ id, signature })
  const fault = (wasSent && parsed.error?.issues[0]?.message) || prove.error?.faults[0]?.text
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setWasSent(true)
    const done = () => {
      toast.success(say(texts.done, { name }))
      onClose()
    }
    if (parsed.success) prove.mutate(parsed.data, { onSuccess: done })
  }
  const askAgain = () => {
    prove.reset()
    renew.mutate({ id })
  }
  const refusal = renew.error ?? (fault ? undefined : prove.error)
  const isOpen = challenge !== null && new Date(challenge.expiresAt) > new Date()
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      {refusal && <RefusalNotice problem={refusal} />}
      <Note>{texts.text}</Note>
      {challenge && isOpen && <Challenge challenge={challenge} />}
      {!isOpen && <Note>{challenge ? texts.expired : texts.none}</Note>}
      <Row>
        <Button variant={isOpen ? 'default' : 'filled'} size="xs" loading={renew.isPending} onClick={askAgain}>
          {texts.renew}
        </Button>
      </Row>
      {isOpen && <SignatureField value={signature} error={fault} onChange={setSignature} />}
      {isOpen && <FormButtons submit={texts.submit} isPending={prove.isPending} onCancel={onClose} />}
    </Stack>
  )
}

function Challenge({ challenge: { text, command, expiresAt } }: { challenge: es2plus.OperatorChallenge }) {
  return (
    <>
      <CopyField label={texts.challenge} value={text} />
      <CommandBlock label={texts.command} command={command} />
      <Note>
        {texts.expires} <Time at={expiresAt} />
      </Note>
    </>
  )
}

type SignatureFieldProps = { value: string; error: string | undefined; onChange: (value: string) => void }

function SignatureField({ value, error, onChange }: SignatureFieldProps) {
  const reset = useRef<() => void>(null)
  const read = async (file: File | null) => {
    // the same file can be chosen again after a change
    reset.current?.()
    if (file) onChange(await signatureText(file))
  }
  return (
    <div>
      <Textarea
        withAsterisk
        label={texts.signature}
        description={texts.signatureHelp}
        value={value}
        rows={4}
        spellCheck={false}
        error={error}
        data-autofocus
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <FileButton resetRef={reset} onChange={read} inputProps={{ 'aria-label': texts.file }}>
        {(props) => (
          <Button {...props} variant="default" size="xs" mt={8}>
            {texts.file}
          </Button>
        )}
      </FileButton>
    </div>
  )
}
