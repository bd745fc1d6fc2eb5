import { Skeleton } from '@mantine/core'
import * as platforms from '@simwright/contract/platform/white-label'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { loadPlatform, platform } from '../../../brand/platform.ts'
import { NoPermission } from '../../../membership/NoPermission.tsx'
import { pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { platformsTexts } from '../../../texts/platforms.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { PlatformApplets } from './PlatformApplets.tsx'
import { PlatformForm } from './PlatformForm.tsx'

const texts = platformsTexts.form

const back = { label: pages.platforms.title, to: { to: pages.platforms.path } }

/** Adds a platform, or edits the one whose `id` is in the page address. */
export function PlatformFormPage() {
  const { operation } = useParams({ from: pages.platformForm.id })
  const [{ id }] = useAddress(pages.platformForm)
  const mayEdit = useAllowed('Admin_Platform_Edit')
  if (operation === 'add')
    return mayEdit ? <AddPage /> : <NoPermission page={pages.platformForm} need={['Admin_Platform_Edit']} />
  if (id === undefined) return <Navigate to={pages.platforms.path} replace />
  return <ExistingPage key={id} id={id} />
}

const newFields: platforms.PlatformFields = {
  appName: '',
  themeColor: '#4453d6',
  iconId: null,
  logoId: null,
  host: null,
  smdpAddress: null,
  mailName: null,
  mailAddress: null,
  supportEmail: null,
  contactEmail: null,
  contactText: null,
  termsUrl: null,
  privacyUrl: null,
  mailTexts: {},
  providers: [],
}
const newPlatform = { sys: '', fields: newFields }

function AddPage() {
  const navigate = useNavigate()
  const [isSaved, setIsSaved] = useState(false)
  const add = useMutation(platforms.add, { silent: true, changes: [platforms.list] })
  useEffect(() => {
    if (isSaved) void navigate({ to: pages.platforms.path })
  }, [isSaved, navigate])
  return (
    <>
      <PageHeader back={back} title={texts.addTitle} text={texts.addText} />
      <PlatformForm
        initial={newPlatform}
        refused={add.error}
        isSaving={add.isPending}
        isSaved={isSaved}
        onSave={(values) => {
          const onSuccess = () => {
            toast.success(say(texts.added, { name: values.fields.appName }))
            setIsSaved(true)
          }
          add.mutate(values, { onSuccess })
        }}
      />
    </>
  )
}

function ExistingPage({ id }: { id: string }) {
  const answer = useAsk(platforms.get, { id }, { staleMs: 0 })
  if (isProblem(answer.error, 'not_found') || isProblem(answer.error, 'invalid')) return <NotFound />
  if (answer.error && !answer.data) {
    return (
      <>
        <PageHeader back={back} title={texts.title} />
        <Panel>
          <ErrorState problem={answer.error} onRetry={() => void answer.refetch()} />
        </Panel>
      </>
    )
  }
  if (!answer.data || !answer.isFetchedAfterMount) {
    return (
      <div aria-busy>
        <PageHeader back={back} title={texts.title} text={texts.editText} />
        <Skeleton height={420} radius="lg" />
      </div>
    )
  }
  return <EditPage detail={answer.data} load={async () => (await answer.refetch()).data} />
}

type EditPageProps = {
  detail: platforms.PlatformDetail
  /** Fetches the stored platform. */
  load: () => Promise<platforms.PlatformDetail | undefined>
}

function EditPage({ detail, load }: EditPageProps) {
  // the platform that the form edits; a concurrent change by somebody else does not replace it
  const [base, setBase] = useState({ detail, loads: 0 })
  const { id, version, sys, fields } = base.detail
  const initial = useMemo(() => ({ sys, fields }), [sys, fields])
  const edit = useMutation(platforms.edit, { silent: true, changes: [platforms.list] })
  const saves = useRef(0)
  const saved = async (next: platforms.PlatformFields, version: number) => {
    const save = saves.current
    toast.success(say(texts.saved, { name: next.appName }))
    if (platform().sys === sys) void loadPlatform()
    setBase((now) => ({ ...now, detail: { ...now.detail, version, fields: next } }))
    const stored = await load()
    // the form has sent its next values, which the stored ones would replace
    if (saves.current !== save) return
    setBase((now) => (stored?.version === now.detail.version ? { ...now, detail: stored } : now))
  }
  const reload = async () => {
    const stored = await load()
    edit.reset()
    if (stored) setBase(({ loads }) => ({ detail: stored, loads: loads + 1 }))
  }
  return (
    <>
      <PageHeader back={back} title={fields.appName} text={texts.editText} />
      <PlatformForm
        key={base.loads}
        initial={initial}
        detail={base.detail}
        refused={edit.error}
        isSaving={edit.isPending}
        isSaved={false}
        onSave={({ fields: next }) => {
          saves.current++
          edit.mutate({ id, version, fields: next }, { onSuccess: (answer) => void saved(next, answer.version) })
        }}
        onReload={() => void reload()}
      >
        <PlatformApplets platformId={id} />
      </PlatformForm>
    </>
  )
}

function NotFound() {
  return (
    <>
      <PageHeader back={back} title={texts.title} />
      <Panel>
        <EmptyState
          drawing="search"
          title={texts.goneTitle}
          text={texts.goneText}
          button={{ label: texts.goneBack, to: pages.platforms.path }}
        />
      </Panel>
    </>
  )
}
