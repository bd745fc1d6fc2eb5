import { Button, TextInput } from '@mantine/core'
import * as sso from '@simwright/contract/people/sso'
import { IconWorld, IconWorldCheck } from '@tabler/icons-react'
import { useMutation } from '../../../api/mutation.ts'
import { formatAgo } from '../../../base/time.ts'
import { say } from '../../../texts/text.ts'
import { useCallForm } from '../../../ui/form/call-form.ts'
import { ItemList } from '../../../ui/layout/ItemList.tsx'
import { Grid, Stack } from '../../../ui/layout/layout.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { CopyField } from '../../../ui/text/CopyField.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import classes from './Domains.module.css'
import { singleSignOnTexts } from './single-sign-on-texts.ts'

const texts = singleSignOnTexts
const changes = [sso.query]

/** The mail domains, each with how it was proven, or with the TXT record that would prove it. */
export function Domains({ domains, mayEdit }: { domains: readonly sso.SsoDomain[]; mayEdit: boolean }) {
  const remove = useMutation(sso.removeDomain, { changes })
  const askAndRemove = async (domain: string) => {
    const question = { title: say(texts.removeDomainTitle, { domain }), text: texts.removeDomainText }
    if (await confirm({ ...question, proceed: texts.removeDomain, tone: 'danger' })) remove.mutate({ domain })
  }
  const items = domains.map((one) => ({
    id: one.domain,
    icon: one.provedAt ? IconWorldCheck : IconWorld,
    title: one.domain,
    note: <Proof domain={one} />,
    actions: mayEdit && (
      <Button variant="default" size="xs" onClick={() => void askAndRemove(one.domain)}>
        {texts.removeDomain}
      </Button>
    ),
  }))
  const waiting = mayEdit ? domains.filter(({ provedAt }) => provedAt === null) : []
  return (
    <>
      <ItemList
        label={texts.domainList}
        items={items.length > 0 ? items : [{ id: 'none', icon: IconWorld, title: texts.domainNone }]}
      />
      {waiting.map((one) => (
        <Record key={one.domain} domain={one} />
      ))}
      {mayEdit && <AddDomain />}
    </>
  )
}

function Proof({ domain: { provedAt, provedBy } }: { domain: sso.SsoDomain }) {
  if (provedAt === null || provedBy === null) return texts.waiting
  return (
    <Time at={provedAt} show="ago">
      {say(texts.provedBy[provedBy], { ago: formatAgo(provedAt) })}
    </Time>
  )
}

function Record({ domain: { domain, recordName, recordText } }: { domain: sso.SsoDomain }) {
  const check = useMutation(sso.checkDomain, {
    changes,
    onSuccess: () => toast.success(say(texts.domainProved, { domain })),
  })
  return (
    <Stack gap={12} className="inset" style={{ padding: 16 }}>
      <CopyField label={texts.recordName} value={recordName} />
      <CopyField label={texts.recordText} value={recordText} />
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ domain })}>
          {texts.check}
        </Button>
      </div>
    </Stack>
  )
}

function AddDomain() {
  const add = useMutation(sso.addDomain, { changes })
  const { form, submit } = useCallForm(add, sso.addDomain.input, {
    initialValues: { domain: '' },
    send: (values) => values,
    onDone: () => form.reset(),
  })
  return (
    <Grid
      as="form"
      columns="minmax(0, 1fr) auto"
      gap={8}
      align="start"
      onSubmit={submit}
      noValidate
      className={classes.add}
    >
      <TextInput
        label={texts.domain}
        placeholder={texts.domainPlaceholder}
        spellCheck={false}
        autoComplete="off"
        name="domain"
        {...form.getInputProps('domain')}
      />
      <Button type="submit" variant="default" loading={add.isPending}>
        {texts.addDomain}
      </Button>
    </Grid>
  )
}
