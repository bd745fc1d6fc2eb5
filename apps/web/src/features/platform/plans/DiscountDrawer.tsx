import { Alert, Anchor, Button } from '@mantine/core'
import * as discount from '@simwright/contract/money/discount'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { useOpened } from '../../../api/opened.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { say } from '../../../texts/text.ts'
import { showFaults, useEntryForm } from '../../../ui/form/form.ts'
import { RefusalNotice } from '../../../ui/form/RefusalNotice.tsx'
import { useUnsavedGuard } from '../../../ui/form/unsaved.ts'
import { KeyValue } from '../../../ui/layout/KeyValue.tsx'
import { LineList } from '../../../ui/layout/LineList.tsx'
import { Note, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { DetailDrawer } from '../../../ui/overlay/DetailDrawer.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { toast } from '../../../ui/toast.ts'
import { DiscountBadge } from './DiscountBadge.tsx'
import { DiscountTerms } from './DiscountTerms.tsx'
import { billingOf, plansOf, untilOf, usesOf, worthOf } from './discount-text.ts'
import { discountTexts } from './discount-texts.ts'

const texts = discountTexts.drawer
const names = discountTexts.columns

/** Drawer of one discount code: its uses, its terms, and how to stop it. */
export function DiscountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const { shown, notLoaded, load } = useOpened(discount.get, id, texts)
  return (
    <DetailDrawer
      isOpen={id !== undefined}
      onClose={onClose}
      kind={texts.kind}
      title={shown?.discount.code}
      status={shown && <DiscountBadge state={shown.discount.state} />}
      notLoaded={notLoaded}
    >
      {shown && <Overview {...shown} load={load} />}
    </DetailDrawer>
  )
}

type OverviewProps = {
  discount: discount.DiscountRow
  uses: readonly discount.DiscountUse[]
  /** Fetches the stored code. */
  load: () => void
}

function Overview({ discount: shown, uses, load }: OverviewProps) {
  const mayEdit = useAllowed('Admin_Plan_Edit') && shown.stoppedAt === null
  const isViewer = !useAllowed('Admin_Plan_Edit')
  const { terms, stoppedAt } = shown
  const rows = [
    { label: names.worth, value: worthOf(shown) },
    { label: names.uses, value: usesOf(shown) },
    { label: names.platform, value: shown.platform },
    { label: names.createdAt, value: <Time at={shown.createdAt} /> },
  ]
  const readOnlyRows = [
    { label: names.plans, value: plansOf(shown) },
    { label: names.billingTypes, value: billingOf(shown) },
    { label: names.until, value: untilOf(shown) },
    { label: names.note, value: terms.note },
    ...(stoppedAt ? [{ label: discountTexts.states.STOPPED, value: <Time at={stoppedAt} /> }] : []),
  ]
  return (
    <Stack>
      {isViewer && <Alert color="gray">{texts.viewOnly}</Alert>}
      <KeyValue items={mayEdit ? rows : [...rows, ...readOnlyRows]} />
      <Section title={texts.uses}>
        <Uses uses={uses} used={shown.used} />
      </Section>
      {mayEdit && <TermsForm key={shown.version} discount={shown} load={load} />}
    </Stack>
  )
}

function Uses({ uses, used }: { uses: readonly discount.DiscountUse[]; used: number }) {
  if (uses.length === 0) return <Note>{texts.usesNone}</Note>
  return (
    <>
      <LineList>
        {uses.map(({ enterpriseId, enterprise, orderCode, usedAt }) => (
          <li key={orderCode}>
            <Anchor component={Link} {...linkTo(pages.clients, { search: { open: enterpriseId } })}>
              {enterprise}
            </Anchor>
            <span>
              {say(texts.order, { code: orderCode })} · <Time at={usedAt} />
            </span>
          </li>
        ))}
      </LineList>
      {used > uses.length && <Note mt={8}>{say(texts.usesMore, { shown: uses.length, used })}</Note>}
    </>
  )
}

function TermsForm({ discount: { id, version, terms }, load }: Pick<OverviewProps, 'discount' | 'load'>) {
  const form = useEntryForm(discount.DiscountTerms, terms)
  const [isSaved, setIsSaved] = useState(false)
  const edit = useMutation(discount.edit, { silent: true, changes: [discount.list, discount.get] })
  const stop = useMutation(discount.stop, {
    changes: [discount.list, discount.get],
    onSuccess: () => toast.success(texts.stopped),
  })
  useUnsavedGuard(form.isDirty() && !edit.isPending && !isSaved)
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once for each refusal
  useEffect(() => {
    if (edit.error) showFaults(form, edit.error, 'fields')
  }, [edit.error])
  const submit = form.onSubmit((fields) =>
    edit.mutate(
      { id, version, fields },
      {
        onSuccess: () => {
          setIsSaved(true)
          toast.success(texts.saved)
        },
      },
    ),
  )
  const askStop = async () => {
    if (await confirm({ ...texts.stopAsk, proceed: texts.stop, tone: 'danger' })) stop.mutate({ id, version })
  }
  return (
    <Section title={texts.terms} text={texts.termsText}>
      <Stack as="form" onSubmit={submit} noValidate>
        {edit.error && edit.error.faults.length === 0 && <RefusalNotice problem={edit.error} onReload={load} />}
        <DiscountTerms
          terms={form.values}
          errors={form.errors}
          mayEdit
          onChange={(change) => {
            setIsSaved(false)
            form.setValues({ ...form.getValues(), ...change })
          }}
        />
        <Row justify="between">
          <Button variant="default" loading={stop.isPending} onClick={() => void askStop()}>
            {texts.stop}
          </Button>
          <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Row>
      </Stack>
    </Section>
  )
}
