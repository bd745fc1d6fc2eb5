import { Skeleton } from '@mantine/core'
import { queryOrder } from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import type { ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import * as versions from '@simwright/contract/profiles/configuration-version'
import { IconPencil, IconQrcode } from '@tabler/icons-react'
import { Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ask, showProblem } from '../../../api/call.ts'
import { useMutation } from '../../../api/mutation.ts'
import { isProblem, type Problem } from '../../../api/problem.ts'
import { useAsk } from '../../../api/query.ts'
import { useAddress } from '../../../base/url.ts'
import { configurationPath, generatePath } from '../../../esim/path.ts'
import { NoPermission } from '../../../membership/NoPermission.tsx'
import { type AddressOf, type Destination, linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { frameTexts } from '../../../texts/frame.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { confirm } from '../../../ui/overlay/confirm.ts'
import { EmptyState } from '../../../ui/page/EmptyState.tsx'
import { ErrorState } from '../../../ui/page/ErrorState.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { type ObjectAction, useOpenObject } from '../../../ui/table/open-object.ts'
import { toast } from '../../../ui/toast.ts'
import classes from './ConfigurationForm.module.css'
import { ConfigurationForm } from './ConfigurationForm.tsx'
import { ConfigurationView } from './ConfigurationView.tsx'
import { newConfiguration, valuesOf } from './form-values.ts'
import { sayProfiles } from './profile-count.ts'
import { useNewSilencing, useSilencing } from './silenced.ts'

const commands = frameTexts.palette.object

type Operation = (typeof pages.configurationForm.operations)[number]

/** Creates, edits, copies or shows a profile configuration, whose `id` is in the page address. */
export function ConfigurationFormPage() {
  const { operation: requested } = useParams({ from: pages.configurationForm.id })
  const operation = pages.configurationForm.operations.find((one) => one === requested)
  const [{ id, next }] = useAddress(pages.configurationForm)
  const mayEdit = useAllowed('Profile_Config_Edit')
  if (operation !== 'view' && !mayEdit)
    return <NoPermission page={pages.configurationForm} need={['Profile_Config_Edit']} />
  if (operation === 'add') return <AddPage next={next} />
  if (id === undefined || operation === undefined) return <Navigate to={pages.configurations.path} replace />
  return <ExistingPage key={`${operation} ${id}`} operation={operation} id={id} next={next} />
}

const back = { label: pages.configurations.title, to: { to: pages.configurations.path } }

function AddPage({ next }: { next: Next }) {
  const { add, isSaved } = useAdd(next)
  const silencing = useNewSilencing([])
  return (
    <>
      <PageHeader
        back={next ? { label: pageTexts.generateAc, to: generatorPage } : back}
        title={texts.titles.add}
        text={texts.about.add}
      />
      <ConfigurationForm
        initial={newConfiguration}
        isCodeStored={false}
        submitLabel={texts.saveNew}
        isSaving={add.isPending}
        isSaved={isSaved}
        refused={add.error}
        silencing={silencing}
        leaveTo={next && generatorPage}
        onSave={(fields) => add.mutate({ fields, silenced: silencing.silenced })}
      />
    </>
  )
}

const generatorPage = linkTo(pages.generateAc)

/** Adds a configuration, then opens it, or Generate AC with it. */
function useAdd(next?: Next) {
  const [added, setAdded] = useState<{ id: string; type: ConfigurationType }>()
  useGoTo(added?.id, next && added && generatePath(added))
  const add = useMutation(configuration.add, {
    silent: true,
    changes: [configuration.list, queryOrder],
    onSuccess: ({ id }, { fields }) => {
      toast.success(texts.added)
      setAdded({ id, type: fields.type })
    },
  })
  useNoticeOf(add.error)
  return { add, isSaved: added !== undefined }
}

/** Opens the configuration, or the given page, after it is saved; in an effect, because the guard of unsaved changes is off by then. */
function useGoTo(id: string | undefined, destination = configurationPath('view', id ?? '')) {
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: goes there once
  useEffect(() => {
    if (id !== undefined) void navigate({ ...destination, replace: true })
  }, [id, navigate])
}

/** Shows a refusal as a notice unless the form shows it: at a field or as a conflict. */
function useNoticeOf(problem: Problem | null) {
  useEffect(() => {
    if (problem && problem.faults.length === 0 && !isShownInForm(problem)) showProblem(problem)
  }, [problem])
}

const isShownInForm = (problem: Problem) =>
  isProblem(problem, 'configuration_name_used') || isProblem(problem, 'changed_meanwhile')

type Next = AddressOf<typeof pages.configurationForm>['next']
type ExistingPageProps = { operation: Exclude<Operation, 'add'>; id: string; next: Next }

function ExistingPage({ operation, id, next }: ExistingPageProps) {
  const answer = useAsk(configuration.get, { id }, { staleMs: operation === 'view' ? 15_000 : 0 })
  const [loads, setLoads] = useState(0)
  const load = async () => {
    await answer.refetch()
    setLoads(loads + 1)
  }
  useConfigurationCommands(answer.data)
  if (answer.error) return <LoadError problem={answer.error} onRetry={() => void answer.refetch()} />
  const isStale = operation !== 'view' && !answer.isFetchedAfterMount
  if (!answer.data || isStale) return <Loading />
  if (operation === 'view') return <ConfigurationView configuration={answer.data} back={back} />
  if (operation === 'copy') return <CopyPage original={answer.data} />
  return <EditPage key={loads} current={answer.data} onLoad={load} next={next} />
}

/** Offers the actions on the shown configuration in the command palette. */
function useConfigurationCommands(shown: configuration.Configuration | undefined): void {
  const navigate = useNavigate()
  const mayEdit = useAllowed('Profile_Config_Edit')
  const mayGenerate = useAllowed('Generate_Ac_Create')
  useOpenObject(shown && { kind: 'configuration', id: shown.id, label: shown.fields.name, actions: actionsOf(shown) })

  function actionsOf({ id, fields: { type } }: configuration.Configuration): ObjectAction[] {
    const to = (destination: Destination) => () => void navigate(destination)
    const edit = { id: 'edit', label: commands.edit, icon: IconPencil, run: to(configurationPath('edit', id)) }
    const generate = { id: 'generate', label: commands.generate, icon: IconQrcode, run: to(generatePath({ id, type })) }
    return [...(mayGenerate ? [generate] : []), ...(mayEdit ? [edit] : [])]
  }
}

function CopyPage({ original }: { original: configuration.Configuration }) {
  const { name } = original.fields
  const { add, isSaved } = useAdd()
  const silencing = useNewSilencing(original.silenced)
  const [initial] = useState(() => ({
    ...valuesOf(original),
    name: say(texts.copyName, { name: name.slice(0, 59) }),
  }))
  return (
    <>
      <PageHeader back={back} title={say(texts.titles.copy, { name })} text={texts.about.copy} />
      <ConfigurationForm
        initial={initial}
        isCodeStored={false}
        submitLabel={texts.saveNew}
        isSaving={add.isPending}
        isSaved={isSaved}
        refused={add.error}
        silencing={silencing}
        onSave={(fields) => add.mutate({ fields, silenced: silencing.silenced })}
      />
    </>
  )
}

type EditPageProps = { current: configuration.Configuration; onLoad: () => Promise<void>; next: Next }

/** Edits the version that was loaded when the page opened, even if a newer one is loaded later. */
function EditPage({ current, onLoad, next }: EditPageProps) {
  const [opened] = useState(current)
  const [savedId, setSavedId] = useState<string>()
  const { id, version } = opened
  const [initial] = useState(() => valuesOf(opened))
  const silencing = useSilencing(opened)
  const generator = next && generatePath({ id, type: opened.fields.type })
  useGoTo(savedId, generator)
  const edit = useMutation(configuration.edit, {
    silent: true,
    changes: [configuration.list, configuration.get, versions.list],
    onSuccess: ({ version }) => {
      toast.success(say(texts.saved, { version }))
      setSavedId(id)
    },
  })
  useNoticeOf(edit.error)
  const load = async () => {
    const { loadTitle, loadText, load: proceed } = texts.conflict
    if (await confirm({ title: loadTitle, text: loadText, proceed })) await onLoad()
  }
  const keep = async (fields: configuration.ConfigurationFields) => {
    const newest = await ask(configuration.get, { id }).catch(() => undefined)
    if (newest) edit.mutate({ id, version: newest.version, fields })
  }
  return (
    <>
      <PageHeader
        back={generator ? { label: pageTexts.generateAc, to: generator } : back}
        title={say(texts.titles.edit, { name: opened.fields.name })}
        text={sayProfiles(texts.about.edit, opened.profiles)}
      />
      <ConfigurationForm
        initial={initial}
        isCodeStored={opened.confirmationCodeSet}
        submitLabel={texts.save}
        isSaving={edit.isPending}
        isSaved={savedId !== undefined}
        refused={edit.error}
        silencing={silencing}
        leaveTo={generator}
        conflict={{ load: () => void load(), keep: (fields) => void keep(fields) }}
        onSave={(fields) => edit.mutate({ id, version, fields })}
      />
    </>
  )
}

function LoadError({ problem, onRetry }: { problem: Problem; onRetry: () => void }): ReactNode {
  return (
    <>
      <PageHeader back={back} title={pages.configurations.title} />
      <Panel>
        {isProblem(problem, 'not_found') ? (
          <EmptyState
            drawing="search"
            title={texts.goneTitle}
            text={texts.goneText}
            button={{ label: texts.goneBack, to: pages.configurations.path }}
          />
        ) : (
          <ErrorState problem={problem} onRetry={onRetry} />
        )}
      </Panel>
    </>
  )
}

function Loading() {
  return (
    <div aria-busy>
      <PageHeader back={back} title={pages.configurations.title} text={<Skeleton height={12} width={280} my={4} />} />
      <div className={classes.loading}>
        <Skeleton height={200} radius="lg" />
        <Skeleton height={200} radius="lg" />
      </div>
    </div>
  )
}
